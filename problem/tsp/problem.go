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

// Problem is an instance as the searches see it. It is safe for concurrent use.
type Problem struct {
	instance *Instance
	kernel   func() problem.Kernel
}

var (
	_ problem.Problem   = (*Problem)(nil)
	_ problem.Valued    = (*Problem)(nil)
	_ problem.Hashed    = (*Problem)(nil)
	_ problem.Kernelled = (*Problem)(nil)
)

// New makes a problem of an instance, which must not change any more. The score
// of a permutation is minus the length of the round trip.
func New(inst *Instance) (*Problem, error) {
	if err := inst.Validate(); err != nil {
		return nil, fmt.Errorf("tour: %s: %w", inst.Name, err)
	}
	p := &Problem{instance: inst}
	p.kernel = sync.OnceValue(p.makeKernel)
	return p, nil
}

// Name is "tour".
func (p *Problem) Name() string { return "tour" }

// Instance is the data the problem was made of.
func (p *Problem) Instance() *Instance { return p.instance }

// Representation is the order of the cities.
func (p *Problem) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Permutation, Length: p.instance.Cities()}
}

// Objective says that the length is to be minimized.
func (p *Problem) Objective() problem.Objective { return problem.Objective{Minimize: true} }

// Hash identifies the instance.
func (p *Problem) Hash() [32]byte { return p.instance.Hash() }

// Evaluate adds up the distances from city to city, and back to the first.
func (p *Problem) Evaluate(g problem.Genome) problem.Score {
	length := int64(0)
	from := g.Order[len(g.Order)-1]
	for _, to := range g.Order {
		length += p.instance.Distance(int(from), int(to))
		from = to
	}
	return -length
}

// Kernel is the objective for devices.
func (p *Problem) Kernel() problem.Kernel { return p.kernel() }

// makeKernel lays the coordinates of a city side by side.
func (p *Problem) makeKernel() problem.Kernel {
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
