package memetic

import (
	"slices"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/rng"
)

// children makes those of a generation from the population: where both parents
// have the same, the child has it too; the rest is dealt at random (section
// IV.A). A child of equals is perturbed.
func (h *herd) children(step int64) {
	p := &h.engine.plan
	n := p.rep.Length
	left, taken := make([]uint16, 0, n), make([]bool, n)
	for c := range p.children {
		pair := rng.Address{Seed: h.seed, Step: uint64(step), Individual: uint32(c), Purpose: rng.Pair}
		a, b := h.now.At(h.parent(pair, 0)).Order, h.now.At(h.parent(pair, 2)).Order
		child := h.next.At(c).Order
		clear(taken)
		for i, x := range a {
			if x == b[i] {
				child[i] = x
				taken[x] = true
			}
		}
		left = left[:0]
		for x := range n {
			if !taken[x] {
				left = append(left, uint16(x))
			}
		}
		if len(left) == 0 {
			h.perturb(child, step, 0, c)
			continue
		}
		deal := rng.Address{Seed: h.seed, Step: uint64(step), Individual: uint32(c), Purpose: rng.Cross}
		shuffle(left, deal)
		k := 0
		for i, x := range a {
			if x != b[i] {
				child[i] = left[k]
				k++
			}
		}
	}
}

// parent is the better of two members, the first drawn among equals.
func (h *herd) parent(at rng.Address, word uint32) int {
	n := uint32(len(h.scores))
	i, j := at.Bounded(at.Word(word), word, n), at.Bounded(at.Word(word+1), word+1, n)
	if h.scores[j] > h.scores[i] {
		i = j
	}
	return int(i)
}

// shuffle is a random order of a list.
func shuffle(list []uint16, at rng.Address) {
	for i := len(list) - 1; i > 0; i-- {
		w := uint32(i)
		j := at.Bounded(at.Word(w), w, w+1)
		list[i], list[j] = list[j], list[i]
	}
}

// perturb makes a random number of exchanges.
func (h *herd) perturb(order []uint16, step int64, round, c int) {
	p := &h.engine.plan
	n := uint32(len(order))
	if n < 2 {
		return
	}
	at := rng.Address{Seed: h.seed, Step: uint64(step)*uint64(p.rounds) + uint64(round), Individual: uint32(c), Purpose: rng.Mutate}
	kicks := 1 + at.Bounded(at.Word(0), 0, uint32(p.kicks))
	for k := range kicks {
		w := 4 + 2*k
		i := at.Bounded(at.Word(w), w, n)
		j := (i + 1 + at.Bounded(at.Word(w+1), w+1, n-1)) % n
		order[i], order[j] = order[j], order[i]
	}
}

// replace keeps the best of the members and the children, the earlier among
// equals and members before children.
func (h *herd) replace() {
	p := &h.engine.plan
	type candidate struct {
		score problem.Score
		order []uint16
	}
	var all []candidate
	for i := range p.members {
		all = append(all, candidate{h.scores[i], slices.Clone(h.now.At(i).Order)})
	}
	for i := range p.children {
		all = append(all, candidate{h.fresh[i], slices.Clone(h.next.At(i).Order)})
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return 0
	})
	if p.distinct {
		var first, again []candidate
		for k, c := range all {
			same := false
			for e := k - 1; e >= 0 && all[e].score == c.score && !same; e-- {
				same = slices.Equal(all[e].order, c.order)
			}
			if same {
				again = append(again, c)
			} else {
				first = append(first, c)
			}
		}
		all = append(first, again...)
	}
	for i := range p.members {
		h.scores[i] = all[i].score
		copy(h.now.At(i).Order, all[i].order)
	}
}
