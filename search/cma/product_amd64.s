#include "textflag.h"

// Products and sums of four numbers at a time, each as product.go has it: no
// multiplication is fused with an addition, and no sum runs across lanes.

// func combineAVX2(out *float64, n int, rows *float64, stride int, factors *float64, count int)
TEXT ·combineAVX2(SB), NOSPLIT, $0-48
	MOVQ out+0(FP), DI
	MOVQ n+8(FP), CX
	MOVQ rows+16(FP), SI
	MOVQ stride+24(FP), DX
	MOVQ factors+32(FP), R8
	MOVQ count+40(FP), R9
	SHLQ $3, DX

sixteen:
	CMPQ    CX, $16
	JLT     four
	VMOVUPD 0(DI), Y0
	VMOVUPD 32(DI), Y1
	VMOVUPD 64(DI), Y2
	VMOVUPD 96(DI), Y3
	MOVQ    SI, R10
	MOVQ    R8, R11
	MOVQ    R9, R12

row16:
	VBROADCASTSD (R11), Y4
	VMULPD       0(R10), Y4, Y5
	VMULPD       32(R10), Y4, Y6
	VMULPD       64(R10), Y4, Y7
	VMULPD       96(R10), Y4, Y8
	VADDPD       Y5, Y0, Y0
	VADDPD       Y6, Y1, Y1
	VADDPD       Y7, Y2, Y2
	VADDPD       Y8, Y3, Y3
	ADDQ         DX, R10
	ADDQ         $8, R11
	DECQ         R12
	JNZ          row16
	VMOVUPD      Y0, 0(DI)
	VMOVUPD      Y1, 32(DI)
	VMOVUPD      Y2, 64(DI)
	VMOVUPD      Y3, 96(DI)
	ADDQ         $128, DI
	ADDQ         $128, SI
	SUBQ         $16, CX
	JMP          sixteen

four:
	CMPQ    CX, $4
	JLT     one
	VMOVUPD 0(DI), Y0
	MOVQ    SI, R10
	MOVQ    R8, R11
	MOVQ    R9, R12

row4:
	VBROADCASTSD (R11), Y4
	VMULPD       0(R10), Y4, Y5
	VADDPD       Y5, Y0, Y0
	ADDQ         DX, R10
	ADDQ         $8, R11
	DECQ         R12
	JNZ          row4
	VMOVUPD      Y0, 0(DI)
	ADDQ         $32, DI
	ADDQ         $32, SI
	SUBQ         $4, CX
	JMP          four

one:
	TESTQ  CX, CX
	JEQ    done
	VMOVSD (DI), X0
	MOVQ   SI, R10
	MOVQ   R8, R11
	MOVQ   R9, R12

row1:
	VMOVSD (R11), X4
	VMULSD (R10), X4, X5
	VADDSD X5, X0, X0
	ADDQ   DX, R10
	ADDQ   $8, R11
	DECQ   R12
	JNZ    row1
	VMOVSD X0, (DI)
	ADDQ   $8, DI
	ADDQ   $8, SI
	DECQ   CX
	JMP    one

done:
	VZEROUPPER
	RET

// func subtractAVX2(row, u, p *float64, n int, x, y float64)
TEXT ·subtractAVX2(SB), NOSPLIT, $0-48
	MOVQ         row+0(FP), DI
	MOVQ         u+8(FP), SI
	MOVQ         p+16(FP), DX
	MOVQ         n+24(FP), CX
	VBROADCASTSD x+32(FP), Y0
	VBROADCASTSD y+40(FP), Y1

subtract4:
	CMPQ    CX, $4
	JLT     subtract1
	VMULPD  (DX), Y0, Y2
	VMULPD  (SI), Y1, Y3
	VADDPD  Y3, Y2, Y2
	VMOVUPD (DI), Y4
	VSUBPD  Y2, Y4, Y4
	VMOVUPD Y4, (DI)
	ADDQ    $32, DI
	ADDQ    $32, SI
	ADDQ    $32, DX
	SUBQ    $4, CX
	JMP     subtract4

subtract1:
	TESTQ  CX, CX
	JEQ    subtracted
	VMULSD (DX), X0, X2
	VMULSD (SI), X1, X3
	VADDSD X3, X2, X2
	VMOVSD (DI), X4
	VSUBSD X2, X4, X4
	VMOVSD X4, (DI)
	ADDQ   $8, DI
	ADDQ   $8, SI
	ADDQ   $8, DX
	DECQ   CX
	JMP    subtract1

subtracted:
	VZEROUPPER
	RET

// Four coordinates at an offset of a row: h is carried from above, the lower axis
// is read there, the upper one is written at up(DI). Y12 and Y13 are c and s.
#define TURN(at, up, h, a, b) \
	VMOVUPD at(DI), a    \
	VMULPD  a, Y13, b    \
	VMULPD  h, Y12, Y14  \
	VADDPD  Y14, b, b    \
	VMOVUPD b, up(DI)    \
	VMULPD  a, Y12, a    \
	VMULPD  h, Y13, h    \
	VSUBPD  h, a, h

// func turn16AVX2(panel *float64, turns *turn, count int)
TEXT ·turn16AVX2(SB), NOSPLIT, $0-24
	MOVQ    panel+0(FP), DI
	MOVQ    turns+8(FP), SI
	MOVQ    count+16(FP), CX
	MOVQ    CX, AX
	SHLQ    $7, AX
	ADDQ    AX, DI
	VMOVUPD 0(DI), Y0
	VMOVUPD 32(DI), Y1
	VMOVUPD 64(DI), Y2
	VMOVUPD 96(DI), Y3

next16:
	SUBQ         $128, DI
	VBROADCASTSD 0(SI), Y12
	VBROADCASTSD 8(SI), Y13
	TURN(0, 128, Y0, Y4, Y5)
	TURN(32, 160, Y1, Y6, Y7)
	TURN(64, 192, Y2, Y8, Y9)
	TURN(96, 224, Y3, Y10, Y11)
	ADDQ         $16, SI
	DECQ         CX
	JNZ          next16
	VMOVUPD      Y0, 0(DI)
	VMOVUPD      Y1, 32(DI)
	VMOVUPD      Y2, 64(DI)
	VMOVUPD      Y3, 96(DI)
	VZEROUPPER
	RET

// func turn4AVX2(panel *float64, turns *turn, count int)
TEXT ·turn4AVX2(SB), NOSPLIT, $0-24
	MOVQ    panel+0(FP), DI
	MOVQ    turns+8(FP), SI
	MOVQ    count+16(FP), CX
	MOVQ    CX, AX
	SHLQ    $5, AX
	ADDQ    AX, DI
	VMOVUPD 0(DI), Y0

next4:
	SUBQ         $32, DI
	VBROADCASTSD 0(SI), Y12
	VBROADCASTSD 8(SI), Y13
	TURN(0, 32, Y0, Y4, Y5)
	ADDQ         $16, SI
	DECQ         CX
	JNZ          next4
	VMOVUPD      Y0, 0(DI)
	VZEROUPPER
	RET
