package function

import (
	_ "embed"
	"math"

	"github.com/warbler-opt/warbler/internal/words"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed function.cl
var kernelText string

// Kernel is the function for devices. It is serial, because the order of a
// floating-point sum is part of its value.
func (p *function) Kernel() problem.Kernel {
	return problem.Kernel{
		Defines: []kernel.Define{
			{Name: "FUNCTION", Value: p.index},
			{Name: "FUNCTION_TURN", Value: words.Float(2 * math.Pi)},
			{Name: "FUNCTION_E", Value: words.Float(math.E)},
		},
		Parts: []kernel.Part{
			kernel.Elementary, problem.ScorePart,
			{Name: "problem/function/function.cl", Text: kernelText},
		},
		Serial: true,
	}
}
