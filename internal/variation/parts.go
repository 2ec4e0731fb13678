package variation

import (
	_ "embed"

	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed genome.cl
var genomeText string

//go:embed cross.cl
var crossText string

//go:embed mutate.cl
var mutateText string

// The parts of a kernel. Genomes stands before the problem's part, the others
// after the engine's definitions of P_CROSSOVER, P_MUTATION, P_PER_GENOME and
// P_RARE and of PAR_PU, PAR_BLEND, PAR_EXPONENT_C, PAR_EXPONENT_M and PAR_SIGMA,
// the places of the operators' numbers among the words par.
var (
	Genomes  = kernel.Part{Name: "internal/variation/genome.cl", Text: genomeText}
	Crossing = kernel.Part{Name: "internal/variation/cross.cl", Text: crossText}
	Mutating = kernel.Part{Name: "internal/variation/mutate.cl", Text: mutateText}
)

// Defines are what the parts need to know of the genomes and the operators.
func Defines(r problem.Representation) []kernel.Define {
	return append(Names(r), kernel.Define{Name: "LEN", Value: r.Length}, kernel.Define{Name: "WORDS", Value: r.Words()},
		kernel.Define{Name: "STRIDE", Value: r.Stride()})
}

// Names are Defines without LEN, WORDS and STRIDE, which population.NewSource
// defines.
func Names(r problem.Representation) []kernel.Define {
	var d []kernel.Define
	add := func(name string, value int) { d = append(d, kernel.Define{Name: name, Value: value}) }
	list := func(prefix string, names ...string) {
		for i, n := range names {
			add(prefix+n, i)
		}
	}
	list("KIND_", "BINARY", "DISCRETE", "PERMUTATION", "REAL")
	add("KIND", int(r.Kind))
	add("ALPHABET", r.Alphabet)
	list("CROSS_", "NONE", "ONE_POINT", "TWO_POINT", "UNIFORM", "ORDER", "MATCHED", "CYCLE", "ARITHMETIC", "BLEND", "BINARY", "EXCHANGE")
	list("MUTATE_", "NONE", "FLIP", "RESET", "SWAP", "INVERSION", "SCRAMBLE", "GAUSSIAN", "POLYNOMIAL")
	return d
}
