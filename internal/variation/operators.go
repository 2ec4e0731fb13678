package variation

import (
	"fmt"
	"math"
	"strings"

	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// The crossovers. Their numbers are the dialect's too: Names hands them over
// as CROSS_ONE_POINT and so on.
const (
	CrossNone = iota
	CrossOnePoint
	CrossTwoPoint
	CrossUniform
	CrossOrder
	CrossMatched
	CrossCycle
	CrossArithmetic
	CrossBlend
	CrossBinary
	CrossExchange
)

// The mutations, MUTATE_FLIP and so on in the dialect.
const (
	MutateNone = iota
	MutateFlip
	MutateReset
	MutateSwap
	MutateInversion
	MutateScramble
	MutateGaussian
	MutatePolynomial
)

// The names of the operators, for parameter tables; auto takes the first that fits
// the genomes.
var (
	crossoverNames = []string{"auto", "none", "one-point", "two-point", "uniform", "order", "partially-matched", "cycle", "arithmetic", "blend", "simulated-binary", "binary-exchange"}
	mutationNames  = []string{"auto", "none", "flip", "reset", "swap", "inversion", "scramble", "gaussian", "polynomial"}
)

// crossovers and mutations say which operators fit which genomes; the first
// is what auto takes.
var crossovers = map[problem.GenomeKind][]int{
	problem.Binary:      {CrossUniform, CrossOnePoint, CrossTwoPoint, CrossNone},
	problem.Discrete:    {CrossUniform, CrossOnePoint, CrossTwoPoint, CrossNone},
	problem.Permutation: {CrossOrder, CrossMatched, CrossCycle, CrossNone},
	problem.Real:        {CrossBinary, CrossOnePoint, CrossTwoPoint, CrossUniform, CrossArithmetic, CrossBlend, CrossExchange, CrossNone},
}

var mutations = map[problem.GenomeKind][]int{
	problem.Binary:      {MutateFlip, MutateSwap, MutateInversion, MutateScramble, MutateNone},
	problem.Discrete:    {MutateReset, MutateSwap, MutateInversion, MutateScramble, MutateNone},
	problem.Permutation: {MutateSwap, MutateInversion, MutateScramble, MutateNone},
	problem.Real:        {MutatePolynomial, MutateGaussian, MutateReset, MutateNone},
}

// Params are the parameters that New and Rates read. The probabilities have the
// symbols pc and pm; real is what the crossover auto takes for reals, with
// children as near to their parents as etaC says.
func Params(pc, pm, real, etaC string) search.Table {
	return search.Table{
		{Name: "crossover", Type: search.Choice, Default: "auto", Choices: crossoverNames,
			Help: "how two parents make two children; auto takes uniform, for permutations order, for reals " + real},
		{Name: "pc", Type: search.Float, Default: "0.9", Min: 0, Max: 1, Symbol: pc, PerReplica: true,
			Help: "probability that a pair crosses rather than being copied"},
		{Name: "pu", Type: search.Float, Default: "0.5", Min: 0, Max: 1,
			Help: "uniform crossover: probability that a gene is exchanged"},
		{Name: "blend", Type: search.Float, Default: "0.5", Min: 0, Max: 10, Symbol: "alpha",
			Help: "blend crossover: how far children may lie outside their parents"},
		{Name: "eta-c", Type: search.Float, Default: etaC, Min: 0, Max: 1000, Symbol: "eta_c",
			Help: "simulated-binary crossover: larger keeps children nearer to their parents"},
		{Name: "mutation", Type: search.Choice, Default: "auto", Choices: mutationNames,
			Help: "how children change; auto takes flip, for discrete genomes reset, for permutations swap, for reals polynomial"},
		{Name: "pm", Type: search.Float, Default: "auto", Auto: true, Min: 0, Max: 1, Symbol: pm, PerReplica: true,
			Help: "probability of a mutation, per gene or per genome as unit says; auto makes one mutation a child on average"},
		{Name: "unit", Type: search.Choice, Default: "gene", Choices: []string{"gene", "genome"},
			Help: "what pm counts for; inversion and scramble always count per genome"},
		{Name: "sigma", Type: search.Float, Default: "0.1", Min: 0, Max: 10,
			Help: "gaussian mutation: standard deviation as a share of a gene's range"},
		{Name: "eta-m", Type: search.Float, Default: "20", Min: 0, Max: 1000, Symbol: "eta_m",
			Help: "polynomial mutation: larger makes smaller changes"},
	}
}

// Operators are how the children of a run are made.
type Operators struct {
	Rep        problem.Representation
	Crossover  int
	Mutation   int
	PU         uint64 // threshold of uniform crossover
	Blend      float64
	EtaC, EtaM float64
	Sigma      float64
	PerGenome  bool              // mutation rates count for genomes, not genes
	Own        problem.Operators // of the problem's, before these
	classes    []class
}

// New makes the operators that the parameters crossover, pu, blend, eta-c,
// mutation, unit, sigma and eta-m ask for.
func New(r problem.Representation, s search.Settings) (Operators, error) {
	o := Operators{
		Rep:       r,
		PU:        rng.Threshold(s.Float("pu")),
		Blend:     s.Float("blend"),
		EtaC:      s.Float("eta-c"),
		EtaM:      s.Float("eta-m"),
		Sigma:     s.Float("sigma"),
		PerGenome: s.Choice("unit") == "genome",
		classes:   classesOf(r),
	}
	err := r.Validate()
	if err != nil {
		return o, err
	}
	if o.Crossover, err = fit("crossover", s.Choice("crossover"), crossoverNames, crossovers[r.Kind], r.Kind); err != nil {
		return o, err
	}
	if o.Mutation, err = fit("mutation", s.Choice("mutation"), mutationNames, mutations[r.Kind], r.Kind); err != nil {
		return o, err
	}
	if o.Mutation == MutateInversion || o.Mutation == MutateScramble {
		o.PerGenome = true
	}
	return o, nil
}

// Rates are how often the children of a replica cross and mutate.
type Rates struct {
	Seed   uint64
	PC, PM uint64    // thresholds
	Genes  rng.Masks // that mutate
}

// Shared makes things once for each key: replicas mostly share them.
func Shared[K comparable, V any](create func(K) V) func(K) V {
	known := map[K]V{}
	return func(k K) V {
		v, ok := known[k]
		if !ok {
			v = create(k)
			known[k] = v
		}
		return v
	}
}

// Rates makes the rates of replicas by their parameters pc and pm; auto makes one
// mutation a child.
func (o *Operators) Rates() func(s search.Settings, seed uint64) Rates {
	masks := Shared(rng.NewMasks)
	return func(s search.Settings, seed uint64) Rates {
		pm := s.Float("pm")
		if math.IsNaN(pm) {
			pm = 1
			if !o.PerGenome {
				pm = 1 / float64(o.Rep.Length)
			}
		}
		t := rng.Threshold(pm)
		return Rates{seed, rng.Threshold(s.Float("pc")), t, masks(t)}
	}
}

// fit finds an operator by name and refuses it for genomes it cannot handle.
// names has "auto" in front of the operators.
func fit(what, name string, names []string, fitting []int, kind problem.GenomeKind) (int, error) {
	if name == "auto" {
		return fitting[0], nil
	}
	var list []string
	for _, op := range fitting {
		if names[op+1] == name {
			return op, nil
		}
		list = append(list, names[op+1])
	}
	return 0, &search.ParamError{Name: what, Reason: fmt.Sprintf("%s does not fit %s genomes: choose one of %s", name, kind, strings.Join(list, ", "))}
}
