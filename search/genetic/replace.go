package genetic

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/problem"
)

// replace lets a deme's children take the places of its worst members: of the
// old and the new together the best stay, the older among equals, and with
// unique, equals go before worse ones. The children that stay fill the freed
// places in order.
func (e *cpu) replace(h *herd, d int) {
	n, c := e.plan.members, e.plan.children
	old, born := h.scores[d*n:(d+1)*n], h.fresh[d*c:(d+1)*c]
	gone := h.worst(h.cull[:0], old, born, e.plan.unique)
	h.cull = gone
	slices.Sort(gone)
	// gone lists the losers by index: first old members, then children (from n on).
	k, dead := 0, 0
	for dead < len(gone) && int(gone[dead]) < n {
		dead++
	}
	lost := gone[dead:]
	for j := range c {
		if len(lost) > 0 && int(lost[0]) == n+j {
			lost = lost[1:]
			continue
		}
		i := int(gone[k])
		k++
		h.now.Copy(d*n+i, h.next, d*c+j)
		old[i] = born[j]
	}
}

// ranked is a member, or a child, on its way to its rank.
type ranked struct {
	score problem.Score
	index uint32
}

// worst appends the indices of the len(born) members of old and born that have
// to go: the lowest scores, the highest index among equals; with unique, first
// those whose score another one has too, again from the lowest.
func (h *herd) worst(list []uint32, old, born []problem.Score, unique bool) []uint32 {
	n, c := len(old), len(born)
	at := func(i uint32) problem.Score {
		if int(i) < n {
			return old[i]
		}
		return born[int(i)-n]
	}
	if c <= 8 && !unique { // a few passes beat a sort
		for range c {
			w := uint32(n + c)
			for i := uint32(0); i < uint32(n+c); i++ {
				if (w == uint32(n+c) || at(i) <= at(w)) && !slices.Contains(list, i) {
					w = i
				}
			}
			list = append(list, w)
		}
		return list
	}
	h.ranks = slices.Grow(h.ranks[:0], n+c)[:n+c]
	all := h.ranks
	for i := range all {
		all[i] = ranked{at(uint32(i)), uint32(i)}
	}
	slices.SortFunc(all, func(a, b ranked) int { // from worst to best
		return cmp.Or(cmp.Compare(a.score, b.score), cmp.Compare(b.index, a.index))
	})
	if unique {
		for i, r := range all { // all but the oldest of equals
			if len(list) < c && i+1 < len(all) && all[i+1].score == r.score {
				list = append(list, r.index)
				all[i].index = uint32(n + c) // gone
			}
		}
	}
	for _, r := range all {
		if len(list) < c && int(r.index) < n+c {
			list = append(list, r.index)
		}
	}
	return list
}

// migrate sends the best members of every deme to the next one on the ring,
// where they take the places of the worst.
func (e *cpu) migrate(h *herd) {
	n, m := e.plan.members, e.plan.migrants
	for d := range h.wheels {
		rankOrder(h.wheels[d].order, h.scores[d*n:(d+1)*n])
	}
	// The best and the worst m are different members (m ≤ n/2), so nothing that
	// leaves is overwritten before it has left.
	for d := range h.wheels {
		from, to := h.wheels[d].order, (d+1)%e.plan.demes
		for k := range m {
			i, j := d*n+int(from[k]), to*n+int(h.wheels[to].order[n-1-k])
			h.now.Copy(j, h.now, i)
			h.scores[j] = h.scores[i]
		}
	}
}

// measure computes the statistics of a replica's whole population.
func (e *cpu) measure(h *herd) {
	n := e.plan.members
	for d := range h.nodes {
		for block := range h.nodes[d] {
			lo := block * e.block
			h.nodes[d][block] = e.summary(h.now, h.scores, d*n, lo, min(lo+e.block, n), h.state.Anchor)
		}
	}
}

// summary is the node of the members lo to hi-1 of the deme that starts at
// row base: population.Tree over their pairs, field by field.
func (e *cpu) summary(g problem.Genomes, scores []problem.Score, base, lo, hi int, anchor float64) population.Node {
	var sum, square, apart [largeBlock / 2]float64
	node := population.Node{Best: scores[base+lo], Worst: scores[base+lo], At: uint32(lo)}
	k := 0
	for i := lo; i < hi; i += 2 {
		s := scores[base+i]
		if s > node.Best {
			node.Best, node.At = s, uint32(i)
		}
		node.Worst = min(node.Worst, s)
		d := population.Offset(s, e.plan.float, anchor)
		sum[k], square[k] = d, float64(d*d)
		if i+1 < hi {
			s = scores[base+i+1]
			if s > node.Best {
				node.Best, node.At = s, uint32(i+1)
			}
			node.Worst = min(node.Worst, s)
			d = population.Offset(s, e.plan.float, anchor)
			sum[k] += d
			square[k] += float64(d * d)
			apart[k] = e.apart(g, base+i)
		}
		k++
	}
	node.Sum = population.TreeSum(sum[:k])
	node.Square = population.TreeSum(square[:k])
	node.Distance = population.TreeSum(apart[:k])
	return node
}

// apart is the distance between rows i and i+1.
func (e *cpu) apart(g problem.Genomes, i int) float64 {
	if g.Kind == problem.Binary && g.Length <= 64 {
		return float64(bits.OnesCount64(g.Bits[i] ^ g.Bits[i+1]))
	}
	return variation.Distance(e.plan.Rep, g.At(i), g.At(i+1))
}

// judge ends a step: it joins the statistics, keeps the best, and decides
// whether the replica goes on.
func (e *cpu) judge(h *herd, step int64) {
	n := e.plan.members
	var all population.Node
	for d := range h.wheels {
		node := population.Tree(h.nodes[d])
		w := &h.wheels[d]
		w.node = node
		w.mean, w.dev = node.Moments(n, h.state.Anchor)
		node.At += uint32(d * n)
		if d == 0 {
			all = node
		} else {
			all = all.Join(node)
		}
	}
	mean, dev := all.Moments(e.plan.population(), h.state.Anchor)
	spread := all.Spread(e.plan.demes*(n/2), e.plan.Rep.Length)
	if h.state.Judge(step, all.Best, mean, spread, e.Rules, e.plan.float) {
		h.best.Set(h.now.At(int(all.At)))
	}
	if e.Trace {
		h.samples = append(h.samples, h.state.Record(all, mean, dev, spread).Sample(h.index, e.Evaluations(step)))
	}
}
