package knapsack

import (
	_ "embed"

	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed moves.cl
var movesText string

var _ problem.FlipKernelled = (*objective)(nil)

// FlipKernel is Moves for devices.
func (p *objective) FlipKernel() problem.FlipKernel {
	q := p.instance
	var data []uint64
	for _, list := range append([][]int64{q.Capacities, q.Profits}, q.Weights...) {
		for _, x := range list {
			data = append(data, uint64(x))
		}
	}
	return problem.FlipKernel{
		Defines: []kernel.Define{{Name: "FLIPS_CONSTRAINTS", Value: q.Constraints()}},
		Parts:   []kernel.Part{{Name: "problem/knapsack/moves.cl", Text: movesText}},
		Data:    data,
		Words:   1 + q.Constraints(),
	}
}
