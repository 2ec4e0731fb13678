package cellular

import (
	"fmt"
	"math"
	"slices"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// mostMembers bounds a population.
const mostMembers = 1 << 24

// plan is what all replicas of an engine have in common.
type plan struct {
	rep problem.Representation
	own problem.Operators // of the problem's, before these

	width, height, across, down int

	selection, crossover, mutation, migration, feedback int

	passes int // the most of all replicas
}

// params is what differs between the replicas of an engine.
type params struct {
	seed       uint64
	pc, pm, pd uint64    // thresholds
	cross      rng.Masks // of pc
	flips      rng.Masks // of pm

	passes, decrease int
	enough           int // climbs that must be more than this for passes to increase
}

// planOf resolves settings for genomes of a representation.
func planOf(s search.Settings, r problem.Representation) *plan {
	return &plan{
		rep:   r,
		width: s.Int("width"), height: s.Int("height"), across: s.Int("across"), down: s.Int("down"),
		selection: slices.Index(selectionNames, s.Choice("selection")),
		crossover: slices.Index(crossoverNames, s.Choice("crossover")),
		mutation:  slices.Index(mutationNames, s.Choice("mutation")),
		migration: slices.Index(migrationNames, s.Choice("migration")),
		feedback:  slices.Index(feedbackNames, s.Choice("feedback")),
	}
}

// newPlan is the plan of a run and the parameters of its replicas.
func newPlan(c search.Config) (*plan, []params, error) {
	s, rep, err := population.Settings(table, c)
	if err != nil {
		return nil, nil, err
	}
	p := planOf(s, rep)
	p.own = problem.OperatorsOf(c.Problem)
	if err := p.check(); err != nil {
		return nil, nil, err
	}
	masks := variation.Shared(rng.NewMasks)
	list, err := population.Params("cellular", table, c, func(s search.Settings, seed uint64) params {
		r := params{seed: seed, pc: rng.Threshold(s.Float("pc")), pm: rng.Threshold(s.Float("pm")), pd: rng.Threshold(s.Float("pd"))}
		r.cross, r.flips = masks(r.pc), masks(r.pm)
		r.passes, r.decrease = s.Int("passes"), s.Int("decrease")
		r.enough = int(math.Floor(s.Float("fp") * float64(p.members())))
		p.passes = max(p.passes, r.passes)
		return r
	})
	return p, list, err
}

// check refuses what no population can be made of.
func (p *plan) check() error {
	if n := p.cells(); n > mostMembers || p.islands() > mostMembers/n {
		return &search.UnsuitedError{Algorithm: "cellular", Reason: fmt.Sprintf("%d×%d islands of %d×%d cells are more than %d members",
			p.across, p.down, p.width, p.height, mostMembers), Params: []string{"width", "height", "across", "down"}}
	}
	if p.migration == migrateBest && p.cells() < 2 {
		return &search.UnsuitedError{Algorithm: "cellular", Reason: "migration=best needs islands of two cells or more", Params: []string{"migration", "width", "height"}}
	}
	return nil
}

// cells is the members of an island, members those of all islands.
func (p *plan) cells() int   { return p.width * p.height }
func (p *plan) islands() int { return p.across * p.down }
func (p *plan) members() int { return p.cells() * p.islands() }

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

// nextPasses is the number of passes of a replica's next generation, after one in
// which so many climbs improved in the last of them.
func (p *plan) nextPasses(r *params, passes, used int) int {
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
