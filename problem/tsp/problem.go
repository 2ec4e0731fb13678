package tsp

import (
	_ "embed"
	"fmt"
	"math"
	"sync"

	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed tsp.cl
var kernelText string

// tour is an instance as the searches see it. It is safe for concurrent use.
type tour struct {
	instance *Instance
	kernel   func() problem.Kernel
}

var (
	_ problem.Valued    = (*tour)(nil)
	_ problem.Hashed    = (*tour)(nil)
	_ problem.Kernelled = (*tour)(nil)
)

// New makes a problem of an instance, which must not change any more. A permutation is
// the order of the cities, and its score minus the length of the round trip.
func New(inst *Instance) (problem.Problem, error) {
	if err := inst.validate(); err != nil {
		return nil, fmt.Errorf("tour: %s: %w", inst.Name, err)
	}
	p := &tour{instance: inst}
	p.kernel = sync.OnceValue(p.makeKernel)
	return p, nil
}

// Name is "tour".
func (p *tour) Name() string { return "tour" }

// Representation is the order of the cities.
func (p *tour) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Permutation, Length: len(p.instance.X)}
}

// Objective says that the length is to be minimized.
func (p *tour) Objective() problem.Objective { return problem.Objective{Minimize: true} }

// Hash identifies the instance.
func (p *tour) Hash() [32]byte { return p.instance.hash() }

// Evaluate adds up the distances from city to city, and back to the first.
func (p *tour) Evaluate(g problem.Genome) problem.Score {
	length := int64(0)
	from := g.Order[len(g.Order)-1]
	for _, to := range g.Order {
		length += p.instance.distance(int(from), int(to))
		from = to
	}
	return -length
}

// Kernel is the objective for devices.
func (p *tour) Kernel() problem.Kernel { return p.kernel() }

// makeKernel lays the coordinates of a city side by side.
func (p *tour) makeKernel() problem.Kernel {
	var data []uint64
	for i, x := range p.instance.X {
		data = append(data, math.Float64bits(x), math.Float64bits(p.instance.Y[i]))
	}
	return problem.Kernel{
		Parts: []kernel.Part{{Name: "problem/tsp/tsp.cl", Text: kernelText}},
		Data:  data,
		Cache: len(data),
	}
}
