package sat

import (
	_ "embed"

	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed sat.cl
var kernelText string

// kernelCache is the largest table that is offered for on-chip memory, in words.
const kernelCache = 4 << 10

// Kernel is the objective for devices.
func (p *Problem) Kernel() problem.Kernel { return p.kernel() }

// makeKernel lays out the data as sat.cl expects it.
func (p *Problem) makeKernel() problem.Kernel {
	t := p.table
	flag := map[bool]int{true: 1}
	width := t.width(0, t.Clauses())
	// Literals of four to a word need half the on-chip memory of two.
	pack := 2
	if 2*t.Vars <= 1<<16 {
		pack = 4
	}
	header := []uint64{
		uint64(t.Hard), uint64(t.Clauses()), uint64(t.Violated), uint64(t.Soft + t.Always), 0, 0,
	}
	data := append(header, packed(t.Lits, pack)...)
	header[4] = uint64(len(data))
	if width == 0 {
		data = append(data, packed(t.ClauseStart, 2)...)
	}
	header[5] = uint64(len(data))
	if t.Weight != nil {
		for _, w := range t.Weight[t.Hard:] {
			data = append(data, uint64(w))
		}
	}
	copy(data, header)
	cache := 0
	if len(data) <= kernelCache {
		cache = len(data)
	}
	return problem.Kernel{
		Defines: []kernel.Define{
			{Name: "SAT_WIDTH", Value: width},
			{Name: "SAT_PACK", Value: pack},
			{Name: "SAT_HARD", Value: flag[t.Hard > 0]},
			{Name: "SAT_WEIGHTED", Value: flag[t.Weight != nil]},
		},
		Parts: []kernel.Part{{Name: "problem/sat/sat.cl", Text: kernelText}},
		Data:  data,
		Cache: cache,
	}
}

// packed puts so many values into each word, the first lowest.
func packed(values []uint32, pack int) []uint64 {
	words := make([]uint64, (len(values)+pack-1)/pack)
	for i, v := range values {
		words[i/pack] |= uint64(v) << (i % pack * (64 / pack))
	}
	return words
}
