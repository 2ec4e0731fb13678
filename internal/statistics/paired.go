package statistics

import "math"

// Significant is the level below which a difference is called one.
const Significant = 0.05

// Pairs compares two methods by what they came to on the same instances. All of it is
// free of scale: an instance with large values counts no more than others.
type Pairs struct {
	Better, Equal, Worse int // instances, as the first method sees it
	// Chance is the effect: the probability that the first is better on an instance, an
	// equal one counted half; and where it lies with 95 % confidence (bootstrap).
	Chance         float64
	ChanceInterval Interval
	// Gain is the mean advantage of the first in per cent of the best known values, and
	// Interval where it lies. They are NaN where a best known value is zero, or so near to it
	// that an advantage is more than ten times as much, or a value is infinite: then the
	// comparison rests on ranks.
	Gain     float64
	Interval Interval
	// Wilcoxon is the signed-rank test of the advantages.
	Wilcoxon Test
}

// mostGain is the largest advantage in per cent that says something of an instance. Beyond
// it lies what is near zero, as the errors of continuous functions.
const mostGain = 1000

// ComparePairs compares the values of two methods on instances whose best known values
// are given. Values without a feasible answer are infinite.
func ComparePairs(first, second, known []float64, minimize bool) Pairs {
	var p Pairs
	gains, signs := make([]float64, len(first)), make([]float64, len(first))
	scaled := len(first) > 0
	for i, x := range first {
		advantage := x - second[i]
		if minimize {
			advantage = second[i] - x
		}
		switch {
		case x == second[i]: // also two infinities
			advantage = 0
			p.Equal++
		case advantage > 0:
			p.Better++
			signs[i] = 1
		default:
			p.Worse++
			signs[i] = -1
		}
		gains[i] = 100 * advantage / math.Abs(known[i])
		scaled = scaled && known[i] != 0 && math.Abs(gains[i]) <= mostGain
	}
	resamples := min(1000, max(200, 200_000/max(1, len(first)))) // of many the means hardly differ
	p.Gain, p.Interval = math.NaN(), Interval{math.NaN(), math.NaN()}
	p.Chance, p.ChanceInterval = math.NaN(), Interval{math.NaN(), math.NaN()}
	if len(signs) > 0 {
		p.Chance = (Mean(signs) + 1) / 2
		p.ChanceInterval = Bootstrap(signs, resamples)
		p.ChanceInterval = Interval{(p.ChanceInterval.Low + 1) / 2, (p.ChanceInterval.High + 1) / 2}
	}
	if p.Wilcoxon = Wilcoxon(signs); scaled {
		p.Gain, p.Interval = Mean(gains), Bootstrap(gains, resamples)
		p.Wilcoxon = Wilcoxon(gains)
	}
	return p
}

// Verdict is 1 where the first method is better, −1 where it is worse, and 0 where no
// difference is shown: the test and the interval must agree.
func (p Pairs) Verdict() int {
	low, high := p.Interval.Low, p.Interval.High
	if math.IsNaN(p.Gain) {
		low, high = p.ChanceInterval.Low-0.5, p.ChanceInterval.High-0.5
	}
	switch {
	case !(p.Wilcoxon.P < Significant):
		return 0
	case low > 0:
		return 1
	case high < 0:
		return -1
	}
	return 0
}

// BestKnown is the better of two values and one that is known beforehand, which may be
// NaN.
func BestKnown(first, second, known float64, minimize bool) float64 {
	best := max(first, second)
	if minimize {
		best = min(first, second)
	}
	switch {
	case math.IsNaN(known):
		return best
	case minimize:
		return min(best, known)
	}
	return max(best, known)
}
