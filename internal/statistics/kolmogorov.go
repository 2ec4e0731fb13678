package statistics

import "math"

// exactPaths is the largest product of two sample sizes for which
// KolmogorovSmirnov counts paths.
const exactPaths = 10_000

// KolmogorovSmirnov asks whether two samples come from one distribution. The
// statistic is D, the largest distance between their empirical distribution
// functions. P is exact if the product of the sizes is at most 10,000, with
// ties too, given where they are; else it is the asymptotic one.
func KolmogorovSmirnov(x, y []float64) Test {
	x, y = Sorted(x), Sorted(y)
	n, m := len(x), len(y)
	if n == 0 || m == 0 || math.IsNaN(x[0]) || math.IsNaN(y[0]) {
		return unknown
	}
	// Distances are integers in units of 1/nm. A step is a place between
	// values of the joint sample that differ.
	var distance int64
	step := make([]bool, n+m+1)
	for i, j := 0, 0; i < n || j < m; {
		v := math.Inf(1)
		if i < n {
			v = x[i]
		}
		if j < m {
			v = min(v, y[j])
		}
		for i < n && x[i] == v {
			i++
		}
		for j < m && y[j] == v {
			j++
		}
		step[i+j] = true
		distance = max(distance, apart(i, j, n, m))
	}
	t := Test{Statistic: float64(distance) / (float64(n) * float64(m))}
	if n*m <= exactPaths {
		t.Exact, t.P = true, pathsBeyond(n, m, distance, step)
	} else {
		t.P = kolmogorov(t.Statistic * math.Sqrt(float64(n)/float64(n+m)*float64(m)))
	}
	return t
}

func apart(i, j, n, m int) int64 {
	d := int64(i)*int64(m) - int64(j)*int64(n)
	return max(d, -d)
}

// pathsBeyond is the share of the orders of two samples, seen as paths from
// (0, 0) to (n, m), that are at least so far from the diagonal at some step.
func pathsBeyond(n, m int, distance int64, step []bool) float64 {
	if distance == 0 {
		return 1
	}
	row := make([]float64, m+1) // of paths to (i, j), the share that was beyond
	for i := 0; i <= n; i++ {
		for j := 0; j <= m; j++ {
			switch {
			case step[i+j] && apart(i, j, n, m) >= distance:
				row[j] = 1
			case i+j == 0:
				row[j] = 0
			default:
				// A path to (i, j) came from below with probability i/(i+j).
				before := 0.0
				if j > 0 {
					before = float64(j) * row[j-1]
				}
				row[j] = (float64(float64(i)*row[j]) + before) / float64(i+j)
			}
		}
	}
	return min(1, row[m])
}

// kolmogorov is the limit of the probability that √(nm/(n+m))·D is larger. Of
// two series for it each converges fast on one side of 1.
func kolmogorov(d float64) float64 {
	if d <= 0 {
		return 1
	}
	total := 0.0
	if d < 1 {
		for k := 1.0; k < 20; k += 2 {
			total += math.Exp(-k * k * math.Pi * math.Pi / (8 * d * d))
		}
		return max(0, 1-math.Sqrt(2*math.Pi)/d*total)
	}
	for k, sign := 1.0, 1.0; k < 20; k, sign = k+1, -sign {
		total += float64(sign * math.Exp(-2*k*k*d*d))
	}
	return min(1, 2*total)
}
