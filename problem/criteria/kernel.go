package criteria

import (
	_ "embed"
	"math"

	"github.com/warbler-opt/warbler/internal/words"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed criteria.cl
var kernelText string

// ScoresKernel is the function for devices. It is serial, because the order of a
// floating-point sum is part of its value.
func (p *functions) ScoresKernel() problem.Kernel {
	return problem.Kernel{
		Defines: []kernel.Define{
			{Name: "CRITERIA", Value: p.index},
			{Name: "CRITERIA_4PI", Value: words.Float(4 * math.Pi)},
			{Name: "CRITERIA_6PI", Value: words.Float(6 * math.Pi)},
			{Name: "CRITERIA_10PI", Value: words.Float(10 * math.Pi)},
			{Name: "CRITERIA_3PI", Value: words.Float(3 * math.Pi)},
			{Name: "CRITERIA_20PI", Value: words.Float(20 * math.Pi)},
			{Name: "CRITERIA_HALFPI", Value: words.Float(math.Pi / 2)},
			{Name: "CRITERIA_QUARTERPI", Value: words.Float(math.Pi / 4)},
			{Name: "CRITERIA_TENTH", Value: words.Float(0.1)},
		},
		Parts: []kernel.Part{
			kernel.Elementary, problem.ScorePart,
			{Name: "problem/criteria/criteria.cl", Text: kernelText},
		},
		Serial: true,
	}
}
