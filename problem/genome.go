package problem

import (
	"fmt"
	"math"
	"slices"
)

// GenomeKind is a family of genomes.
type GenomeKind int

// The kinds of genomes.
const (
	Binary      GenomeKind = iota // bits, packed into uint64 words from the lowest bit
	Discrete                      // symbols 0 … Alphabet-1, a byte each
	Permutation                   // an order of 0 … Length-1
	Real                          // float64 within bounds
)

var kindNames = [...]string{"binary", "discrete", "permutation", "real"}

// String is the kind's name as it appears in messages.
func (k GenomeKind) String() string { return kindNames[k] }

// Representation describes a problem's genomes.
type Representation struct {
	Kind     GenomeKind
	Length   int       // genes
	Alphabet int       // discrete: symbols per gene, 2 to 256
	Lower    []float64 // real: the bounds of each gene
	Upper    []float64
	// Variables, for real genomes, are what the genes stand for: see NewVariables.
	Variables []Variable
	// Code, for binary genomes that stand for real vectors, says how: see NewCoded.
	Code *Code
	// Long says that a permutation may have more than MaxOrder places: its genomes are
	// Genome.Long. Only algorithms that are made for it take it.
	Long bool
}

// MaxOrder is how many places Genome.Order can have.
const MaxOrder = 65535

// maxLong is how many places Genome.Long can have.
const maxLong = 1 << 24

// Words is how many uint64 words a binary genome fills.
func (r Representation) Words() int { return (r.Length + 63) / 64 }

// Stride is the distance between the genomes of a Genomes, in elements: rows
// of more than eight bytes start at multiples of sixteen.
func (r Representation) Stride() int {
	switch r.Kind {
	case Binary:
		w := r.Words()
		if w > 1 {
			w += w & 1
		}
		return w
	case Discrete:
		return (r.Length + 15) &^ 15
	case Permutation:
		return (r.Length + 7) &^ 7
	default:
		if r.Length == 1 {
			return 1
		}
		return r.Length + r.Length&1
	}
}

// Bytes is what a genome of a Genomes fills.
func (r Representation) Bytes() int {
	switch r.Kind {
	case Discrete:
		return r.Stride()
	case Permutation:
		if r.Long {
			return 4 * r.Stride()
		}
		return 2 * r.Stride()
	}
	return 8 * r.Stride()
}

// Validate reports what is wrong with a representation.
func (r Representation) Validate() error {
	switch {
	case r.Length < 1:
		return fmt.Errorf("problem: a genome needs at least one gene, not %d", r.Length)
	case r.Kind == Discrete && (r.Alphabet < 2 || r.Alphabet > 256):
		return fmt.Errorf("problem: an alphabet has 2 to 256 symbols, not %d", r.Alphabet)
	case r.Kind == Permutation && r.Length > maxLong || r.Kind == Permutation && r.Length > MaxOrder && !r.Long:
		return fmt.Errorf("problem: a permutation has at most %d places, or %d where it is long, not %d", MaxOrder, maxLong, r.Length)
	case r.Kind == Real && (len(r.Lower) != r.Length || len(r.Upper) != r.Length):
		return fmt.Errorf("problem: %d real genes need as many bounds, not %d and %d", r.Length, len(r.Lower), len(r.Upper))
	}
	if genes := 0; r.Variables != nil {
		for _, v := range r.Variables {
			genes += v.Genes()
		}
		if genes != r.Length {
			return fmt.Errorf("problem: variables of %d genes in a genome of %d", genes, r.Length)
		}
	}
	for j, lower := range r.Lower {
		// The span must be finite too: it scales what is drawn.
		if span := r.Upper[j] - lower; !(span >= 0 && span <= math.MaxFloat64) {
			return fmt.Errorf("problem: gene %d has no finite range: %v to %v", j, lower, r.Upper[j])
		}
	}
	return nil
}

// Genome is one candidate; which field is set follows from its kind.
type Genome struct {
	Bits    []uint64
	Symbols []uint8
	Order   []uint16
	Long    []uint32 // an order, where Representation.Long says so
	Reals   []float64
}

// Bit reports whether gene i of a binary genome is set.
func (g Genome) Bit(i int) bool { return g.Bits[i>>6]>>(i&63)&1 != 0 }

// Genomes is a table of genomes, one after the other, Stride elements apart.
// Bits beyond a genome's length and elements between rows are zero.
type Genomes struct {
	Representation
	stride int
	Bits   []uint64
	Symbs  []uint8
	Orders []uint16
	Longs  []uint32
	Reals  []float64
}

// NewGenomes makes room for n genomes, all zero.
func NewGenomes(r Representation, n int) Genomes {
	g := Genomes{Representation: r, stride: r.Stride()}
	size := n * g.stride
	switch r.Kind {
	case Binary:
		g.Bits = make([]uint64, size)
	case Discrete:
		g.Symbs = make([]uint8, size)
	case Permutation:
		if r.Long {
			g.Longs = make([]uint32, size)
		} else {
			g.Orders = make([]uint16, size)
		}
	default:
		g.Reals = make([]float64, size)
	}
	return g
}

// Len is the number of genomes.
func (g Genomes) Len() int {
	return (len(g.Bits) + len(g.Symbs) + len(g.Orders) + len(g.Longs) + len(g.Reals)) / g.stride
}

// At is genome i; it shares memory with the table.
func (g Genomes) At(i int) Genome {
	lo := i * g.stride
	switch g.Kind {
	case Binary:
		return Genome{Bits: g.Bits[lo : lo+g.Words()]}
	case Discrete:
		return Genome{Symbols: g.Symbs[lo : lo+g.Length]}
	case Permutation:
		if g.Long {
			return Genome{Long: g.Longs[lo : lo+g.Length]}
		}
		return Genome{Order: g.Orders[lo : lo+g.Length]}
	default:
		return Genome{Reals: g.Reals[lo : lo+g.Length]}
	}
}

// Slice is the table of genomes lo to hi-1; it shares memory.
func (g Genomes) Slice(lo, hi int) Genomes {
	lo, hi = lo*g.stride, hi*g.stride
	switch g.Kind {
	case Binary:
		g.Bits = g.Bits[lo:hi]
	case Discrete:
		g.Symbs = g.Symbs[lo:hi]
	case Permutation:
		if g.Long {
			g.Longs = g.Longs[lo:hi]
		} else {
			g.Orders = g.Orders[lo:hi]
		}
	default:
		g.Reals = g.Reals[lo:hi]
	}
	return g
}

// Set overwrites a genome with another of the same shape.
func (g Genome) Set(from Genome) {
	copy(g.Bits, from.Bits)
	copy(g.Symbols, from.Symbols)
	copy(g.Order, from.Order)
	copy(g.Long, from.Long)
	copy(g.Reals, from.Reals)
}

// Equal reports whether two genomes of the same shape are the same.
func (g Genome) Equal(other Genome) bool {
	return slices.Equal(g.Bits, other.Bits) && slices.Equal(g.Symbols, other.Symbols) && slices.Equal(g.Order, other.Order) &&
		slices.Equal(g.Long, other.Long) && slices.Equal(g.Reals, other.Reals)
}

// Clone returns an independent copy.
func (g Genome) Clone() Genome {
	return Genome{
		Bits:    append([]uint64(nil), g.Bits...),
		Symbols: append([]uint8(nil), g.Symbols...),
		Order:   append([]uint16(nil), g.Order...),
		Long:    append([]uint32(nil), g.Long...),
		Reals:   append([]float64(nil), g.Reals...),
	}
}

// List is a permutation as a list of places.
func (g Genome) List() []int {
	list := make([]int, 0, len(g.Order)+len(g.Long))
	for _, x := range g.Order {
		list = append(list, int(x))
	}
	for _, x := range g.Long {
		list = append(list, int(x))
	}
	return list
}
