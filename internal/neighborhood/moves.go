package neighborhood

import (
	"slices"

	"github.com/warbler-opt/warbler/problem"
)

// Kind is what the moves of a neighborhood do.
type Kind int

// The kinds, in the order of their numbers in the dialect.
const (
	Flip      Kind = iota // of a bit
	Pair                  // of bits that flip
	Change                // of a gene's symbol
	Exchange              // of what two places have
	Rotation              // of what three places have
	Insertion             // of a value elsewhere
	Reversal              // of a segment
	OrOpt                 // of a short segment elsewhere, either way round
)

// Names are those of the kinds.
var Names = []string{"flip", "pair", "change", "exchange", "rotation", "insertion", "reversal", "or-opt"}

func (k Kind) String() string { return Names[k] }

// Moves is a neighborhood of genomes: the moves from 0 to Size-1.
type Moves struct {
	Kind      Kind
	N         int // genes
	Alphabet  int
	Rotations int // their directions, or 0
}

// Count is how many moves there are, however many.
func (m Moves) Count() uint64 {
	n := uint64(m.N)
	switch m.Kind {
	case Pair, Exchange, Reversal:
		return choose2(n)
	case Change:
		return n * uint64(m.Alphabet-1)
	case Rotation:
		if n < 3 {
			return 0
		}
		return uint64(m.Rotations) * choose3(n)
	case Insertion:
		return (n - 1) * (n - 1)
	case OrOpt:
		return segmentCount(n)
	}
	return n
}

// Size is how many moves there are.
func (m Moves) Size() int { return int(m.Count()) }

// At are the genes of move t; those it does not have are 0. The second of a change
// is the rank of its symbol among those that the gene does not have, so that a move's
// number does not depend on the genome; the third of Or-opt says which segments move.
func (m Moves) At(t int) (i, j, k int) {
	switch m.Kind {
	case Pair, Exchange, Reversal:
		i, j = pairAt(m.N, uint64(t))
	case Change:
		i, j = t/(m.Alphabet-1), t%(m.Alphabet-1)
	case Rotation:
		if size := int(choose3(uint64(m.N))); t >= size {
			i, k, j = tripleAt(m.N, uint64(t-size))
		} else {
			i, j, k = tripleAt(m.N, uint64(t))
		}
	case Insertion:
		i, j = insertionAt(m.N, t)
	case OrOpt:
		i, j, k = segmentAt(m.N, t)
	default:
		i = t
	}
	return i, j, k
}

// Index is the number of an exchange of i and j, i < j, or of the rotation in which i
// takes the value of j, j that of k and k that of i, the lowest of them.
func (m Moves) Index(i, j, k int) int {
	switch {
	case m.Kind == Exchange:
		return int(pairIndex(m.N, i, j))
	case j < k:
		return int(tripleIndex(m.N, i, j, k))
	}
	return int(choose3(uint64(m.N)) + tripleIndex(m.N, i, k, j))
}

// Apply makes move t.
func (m Moves) Apply(g problem.Genome, t int) {
	i, j, k := m.At(t)
	switch m.Kind {
	case Flip:
		g.Bits[i>>6] ^= 1 << (i & 63)
	case Pair:
		g.Bits[i>>6] ^= 1 << (i & 63)
		g.Bits[j>>6] ^= 1 << (j & 63)
	case Change:
		g.Symbols[i] = symbol(j, g.Symbols[i])
	case Exchange:
		g.Order[i], g.Order[j] = g.Order[j], g.Order[i]
	case Rotation:
		g.Order[i], g.Order[j], g.Order[k] = g.Order[j], g.Order[k], g.Order[i]
	case Insertion:
		Insert(g.Order, i, j)
	case Reversal:
		slices.Reverse(g.Order[i : j+1])
	case OrOpt:
		moveSegment(i, j, k, func(i, j int) { slices.Reverse(g.Order[i : j+1]) })
	}
}

// Insert moves the value at position i of a permutation to position j; what lies
// between moves up.
func Insert(p []uint16, i, j int) {
	v := p[i]
	if i < j {
		copy(p[i:j], p[i+1:j+1])
	} else {
		copy(p[j+1:i+1], p[j:i])
	}
	p[j] = v
}

// Values is how many a gene can have.
func (m Moves) Values() int {
	switch m.Kind {
	case Flip, Pair:
		return 2
	case Change:
		return m.Alphabet
	}
	return m.N
}

// Attributes are what a move does in terms of genes and values, each pair a number
// from 0 to N·Values-1: those that it brings about (Enter) and those that it ends.
type Attributes struct {
	Count        int
	Enter, Leave [3]int
}

func (a *Attributes) add(enter, leave int) {
	a.Enter[a.Count], a.Leave[a.Count] = enter, leave
	a.Count++
}

// Attributes are those of move t of a genome.
func (m Moves) Attributes(g problem.Genome, t int) (a Attributes) {
	i, j, k := m.At(t)
	v := m.Values()
	bit := func(i int) int { return int(g.Bits[i>>6] >> (i & 63) & 1) }
	switch m.Kind {
	case Flip:
		a.add(2*i+1-bit(i), 2*i+bit(i))
	case Pair:
		a.add(2*i+1-bit(i), 2*i+bit(i))
		a.add(2*j+1-bit(j), 2*j+bit(j))
	case Change:
		s := g.Symbols[i]
		a.add(v*i+int(symbol(j, s)), v*i+int(s))
	case Exchange:
		x, y := int(g.Order[i]), int(g.Order[j])
		a.add(v*i+y, v*i+x)
		a.add(v*j+x, v*j+y)
	case Rotation:
		x, y, z := int(g.Order[i]), int(g.Order[j]), int(g.Order[k])
		a.add(v*i+y, v*i+x)
		a.add(v*j+z, v*j+y)
		a.add(v*k+x, v*k+z)
	case Insertion:
		x := int(g.Order[i])
		a.add(v*j+x, v*i+x)
	case Reversal: // of all that it moves, the ends
		x, y := int(g.Order[i]), int(g.Order[j])
		a.add(v*i+y, v*i+x)
		a.add(v*j+x, v*j+y)
	case OrOpt: // of the segment, one value
		i, j = outer(i, j, k)
		x := int(g.Order[i])
		a.add(v*j+x, v*i+x)
	}
	return a
}

// TabuEntry is the number of the entry of a tabu list that forbids move t: one for the
// gene of a change; one for a rotation and its inverse, which undoes it as two more of
// its own do; one for two moves of Or-opt that do the same; else one for each move.
func (m Moves) TabuEntry(t int) int {
	switch {
	case m.Kind == Change:
		return t / (m.Alphabet - 1)
	case m.Rotations == 2:
		return t % m.TabuEntries()
	case m.Kind == OrOpt:
		return m.sameSegment(m.At(t))
	}
	return t
}

// TabuEntryAfter is the entry that move t makes tabu: that of the move which undoes it,
// if there is one.
func (m Moves) TabuEntryAfter(t int) int {
	if m.Kind == Insertion {
		if i, j, _ := m.At(t); j != i+1 { // else it undoes itself
			return insertionIndex(m.N, j, i)
		}
	}
	if m.Kind == OrOpt {
		i, j, k := m.At(t)
		return m.sameSegment(j, i, k)
	}
	return m.TabuEntry(t)
}

// TabuEntries is how many there are.
func (m Moves) TabuEntries() int {
	switch {
	case m.Kind == Change:
		return m.N
	case m.Rotations == 2:
		return m.Size() / 2
	}
	return m.Size()
}
