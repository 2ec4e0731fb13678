package eax

import (
	"math"

	"github.com/warbler-opt/warbler/internal/elementary"
)

// frequencies are how many members of a population have each edge.
type frequencies struct {
	edges [][]frequency // of each city to later ones
	part  []int64       // what an edge that so many members have adds to the entropy
}

type frequency struct {
	to    uint16
	count uint16
}

// entropyUnit is the entropy that counts as 1: sums of integers are the same in any order.
const entropyUnit = 1 << 32

func newFrequencies(cities, members int) *frequencies {
	f := &frequencies{edges: make([][]frequency, cities), part: make([]int64, members+2)}
	for k := 1; k <= members; k++ {
		share := float64(k) / float64(members)
		f.part[k] = int64(math.Round(-share * elementary.Log(share) * entropyUnit))
	}
	return f
}

// of is how many members have an edge.
func (f *frequencies) of(u, v int32) int {
	if u > v {
		u, v = v, u
	}
	for _, e := range f.edges[u] {
		if e.to == uint16(v) {
			return int(e.count)
		}
	}
	return 0
}

// add counts a member that has an edge.
func (f *frequencies) add(u, v int32) {
	if u > v {
		u, v = v, u
	}
	list := f.edges[u]
	for i := range list {
		if list[i].to == uint16(v) {
			list[i].count++
			return
		}
	}
	f.edges[u] = append(list, frequency{uint16(v), 1})
}

// remove counts a member less that has an edge.
func (f *frequencies) remove(u, v int32) {
	if u > v {
		u, v = v, u
	}
	list := f.edges[u]
	for i := range list {
		if list[i].to == uint16(v) {
			if list[i].count--; list[i].count == 0 {
				list[i] = list[len(list)-1]
				f.edges[u] = list[:len(list)-1]
			}
			return
		}
	}
}

// change is by how much the entropy of the edges grows when a member loses and gains
// some (section 4 of the paper).
func (f *frequencies) change(removed, added []edge) int64 {
	sum := int64(0)
	for _, e := range removed {
		k := f.of(e.u, e.v)
		sum += f.part[k-1] - f.part[k]
	}
	for _, e := range added {
		k := f.of(e.u, e.v)
		sum += f.part[k+1] - f.part[k]
	}
	return sum
}
