package indicator

import (
	"cmp"
	"slices"

	"github.com/warbler-opt/warbler/internal/rng"
)

// samplesFor is how many numbers an estimate takes: an answer is to come within a fraction
// of a second, so many points are asked about fewer.
func samplesFor(points int) int { return min(1<<17, max(1<<12, 1<<25/max(1, points))) }

// estimate is the hypervolume of points above the origin by the share of numbers in the
// box around them that they dominate. The numbers are the same in every call, so that
// fronts can be compared: with s of them and a share p the standard error is
// √(p(1-p)/s) of the box.
func estimate(points [][]float64, samples int) float64 {
	if len(points) == 0 {
		return 0
	}
	m := len(points[0])
	top, box := slices.Clone(points[0]), 1.0
	for _, p := range points {
		for k, x := range p {
			top[k] = max(top[k], x)
		}
	}
	for _, x := range top {
		box *= x
	}
	// Who dominates much is asked first.
	size := func(p []float64) float64 {
		product := 1.0
		for k, x := range p {
			product *= x / top[k]
		}
		return product
	}
	points = slices.Clone(points)
	slices.SortFunc(points, func(a, b []float64) int { return cmp.Compare(size(b), size(a)) })
	hits, number := 0, make([]float64, m)
	at := rng.Address{Purpose: rng.Estimate}
	for s := range samples {
		at.Individual = uint32(s)
		for k := range number {
			number[k] = rng.Unit(at.Word(uint32(2*k)), at.Word(uint32(2*k+1))) * top[k]
		}
		if slices.ContainsFunc(points, func(p []float64) bool {
			for k, x := range p {
				if x <= number[k] {
					return false
				}
			}
			return true
		}) {
			hits++
		}
	}
	return box * float64(hits) / float64(samples)
}
