package function

import (
	_ "embed"
	"math"
	"strconv"

	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed function.cl
var kernelText string

// Kernel is the function for devices. It is serial, because the order of a
// floating-point sum is part of its value.
func (p *Problem) Kernel() problem.Kernel {
	// Seventeen digits name a float64 exactly in every compiler.
	text := func(v float64) string { return strconv.FormatFloat(v, 'e', 17, 64) }
	return problem.Kernel{
		Defines: []kernel.Define{
			{Name: "FUNCTION", Value: p.index},
			{Name: "FUNCTION_TURN", Value: text(2 * math.Pi)},
			{Name: "FUNCTION_E", Value: text(math.E)},
		},
		Parts: []kernel.Part{
			kernel.Elementary, problem.ScorePart,
			{Name: "problem/function/function.cl", Text: kernelText},
		},
		Serial: true,
	}
}
