package climb

import (
	"math/bits"

	"github.com/warbler-opt/warbler/internal/bitslice"
	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/problem"
)

// lanes is how many genomes a word of the bit-sliced climb holds.
const lanes = 64

// slices64 is the room that a goroutine needs for the bit-sliced climb: a word for
// each literal, and for the two that are always and never true.
type slices64 struct {
	words []uint64
}

func (l *schedule) newSlices() *slices64 {
	size := 2*len(l.vars) + 2
	if l.packed {
		size = literalMask + 1 // so that no index needs to be checked
	}
	s := &slices64{words: make([]uint64, size)}
	s.words[2*len(l.vars)] = ^uint64(0)
	return s
}

func (c *Climber) sliced(s *slices64, g problem.Genomes, scores []problem.Score, passes int, last []int32, aborted func() bool) {
	for lo := 0; lo < len(scores); lo += lanes {
		n := min(lanes, len(scores)-lo)
		s.load(g, lo, n)
		c.column(s, ^uint64(0)>>(lanes-n), passes, last[lo:lo+n], aborted)
		s.store(g, lo, n)
	}
	if !aborted() {
		c.problem.(cnf.Problem).EvaluateBatch(g, scores)
	}
}

// column makes at most so many passes over the genomes in s; live are the
// lanes that have one.
func (c *Climber) column(s *slices64, live uint64, passes int, last []int32, aborted func() bool) {
	clear(last)
	for pass := int32(1); pass <= int32(passes) && !aborted(); pass++ {
		var flipped, final uint64
		if c.schedule.packed {
			flipped, final = c.schedule.packedPass((*[literalMask + 1]uint64)(s.words))
		} else {
			flipped, final = c.schedule.pass(s.words)
		}
		flipped &= live
		if flipped == 0 {
			return
		}
		report(last, flipped, final&live, pass, c.literal)
	}
}

// report notes the pass in which genomes changed. Figure 10 of the paper, to
// the letter, divides a count that starts at 1 by the number of variables: only
// a change of the last variable has the number of its pass, all others have
// that of the pass before.
func report(last []int32, flipped, final uint64, pass int32, literal bool) {
	for x := flipped; x != 0; x &= x - 1 {
		i := bits.TrailingZeros64(x)
		last[i] = pass
		if literal && final>>i&1 == 0 {
			last[i] = pass - 1
		}
	}
}

// flips is the lanes in which a variable whose word is x should change, by the
// planes of a counter that began at 2^planes less the negated occurrences: it
// now has 2^planes and what the value true gains over false.
func flips(x, top, low uint64) uint64 {
	return top&low&^x | x&^top
}

// full adds three bits of each lane.
func full(a, b, c uint64) (sum, carry uint64) {
	u := a ^ b
	return u ^ c, a&b | u&c
}

// mostPlanes bounds the counters on the stack: occurrences fit 32 bits.
const mostPlanes = 33

// begin sets a counter to 2^planes less negative in every lane.
func begin(n *[mostPlanes]uint64, planes int, negative uint32) {
	from := uint64(1)<<planes - uint64(negative)
	for j := 0; j <= planes; j++ {
		n[j] = -(from >> j & 1)
	}
}

// ripple adds one bit of value 2^j to each lane.
func ripple(n *[mostPlanes]uint64, x uint64, j, planes int) {
	for ; j <= planes; j++ {
		n[j], x = n[j]^x, n[j]&x
	}
}

// packedPass visits every variable once and returns the lanes that changed, and
// those in which the last one did.
func (l *schedule) packedPass(words *[literalMask + 1]uint64) (flipped, final uint64) {
	var n [mostPlanes]uint64
	for k, v := range l.vars {
		begin(&n, l.planes, l.negative[k])
		ones, twos := n[0], n[1]
		list := l.entries[l.start[k]:l.start[k+1]]
		for ; len(list) >= fours; list = list[fours:] {
			var x [fours]uint64
			for i, e := range list[:fours] {
				or := words[e&literalMask] | words[e>>literalBits&literalMask]
				x[i] = or ^ uint64(int64(int32(e)>>31))
			}
			var a, b, f uint64
			ones, a = full(ones, x[0], x[1])
			ones, b = full(ones, x[2], x[3])
			twos, f = full(twos, a, b)
			ripple(&n, f, 2, l.planes)
		}
		low := ones | twos
		for j := 2; j < l.planes; j++ {
			low |= n[j]
		}
		x := words[2*v&literalMask]
		f := flips(x, n[l.planes], low)
		words[2*v&literalMask] = x ^ f
		words[(2*v+1)&literalMask] = ^(x ^ f)
		flipped |= f
		if v == l.last {
			final = f
		}
	}
	return flipped, final
}

// pass is packedPass for clauses of any length.
func (l *schedule) pass(words []uint64) (flipped, final uint64) {
	var n [mostPlanes]uint64
	for k, v := range l.vars {
		begin(&n, l.planes, l.negative[k])
		for list := l.entries[l.start[k]:l.start[k+1]]; len(list) > 0; {
			count := list[0] >> 1
			or := -uint64(list[0] & 1) // an XOR with what the OR gives
			any := uint64(0)
			for _, x := range list[1 : 1+count] {
				any |= words[x]
			}
			ripple(&n, any^or, 0, l.planes)
			list = list[1+count:]
		}
		low := uint64(0)
		for j := 0; j < l.planes; j++ {
			low |= n[j]
		}
		x := words[2*v]
		f := flips(x, n[l.planes], low)
		words[2*v], words[2*v+1] = x^f, ^(x ^ f)
		flipped |= f
		if v == l.last {
			final = f
		}
	}
	return flipped, final
}

// load transposes genomes lo to lo+n-1 into words.
func (s *slices64) load(g problem.Genomes, lo, n int) {
	stride := g.Stride()
	var block [64]uint64
	for w := range g.Words() {
		clear(block[n:])
		for i := range n {
			block[i] = g.Bits[(lo+i)*stride+w]
		}
		bitslice.Transpose(&block)
		for j := range min(64, g.Length-64*w) {
			v := 64*w + j
			s.words[2*v], s.words[2*v+1] = block[j], ^block[j]
		}
	}
}

// store is the inverse of load.
func (s *slices64) store(g problem.Genomes, lo, n int) {
	stride := g.Stride()
	var block [64]uint64
	for w := range g.Words() {
		clear(block[:])
		for j := range min(64, g.Length-64*w) {
			block[j] = s.words[2*(64*w+j)]
		}
		bitslice.Transpose(&block)
		for i := range n {
			g.Bits[(lo+i)*stride+w] = block[i]
		}
	}
}
