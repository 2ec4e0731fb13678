package genetic

import (
	"fmt"
	"math"
	"slices"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// The operators. Their numbers are the dialect's too: plan.go hands them over
// as #defines of the same spelling (SELECT_UNIFORM, …).
const (
	selectUniform = iota
	selectRoulette
	selectRank
	selectTournament
	selectUniversal
	selectTruncation
)

const (
	scaleNone = iota
	scaleLinear
	scaleSigma
	scalePower
)

var (
	selectionNames   = []string{"uniform", "roulette", "rank", "tournament", "universal", "truncation"}
	scalingNames     = []string{"none", "linear", "sigma", "power"}
	replacementNames = []string{"generational", "steady-state", "incremental"}
)

// plan is a run's settings, resolved and checked.
type plan struct {
	variation.Operators
	float bool // scores are mapped floats

	selection, scaling int

	tournament int
	pressure   uint64  // rank selection's, in 1/4096
	parents    int     // truncation: how many may breed
	scale      float64 // the scaling's constant

	overlapping bool // steady-state or incremental
	unique      bool // equals of better members go first
	members     int  // of a segment: n
	children    int  // of a segment: c
	elites      int  // of a segment
	demes       int
	migrants    int
	interval    int64
}

// newPlan is the plan of a run and the parameters of its replicas.
func newPlan(c search.Config) (*plan, []variation.Rates, error) {
	s, err := table.Settings(c.Values)
	if err != nil {
		return nil, nil, err
	}
	p := &plan{
		float:      problem.ObjectiveOf(c.Problem).Float,
		selection:  slices.Index(selectionNames, s.Choice("selection")),
		scaling:    slices.Index(scalingNames, s.Choice("scaling")),
		tournament: s.Int("tournament"),
		pressure:   uint64(math.Round(s.Float("pressure") * 4096)),
		scale:      s.Float("scale"),
		demes:      s.Int("demes"),
		migrants:   s.Int("migrants"),
		unique:     s.Bool("unique"),
		interval:   int64(s.Int("interval")),
	}
	if p.Operators, err = variation.New(c.Problem.Representation(), s); err != nil {
		return nil, nil, err
	}
	p.Own = problem.OperatorsOf(c.Problem)
	if p.scale == 0 {
		p.scale = [...]float64{0, 1.2, 2, 1.005}[p.scaling]
	}
	if p.scaling == scaleLinear && p.scale <= 1 {
		return nil, nil, refuse("scale", []string{"scaling"}, "linear scaling needs more than 1, not %v", p.scale)
	}
	if err := p.divide(s); err != nil {
		return nil, nil, err
	}
	list, err := population.Params("genetic", table, c, p.Rates())
	return p, list, err
}

// divide splits the population into demes, children and elites.
func (p *plan) divide(s search.Settings) error {
	all := s.Int("population")
	if all%p.demes != 0 {
		return refuse("demes", []string{"population"}, "a population of %d cannot be split into %d demes of one size: set population to a multiple of demes", all, p.demes)
	}
	p.members = all / p.demes
	if p.members < 2 {
		return refuse("demes", []string{"population"}, "%d demes of a population of %d leave fewer than 2 members each: set demes to at most %d", p.demes, all, all/2)
	}
	p.parents = max(1, int(math.Round(s.Float("truncation")*float64(p.members))))
	switch s.Choice("replacement") {
	case "generational":
		p.elites = s.Int("elitism")
		if p.elites >= p.members {
			return refuse("elitism", []string{"population", "demes"}, "%d leaves no room for children in demes of %d: set elitism below that", p.elites, p.members)
		}
		p.children = p.members - p.elites
	case "steady-state":
		p.overlapping = true
		p.children = max(1, int(math.Round(s.Float("overlap")*float64(p.members))))
	case "incremental":
		p.overlapping = true
		p.children = 2
	}
	if p.demes == 1 {
		p.migrants = 0
	}
	if p.migrants > p.members/2 {
		return refuse("migrants", []string{"population", "demes"}, "%d are more than half of a deme of %d: set migrants to at most %d", p.migrants, p.members, p.members/2)
	}
	return nil
}

// refuse is the error of a parameter that fits the table but not the rest.
func refuse(name string, with []string, reason string, args ...any) error {
	return &search.ParamError{Name: name, Reason: fmt.Sprintf(reason, args...), With: with}
}

// A task of the engine in Go fills so many slots: a power of two, so that its
// statistics are a node of the tree. Small tasks end at the same time; large ones
// score more at once, and ask for more of a large population's rows before they need
// them.
const (
	smallBlock = 128
	largeBlock = 512
	someSlots  = 1 << 12 // from here on tasks are small,
	manySlots  = 1 << 16 // and from here on large again
)

// block is the slots of a task in Go.
func (p *plan) block() int {
	if p.members >= someSlots && p.members < manySlots {
		return smallBlock
	}
	return largeBlock
}

// population is the members of a replica.
func (p *plan) population() int { return p.members * p.demes }

// pairs is how many pairs make the children of a segment.
func (p *plan) pairs() int { return (p.children + 1) / 2 }

// weighs reports whether selection goes by a prefix sum of weights.
func (p *plan) weighs() bool { return p.selection == selectRoulette || p.selection == selectUniversal }

// ranks reports whether selection goes by an order of the members.
func (p *plan) ranks() bool { return p.selection == selectRank || p.selection == selectTruncation }

// sorts reports whether a step needs the members in order before it breeds.
func (p *plan) sorts() bool { return p.ranks() || p.elites > 1 }

// migrates reports whether migrants travel at the end of a step.
func (p *plan) migrates(step int64) bool { return p.migrants > 0 && step%p.interval == 0 && step > 0 }
