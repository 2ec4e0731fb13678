package genetic

import (
	"math"
	"math/bits"
	"slices"
	"sort"

	"github.com/warbler-opt/warbler/kernel/elementary"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/rng"
	"github.com/warbler-opt/warbler/search/population"
)

// wheel is what selection needs to know of a segment: select.cl's twin.
type wheel struct {
	plan   *plan
	scores []problem.Score
	prefix []uint64 // exclusive prefix sums of the weights, and the total
	order  []uint32 // members from best to worst
	node   population.Node
	mean   float64
	dev    float64
	offset uint64 // universal selection's
	turn   feistel
}

// prepare readies the wheel for the parents of a step.
func (w *wheel) prepare(seed uint64, step int64, deme int) {
	if w.plan.weighs() {
		total := uint64(0)
		scale := w.scaler()
		for i, s := range w.scores {
			w.prefix[i] = total
			total += scale.weight(s)
		}
		w.prefix[len(w.scores)] = total
	}
	if w.plan.sorts() {
		rankOrder(w.order, w.scores)
	}
	if w.plan.selection == selectUniversal {
		at := rng.Address{Seed: seed, Step: uint64(step), Individual: uint32(deme), Purpose: rng.Wheel}
		x0, x1, x2, x3 := at.Block(0)
		if total := w.prefix[len(w.scores)]; total > 0 {
			w.offset = at.Bounded64(uint64(x1)<<32|uint64(x0), 0, total)
		}
		w.turn = newFeistel(uint32(2*w.plan.pairs()), x2, x3)
	}
}

// rankOrder fills order with the members from best to worst; equals keep
// their order.
func rankOrder(order []uint32, scores []problem.Score) {
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(a, b uint32) int {
		switch {
		case scores[a] != scores[b]:
			if scores[a] > scores[b] {
				return -1
			}
			return 1
		default:
			return int(a) - int(b)
		}
	})
}

// pick chooses the parents of pair p (counted within the segment). x0 and x1
// are the first words of the pair's block 0.
func (w *wheel) pick(at rng.Address, p int, x0, x1 uint32) (a, b int) {
	n := uint32(len(w.scores))
	switch w.plan.selection {
	case selectUniform:
		return int(at.Bounded(x0, 0, n)), int(at.Bounded(x1, 1, n))
	case selectTournament:
		return w.tournament(at, n)
	case selectTruncation:
		m := uint32(w.plan.parents)
		return int(w.order[at.Bounded(x0, 0, m)]), int(w.order[at.Bounded(x1, 1, m)])
	case selectUniversal:
		return w.spoke(uint32(2 * p)), w.spoke(uint32(2*p + 1))
	}
	y0, y1, y2, y3 := at.Block(1)
	u, v := uint64(y1)<<32|uint64(y0), uint64(y3)<<32|uint64(y2)
	if w.plan.selection == selectRank {
		total := rankPrefix(uint64(n), uint64(n), w.plan.pressure)
		return w.ranked(at.Bounded64(u, 4, total)), w.ranked(at.Bounded64(v, 6, total))
	}
	total := w.prefix[n]
	if total == 0 { // no member weighs anything: all are equal
		return int(at.Bounded64(u, 4, uint64(n))), int(at.Bounded64(v, 6, uint64(n)))
	}
	return w.at(at.Bounded64(u, 4, total)), w.at(at.Bounded64(v, 6, total))
}

// tournament picks two parents, each the best of several members drawn with
// replacement, the first drawn among equals. Contender k of parent 0 or 1 is
// word 4 + 2k or the one after it.
func (w *wheel) tournament(at rng.Address, n uint32) (a, b int) {
	var x, y problem.Score
	for k := uint32(0); k < uint32(w.plan.tournament); k += 2 {
		x0, x1, x2, x3 := at.Block(1 + k/2)
		i, j := at.Bounded(x0, 4+2*k, n), at.Bounded(x1, 5+2*k, n)
		if k == 0 || w.scores[i] > x {
			a, x = int(i), w.scores[i]
		}
		if k == 0 || w.scores[j] > y {
			b, y = int(j), w.scores[j]
		}
		if k+1 == uint32(w.plan.tournament) {
			break
		}
		i, j = at.Bounded(x2, 6+2*k, n), at.Bounded(x3, 7+2*k, n)
		if w.scores[i] > x {
			a, x = int(i), w.scores[i]
		}
		if w.scores[j] > y {
			b, y = int(j), w.scores[j]
		}
	}
	return a, b
}

// at is the member whose share of the wheel holds position r.
func (w *wheel) at(r uint64) int {
	return sort.Search(len(w.scores), func(i int) bool { return w.prefix[i+1] > r })
}

// spoke is the member under pointer k of universal selection. The pointers
// stand evenly from a random offset; a random turn of their order makes pairs
// of strangers.
func (w *wheel) spoke(k uint32) int {
	n := uint64(len(w.scores))
	total := w.prefix[n]
	k = w.turn.at(k)
	if total == 0 {
		return int(uint64(k) % n)
	}
	m := uint64(w.turn.n)
	// ⌊(k·total + offset) / m⌋ without leaving 64 bits
	q, rem := total/m, total%m
	return w.at(uint64(k)*q + (uint64(k)*rem+w.offset)/m)
}

// rankPrefix is the weight of the r best of n ranks under linear ranking: rank
// i weighs pressure·(n-1) - (2·pressure - 2)·i, in 1/4096.
func rankPrefix(r, n, pressure uint64) uint64 {
	if n == 1 {
		return r
	}
	return pressure*(n-1)*r - (2*pressure-2*4096)*(r*(r-1)/2)
}

// ranked is the member of the rank that holds position x.
func (w *wheel) ranked(x uint64) int {
	n := uint64(len(w.scores))
	r := sort.Search(int(n), func(r int) bool { return rankPrefix(uint64(r)+1, n, w.plan.pressure) > x })
	return int(w.order[r])
}

// scaler turns scores into the integer weights of a wheel.
type scaler struct {
	kind  int
	float bool
	worst problem.Score
	shift int     // for plain integers
	low   float64 // what is subtracted from a number
	a, b  float64 // linear scaling
	power float64
	top   float64 // the largest scaled number
}

// scaler fixes the constants of a segment's scaling from its statistics.
func (w *wheel) scaler() scaler {
	s := scaler{kind: w.plan.scaling, float: w.plan.float, worst: w.node.Worst, power: w.plan.scale}
	if s.kind == scaleNone && !s.float {
		if span := uint64(w.node.Best) - uint64(w.node.Worst); span>>32 != 0 {
			s.shift = 32 - bits.LeadingZeros64(span)
		}
		return s
	}
	s.low = s.number(w.node.Worst)
	best := s.number(w.node.Best) - s.low
	switch s.kind {
	case scaleLinear: // Goldberg 1989, p. 79, on numbers that start at 0
		mean := w.mean - s.low
		if c := w.plan.scale; float64(c*mean)-best < 0 { // the minimum stays positive
			d := best - mean
			s.a = float64((c-1)*mean) / d
			s.b = float64(mean*(best-float64(c*mean))) / d
		} else {
			s.a = 1
		}
	case scaleSigma:
		s.low = w.mean - float64(w.plan.scale*w.dev)
	}
	s.top = s.scaled(w.node.Best)
	return s
}

func (s *scaler) number(v problem.Score) float64 {
	if s.float {
		return problem.ToFloat(v)
	}
	return float64(v)
}

// scaled is a score's number after scaling, not below 0.
func (s *scaler) scaled(v problem.Score) float64 {
	x := s.number(v) - s.low
	switch s.kind {
	case scaleLinear:
		x = float64(s.a*x) + s.b
	case scalePower:
		if x > 0 {
			x = elementary.Pow(x, s.power)
		}
	}
	if !(x > 0) {
		return 0
	}
	return x
}

// weight is a score's share of the wheel: at most 2^32.
func (s *scaler) weight(v problem.Score) uint64 {
	if s.kind == scaleNone && !s.float {
		return (uint64(v) - uint64(s.worst)) >> s.shift
	}
	r := s.scaled(v) / s.top
	if !(r > 0) {
		return 0
	}
	if r >= 1 {
		return 1 << 32
	}
	return uint64(math.Floor(r * (1 << 32)))
}
