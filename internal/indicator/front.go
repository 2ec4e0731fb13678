package indicator

import (
	"slices"

	"github.com/warbler-opt/warbler/problem"
)

// FrontVolume is the hypervolume of a front, with the criteria's references.
func FrontVolume(criteria []problem.Criterion, scores [][]problem.Score) float64 {
	reference := make([]float64, len(criteria))
	for m, c := range criteria {
		reference[m] = c.Number(c.Reference)
	}
	return Hypervolume(Points(criteria, scores), reference)
}

// Points are scores as numbers of which larger ones are better.
func Points(criteria []problem.Criterion, scores [][]problem.Score) [][]float64 {
	points := make([][]float64, len(scores))
	for i, s := range scores {
		points[i] = slices.Grow(points[i], len(s))
		for m, x := range s {
			points[i] = append(points[i], criteria[m].Number(x))
		}
	}
	return points
}
