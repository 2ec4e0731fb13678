package problem

import (
	_ "embed"

	"github.com/warbler-opt/warbler/kernel"
)

//go:embed score.cl
var scoreText string

// ScorePart defines score_from_f64, the twin of FromFloat, for problems whose
// objective is a float64.
var ScorePart = kernel.Part{Name: "problem/score.cl", Text: scoreText}
