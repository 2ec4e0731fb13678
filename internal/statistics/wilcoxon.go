package statistics

import "math"

// exactPairs is the most differences whose signs are counted.
const exactPairs = 60

// Wilcoxon is the signed-rank test: whether the differences of pairs lie
// around zero. The statistic is the sum of the ranks of positive differences.
// Differences of zero are ranked with the others, and then their ranks are left
// out, as Pratt did (1959): many zeros weaken the case.
// Up to 60 differences without ties and zeros P is exact; else it is the
// normal approximation with corrections for ties and for continuity.
func Wilcoxon(differences []float64) Test {
	if hasNaN(differences) {
		return unknown
	}
	sizes := make([]float64, len(differences))
	none := 0 // differences of zero
	for i, d := range differences {
		if sizes[i] = math.Abs(d); d == 0 {
			none++
		}
	}
	n := len(sizes) - none
	if n == 0 {
		if len(differences) == 0 {
			return unknown
		}
		return Test{P: 1}
	}
	ranks, ties := Ranks(sizes)
	w := 0.0
	for i, r := range ranks {
		if differences[i] > 0 {
			w += r
		}
	}
	if ties == 0 && none == 0 && n <= exactPairs {
		return Test{Statistic: w, P: bothTails(signs(n), int(w)), Exact: true}
	}
	all, zero := float64(len(sizes)), float64(none)
	ties -= zero*zero*zero - zero // zeros have no sign to vary
	mean := all*(all+1)/4 - zero*(zero+1)/4
	variance := (all*(all+1)*(2*all+1)-zero*(zero+1)*(2*zero+1))/24 - ties/48
	if !(variance > 0) {
		return Test{Statistic: w, P: 1}
	}
	return Test{Statistic: w, P: twoSided(w-mean, math.Sqrt(variance), 0.5)}
}

// signs are the numbers of ways to give n ranks signs with each sum of the
// positive ones.
func signs(n int) []uint64 {
	most := n * (n + 1) / 2
	counts := make([]uint64, most+1)
	counts[0] = 1
	for rank := 1; rank <= n; rank++ {
		for s := most; s >= rank; s-- {
			counts[s] += counts[s-rank]
		}
	}
	return counts
}
