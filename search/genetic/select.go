package genetic

import (
	"math"
	"math/bits"
	"slices"
	"sort"
	"unsafe"

	"github.com/warbler-opt/warbler/internal/elementary"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
)

// wheel is what selection needs to know of a segment: select.cl's twin.
type wheel struct {
	plan   *plan
	scores []problem.Score
	prefix []uint64 // exclusive prefix sums of the weights, and the total
	guide  []hint   // where searches in prefix begin, by position >> shift
	shift  uint
	order  []uint32 // members from best to worst
	node   population.Node
	mean   float64
	dev    float64
	offset uint64 // universal selection's
	turn   feistel
}

// prepare readies the wheel for the parents of a step. With parallel, its
// parts are made side by side.
func (w *wheel) prepare(seed uint64, step int64, deme int, parallel population.ParallelFor) {
	if w.plan.weighs() {
		w.weigh(parallel)
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

// couple is the parents of a pair, and the words that decide whether and
// where they cross.
type couple struct {
	a, b   uint32
	x2, x3 uint32
}

// pickAll lists the parents of the pairs from to to-1 of a segment, whose
// first pair has individual base and whose members have these genomes. Each stage
// runs over all pairs before the next begins, and asks for what the next one
// reads, so that cache misses of different pairs overlap, also with other work.
func (b *breeder) pickAll(w *wheel, at rng.Address, base, from, to int, g problem.Genomes) []couple {
	b.couples = slices.Grow(b.couples[:0], to-from)[:to-from]
	list := b.couples
	if w.plan.selection == selectRoulette {
		b.spin(w, list, at, base+from)
	}
	n, stride := uint32(len(w.scores)), 0
	if g.Kind == problem.Binary { // rows of the other kinds are long: the hardware fetches ahead
		stride = g.Stride()
	}
	for k := range list {
		c := &list[k]
		at.Individual = uint32(base + from + k)
		x0, x1, x2, x3 := at.Block(0)
		c.x2, c.x3 = x2, x3
		switch w.plan.selection {
		case selectUniform:
			c.a, c.b = at.Bounded(x0, 0, n), at.Bounded(x1, 1, n)
		case selectTournament:
			c.a, c.b = w.tournament(at, n)
		case selectTruncation:
			m := uint32(w.plan.parents)
			c.a, c.b = w.order[at.Bounded(x0, 0, m)], w.order[at.Bounded(x1, 1, m)]
		case selectUniversal:
			c.a, c.b = w.spoke(uint32(2*(from+k))), w.spoke(uint32(2*(from+k)+1))
		case selectRank:
			y0, y1, y2, y3 := at.Block(1)
			total := rankPrefix(uint64(n), uint64(n), w.plan.pressure)
			c.a = w.ranked(at.Bounded64(uint64(y1)<<32|uint64(y0), 4, total))
			c.b = w.ranked(at.Bounded64(uint64(y3)<<32|uint64(y2), 6, total))
		}
		if stride > 0 {
			prefetch(unsafe.Pointer(&g.Bits[int(c.a)*stride]), unsafe.Pointer(&g.Bits[int(c.b)*stride]))
		}
	}
	return list
}

// spin finds the parents of a run of pairs on the roulette wheel.
func (b *breeder) spin(w *wheel, list []couple, at rng.Address, first int) {
	n := uint64(len(w.scores))
	total := w.prefix[n]
	if total == 0 { // no member weighs anything: all are equal
		for k := range list {
			at.Individual = uint32(first + k)
			y0, y1, y2, y3 := at.Block(1)
			list[k].a = uint32(at.Bounded64(uint64(y1)<<32|uint64(y0), 4, n))
			list[k].b = uint32(at.Bounded64(uint64(y3)<<32|uint64(y2), 6, n))
		}
		return
	}
	b.positions = slices.Grow(b.positions[:0], 2*len(list))[:2*len(list)]
	positions := b.positions
	for k := range list {
		at.Individual = uint32(first + k)
		y0, y1, y2, y3 := at.Block(1)
		p := at.Bounded64(uint64(y1)<<32|uint64(y0), 4, total)
		q := at.Bounded64(uint64(y3)<<32|uint64(y2), 6, total)
		prefetch(unsafe.Pointer(&w.guide[p>>w.shift]), unsafe.Pointer(&w.guide[q>>w.shift]))
		positions[2*k], positions[2*k+1] = p, q
	}
	found := slices.Grow(b.found[:0], len(positions))[:len(positions)]
	missed := slices.Grow(b.missed[:0], len(positions))[:len(positions)]
	b.found, b.missed = found, missed
	misses := 0
	for k, r := range positions { // without branches
		i, miss := w.guide[r>>w.shift].member(w.quantum(r))
		missed[misses] = uint32(k)
		misses += int(miss)
		found[k] = hint(i)
	}
	sum := uint64(0)
	for _, k := range missed[:misses] {
		sum += w.prefix[found[k]+1]
	}
	b.touched = sum
	for _, k := range missed[:misses] {
		found[k] = hint(w.from(uint32(found[k]), positions[k]))
	}
	for k := range list {
		list[k].a, list[k].b = uint32(found[2*k]), uint32(found[2*k+1])
	}
}

// fetch copies the parents of couples whose rows are single words.
func (b *breeder) fetch(g problem.Genomes, base int, list []couple) {
	b.words = slices.Grow(b.words[:0], 2*len(list))[:2*len(list)]
	rows := g.Bits[base:]
	for k, c := range list {
		b.words[2*k], b.words[2*k+1] = rows[c.a], rows[c.b]
	}
}

// touch loads the first element of every parent's row.
func (b *breeder) touch(g problem.Genomes, base int, list []couple) {
	if g.Kind != problem.Binary {
		return // rows of the other kinds are long: the hardware fetches ahead
	}
	stride, sum := g.Stride(), uint64(0)
	for _, c := range list {
		sum += g.Bits[(base+int(c.a))*stride] + g.Bits[(base+int(c.b))*stride]
	}
	b.touched = sum
}

// tournament picks two parents, each the best of several members drawn with
// replacement, the first drawn among equals. Contender k of parent 0 or 1 is
// word 4 + 2k or the one after it.
func (w *wheel) tournament(at rng.Address, n uint32) (a, b uint32) {
	var x, y problem.Score
	for k := uint32(0); k < uint32(w.plan.tournament); k += 2 {
		x0, x1, x2, x3 := at.Block(1 + k/2)
		i, j := at.Bounded(x0, 4+2*k, n), at.Bounded(x1, 5+2*k, n)
		if k == 0 || w.scores[i] > x {
			a, x = i, w.scores[i]
		}
		if k == 0 || w.scores[j] > y {
			b, y = j, w.scores[j]
		}
		if k+1 == uint32(w.plan.tournament) {
			break
		}
		i, j = at.Bounded(x2, 6+2*k, n), at.Bounded(x3, 7+2*k, n)
		if w.scores[i] > x {
			a, x = i, w.scores[i]
		}
		if w.scores[j] > y {
			b, y = j, w.scores[j]
		}
	}
	return a, b
}

// spoke is the member under pointer k of universal selection. The pointers
// stand evenly from a random offset; a random turn of their order makes pairs
// of strangers.
func (w *wheel) spoke(k uint32) uint32 {
	n := uint64(len(w.scores))
	total := w.prefix[n]
	k = w.turn.at(k)
	if total == 0 {
		return uint32(uint64(k) % n)
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
func (w *wheel) ranked(x uint64) uint32 {
	n := uint64(len(w.scores))
	r := sort.Search(int(n), func(r int) bool { return rankPrefix(uint64(r)+1, n, w.plan.pressure) > x })
	return w.order[r]
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
	if s.plain() {
		if span := uint64(w.node.Best) - uint64(w.node.Worst); span>>32 != 0 {
			s.shift = 32 - bits.LeadingZeros64(span)
		}
		return s
	}
	s.low = s.number(w.node.Worst)
	if !(math.Abs(s.low) <= math.MaxFloat64) { // as far below the mean as the best is above
		s.low = w.mean - (s.number(w.node.Best) - w.mean)
	}
	best := s.number(w.node.Best) - s.low
	switch s.kind {
	case scalePower:
		s.a = best
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
		if x > 0 { // a share of the best's: powers of the number itself overflow
			x = elementary.Pow(x/s.a, s.power)
		}
	}
	if !(x > 0) {
		return 0
	}
	return x
}

// plain tells that weights are differences of integers.
func (s *scaler) plain() bool { return s.kind == scaleNone && !s.float }

// weight is a score's share of the wheel: at most 2^32.
func (s *scaler) weight(v problem.Score) uint64 {
	if s.plain() {
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
