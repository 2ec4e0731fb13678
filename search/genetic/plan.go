package genetic

import (
	"fmt"
	"math"
	"strings"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/rng"
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

const (
	crossNone = iota
	crossOnePoint
	crossTwoPoint
	crossUniform
	crossOrder
	crossMatched
	crossCycle
	crossArithmetic
	crossBlend
	crossBinary
)

const (
	mutateNone = iota
	mutateFlip
	mutateReset
	mutateSwap
	mutateInversion
	mutateScramble
	mutateGaussian
	mutatePolynomial
)

var (
	selectionNames   = []string{"uniform", "roulette", "rank", "tournament", "universal", "truncation"}
	scalingNames     = []string{"none", "linear", "sigma", "power"}
	crossoverNames   = []string{"auto", "none", "one-point", "two-point", "uniform", "order", "partially-matched", "cycle", "arithmetic", "blend", "simulated-binary"}
	mutationNames    = []string{"auto", "none", "flip", "reset", "swap", "inversion", "scramble", "gaussian", "polynomial"}
	replacementNames = []string{"generational", "steady-state", "incremental"}
)

// crossovers and mutations say which operators fit which genomes; the first
// is what auto takes.
var crossovers = map[problem.Kind][]int{
	problem.Binary:      {crossUniform, crossOnePoint, crossTwoPoint, crossNone},
	problem.Discrete:    {crossUniform, crossOnePoint, crossTwoPoint, crossNone},
	problem.Permutation: {crossOrder, crossMatched, crossCycle, crossNone},
	problem.Real:        {crossBinary, crossOnePoint, crossTwoPoint, crossUniform, crossArithmetic, crossBlend, crossNone},
}

var mutations = map[problem.Kind][]int{
	problem.Binary:      {mutateFlip, mutateSwap, mutateInversion, mutateScramble, mutateNone},
	problem.Discrete:    {mutateReset, mutateSwap, mutateInversion, mutateScramble, mutateNone},
	problem.Permutation: {mutateSwap, mutateInversion, mutateScramble, mutateNone},
	problem.Real:        {mutatePolynomial, mutateGaussian, mutateReset, mutateNone},
}

// plan is a run's settings, resolved and checked.
type plan struct {
	rep   problem.Representation
	float bool // scores are mapped floats

	selection, scaling, crossover, mutation int

	tournament int
	pressure   uint64  // rank selection's, in 1/4096
	parents    int     // truncation: how many may breed
	scale      float64 // the scaling's constant
	pu         uint64  // threshold of uniform crossover
	blend      float64
	etaC, etaM float64
	sigma      float64
	perGenome  bool

	overlapping bool // steady-state or incremental
	unique      bool // equals of better members go first
	members     int  // of a segment: n
	children    int  // of a segment: c
	elites      int  // of a segment
	demes       int
	migrants    int
	interval    int64
}

// replica is what differs between the replicas of an engine.
type replica struct {
	seed   uint64
	pc, pm uint64    // thresholds
	genes  rng.Masks // that mutate
}

func newPlan(c search.Config) (plan, []replica, error) {
	s, err := Table.Settings(c.Values)
	if err != nil {
		return plan{}, nil, err
	}
	p := plan{
		rep:        c.Problem.Representation(),
		float:      problem.ObjectiveOf(c.Problem).Float,
		selection:  indexOf(selectionNames, s.Choice("selection")),
		scaling:    indexOf(scalingNames, s.Choice("scaling")),
		tournament: s.Int("tournament"),
		pressure:   uint64(math.Round(s.Float("pressure") * 4096)),
		scale:      s.Float("scale"),
		pu:         rng.Threshold(s.Float("pu")),
		blend:      s.Float("blend"),
		etaC:       s.Float("eta-c"),
		etaM:       s.Float("eta-m"),
		sigma:      s.Float("sigma"),
		perGenome:  s.Choice("unit") == "genome",
		demes:      s.Int("demes"),
		migrants:   s.Int("migrants"),
		unique:     s.Bool("unique"),
		interval:   int64(s.Int("interval")),
	}
	if err := p.rep.Validate(); err != nil {
		return plan{}, nil, err
	}
	if p.scale == 0 {
		p.scale = [...]float64{0, 1.2, 2, 1.005}[p.scaling]
	}
	if p.scaling == scaleLinear && p.scale <= 1 {
		return plan{}, nil, refuse("scale", "linear scaling needs more than 1, not %v", p.scale)
	}
	if p.crossover, err = fit("crossover", s.Choice("crossover"), crossoverNames, crossovers[p.rep.Kind], p.rep.Kind); err != nil {
		return plan{}, nil, err
	}
	if p.mutation, err = fit("mutation", s.Choice("mutation"), mutationNames, mutations[p.rep.Kind], p.rep.Kind); err != nil {
		return plan{}, nil, err
	}
	if p.mutation == mutateInversion || p.mutation == mutateScramble {
		p.perGenome = true
	}
	if err := p.divide(s); err != nil {
		return plan{}, nil, err
	}
	reps, err := p.replicas(c, s)
	return p, reps, err
}

// divide splits the population into demes, children and elites.
func (p *plan) divide(s search.Settings) error {
	population := s.Int("population")
	if population%p.demes != 0 {
		return refuse("demes", "a population of %d cannot be split into %d demes of one size: set population to a multiple of demes", population, p.demes)
	}
	p.members = population / p.demes
	if p.members < 2 {
		return refuse("demes", "%d demes of a population of %d leave fewer than 2 members each: set demes to at most %d", p.demes, population, population/2)
	}
	p.parents = max(1, int(math.Round(s.Float("truncation")*float64(p.members))))
	switch s.Choice("replacement") {
	case "generational":
		p.elites = s.Int("elitism")
		if p.elites >= p.members {
			return refuse("elitism", "%d leaves no room for children in demes of %d: set elitism below that", p.elites, p.members)
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
		return refuse("migrants", "%d are more than half of a deme of %d: set migrants to at most %d", p.migrants, p.members, p.members/2)
	}
	return nil
}

func (p *plan) replicas(c search.Config, s search.Settings) ([]replica, error) {
	if len(c.Replicas) == 0 {
		return nil, fmt.Errorf("genetic: no replicas were asked for")
	}
	reps := make([]replica, len(c.Replicas))
	masks := map[uint64]rng.Masks{} // replicas mostly share them
	for i, r := range c.Replicas {
		own := s
		if len(r.Values) > 0 {
			var err error
			if own, err = Table.ReplicaSettings(c.Values, r); err != nil {
				return nil, fmt.Errorf("replica %d: %w", i, err)
			}
		}
		pm := own.Float("pm")
		if math.IsNaN(pm) { // auto: one mutation a child
			pm = 1
			if !p.perGenome {
				pm = 1 / float64(p.rep.Length)
			}
		}
		t := rng.Threshold(pm)
		if _, ok := masks[t]; !ok {
			masks[t] = rng.NewMasks(t)
		}
		reps[i] = replica{r.Seed, rng.Threshold(own.Float("pc")), t, masks[t]}
	}
	return reps, nil
}

// fit finds an operator by name and refuses it for genomes it cannot handle.
// names has "auto" in front of the operators.
func fit(what, name string, names []string, fitting []int, kind problem.Kind) (int, error) {
	if name == "auto" {
		return fitting[0], nil
	}
	op := indexOf(names, name) - 1
	var list []string
	for _, f := range fitting {
		if f == op {
			return op, nil
		}
		list = append(list, names[f+1])
	}
	return 0, refuse(what, "%s does not fit %s genomes: choose one of %s", name, kind, strings.Join(list, ", "))
}

func indexOf(names []string, name string) int {
	for i, n := range names {
		if n == name {
			return i
		}
	}
	return -1
}

// refuse is the error of a parameter that fits the table but not the rest.
func refuse(name, reason string, args ...any) error {
	return &search.ParamError{Name: name, Reason: fmt.Sprintf(reason, args...)}
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
