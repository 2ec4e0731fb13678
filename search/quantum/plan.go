package quantum

import (
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
	s, err := Table.Settings(c.Values)
	if err != nil {
		return nil, err
	}
	p := &plan{c.Problem.Representation(), s.Int("population")}
	if p.rep.Kind != problem.Binary {
		return nil, &search.UnfitError{Algorithm: "quantum", Kind: p.rep.Kind}
	}
	return p, p.rep.Validate()
}

// params is what differs between the replicas of an engine.
type params struct {
	seed  uint64
	table *table
}

// paramsOf makes the parameters of replicas; those with the same rotations share
// a table.
func paramsOf() func(s search.Settings, seed uint64) params {
	type key struct {
		angles  [8]int
		epsilon float64
	}
	known := map[key]*table{}
	return func(s search.Settings, seed uint64) params {
		k := key{epsilon: s.Float("epsilon")}
		for c, r := range rotations {
			k.angles[c] = s.Int(r.name)
		}
		if known[k] == nil {
			known[k] = newTable(k.angles, k.epsilon)
		}
		return params{seed, known[k]}
	}
}
