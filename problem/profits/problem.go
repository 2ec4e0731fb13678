package profits

import (
	_ "embed"
	"fmt"
	"math/bits"
	"sync"

	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed profits.cl
var kernelText string

// Problem is an instance as the searches see it. It is safe for concurrent use.
type Problem struct {
	instance *Instance
	criteria []problem.Criterion
	rows     []int64 // by item: profits, then weights
	kernel   func() problem.Kernel
}

var (
	_ problem.MultiObjective  = (*Problem)(nil)
	_ problem.Constrained     = (*Problem)(nil)
	_ problem.Hashed          = (*Problem)(nil)
	_ problem.ScoresKernelled = (*Problem)(nil)
)

// New makes a problem of an instance, which must not change any more.
func New(inst *Instance) (*Problem, error) {
	if err := inst.validate(); err != nil {
		return nil, fmt.Errorf("profits: %w", err)
	}
	p := &Problem{instance: inst}
	for m := range inst.Profits {
		// Nothing is worse than an empty knapsack.
		p.criteria = append(p.criteria, problem.Criterion{Name: fmt.Sprintf("profit%d", m+1)})
	}
	for i := range inst.Items() {
		for _, list := range inst.Profits {
			p.rows = append(p.rows, list[i])
		}
		for _, list := range inst.Weights {
			p.rows = append(p.rows, list[i])
		}
	}
	p.kernel = sync.OnceValue(p.makeKernel)
	return p, nil
}

// Instance is what the problem was made of.
func (p *Problem) Instance() *Instance { return p.instance }

// Name is "profits".
func (p *Problem) Name() string { return "profits" }

// Representation is a bit for each item.
func (p *Problem) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Binary, Length: p.instance.Items()}
}

// Criteria are the profits.
func (p *Problem) Criteria() []problem.Criterion { return p.criteria }

// Hash identifies the instance.
func (p *Problem) Hash() [32]byte { return p.instance.Hash() }

// Scores are the sums of the profits.
func (p *Problem) Scores(g problem.Genome, to []problem.Score) {
	clear(to)
	p.each(g, func(row []int64) {
		for m := range to {
			to[m] += row[m]
		}
	})
}

// Violation is the sum of what is packed beyond the capacities.
func (p *Problem) Violation(g problem.Genome) problem.Score {
	var room [MaxWeights]int64
	m := len(p.instance.Profits)
	sums := room[:len(p.instance.Weights)]
	p.each(g, func(row []int64) {
		for k := range sums {
			sums[k] += row[m+k]
		}
	})
	excess := problem.Score(0)
	for k, c := range p.instance.Capacities {
		excess += max(sums[k]-c, 0)
	}
	return excess
}

// each visits the rows of the items that are packed.
func (p *Problem) each(g problem.Genome, visit func(row []int64)) {
	size := len(p.instance.Profits) + len(p.instance.Weights)
	for w, word := range g.Bits {
		for ; word != 0; word &= word - 1 {
			i := w*64 + bits.TrailingZeros64(word)
			visit(p.rows[i*size : (i+1)*size])
		}
	}
}

// Evaluate is the first profit.
func (p *Problem) Evaluate(g problem.Genome) problem.Score { return problem.FirstScore(p, g) }

// ScoresKernel is the objectives for devices.
func (p *Problem) ScoresKernel() problem.Kernel { return p.kernel() }

// makeKernel lays out the capacities and then the items' rows.
func (p *Problem) makeKernel() problem.Kernel {
	var data []uint64
	for _, list := range [][]int64{p.instance.Capacities, p.rows} {
		for _, v := range list {
			data = append(data, uint64(v))
		}
	}
	return problem.Kernel{
		Defines: []kernel.Define{{Name: "PROFITS_WEIGHTS", Value: len(p.instance.Weights)}},
		Parts:   []kernel.Part{{Name: "problem/profits/profits.cl", Text: kernelText}},
		Data:    data,
		Serial:  true,
	}
}
