package knapsack

import (
	_ "embed"
	"math"
	"math/bits"

	"github.com/warbler-opt/warbler/internal/words"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

var _ problem.Mover = (*objective)(nil)

// Moves follows a genome item by item. Infeasible genomes stay as they are.
func (p *objective) Moves(g problem.Genome) problem.Moves {
	m := &moves{instance: p.instance, genome: problem.NewGenomes(p.Representation(), 1).At(0), loads: make([]int64, p.instance.constraints())}
	m.Reset(g)
	return m
}

// moves is a selection with its profit and its loads.
type moves struct {
	instance *Instance
	genome   problem.Genome
	profit   int64
	loads    []int64 // by constraint
	score    problem.Score
}

// Reset moves to another genome.
func (m *moves) Reset(g problem.Genome) {
	m.genome.Set(g)
	m.profit = 0
	clear(m.loads)
	for w, word := range m.genome.Bits {
		for ; word != 0; word &= word - 1 {
			j := w<<6 + bits.TrailingZeros64(word)
			m.profit += m.instance.Profits[j]
			for i, row := range m.instance.Weights {
				m.loads[i] += row[j]
			}
		}
	}
	m.score = m.after(0, 0)
}

// Genome is the selection.
func (m *moves) Genome() problem.Genome { return m.genome }

// Score is that of the selection.
func (m *moves) Score() problem.Score { return m.score }

// after is the score with item j added once, with sign -1 taken away, or with 0 left as
// it is.
func (m *moves) after(j int, sign int64) problem.Score {
	excess := uint64(0)
	for i, load := range m.loads {
		if over := load + sign*m.instance.Weights[i][j] - m.instance.Capacities[i]; over > 0 {
			excess = min(excess+uint64(over), math.MaxInt64)
		}
	}
	if excess > 0 {
		return -int64(excess)
	}
	return m.profit + sign*m.instance.Profits[j]
}

// sign is 1 for an item that a flip adds, and -1 for one that it takes away.
func (m *moves) sign(j int) int64 { return 1 - 2*int64(m.genome.Bits[j>>6]>>(j&63)&1) }

// Gain is what a flip of item j adds to the score.
func (m *moves) Gain(j int) problem.Score {
	return problem.Difference(m.after(j, m.sign(j)), m.score)
}

// Flip adds item j, or takes it away.
func (m *moves) Flip(j int) {
	sign := m.sign(j)
	m.score = m.after(j, sign)
	m.profit += sign * m.instance.Profits[j]
	for i, row := range m.instance.Weights {
		m.loads[i] += sign * row[j]
	}
	m.genome.Bits[j>>6] ^= 1 << (j & 63)
}

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
