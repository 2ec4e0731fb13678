package knapsack

// maxTableau is the largest linear relaxation that is solved for multipliers,
// in entries of its tableau.
const maxTableau = 4_000_000

// dualMultipliers values a unit of each capacity: the dual solution of the
// linear relaxation, or, for giant instances, one over the capacity.
func dualMultipliers(k *Instance) []float64 {
	n, m := k.items(), k.constraints()
	if int64(m)*int64(n+m) <= maxTableau {
		l := newRelaxation(k)
		l.primal(50 * (n + m))
		if y := l.duals(); sumOf(y) > 0 {
			return y
		}
	}
	y := make([]float64, m)
	for i, c := range k.Capacities {
		y[i] = 1 / float64(max(c, 1))
	}
	return y
}

func sumOf(values []float64) (sum float64) {
	for _, v := range values {
		sum += v
	}
	return sum
}
