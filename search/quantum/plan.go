package quantum

import (
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// plan is a run's settings, resolved and checked.
type plan struct {
	rep     problem.Representation
	members int
}

// room is the bytes of a member's angles.
func (p *plan) room() int { return 64 * p.rep.Words() }

func newPlan(c search.Config) (*plan, error) {
	s, rep, err := population.Settings(parameters, c)
	if err != nil {
		return nil, err
	}
	return &plan{rep, s.Int("population")}, nil
}

// params is what differs between the replicas of an engine.
type params struct {
	seed  uint64
	table *table
}

// paramsOf makes the parameters of replicas; those with the same rotations share
// a table.
func paramsOf() func(s search.Settings, seed uint64) params {
	tables := variation.Shared(newTable)
	return func(s search.Settings, seed uint64) params {
		r := rotation{epsilon: s.Float("epsilon")}
		for c, one := range rotations {
			r.angles[c] = s.Int(one.name)
		}
		return params{seed, tables(r)}
	}
}
