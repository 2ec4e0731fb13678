#include "textflag.h"

// Four Philox blocks, one in each 64-bit lane. A counter word lives in the low
// half of its lane; what a product leaves in the high half does no harm, since
// VPMULUDQ reads low halves only and the last step blends them away.

// What is added to counter word 0: the lane's number.
DATA lanes<>+0(SB)/8, $0
DATA lanes<>+8(SB)/8, $1
DATA lanes<>+16(SB)/8, $2
DATA lanes<>+24(SB)/8, $3
GLOBL lanes<>(SB), RODATA|NOPTR, $32

// M0, M1, W0 and W1.
DATA constants<>+0(SB)/4, $0xD2511F53
DATA constants<>+4(SB)/4, $0xCD9E8D57
DATA constants<>+8(SB)/4, $0x9E3779B9
DATA constants<>+12(SB)/4, $0xBB67AE85
GLOBL constants<>(SB), RODATA|NOPTR, $16

// One round: words 0 and 2 in Y0 and Y2; words 1 and 3 come in c1 and c3 and
// go out, as the products, in n1 and n3. Y4 and Y5 are the round key.
#define ROUND(c1, c3, n1, n3) \
	VPMULUDQ Y6, Y0, n3  \
	VPMULUDQ Y7, Y2, n1  \
	VPXOR    Y4, c1, c1  \
	VPXOR    Y5, c3, c3  \
	VPSRLQ   $32, n1, Y0 \
	VPSRLQ   $32, n3, Y2 \
	VPXOR    c1, Y0, Y0  \
	VPXOR    c3, Y2, Y2  \
	VPADDD   Y8, Y4, Y4  \
	VPADDD   Y9, Y5, Y5

// func philox4AVX2(out *planes, c0, c1, c2, c3, k0, k1 uint32)
TEXT ·philox4AVX2(SB), NOSPLIT, $0-32
	MOVQ         out+0(FP), AX
	LEAQ         c0+8(FP), BX // the six words follow each other
	VPBROADCASTD 0(BX), Y0
	VPBROADCASTD 4(BX), Y1
	VPBROADCASTD 8(BX), Y2
	VPBROADCASTD 12(BX), Y3
	VPBROADCASTD 16(BX), Y4
	VPBROADCASTD 20(BX), Y5
	VPBROADCASTD constants<>+0(SB), Y6
	VPBROADCASTD constants<>+4(SB), Y7
	VPBROADCASTD constants<>+8(SB), Y8
	VPBROADCASTD constants<>+12(SB), Y9
	VPADDD       lanes<>(SB), Y0, Y0

	ROUND(Y1, Y3, Y10, Y11)
	ROUND(Y10, Y11, Y1, Y3)
	ROUND(Y1, Y3, Y10, Y11)
	ROUND(Y10, Y11, Y1, Y3)
	ROUND(Y1, Y3, Y10, Y11)
	ROUND(Y10, Y11, Y1, Y3)
	ROUND(Y1, Y3, Y10, Y11)
	ROUND(Y10, Y11, Y1, Y3)
	ROUND(Y1, Y3, Y10, Y11)
	ROUND(Y10, Y11, Y1, Y3)

	// words 1 and 3 into the high halves above words 0 and 2
	VPSLLQ   $32, Y1, Y1
	VPSLLQ   $32, Y3, Y3
	VPBLENDD $0xAA, Y1, Y0, Y0
	VPBLENDD $0xAA, Y3, Y2, Y2
	VMOVDQU  Y0, 0(AX)
	VMOVDQU  Y2, 32(AX)
	VZEROUPPER
	RET
