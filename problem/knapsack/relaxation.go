package knapsack

import "math"

// relaxation is the linear relaxation, max p·x with W x ≤ c and 0 ≤ x ≤ 1, as a
// dense tableau of the simplex method with bounded variables (Dantzig 1955).
// Columns are the items, which all fit alone, then one slack per constraint. Rows
// are divided by their capacities. It is used for multipliers and bounds, never
// for an answer: whoever needs certainty checks in integers.
//
// Every product is rounded before it is added, so that no processor fuses the
// two and all give the same multipliers.
type relaxation struct {
	m, cols int
	table   []float64 // m × cols: the basis inverse times the matrix
	reduced []float64 // per column, the gain of a unit of it
	lower   []float64
	upper   []float64
	atUpper []bool // of nonbasic columns
	basic   []bool
	basis   []int     // the column of each row
	value   []float64 // of the basic column of each row
	scale   []float64 // what each row was multiplied by
}

// tiny is what counts as zero in a tableau whose right-hand sides are about 1.
const tiny = 1e-9

func newRelaxation(k *Instance) *relaxation {
	n, m := k.items(), k.constraints()
	l := &relaxation{m: m, cols: n + m}
	l.table = make([]float64, m*l.cols)
	l.reduced = make([]float64, l.cols)
	l.lower, l.upper = make([]float64, l.cols), make([]float64, l.cols)
	l.atUpper, l.basic = make([]bool, l.cols), make([]bool, l.cols)
	l.basis, l.value, l.scale = make([]int, m), make([]float64, m), make([]float64, m)
	for q, p := range k.Profits {
		l.reduced[q] = float64(p)
		l.upper[q] = 1
	}
	for i, row := range k.Weights {
		l.scale[i] = 1 / float64(max(k.Capacities[i], 1))
		out := l.row(i)
		for q, w := range row {
			out[q] = float64(w) * l.scale[i]
		}
		out[n+i] = 1
		l.upper[n+i] = math.Inf(1)
		l.basis[i], l.basic[n+i] = n+i, true
		l.value[i] = float64(k.Capacities[i]) * l.scale[i]
	}
	return l
}

// fitting is an instance without the items that do not fit into the empty knapsack, and
// which items are left.
func (k *Instance) fitting() (left *Instance, items []int) {
	for j := range k.Profits {
		if k.within(j, k.Capacities) {
			items = append(items, j)
		}
	}
	pick := func(list []int64) []int64 {
		picked := make([]int64, len(items))
		for q, j := range items {
			picked[q] = list[j]
		}
		return picked
	}
	left = &Instance{Profits: pick(k.Profits), Capacities: k.Capacities}
	for _, row := range k.Weights {
		left.Weights = append(left.Weights, pick(row))
	}
	return left, items
}

func (l *relaxation) row(i int) []float64 { return l.table[i*l.cols : (i+1)*l.cols] }

// primal improves the present feasible point until it is optimal, in at most
// so many steps.
func (l *relaxation) primal(steps int) {
	for range steps {
		enter, best := -1, 0.0
		for q, d := range l.reduced {
			if l.basic[q] || l.lower[q] == l.upper[q] {
				continue
			}
			if l.atUpper[q] {
				d = -d
			}
			if d > best {
				enter, best = q, d
			}
		}
		if enter < 0 || best < tiny {
			return
		}
		l.move(enter)
	}
}

// move lets a nonbasic column enter: until it meets its other bound, or until a
// basic column meets one and leaves.
func (l *relaxation) move(enter int) {
	direction := 1.0
	if l.atUpper[enter] {
		direction = -1
	}
	length, leave := l.upper[enter]-l.lower[enter], -1
	toUpper := false
	for i, q := range l.basis {
		a := direction * l.table[i*l.cols+enter]
		var limit float64
		switch {
		case a > tiny:
			limit = (l.value[i] - l.lower[q]) / a
		case a < -tiny:
			limit = (l.value[i] - l.upper[q]) / a
		default:
			continue
		}
		if limit < length {
			length, leave, toUpper = math.Max(limit, 0), i, a < 0
		}
	}
	for i := range l.value {
		l.value[i] -= float64(float64(direction*length) * l.table[i*l.cols+enter])
	}
	if leave < 0 {
		l.atUpper[enter] = !l.atUpper[enter]
		return
	}
	start := l.resting(enter)
	l.atUpper[l.basis[leave]] = toUpper
	l.pivot(leave, enter)
	l.value[leave] = start + float64(direction*length)
}

// pivot exchanges the basic column of a row for another; the caller sets the
// values.
func (l *relaxation) pivot(leave, enter int) {
	pivot := l.row(leave)
	factor := 1 / pivot[enter]
	for q := range pivot {
		pivot[q] *= factor
	}
	pivot[enter] = 1
	for i := range l.m {
		if i != leave {
			eliminate(l.row(i), pivot, enter)
		}
	}
	eliminate(l.reduced, pivot, enter)
	l.basic[l.basis[leave]], l.basic[enter] = false, true
	l.basis[leave] = enter
}

// eliminate subtracts a multiple of the pivot row so that a column becomes 0.
func eliminate(row, pivot []float64, column int) {
	f := row[column]
	if f == 0 {
		return
	}
	pivot = pivot[:len(row)]
	for q, v := range pivot {
		row[q] -= float64(f * v)
	}
	row[column] = 0
}

// duals sets y to what a unit of each capacity is worth at the present basis, at least 0.
func (l *relaxation) duals(y []float64) {
	n := l.cols - l.m
	for i := range y {
		y[i] = math.Max(0, float64(-l.reduced[n+i]*l.scale[i]))
	}
}
