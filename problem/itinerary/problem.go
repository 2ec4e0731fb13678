package itinerary

import (
	_ "embed"
	"fmt"
	"slices"
	"sync"

	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed itinerary.cl
var kernelText string

// objectives is an instance as the searches see it. It is safe for concurrent use.
type objectives struct {
	instance *Instance
	criteria []problem.Criterion
	kernel   func() problem.Kernel
}

var (
	_ problem.MultiObjective  = (*objectives)(nil)
	_ problem.Valued          = (*objectives)(nil)
	_ problem.Hashed          = (*objectives)(nil)
	_ problem.ScoresKernelled = (*objectives)(nil)
)

// New makes a problem of an instance, which must not change any more. A permutation is
// the order of the places; scores are minus the costs.
func New(inst *Instance) (problem.MultiObjective, error) {
	if err := inst.validate(); err != nil {
		return nil, fmt.Errorf("itinerary: %w", err)
	}
	p := &objectives{instance: inst}
	for m, table := range inst.Costs {
		// No trip costs more than the dearest way out of every place.
		worst := int64(0)
		for _, row := range table {
			worst += slices.Max(row)
		}
		p.criteria = append(p.criteria, problem.Criterion{Name: fmt.Sprintf("cost%d", m+1), Objective: p.Objective(), Reference: -worst})
	}
	p.kernel = sync.OnceValue(p.makeKernel)
	return p, nil
}

// Name is "itinerary".
func (p *objectives) Name() string { return "itinerary" }

// Representation is an order of the places.
func (p *objectives) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Permutation, Length: p.instance.places()}
}

// Objective says that scores are negated costs.
func (p *objectives) Objective() problem.Objective { return problem.Objective{Minimize: true} }

// Criteria are the costs.
func (p *objectives) Criteria() []problem.Criterion { return p.criteria }

// Hash identifies the instance.
func (p *objectives) Hash() [32]byte { return p.instance.hash() }

// Scores are minus the costs of the round trip.
func (p *objectives) Scores(g problem.Genome, to []problem.Score) {
	for m, table := range p.instance.Costs {
		from, cost := g.Order[len(g.Order)-1], int64(0)
		for _, place := range g.Order {
			cost += table[from][place]
			from = place
		}
		to[m] = -cost
	}
}

// Evaluate is minus the first cost.
func (p *objectives) Evaluate(g problem.Genome) problem.Score { return problem.FirstScore(p, g) }

// ScoresKernel is the objectives for devices.
func (p *objectives) ScoresKernel() problem.Kernel { return p.kernel() }

// makeKernel lays the costs of a way side by side.
func (p *objectives) makeKernel() problem.Kernel {
	n := p.instance.places()
	data := make([]uint64, 0, n*n*len(p.instance.Costs))
	for i := range n {
		for j := range n {
			for _, table := range p.instance.Costs {
				data = append(data, uint64(table[i][j]))
			}
		}
	}
	return problem.Kernel{
		Parts:  []kernel.Part{{Name: "problem/itinerary/itinerary.cl", Text: kernelText}},
		Data:   data,
		Serial: true,
	}
}
