package variation

import (
	"fmt"
	"math"
	"strings"

	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// The crossovers. Their numbers are the dialect's too: Defines hands them over
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

// Crossovers and Mutations are the names of the operators, for parameter
// tables; auto takes the first that fits the genomes.
var (
	Crossovers = []string{"auto", "none", "one-point", "two-point", "uniform", "order", "partially-matched", "cycle", "arithmetic", "blend", "simulated-binary", "binary-exchange"}
	Mutations  = []string{"auto", "none", "flip", "reset", "swap", "inversion", "scramble", "gaussian", "polynomial"}
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

// Operators are how the children of a run are made.
type Operators struct {
	Rep        problem.Representation
	Crossover  int
	Mutation   int
	PU         uint64 // threshold of uniform crossover
	Blend      float64
	EtaC, EtaM float64
	Sigma      float64
	PerGenome  bool // mutation rates count for genomes, not genes
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
	}
	err := r.Validate()
	if err != nil {
		return o, err
	}
	if o.Crossover, err = fit("crossover", s.Choice("crossover"), Crossovers, crossovers[r.Kind], r.Kind); err != nil {
		return o, err
	}
	if o.Mutation, err = fit("mutation", s.Choice("mutation"), Mutations, mutations[r.Kind], r.Kind); err != nil {
		return o, err
	}
	if o.Mutation == MutateInversion || o.Mutation == MutateScramble {
		o.PerGenome = true
	}
	return o, nil
}

// Rate is the threshold of a mutation probability; NaN, auto, makes one
// mutation a child.
func (o *Operators) Rate(pm float64) uint64 {
	if math.IsNaN(pm) {
		pm = 1
		if !o.PerGenome {
			pm = 1 / float64(o.Rep.Length)
		}
	}
	return rng.Threshold(pm)
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
