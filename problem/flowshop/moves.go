package flowshop

import (
	"slices"

	"github.com/warbler-opt/warbler/problem"
)

// moves is an order of the jobs with the heads and tails of its places: see the package.
// Both have a row more than there are places: heads begin with nothing done, tails end
// with nothing to do.
type moves struct {
	*schedule
	order, tried []uint16 // tried is order but while a move is valued
	heads, tails []int64  // heads[(k+1)*m+u], tails[k*m+u]
	value        int64
	first, last  int     // places that have changed since: first > last for none
	ends         []int64 // scratch
	headsWithout []int64 // heads and tails without a job
	tailsWithout []int64
}

func (p *schedule) newMoves() *moves {
	n, m := p.instance.Jobs, p.instance.Machines
	room := func() []int64 { return make([]int64, (n+1)*m) }
	t := &moves{schedule: p, order: make([]uint16, n), tried: make([]uint16, n), heads: room(), ends: make([]int64, m)}
	if p.objective == makespan {
		t.tails, t.headsWithout, t.tailsWithout = room(), room(), room()
	}
	return t
}

// Exchanges values exchanges and rotations from the first place that they change to the
// last or, for the flow time, as far as they have an effect.
func (p *schedule) Exchanges() (problem.Exchanges, error) { return p.newMoves(), nil }

// Insertions values all insertions of a job in O(nm) for the makespan, as Taillard does.
func (p *schedule) Insertions() (problem.Insertions, error) { return p.newMoves(), nil }

// Reset moves to another genome, in O(nm).
func (t *moves) Reset(g problem.Genome) {
	copy(t.order, g.Order)
	copy(t.tried, g.Order)
	t.first, t.last = 0, len(t.order)-1
}

// Genome is the order.
func (t *moves) Genome() problem.Genome { return problem.Genome{Order: t.order} }

// Score is minus the objective.
func (t *moves) Score() problem.Score {
	t.refresh()
	return -t.value
}

// row is what a place has in heads or tails.
func (t *moves) row(of []int64, k int) []int64 {
	m := t.instance.Machines
	return of[k*m : (k+1)*m]
}

// refresh finds heads and tails again where they have changed. Moves only note what they
// change, so that several in a row cost no more than one.
func (t *moves) refresh() {
	if t.first > t.last {
		return
	}
	n := len(t.order)
	for k := t.first; k < n; k++ {
		to := t.row(t.heads, k+1)
		copy(to, t.row(t.heads, k))
		advance(to, t.job(t.order[k]))
	}
	m := t.instance.Machines
	if t.value = t.heads[n*m+m-1]; t.objective == flowTime {
		t.value = 0
		for k := range n {
			t.value += t.heads[(k+1)*m+m-1]
		}
	} else {
		for k := t.last; k >= 0; k-- {
			to := t.row(t.tails, k)
			copy(to, t.row(t.tails, k+1))
			precede(to, t.job(t.order[k]))
		}
	}
	t.first, t.last = n, -1
}

// precede is advance in the other direction of time.
func precede(tails, times []int64) {
	tails = tails[:len(times)]
	left := int64(0)
	for u := len(times) - 1; u >= 0; u-- {
		left = max(left, tails[u]) + times[u]
		tails[u] = left
	}
}

// meet is the longest of what machines have done and have to do.
func meet(ends, tails []int64) (most int64) {
	tails = tails[:len(ends)]
	for u, t := range ends {
		most = max(most, t+tails[u])
	}
	return most
}

// gain is what it adds to the score to have the jobs of tried at places a to b.
func (t *moves) gain(a, b int) problem.Score {
	copy(t.ends, t.row(t.heads, a))
	if t.objective == makespan {
		for k := a; k <= b; k++ {
			advance(t.ends, t.job(t.tried[k]))
		}
		return t.value - meet(t.ends, t.row(t.tails, b+1))
	}
	sum := int64(0)
	for k := a; k < len(t.tried); k++ {
		now := advance(t.ends, t.job(t.tried[k]))
		was := t.row(t.heads, k+1)
		if sum += was[len(was)-1] - now; k >= b && slices.Equal(was, t.ends) {
			break // and so on to the end
		}
	}
	return sum
}

// changed notes that places a to b have other jobs.
func (t *moves) changed(a, b int) { t.first, t.last = min(t.first, a), max(t.last, b) }

// ExchangeGains values the exchanges of i with all later places.
func (t *moves) ExchangeGains(i int, gains []problem.Score) {
	for j := i + 1; j < len(t.order); j++ {
		gains[j-i-1] = t.ExchangeGain(i, j)
	}
}

// ExchangeGain values one exchange.
func (t *moves) ExchangeGain(i, j int) problem.Score {
	t.refresh()
	p := t.tried
	p[i], p[j] = p[j], p[i]
	gain := t.gain(min(i, j), max(i, j))
	p[i], p[j] = p[j], p[i]
	return gain
}

// RotationGains values the rotations of i, j and all places after both.
func (t *moves) RotationGains(i, j int, gains []problem.Score) {
	from := max(i, j) + 1
	for k := from; k < len(t.order); k++ {
		gains[k-from] = t.RotationGain(i, j, k)
	}
}

// RotationGain values one rotation.
func (t *moves) RotationGain(i, j, k int) problem.Score {
	t.refresh()
	p := t.tried
	p[i], p[j], p[k] = p[j], p[k], p[i]
	gain := t.gain(min(i, j, k), max(i, j, k))
	p[i], p[j], p[k] = p[k], p[i], p[j]
	return gain
}

// Exchange exchanges what two places have.
func (t *moves) Exchange(i, j int) {
	for _, p := range [][]uint16{t.order, t.tried} {
		p[i], p[j] = p[j], p[i]
	}
	t.changed(min(i, j), max(i, j))
}

// insert moves what place i has to place j.
func insert(p []uint16, i, j int) {
	job := p[i]
	copy(p[i:], p[i+1:max(i, j)+1])
	copy(p[min(i, j)+1:i+1], p[min(i, j):i])
	p[j] = job
}

// InsertionGain values one insertion.
func (t *moves) InsertionGain(i, j int) problem.Score {
	t.refresh()
	insert(t.tried, i, j)
	gain := t.gain(min(i, j), max(i, j))
	insert(t.tried, j, i)
	return gain
}

// InsertionGains values all insertions of what place i has.
func (t *moves) InsertionGains(i int, gains []problem.Score) {
	t.refresh()
	n := len(t.order)
	if t.objective == flowTime {
		for j := range n {
			gains[j] = t.InsertionGain(i, j)
		}
		return
	}
	copy(t.row(t.headsWithout, i), t.row(t.heads, i))
	for k := i; k < n-1; k++ {
		to := t.row(t.headsWithout, k+1)
		copy(to, t.row(t.headsWithout, k))
		advance(to, t.job(t.order[k+1]))
	}
	copy(t.row(t.tailsWithout, i), t.row(t.tails, i+1))
	for k := i - 1; k >= 0; k-- {
		to := t.row(t.tailsWithout, k)
		copy(to, t.row(t.tailsWithout, k+1))
		precede(to, t.job(t.order[k]))
	}
	times := t.job(t.order[i])
	for j := range n {
		head, tail := t.row(t.heads, j), t.row(t.tailsWithout, j)
		if j > i {
			head, tail = t.row(t.headsWithout, j), t.row(t.tails, j+1)
		}
		copy(t.ends, head)
		advance(t.ends, times)
		gains[j] = t.value - meet(t.ends, tail)
	}
}

// Insert moves what place i has to place j.
func (t *moves) Insert(i, j int) {
	insert(t.order, i, j)
	insert(t.tried, i, j)
	t.changed(min(i, j), max(i, j))
}
