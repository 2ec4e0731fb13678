package quantum

import (
	"fmt"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// plan is a run's settings, resolved and checked.
type plan struct {
	rep     problem.Representation
	float   bool // scores are mapped floats
	members int
}

// replica is what differs between the replicas of an engine.
type replica struct {
	seed  uint64
	table *table
}

func newPlan(c search.Config) (plan, []replica, error) {
	s, err := Table.Settings(c.Values)
	if err != nil {
		return plan{}, nil, err
	}
	p := plan{
		rep:     c.Problem.Representation(),
		float:   problem.ObjectiveOf(c.Problem).Float,
		members: s.Int("population"),
	}
	if p.rep.Kind != problem.Binary {
		return plan{}, nil, &search.UnfitError{Algorithm: "quantum", Kind: p.rep.Kind}
	}
	if err := p.rep.Validate(); err != nil {
		return plan{}, nil, err
	}
	reps, err := replicas(c, s)
	return p, reps, err
}

func replicas(c search.Config, s search.Settings) ([]replica, error) {
	if len(c.Replicas) == 0 {
		return nil, fmt.Errorf("quantum: no replicas were asked for")
	}
	common := tableOf(s)
	reps := make([]replica, len(c.Replicas))
	for i, r := range c.Replicas {
		reps[i] = replica{r.Seed, common}
		if len(r.Values) > 0 {
			own, err := Table.ReplicaSettings(c.Values, r)
			if err != nil {
				return nil, fmt.Errorf("replica %d: %w", i, err)
			}
			reps[i].table = tableOf(own)
		}
	}
	return reps, nil
}

func tableOf(s search.Settings) *table {
	var angles [8]int
	for c, r := range rotations {
		angles[c] = s.Int(r.name)
	}
	return newTable(angles, s.Float("epsilon"))
}

// evaluations is how many genomes a replica has scored by a step.
func (p *plan) evaluations(step int64) int64 { return int64(p.members) * (1 + step) }

// room is the bytes of a member's angles.
func (p *plan) room() int { return 64 * p.rep.Words() }
