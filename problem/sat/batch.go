package sat

import (
	"math/bits"

	"github.com/warbler-opt/warbler/internal/bitslice"
	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/problem"
)

// EvaluateBatch scores many genomes, 64 at a time: with one word per literal
// that has a bit per genome, a clause is the OR of its literals' words.
func (p *maxsat) EvaluateBatch(g problem.Genomes, scores []problem.Score) {
	var s *slices64
	for lo := 0; lo < len(scores); lo += 64 {
		n := min(len(scores)-lo, 64)
		if n == 1 { // 64 lanes cost as much as one or two genomes
			scores[lo] = p.Evaluate(g.At(lo))
			break
		}
		if s == nil {
			s = p.scratch.Get().(*slices64)
			defer p.scratch.Put(s)
		}
		s.load(g, lo, n)
		p.score64(s, scores[lo:lo+n])
	}
}

// slices64 is the bit-sliced form of up to 64 genomes.
type slices64 struct {
	words []uint64 // bit i of words[l]: genome i makes literal l true
	live  uint64   // the lanes with a genome; the others hold rubbish
	hard  counter  // satisfied hard clauses
	soft  counter  // satisfied soft clauses, where each weighs 1
	lost  [64]int64
}

// load transposes genomes lo to lo+n-1.
func (s *slices64) load(g problem.Genomes, lo, n int) {
	s.live = ^uint64(0) >> (64 - n)
	stride := g.Stride()
	var block [64]uint64
	for w := range g.Words() {
		for i := range n {
			block[i] = g.Bits[(lo+i)*stride+w]
		}
		bitslice.Transpose(&block)
		out := s.words[w*128:][:128]
		for v, x := range block {
			out[2*v], out[2*v+1] = x, ^x
		}
	}
}

// score64 scores the genomes in s.
func (p *maxsat) score64(s *slices64, scores []problem.Score) {
	t := p.table
	hard := s.count(&s.hard, t, 0, t.Hard, p.widths[0])
	if t.Weight == nil {
		soft := s.count(&s.soft, t, t.Hard, t.Clauses(), p.widths[1])
		for i := range scores {
			scores[i] = t.Score(t.Hard-int(hard[i]), int64(soft[i]))
		}
		return
	}
	s.weigh(t, p.widths[1])
	for i := range scores {
		scores[i] = t.Score(t.Hard-int(hard[i]), t.Soft-s.lost[i])
	}
}

// block is how many clauses the counters take at once.
const block = 16

// count counts, for each genome, the satisfied clauses among lo to hi-1, which
// all have width literals unless width is 0.
func (s *slices64) count(n *counter, t *cnf.Table, lo, hi, width int) *[64]uint64 {
	*n = counter{}
	var or [block]uint64
	for ; lo+block <= hi; lo += block {
		s.fill(&or, t, lo, width)
		n.add(&or)
	}
	for ; lo < hi; lo++ {
		n.ripple(s.clause(t.Clause(lo)), 0)
	}
	return n.lanes()
}

// weigh adds up, for each genome, the weight of the soft clauses that it does
// not satisfy; there are fewer of them than of the others.
func (s *slices64) weigh(t *cnf.Table, width int) {
	clear(s.lost[:])
	var or [block]uint64
	c := t.Hard
	for ; c+block <= t.Clauses(); c += block {
		s.fill(&or, t, c, width)
		for k, x := range or {
			s.lose(^x, t.Weight[c+k])
		}
	}
	for ; c < t.Clauses(); c++ {
		s.lose(^s.clause(t.Clause(c)), t.Weight[c])
	}
}

// lose takes a weight from some genomes.
func (s *slices64) lose(x uint64, weight int64) {
	for x &= s.live; x != 0; x &= x - 1 {
		s.lost[bits.TrailingZeros64(x)] += weight
	}
}

// clause says which genomes satisfy a clause.
func (s *slices64) clause(clause []uint32) (or uint64) {
	for _, l := range clause {
		or |= s.words[l]
	}
	return or
}

// fill says which genomes satisfy clauses c to c+block-1. The usual widths have
// loops of their own: without a branch per literal they are twice as fast.
func (s *slices64) fill(or *[block]uint64, t *cnf.Table, c, width int) {
	words, lits := s.words, t.Lits[t.ClauseStart[c]:t.ClauseStart[c+block]]
	switch width {
	case 2:
		lits := lits[:2*block]
		for k := range or {
			or[k] = words[lits[2*k]] | words[lits[2*k+1]]
		}
	case 3:
		lits := lits[:3*block]
		for k := range or {
			or[k] = words[lits[3*k]] | words[lits[3*k+1]] | words[lits[3*k+2]]
		}
	default:
		for k := range or {
			or[k] = s.clause(t.Clause(c + k))
		}
	}
}

// counter counts set bits in each of 64 lanes: a number per lane, stored
// upright, plane i having the bits of value 2^i. Sixteen words are added at
// once through a tree of carry-save adders, as Harley and Seal count bits.
type counter struct {
	planes [64]uint64 // 32 are used; the others make it square
	used   bool       // something was added
}

// ripple adds a word whose bits have the value 2^i.
func (n *counter) ripple(x uint64, i int) {
	n.used = true
	for ; x != 0; i++ {
		n.planes[i], x = n.planes[i]^x, n.planes[i]&x
	}
}

// save adds three words: the sum has their value, the carry twice that.
func save(a, b, c uint64) (sum, carry uint64) {
	u := a ^ b
	return u ^ c, a&b | u&c
}

// add adds sixteen words.
func (n *counter) add(x *[16]uint64) {
	ones, twos, fours, eights := n.planes[0], n.planes[1], n.planes[2], n.planes[3]
	var t0, t1, f0, f1, e0, e1, sixteens uint64
	ones, t0 = save(ones, x[0], x[1])
	ones, t1 = save(ones, x[2], x[3])
	twos, f0 = save(twos, t0, t1)
	ones, t0 = save(ones, x[4], x[5])
	ones, t1 = save(ones, x[6], x[7])
	twos, f1 = save(twos, t0, t1)
	fours, e0 = save(fours, f0, f1)
	ones, t0 = save(ones, x[8], x[9])
	ones, t1 = save(ones, x[10], x[11])
	twos, f0 = save(twos, t0, t1)
	ones, t0 = save(ones, x[12], x[13])
	ones, t1 = save(ones, x[14], x[15])
	twos, f1 = save(twos, t0, t1)
	fours, e1 = save(fours, f0, f1)
	eights, sixteens = save(eights, e0, e1)
	n.planes[0], n.planes[1], n.planes[2], n.planes[3] = ones, twos, fours, eights
	n.ripple(sixteens, 4)
}

// lanes is the number of each lane. The counter is spent then.
func (n *counter) lanes() *[64]uint64 {
	if n.used {
		bitslice.Transpose(&n.planes)
	}
	return &n.planes
}
