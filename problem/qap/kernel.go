package qap

import (
	_ "embed"
	"math/bits"
	"slices"

	"github.com/warbler-opt/warbler/internal/words"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed qap.cl
var kernelText string

// Kernel is the objective for devices.
func (p *assignment) Kernel() problem.Kernel { return p.kernel() }

// makeKernel lays out the folded matrices as qap.cl expects them. B comes first
// and is worth keeping on chip: it is read all over the place, A in order.
func (p *assignment) makeKernel() problem.Kernel {
	f := &p.folded
	widthA, widthB := width(f.a), width(f.b)
	near := words.Pack(widthB, f.b)
	cache := len(near)
	if cache == 1 { // nothing is gained, and PoCL 3.1 crashes over a loop that copies one word
		cache = 0
	}
	var defines kernel.Defines
	defines.Add("QAP_HALF", f.half)
	defines.Add("QAP_A_BITS", widthA)
	defines.Add("QAP_B_BITS", widthB)
	defines.Add("QAP_A_AT", len(near))
	return problem.Kernel{
		Defines: defines,
		Parts:   []kernel.Part{{Name: "problem/qap/qap.cl", Text: kernelText}},
		Data:    append(near, words.Pack(widthA, f.a)...),
		Cache:   cache,
	}
}

// width is 8, 16, 32 or 64 bits, as few as the largest number needs.
func width(numbers []uint64) int {
	width := 8
	for width < bits.Len64(slices.Max(numbers)) {
		width *= 2
	}
	return width
}
