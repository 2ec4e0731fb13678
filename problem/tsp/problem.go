package tsp

import (
	_ "embed"
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"github.com/warbler-opt/warbler/internal/tour"
	"github.com/warbler-opt/warbler/internal/words"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

var (
	//go:embed distance.cl
	distanceText string
	//go:embed tsp.cl
	kernelText string
)

// tourProblem is an instance as the searches see it. It is safe for concurrent use.
type tourProblem struct {
	instance *Instance
	cities   *tour.Cities
	kernel   func() problem.Kernel
	lower    atomic.Int64 // no tour is shorter; 0: not known
}

var (
	_ problem.Valued    = (*tourProblem)(nil)
	_ problem.Hashed    = (*tourProblem)(nil)
	_ problem.Targeted  = (*tourProblem)(nil)
	_ problem.Kernelled = (*tourProblem)(nil)
	_ tour.Problem      = (*tourProblem)(nil)
)

// New makes a problem of an instance, which must not change any more. A permutation is
// the order of the cities, and its score minus the length of the round trip.
func New(inst *Instance) (problem.Problem, error) {
	p, err := newProblem(inst)
	if err != nil {
		return nil, err
	}
	return p.confined(), nil
}

func newProblem(inst *Instance) (*tourProblem, error) {
	if err := inst.validate(); err != nil {
		return nil, fmt.Errorf("tour: %s: %w", inst.Name, err)
	}
	p := &tourProblem{instance: inst, cities: inst.cities()}
	p.kernel = sync.OnceValue(p.makeKernel)
	return p, nil
}

// confined is the problem without what devices need, where they cannot have it.
func (p *tourProblem) confined() problem.Problem {
	if p.instance.Weights == Geographic && p.cities.Table() == nil {
		return onlyInGo{p, p, p, p, p}
	}
	return p
}

// onlyInGo is a problem that no device takes: its distances are too many for a table, and
// kernels have no arc cosine.
type onlyInGo struct {
	tour.Problem
	problem.Valued
	problem.Hashed
	problem.Targeted
	problem.Advised
}

// Name is "tour".
func (p *tourProblem) Name() string { return "tour" }

// Representation is the order of the cities.
func (p *tourProblem) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Permutation, Length: p.cities.Len(), Long: p.cities.Len() > problem.MaxOrder}
}

// Objective says that the length is to be minimized.
func (p *tourProblem) Objective() problem.Objective { return problem.Objective{Minimize: true} }

// Hash identifies the instance.
func (p *tourProblem) Hash() [32]byte { return p.instance.hash() }

// Evaluate adds up the distances from city to city, and back to the first.
func (p *tourProblem) Evaluate(g problem.Genome) problem.Score {
	if g.Long != nil {
		return -lengthOf(p.cities, g.Long)
	}
	return -lengthOf(p.cities, g.Order)
}

func lengthOf[T uint16 | uint32](c *tour.Cities, order []T) int64 {
	length := int64(0)
	from := order[len(order)-1]
	for _, to := range order {
		length += c.Distance(int(from), int(to))
		from = to
	}
	return length
}

// Bound is minus the length that no tour is shorter than, once that was looked for.
func (p *tourProblem) Bound() (problem.Score, bool) {
	lower := p.lower.Load()
	return -lower, lower > 0
}

// Cities implements tour.Problem.
func (p *tourProblem) Cities() *tour.Cities { return p.cities }

// Kernel is the objective for devices.
func (p *tourProblem) Kernel() problem.Kernel { return p.kernel() }

// makeKernel lays the coordinates of a city side by side, or takes the table of distances.
func (p *tourProblem) makeKernel() problem.Kernel {
	var data []uint64
	tabled := 0
	if table := p.cities.Table(); table != nil {
		data, tabled = words.Pack(32, table), 1
	} else {
		for i, x := range p.instance.X {
			data = append(data, math.Float64bits(x), math.Float64bits(p.instance.Y[i]))
		}
	}
	return problem.Kernel{
		Defines: []kernel.Define{{Name: "TOUR_KIND", Value: int(p.instance.Weights)}, {Name: "TOUR_TABLED", Value: tabled}},
		Parts:   []kernel.Part{{Name: "problem/tsp/distance.cl", Text: distanceText}, {Name: "problem/tsp/tsp.cl", Text: kernelText}},
		Data:    data,
		Cache:   len(data),
	}
}
