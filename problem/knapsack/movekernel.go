package knapsack

import (
	_ "embed"

	"github.com/warbler-opt/warbler/internal/words"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed moves.cl
var movesText string

// FlipKernel is Moves for devices.
func (p *objective) FlipKernel() problem.MoveKernel {
	q := p.instance
	return problem.MoveKernel{
		Defines: []kernel.Define{{Name: "FLIPS_CONSTRAINTS", Value: q.constraints()}},
		Parts:   []kernel.Part{{Name: "problem/knapsack/moves.cl", Text: movesText}},
		Data:    words.Pack(64, append([][]int64{q.Capacities, q.Profits}, q.Weights...)...),
		Words:   1 + q.constraints(),
	}
}
