package criteria

import (
	_ "embed"
	"math"
	"strconv"

	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed criteria.cl
var kernelText string

// ScoresKernel is the function for devices. It is serial, because the order of a
// floating-point sum is part of its value.
func (p *Problem) ScoresKernel() problem.Kernel {
	// Seventeen digits name a float64 exactly in every compiler.
	text := func(v float64) string { return strconv.FormatFloat(v, 'e', 17, 64) }
	return problem.Kernel{
		Defines: []kernel.Define{
			{Name: "CRITERIA", Value: p.index},
			{Name: "CRITERIA_4PI", Value: text(4 * math.Pi)},
			{Name: "CRITERIA_6PI", Value: text(6 * math.Pi)},
			{Name: "CRITERIA_10PI", Value: text(10 * math.Pi)},
			{Name: "CRITERIA_HALFPI", Value: text(math.Pi / 2)},
		},
		Parts: []kernel.Part{
			kernel.Elementary, problem.ScorePart,
			{Name: "problem/criteria/criteria.cl", Text: kernelText},
		},
		Serial: true,
	}
}
