#include "textflag.h"

// A block of 16 cells is one register. The last step finds the least of eight.

// func leastOfAVX2(least, cells *uint16, list *uint32, count, blocks int, mask uint64)
TEXT ·leastOfAVX2(SB), NOSPLIT, $0-48
	MOVQ         least+0(FP), DI
	MOVQ         cells+8(FP), SI
	MOVQ         list+16(FP), BX
	MOVQ         count+24(FP), CX
	MOVQ         blocks+32(FP), DX
	SHLQ         $5, DX           // bytes of a row
	MOVQ         mask+40(FP), AX
	VMOVQ        AX, X2
	VPBROADCASTW X2, Y2

row:
	MOVL    (BX), AX
	IMULQ   DX, AX
	ADDQ    SI, AX     // the row
	LEAQ    (AX)(DX*1), R8 // its end
	VPAND   (AX), Y2, Y0
	ADDQ    $32, AX
	CMPQ    AX, R8
	JAE     reduce

cells:
	VPAND   (AX), Y2, Y1
	VPMINUW Y1, Y0, Y0
	ADDQ    $32, AX
	CMPQ    AX, R8
	JB      cells

reduce:
	VEXTRACTI128 $1, Y0, X1
	VPMINUW      X1, X0, X0
	VPHMINPOSUW  X0, X0
	VMOVD        X0, AX
	MOVW         AX, (DI)
	ADDQ         $2, DI
	ADDQ         $4, BX
	DECQ         CX
	JNZ          row

	VZEROUPPER
	RET

// func equalToAVX2(set *uint32, row *uint16, blocks int, value, mask uint64)
TEXT ·equalToAVX2(SB), NOSPLIT, $0-40
	MOVQ         set+0(FP), DI
	MOVQ         row+8(FP), SI
	MOVQ         blocks+16(FP), CX
	MOVQ         value+24(FP), AX
	VMOVQ        AX, X1
	VPBROADCASTW X1, Y1
	MOVQ         mask+32(FP), AX
	VMOVQ        AX, X2
	VPBROADCASTW X2, Y2

next:
	VPAND        (SI), Y2, Y0
	VPCMPEQW     Y1, Y0, Y0
	VEXTRACTI128 $1, Y0, X3
	VPACKSSWB    X3, X0, X0
	VPMOVMSKB    X0, AX
	MOVL         AX, (DI)
	ADDQ         $32, SI
	ADDQ         $4, DI
	DECQ         CX
	JNZ          next

	VZEROUPPER
	RET

// func shiftX86(cells *uint16, rows *uint32, count int, from, to uint64)
TEXT ·shiftX86(SB), NOSPLIT, $0-40
	MOVQ cells+0(FP), SI
	MOVQ rows+8(FP), BX
	MOVQ count+16(FP), CX
	MOVQ from+24(FP), DX
	MOVQ to+32(FP), DI
	LEAQ (SI)(DX*2), DX
	LEAQ (SI)(DI*2), DI
	LEAQ (BX)(CX*4), BX
	NEGQ CX

neighbor:
	MOVL (BX)(CX*4), AX
	DECW (DX)(AX*2)
	INCW (DI)(AX*2)
	INCQ CX
	JNZ  neighbor

	RET
