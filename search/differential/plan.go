package differential

import (
	"fmt"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// The roles that members play in making a trial vector: the member itself, the best
// of the population, and donors, who differ from the member and each other.
const (
	self = iota
	best
	donor // the first; donor + k is the next ones
)

// mostDonors is how many donors a strategy may ask for.
const mostDonors = 5

// strategy says what a trial vector is made of: base + f (plus - minus), and with two
// pairs of roles + f (plus2 - minus2).
type strategy struct {
	name  string
	base  int
	pairs [][2]int // plus, minus
}

// strategies are named as by Storn and Price: base, number of differences,
// crossover. Devices get the roles as data, so a new one is a line here.
var strategies = []strategy{
	{"rand/1/bin", donor, [][2]int{{donor + 1, donor + 2}}},
	{"best/1/bin", best, [][2]int{{donor, donor + 1}}},
	{"current-to-best/1/bin", self, [][2]int{{best, self}, {donor, donor + 1}}},
	{"rand/2/bin", donor, [][2]int{{donor + 1, donor + 2}, {donor + 3, donor + 4}}},
	{"best/2/bin", best, [][2]int{{donor, donor + 1}, {donor + 2, donor + 3}}},
}

func strategyNames() []string {
	var names []string
	for _, s := range strategies {
		names = append(names, s.name)
	}
	return names
}

// donors is how many donors the strategy asks for.
func (s strategy) donors() int {
	last := s.base
	for _, p := range s.pairs {
		last = max(last, p[0], p[1])
	}
	return max(0, last-donor+1)
}

// plan is a run's settings, resolved and checked.
type plan struct {
	rep      problem.Representation
	members  int // n
	strategy strategy
	donors   int
	adaptive bool // jde
}

// params is what differs between the replicas of an engine.
type params struct {
	seed   uint64
	start  control // the first of all members
	tau    uint64  // threshold
	dither float64
}

// planOf resolves settings for genomes of a representation.
func planOf(s search.Settings, r problem.Representation) *plan {
	p := &plan{rep: r, members: s.Int("population"), adaptive: s.Choice("adapt") == "jde"}
	for _, st := range strategies {
		if st.name == s.Choice("strategy") {
			p.strategy, p.donors = st, st.donors()
		}
	}
	return p
}

// newPlan is the plan of a run and the parameters of its replicas.
func newPlan(c search.Config) (*plan, []params, error) {
	s, rep, err := population.Settings(table, c)
	if err != nil {
		return nil, nil, err
	}
	p := planOf(s, rep)
	if p.members <= p.donors {
		return nil, nil, &search.ParamError{Name: "population", Reason: fmt.Sprintf("strategy %s needs %d members besides the one it replaces: set population to at least %d", p.strategy.name, p.donors, p.donors+1), With: []string{"strategy"}}
	}
	list, err := population.Params("differential", table, c, func(s search.Settings, seed uint64) params {
		return params{
			seed:   seed,
			start:  control{s.Float("f"), rng.Threshold(s.Float("cr"))},
			tau:    rng.Threshold(s.Float("tau")),
			dither: s.Float("dither"),
		}
	})
	return p, list, err
}
