package sat

import (
	_ "embed"

	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed moves.cl
var movesText string

var (
	_ problem.Mover         = (*Problem)(nil)
	_ problem.FlipKernelled = (*Problem)(nil)
)

// Moves is NewState for searches that do not know clauses.
func (p *Problem) Moves(g problem.Genome) problem.Moves { return p.NewState(g) }

// FlipKernel is Moves for devices.
func (p *Problem) FlipKernel() problem.FlipKernel {
	t := p.Table()
	data := []uint64{uint64(t.Always), uint64(t.Violated)}
	for _, w := range t.Weight {
		data = append(data, uint64(w))
	}
	lists := [][]uint32{t.ClauseStart, t.Lits, t.LitStart, t.Occ}
	at := 2 * len(data)
	for _, list := range lists {
		for _, x := range list {
			if at%2 == 0 {
				data = append(data, 0)
			}
			data[at/2] |= uint64(x) << (at % 2 * 32)
			at++
		}
	}
	weighted := 0
	if t.Weight != nil {
		weighted = 1
	}
	return problem.FlipKernel{
		Defines: []kernel.Define{
			{Name: "FLIPS_CLAUSES", Value: t.Clauses()},
			{Name: "FLIPS_HARD", Value: t.Hard},
			{Name: "FLIPS_LITS", Value: len(t.Lits)},
			{Name: "FLIPS_WEIGHTED", Value: weighted},
		},
		Parts: []kernel.Part{{Name: "problem/sat/moves.cl", Text: movesText}},
		Data:  data,
		Words: 2 + (t.Clauses()+1)/2,
	}
}
