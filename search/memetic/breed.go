package memetic

import (
	"cmp"
	"math"
	"slices"

	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
)

// children makes those of a generation from the population. A child of equals,
// or of one parent, is perturbed.
func (h *replica) children(step int64) {
	p := &h.engine.plan
	left, taken := make([]uint16, 0, p.rep.Length), make([]bool, p.rep.Length)
	for c := range p.children {
		pair := rng.Address{Seed: h.Seed, Step: uint64(step), Individual: uint32(c), Purpose: rng.Pair}
		a, b := h.now.At(h.parent(pair, 0)).Order, h.now.At(h.parent(pair, 1)).Order
		child := h.next.At(c).Order
		copy(child, a)
		if !rng.Bernoulli(pair.Word(4), p.pc) || slices.Equal(a, b) {
			h.perturb(child, step, 0, c)
			continue
		}
		h.cross(child, a, b, step, c, left, taken)
	}
}

// cross makes a child: where both parents have the same, it has that too. Of the
// rest, uniform crossover takes what one of them has, drawn at random, or if that
// is given already, the other; what is then left is dealt at random. Without it,
// all of the rest is (section IV.A).
func (h *replica) cross(child, a, b []uint16, step int64, c int, left []uint16, taken []bool) {
	at := rng.Address{Seed: h.Seed, Step: uint64(step), Individual: uint32(c), Purpose: rng.Cross}
	const open = math.MaxUint16
	clear(taken)
	for i, x := range a {
		if child[i] = open; x == b[i] {
			child[i], taken[x] = x, true
		}
	}
	if h.engine.plan.uniform {
		for i := range child {
			if child[i] != open {
				continue
			}
			x, y := a[i], b[i]
			if at.Word(uint32(len(child)+i))&1 != 0 {
				x, y = y, x
			}
			if taken[x] {
				x = y
			}
			if !taken[x] {
				child[i], taken[x] = x, true
			}
		}
	}
	left = left[:0]
	for x, t := range taken {
		if !t {
			left = append(left, uint16(x))
		}
	}
	deal := make([]uint16, len(left))
	at.Permutation(deal)
	for i := range child {
		if child[i] == open {
			child[i], deal = left[deal[0]], deal[1:]
		}
	}
}

// parent is the best of some members, the first drawn among equals, for one parent
// or the other. Those of a tournament are among those of every larger one.
func (h *replica) parent(at rng.Address, other uint32) int {
	n := uint32(len(h.scores))
	best := uint32(0)
	for t := range uint32(h.engine.plan.tournament) {
		word := 2*other + t
		if t > 1 { // word 4 is for crossover
			word = 4 + 2*t + other
		}
		if i := at.Bounded(at.Word(word), word, n); t == 0 || h.scores[i] > h.scores[best] {
			best = i
		}
	}
	return int(best)
}

// perturb makes a random number of exchanges.
func (h *replica) perturb(order []uint16, step int64, round, c int) {
	p := &h.engine.plan
	at := rng.Address{Seed: h.Seed, Step: uint64(step)*uint64(p.rounds) + uint64(round), Individual: uint32(c), Purpose: rng.Mutate}
	exchangeRandomly(order, 1+at.Bounded(at.Word(0), 0, uint32(p.perturbation)), at)
}

// exchangeRandomly makes random exchanges.
func exchangeRandomly(order []uint16, times uint32, at rng.Address) {
	n := uint32(len(order))
	if n < 2 {
		return
	}
	for k := range times {
		w := 4 + 2*k
		i := at.Bounded(at.Word(w), w, n)
		j := (i + 1 + at.Bounded(at.Word(w+1), w+1, n-1)) % n
		order[i], order[j] = order[j], order[i]
	}
}

// candidate is a member or a child that may live on.
type candidate struct {
	score problem.Score
	order []uint16
	child int // or -1
}

// successors are the best of the members and the children, or of the children, the
// earlier among equals and members before children; the first of them live on. It is
// nil when aborted says so: to compare many of them takes long.
func (h *replica) successors(aborted func() bool) (all []candidate) {
	p := &h.engine.plan
	if !p.comma {
		for i := range p.members {
			all = append(all, candidate{h.scores[i], slices.Clone(h.now.At(i).Order), -1})
		}
	}
	for i := range p.children {
		all = append(all, candidate{h.fresh[i], slices.Clone(h.next.At(i).Order), i})
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	// Members that are too near to a better one come behind all others.
	var first, near []candidate
	for _, c := range all {
		if aborted() {
			return nil
		}
		if len(first) < p.members && slices.ContainsFunc(first, func(o candidate) bool { return !differ(o.order, c.order, p.minDistance) }) {
			near = append(near, c)
		} else {
			first = append(first, c)
		}
	}
	return append(first, near...)
}

// replace makes the first of them the population.
func (h *replica) replace(by []candidate) {
	var entered [2]int64
	for i := range h.scores {
		h.scores[i] = by[i].score
		copy(h.now.At(i).Order, by[i].order)
		if by[i].child >= 0 {
			entered[h.class(by[i].child)]++
		}
	}
	h.learn(entered)
}

// differ reports whether two permutations differ in so many places.
func differ(a, b []uint16, places int) bool {
	for i := 0; i < len(a) && places > 0; i++ {
		if a[i] != b[i] {
			places--
		}
	}
	return places == 0
}

// renew changes all members but the best, when there was no new best for long: they
// become random ones or, each time the more, perturbations of what they were.
func (h *replica) renew(step int64) {
	p := &h.engine.plan
	if p.renewal == 0 || step-max(h.State.Found, h.renewed) < p.renewal {
		return
	}
	h.renewed = step
	times := (step - h.State.Found) / p.renewal // since there was a new best
	for i := 1; i < p.members; i++ {            // they are in order
		g := h.now.At(i)
		at := rng.Address{Seed: h.Seed, Step: uint64(step), Individual: uint32(i), Purpose: rng.Init}
		if p.perturbed {
			n := int64(p.rep.Length)
			exchangeRandomly(g.Order, uint32(min(n, times*max(2, n/10))), at)
		} else {
			at.Permutation(g.Order)
		}
		h.scores[i] = h.engine.Problem.Evaluate(g)
	}
}

// class is which of the two tenures a child's search has.
func (h *replica) class(child int) int {
	if int64(child) < h.brief {
		return 0
	}
	return 1
}

// learn gives the tenure more children by which more of its own have entered the
// population. Both keep an eighth, since what pays may change.
func (h *replica) learn(entered [2]int64) {
	n := int64(h.engine.plan.children)
	step, least := max(1, n/16), n/8
	switch a, b := entered[0]*(n-h.brief), entered[1]*h.brief; {
	case a > b:
		h.brief = min(h.brief+step, n-least)
	case a < b:
		h.brief = max(h.brief-step, least)
	}
}
