package genetic

import (
	"cmp"
	"slices"

	"github.com/warbler-opt/warbler/problem"
)

// replace lets a deme's children take the places of its worst members: of the
// old and the new together the best stay, the older among equals, and with
// unique, equals go before worse ones. The children that stay fill the freed
// places in order.
func (r *replica) replace(d int) {
	n, c := r.plan.members, r.plan.children
	old, born := r.scores[d*n:(d+1)*n], r.nextScores[d*c:(d+1)*c]
	gone := r.worst(r.gone[:0], old, born, r.plan.unique)
	r.gone = gone
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
		r.now.At(d*n + i).Set(r.next.At(d*c + j))
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
func (r *replica) worst(list []uint32, old, born []problem.Score, unique bool) []uint32 {
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
	r.ranks = slices.Grow(r.ranks[:0], n+c)[:n+c]
	all := r.ranks
	for i := range all {
		all[i] = ranked{at(uint32(i)), uint32(i)}
	}
	slices.SortFunc(all, func(a, b ranked) int { // from worst to best
		return cmp.Or(cmp.Compare(a.score, b.score), cmp.Compare(b.index, a.index))
	})
	if unique {
		for i, one := range all { // all but the oldest of equals
			if len(list) < c && i+1 < len(all) && all[i+1].score == one.score {
				list = append(list, one.index)
				all[i].index = uint32(n + c) // gone
			}
		}
	}
	for _, one := range all {
		if len(list) < c && int(one.index) < n+c {
			list = append(list, one.index)
		}
	}
	return list
}

// migrate sends the best members of every deme to the next one on the ring,
// where they take the places of the worst.
func (r *replica) migrate(g problem.Genomes, scores []problem.Score) {
	n := r.plan.members
	for d := range r.wheels {
		rankOrder(r.wheels[d].order, scores[d*n:(d+1)*n])
	}
	// The best and the worst migrants are different members (they are at most n/2), so
	// nothing that leaves is overwritten before it has left.
	for d := range r.wheels {
		from, to := r.wheels[d].order, (d+1)%r.plan.demes
		for k := range r.plan.migrants {
			i, j := d*n+int(from[k]), to*n+int(r.wheels[to].order[n-1-k])
			g.At(j).Set(g.At(i))
			scores[j] = scores[i]
		}
	}
}
