package variation

import (
	_ "embed"

	"github.com/warbler-opt/warbler/kernel"
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

// Names are the numbers of the operators.
func Names() (d kernel.Defines) {
	d.Number("CROSS_", "NONE", "ONE_POINT", "TWO_POINT", "UNIFORM", "ORDER", "MATCHED", "CYCLE", "ARITHMETIC", "BLEND", "BINARY", "EXCHANGE")
	d.Number("MUTATE_", "NONE", "FLIP", "RESET", "SWAP", "INVERSION", "SCRAMBLE", "GAUSSIAN", "POLYNOMIAL")
	return d
}
