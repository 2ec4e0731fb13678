package sat

import (
	_ "embed"
	"slices"

	"github.com/warbler-opt/warbler/internal/words"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed sat.cl
var kernelText string

//go:embed moves.cl
var movesText string

// kernelCache is the largest table that is offered for on-chip memory, in words.
const kernelCache = 4 << 10

// Kernel is the objective for devices.
func (p *maxsat) Kernel() problem.Kernel { return p.kernel() }

// makeKernel lays out the data as sat.cl expects it.
func (p *maxsat) makeKernel() problem.Kernel {
	t := p.table
	width := t.Width(0, t.Clauses())
	// Literals of four to a word need half the on-chip memory of two.
	pack := 2
	if 2*t.Vars <= 1<<16 {
		pack = 4
	}
	header := []uint64{
		uint64(t.Hard), uint64(t.Clauses()), uint64(t.Violated), uint64(t.Soft + t.Always), 0, 0,
	}
	data := append(header, words.Pack(64/pack, t.Lits)...)
	header[4] = uint64(len(data))
	if width == 0 {
		data = append(data, words.Pack(32, t.ClauseStart)...)
	}
	header[5] = uint64(len(data))
	if t.Weight != nil {
		data = append(data, words.Pack(64, t.Weight[t.Hard:])...)
	}
	copy(data, header)
	k := problem.Kernel{Parts: []kernel.Part{{Name: "problem/sat/sat.cl", Text: kernelText}}, Data: data}
	if len(data) <= kernelCache {
		k.Cache = len(data)
	}
	defines := kernel.Defines{{Name: "SAT_WIDTH", Value: width}, {Name: "SAT_PACK", Value: pack}}
	defines.Add("SAT_HARD", t.Hard > 0)
	defines.Add("SAT_WEIGHTED", t.Weight != nil)
	k.Defines = defines
	return k
}

// FlipKernel is Moves for devices.
func (p *maxsat) FlipKernel() problem.MoveKernel {
	t := p.Table()
	head := []uint64{uint64(t.Always), uint64(t.Violated)}
	data := slices.Concat(head, words.Pack(64, t.Weight), words.Pack(32, t.ClauseStart, t.Lits, t.LitStart, t.Occ))
	defines := kernel.Defines{
		{Name: "FLIPS_CLAUSES", Value: t.Clauses()}, {Name: "FLIPS_HARD", Value: t.Hard}, {Name: "FLIPS_LITS", Value: len(t.Lits)},
	}
	defines.Add("FLIPS_WEIGHTED", t.Weight != nil)
	return problem.MoveKernel{
		Defines: defines,
		Parts:   []kernel.Part{{Name: "problem/sat/moves.cl", Text: movesText}},
		Data:    data,
		Words:   2 + (t.Clauses()+1)/2,
	}
}
