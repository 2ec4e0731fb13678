package knapsack

import (
	"math"
	"slices"
)

// dual repairs a basis that is optimal but for bounds that have moved, by the
// dual simplex method, in at most so many steps.
func (l *relaxation) dual(steps int) {
	for range steps {
		leave, worst := -1, tiny
		toUpper := false
		for i, q := range l.basis {
			if d := l.lower[q] - l.value[i]; d > worst {
				leave, worst, toUpper = i, d, false
			}
			if d := l.value[i] - l.upper[q]; d > worst {
				leave, worst, toUpper = i, d, true
			}
		}
		if leave < 0 {
			return
		}
		row := l.row(leave)
		enter, best := -1, math.Inf(1)
		size := 0.0
		for q, a := range row {
			if l.basic[q] || l.lower[q] == l.upper[q] {
				continue
			}
			// The basic column must fall to its upper bound or rise to its lower.
			if toUpper {
				a = -a
			}
			if l.atUpper[q] {
				a = -a
			}
			if a > -tiny {
				continue
			}
			ratio := math.Abs(l.reduced[q]) / -a
			if ratio < best || ratio == best && -a > size {
				enter, best, size = q, ratio, -a
			}
		}
		if enter < 0 {
			return // infeasible as far as floats can tell
		}
		l.exchange(leave, enter, toUpper)
	}
}

// exchange lets the basic column of a row leave at one of its bounds.
func (l *relaxation) exchange(leave, enter int, toUpper bool) {
	old := l.basis[leave]
	target := l.lower[old]
	if toUpper {
		target = l.upper[old]
	}
	change := (l.value[leave] - target) / l.table[leave*l.cols+enter]
	for i := range l.value {
		l.value[i] -= float64(change * l.table[i*l.cols+enter])
	}
	value := l.resting(enter) + change
	l.atUpper[old] = toUpper
	l.pivot(leave, enter)
	l.value[leave] = value
}

// resting is the value of a nonbasic column.
func (l *relaxation) resting(q int) float64 {
	if l.atUpper[q] {
		return l.upper[q]
	}
	return l.lower[q]
}

// at is the value of an item's column.
func (l *relaxation) at(q int) float64 {
	if l.basic[q] {
		return l.value[slices.Index(l.basis, q)]
	}
	return l.resting(q)
}

// values fills x with the values of all items' columns.
func (l *relaxation) values(x []float64) {
	for q := range x {
		x[q] = l.resting(q)
	}
	for i, q := range l.basis {
		if q < len(x) {
			x[q] = l.value[i]
		}
	}
}

// fix makes both bounds of an item's column 1 or 0.
func (l *relaxation) fix(q int, one bool) {
	before := l.resting(q)
	bound := 0.0
	if one {
		bound = 1
	}
	l.lower[q], l.upper[q] = bound, bound
	if l.basic[q] {
		return
	}
	if change := bound - before; change != 0 {
		for i := range l.value {
			l.value[i] -= float64(change * l.table[i*l.cols+q])
		}
	}
}

// copyFrom makes l a copy of another relaxation of the same instance.
func (l *relaxation) copyFrom(o *relaxation) {
	copy(l.table, o.table)
	copy(l.reduced, o.reduced)
	copy(l.lower, o.lower)
	copy(l.upper, o.upper)
	copy(l.atUpper, o.atUpper)
	copy(l.basic, o.basic)
	copy(l.basis, o.basis)
	copy(l.value, o.value)
}
