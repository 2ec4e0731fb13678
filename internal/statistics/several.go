package statistics

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// KruskalWallis asks whether one of several samples tends to have larger
// values than another. The statistic is H, corrected for ties, and P comes
// from the chi-squared distribution. Empty samples are left out.
func KruskalWallis(samples ...[]float64) Test {
	if hasNaN(samples...) {
		return unknown
	}
	var all []float64
	groups := 0
	for _, x := range samples {
		all = append(all, x...)
		if len(x) > 0 {
			groups++
		}
	}
	if groups < 2 {
		return unknown
	}
	ranks, ties := Ranks(all)
	n := float64(len(all))
	spread := 0.0
	for _, x := range samples {
		if len(x) == 0 {
			continue
		}
		d := sum(ranks[:len(x)])/float64(len(x)) - (n+1)/2
		spread += float64(d * d * float64(len(x)))
		ranks = ranks[len(x):]
	}
	correction := 1 - ties/(n*n*n-n)
	if !(correction > 0) { // all values are equal
		return Test{P: 1}
	}
	h := 12 / (n * (n + 1)) * spread / correction
	return Test{Statistic: h, P: chiSquared(h, groups-1)}
}

// Friedman asks whether treatments differ in rank over blocks: each row is a
// block, such as a problem, with one value for each treatment. The statistic
// is chi-squared, corrected for ties. The other result are the treatments'
// mean ranks, where 1 is the smallest value.
func Friedman(blocks [][]float64) (Test, []float64) {
	if len(blocks) == 0 || len(blocks[0]) < 2 || hasNaN(blocks...) {
		return unknown, nil
	}
	k := len(blocks[0])
	means := make([]float64, k)
	ties := 0.0
	for _, row := range blocks {
		if len(row) != k {
			return unknown, nil
		}
		ranks, t := Ranks(row)
		ties += t
		for i, r := range ranks {
			means[i] += r
		}
	}
	b, n := float64(len(blocks)), float64(k)
	spread := 0.0
	for i := range means {
		means[i] /= b
		d := means[i] - (n+1)/2
		spread += float64(d * d)
	}
	correction := 1 - ties/(b*(n*n*n-n))
	if !(correction > 0) {
		return Test{P: 1}, means
	}
	q := 12 * b / (n * (n + 1)) * spread / correction
	return Test{Statistic: q, P: chiSquared(q, k-1)}, means
}

// RankDifference is how far the mean ranks of two treatments must be apart to
// differ at a level, where Friedman's test of the same blocks has found that some
// do: Conover's comparison (Practical Nonparametric Statistics, 1999, 5.8). It is
// 0 where all blocks agree to the letter.
func RankDifference(blocks [][]float64, level float64) float64 {
	if len(blocks) < 2 || len(blocks[0]) < 2 || hasNaN(blocks...) || !(level > 0 && level < 1) {
		return math.NaN()
	}
	b, k := float64(len(blocks)), float64(len(blocks[0]))
	sums := make([]float64, len(blocks[0]))
	squares := 0.0
	for _, row := range blocks {
		ranks, _ := Ranks(row)
		for i, r := range ranks {
			sums[i] += r
			squares += float64(r * r)
		}
	}
	between := 0.0
	for _, s := range sums {
		between += float64(s * s)
	}
	freedom := (b - 1) * (k - 1)
	t := distuv.StudentsT{Sigma: 1, Nu: freedom}.Quantile(1 - level/2)
	return t * math.Sqrt(max(0, 2*(b*squares-between)/freedom)) / b
}

// Holm corrects the probabilities of several tests, so that the chance that
// any true hypothesis is rejected stays at the level. NaN are not counted, and
// stay.
func Holm(p []float64) []float64 {
	corrected := slices.Clone(p)
	var order []int
	for i, v := range p {
		if !math.IsNaN(v) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	largest := 0.0
	for place, i := range order {
		largest = max(largest, min(1, float64(len(order)-place)*p[i]))
		corrected[i] = largest
	}
	return corrected
}
