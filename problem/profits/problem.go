package profits

import (
	_ "embed"
	"fmt"
	"math/bits"
	"sync"

	"github.com/warbler-opt/warbler/internal/words"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed profits.cl
var kernelText string

// objectives is an instance as the searches see it. It is safe for concurrent use.
type objectives struct {
	instance *Instance
	criteria []problem.Criterion
	rows     []int64 // by item: profits, then weights
	kernel   func() problem.Kernel
}

var (
	_ problem.MultiObjective  = (*objectives)(nil)
	_ problem.Constrained     = (*objectives)(nil)
	_ problem.Hashed          = (*objectives)(nil)
	_ problem.ScoresKernelled = (*objectives)(nil)
)

// New makes a problem of an instance, which must not change any more. Gene i is item i.
func New(inst *Instance) (problem.MultiObjective, error) {
	if err := inst.validate(); err != nil {
		return nil, fmt.Errorf("profits: %w", err)
	}
	p := &objectives{instance: inst}
	for m := range inst.Profits {
		// Nothing is worse than an empty knapsack.
		p.criteria = append(p.criteria, problem.Criterion{Name: fmt.Sprintf("profit%d", m+1)})
	}
	for i := range inst.items() {
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

// Name is "profits".
func (p *objectives) Name() string { return "profits" }

// Representation is a bit for each item.
func (p *objectives) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Binary, Length: p.instance.items()}
}

// Criteria are the profits.
func (p *objectives) Criteria() []problem.Criterion { return p.criteria }

// Hash identifies the instance.
func (p *objectives) Hash() [32]byte { return p.instance.hash() }

// Scores are the sums of the profits.
func (p *objectives) Scores(g problem.Genome, to []problem.Score) {
	clear(to)
	p.each(g, func(row []int64) {
		for m := range to {
			to[m] += row[m]
		}
	})
}

// Violation is the sum of what is packed beyond the capacities.
func (p *objectives) Violation(g problem.Genome) problem.Score {
	var room [maxWeights]int64
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
func (p *objectives) each(g problem.Genome, visit func(row []int64)) {
	size := len(p.instance.Profits) + len(p.instance.Weights)
	for w, word := range g.Bits {
		for ; word != 0; word &= word - 1 {
			i := w*64 + bits.TrailingZeros64(word)
			visit(p.rows[i*size : (i+1)*size])
		}
	}
}

// Evaluate is the first profit.
func (p *objectives) Evaluate(g problem.Genome) problem.Score { return problem.FirstScore(p, g) }

// ScoresKernel is the objectives for devices.
func (p *objectives) ScoresKernel() problem.Kernel { return p.kernel() }

// makeKernel lays out the capacities and then the items' rows.
func (p *objectives) makeKernel() problem.Kernel {
	return problem.Kernel{
		Defines: []kernel.Define{{Name: "PROFITS_WEIGHTS", Value: len(p.instance.Weights)}},
		Parts:   []kernel.Part{{Name: "problem/profits/profits.cl", Text: kernelText}},
		Data:    words.Pack(64, p.instance.Capacities, p.rows),
		Serial:  true,
	}
}
