package genetic

import (
	"math"
	"math/bits"
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
	all, low := r.fromWorst(n+c, at)
	index := func(key uint64) uint32 { return uint32(n+c-1) - uint32(key&(1<<low-1)) }
	if unique {
		for k := 0; k+1 < len(all) && len(list) < c; k++ { // all but the oldest of equals
			if all[k]>>low == all[k+1]>>low {
				list = append(list, index(all[k]))
				all[k] = taken
			}
		}
	}
	for _, key := range all {
		if len(list) < c && key != taken {
			list = append(list, index(key))
		}
	}
	return list
}

// taken is the key of no member.
const taken = math.MaxUint64

// fromWorst returns keys of members from the lowest score to the highest, the last
// first among equals: the score's distance from the lowest, and in the low bits
// the distance of the index from the last. Scores that lie too far apart for such a
// key are replaced by their ranks.
func (r *replica) fromWorst(count int, at func(uint32) problem.Score) (keys []uint64, low int) {
	r.keys = slices.Grow(r.keys[:0], 2*count)[:2*count]
	keys, room := r.keys[:count], r.keys[count:]
	least, most := at(0), at(0)
	for i := range uint32(count) {
		least, most = min(least, at(i)), max(most, at(i))
	}
	low = bits.Len(uint(count))
	distance := func(s problem.Score) uint64 { return uint64(s) - uint64(least) }
	if span := distance(most); bits.Len64(span)+low >= 64 {
		for i := range keys {
			room[i] = distance(at(uint32(i)))
		}
		slices.Sort(room)
		ranks := slices.Clone(slices.Compact(room))
		distance = func(s problem.Score) uint64 {
			k, _ := slices.BinarySearch(ranks, uint64(s)-uint64(least))
			return uint64(k)
		}
	}
	for i := range keys {
		keys[i] = distance(at(uint32(count-1-i)))<<low | uint64(i)
	}
	return sortFrom(keys, room, low, distance(most)), low
}

// sortFrom sorts keys whose bits below low are in order already by the bits from
// there on, which are at most last: a radix sort from the lowest digit on.
func sortFrom(keys, room []uint64, low int, last uint64) []uint64 {
	const digit = 11
	if len(keys) < 1<<digit/4 { // the table of digits would take longer
		slices.Sort(keys)
		return keys
	}
	for ; last > 0; last, low = last>>digit, low+digit {
		var places [1 << digit]uint32
		for _, key := range keys {
			places[key>>low&(1<<digit-1)]++
		}
		sum := uint32(0)
		for d, count := range places {
			places[d], sum = sum, sum+count
		}
		for _, key := range keys {
			d := key >> low & (1<<digit - 1)
			room[places[d]] = key
			places[d]++
		}
		keys, room = room, keys
	}
	return keys
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
