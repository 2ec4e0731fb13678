package cellular

import (
	"fmt"
	"math"
	"slices"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/rng"
	"github.com/warbler-opt/warbler/search"
)

// mostMembers bounds a population.
const mostMembers = 1 << 24

// plan is what all replicas of an engine have in common.
type plan struct {
	rep   problem.Representation
	float bool // scores are mapped floats

	width, height, across, down int

	selection, crossover, mutation, migration, feedback int

	passes int // the most of all replicas
}

// replica is what differs between the replicas of an engine.
type replica struct {
	seed       uint64
	pc, pm, pd uint64    // thresholds
	cross      rng.Masks // of pc
	flips      rng.Masks // of pm

	passes, decrease int
	enough           int // climbs that must be more than this for passes to increase
}

func newPlan(c search.Config) (plan, []replica, error) {
	s, err := Table.Settings(c.Values)
	if err != nil {
		return plan{}, nil, err
	}
	p := plan{
		rep:   c.Problem.Representation(),
		float: problem.ObjectiveOf(c.Problem).Float,
		width: s.Int("width"), height: s.Int("height"), across: s.Int("across"), down: s.Int("down"),
		selection: slices.Index(selectionNames, s.Choice("selection")),
		crossover: slices.Index(crossoverNames, s.Choice("crossover")),
		mutation:  slices.Index(mutationNames, s.Choice("mutation")),
		migration: slices.Index(migrationNames, s.Choice("migration")),
		feedback:  slices.Index(feedbackNames, s.Choice("feedback")),
	}
	if p.rep.Kind != problem.Binary {
		return plan{}, nil, &search.UnfitError{Algorithm: "cellular", Kind: p.rep.Kind}
	}
	if err := p.rep.Validate(); err != nil {
		return plan{}, nil, err
	}
	if n := p.width * p.height; n > mostMembers || p.across*p.down > mostMembers/n {
		return plan{}, nil, &search.UnsuitedError{Algorithm: "cellular", Reason: fmt.Sprintf("%d×%d islands of %d×%d cells are more than %d members",
			p.across, p.down, p.width, p.height, mostMembers), Params: []string{"width", "height", "across", "down"}}
	}
	if p.migration == migrateBest && p.cells() < 2 {
		return plan{}, nil, &search.UnsuitedError{Algorithm: "cellular", Reason: "migration=best needs islands of two cells or more", Params: []string{"migration", "width", "height"}}
	}
	reps, err := p.replicas(c)
	for _, r := range reps {
		p.passes = max(p.passes, r.passes)
	}
	return p, reps, err
}

// replicas are the parameters of every replica.
func (p *plan) replicas(c search.Config) ([]replica, error) {
	if len(c.Replicas) == 0 {
		return nil, fmt.Errorf("cellular: no replicas were asked for")
	}
	known := map[uint64]rng.Masks{} // replicas mostly share them
	masks := func(t uint64) rng.Masks {
		if _, ok := known[t]; !ok {
			known[t] = rng.NewMasks(t)
		}
		return known[t]
	}
	reps := make([]replica, len(c.Replicas))
	for i, r := range c.Replicas {
		own, err := Table.ReplicaSettings(c.Values, r)
		if err != nil {
			return nil, fmt.Errorf("replica %d: %w", i, err)
		}
		o := replica{seed: r.Seed, pc: rng.Threshold(own.Float("pc")), pm: rng.Threshold(own.Float("pm")), pd: rng.Threshold(own.Float("pd"))}
		o.cross, o.flips = masks(o.pc), masks(o.pm)
		o.passes, o.decrease = own.Int("passes"), own.Int("decrease")
		o.enough = int(math.Floor(own.Float("fp") * float64(p.members())))
		reps[i] = o
	}
	return reps, nil
}

// cells is the members of an island, members those of all.
func (p *plan) cells() int   { return p.width * p.height }
func (p *plan) members() int { return p.cells() * p.across * p.down }

// evaluations is how many genomes a replica has made by a step; those that a
// climb tries are not counted.
func (p *plan) evaluations(step int64) int64 { return int64(p.members()) * (1 + step) }

// neighbor is the member to the north, east, south or west (0 to 3) of member
// i: on its island, or with wide on the torus of all islands.
func (p *plan) neighbor(i, side int, wide bool) int {
	x, y, island := i%p.width, i/p.width%p.height, i/p.cells()
	w, h := p.width, p.height
	if wide {
		x += island % p.across * p.width
		y += island / p.across * p.height
		w, h = w*p.across, h*p.down
	}
	switch side {
	case 0:
		y = (y + h - 1) % h
	case 1:
		x = (x + 1) % w
	case 2:
		y = (y + 1) % h
	default:
		x = (x + w - 1) % w
	}
	if wide {
		island = y/p.height*p.across + x/p.width
		x, y = x%p.width, y%p.height
	}
	return island*p.cells() + y*p.width + x
}

// nextPasses is the number of passes of a replica's next generation, after one in which
// so many climbs improved in the last of them.
func (p *plan) nextPasses(r *replica, passes, used int) int {
	floor := r.decrease
	switch {
	case p.feedback == feedbackNone:
		return r.passes
	case used > r.enough:
		return min(r.passes, passes+r.decrease)
	case p.feedback == feedbackLiteral:
		floor = 0
	}
	return min(r.passes, max(floor, passes-r.decrease))
}
