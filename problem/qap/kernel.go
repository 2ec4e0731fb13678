package qap

import (
	_ "embed"
	"math/bits"
	"slices"

	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed qap.cl
var kernelText string

// Kernel is the objective for devices.
func (p *Problem) Kernel() problem.Kernel { return p.kernel() }

// makeKernel lays out the folded matrices as qap.cl expects them. B comes first
// and is worth keeping on chip: it is read all over the place, A in order.
func (p *Problem) makeKernel() problem.Kernel {
	f := &p.folded
	data, widthB := pack(nil, f.b)
	near := len(data)
	data, widthA := pack(data, f.a)
	cache := near
	if near == 1 { // nothing is gained, and PoCL 3.1 crashes over a loop that copies one word
		cache = 0
	}
	half := 0
	if f.half {
		half = 1
	}
	return problem.Kernel{
		Defines: []kernel.Define{
			{Name: "QAP_HALF", Value: half},
			{Name: "QAP_A_BITS", Value: widthA},
			{Name: "QAP_B_BITS", Value: widthB},
			{Name: "QAP_A_AT", Value: near},
		},
		Parts: []kernel.Part{{Name: "problem/qap/qap.cl", Text: kernelText}},
		Data:  data,
		Cache: cache,
	}
}

// pack appends numbers of 8, 16, 32 or 64 bits, as few as the largest needs, to
// words, from the lowest bit.
func pack(words, numbers []uint64) ([]uint64, int) {
	width := 8
	for width < bits.Len64(slices.Max(numbers)) {
		width *= 2
	}
	per := 64 / width
	for e, v := range numbers {
		if e%per == 0 {
			words = append(words, 0)
		}
		words[len(words)-1] |= v << (e % per * width)
	}
	return words, width
}
