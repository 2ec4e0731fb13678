package pattern

import (
	"crypto/sha256"
	_ "embed"
	"fmt"

	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed pattern.cl
var kernelText string

// MaxLength is the longest genome.
const MaxLength = 1_000_000

// Symbols is a discrete problem: the score is how many genes j equal
// (7j + 3) mod alphabet.
type Symbols struct{ length, alphabet int }

// Sorting is a permutation problem: the score is how many places hold their
// own number, plus how many hold less than the next one.
type Sorting struct{ length int }

var (
	_ problem.Targeted  = (*Symbols)(nil)
	_ problem.Hashed    = (*Symbols)(nil)
	_ problem.Kernelled = (*Symbols)(nil)
	_ problem.Targeted  = (*Sorting)(nil)
	_ problem.Hashed    = (*Sorting)(nil)
	_ problem.Kernelled = (*Sorting)(nil)
)

// NewSymbols makes the discrete problem.
func NewSymbols(length, alphabet int) (*Symbols, error) {
	if length > MaxLength {
		return nil, fmt.Errorf("pattern: the length is at most %d, not %d", MaxLength, length)
	}
	p := &Symbols{length, alphabet}
	return p, p.Representation().Validate()
}

// NewSorting makes the permutation problem.
func NewSorting(length int) (*Sorting, error) {
	p := &Sorting{length}
	return p, p.Representation().Validate()
}

// Name is "symbols".
func (p *Symbols) Name() string { return "symbols" }

// Name is "sorting".
func (p *Sorting) Name() string { return "sorting" }

// Representation is symbols.
func (p *Symbols) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Discrete, Length: p.length, Alphabet: p.alphabet}
}

// Representation is an order.
func (p *Sorting) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Permutation, Length: p.length}
}

// Evaluate counts the genes that follow the pattern.
func (p *Symbols) Evaluate(g problem.Genome) problem.Score {
	right := problem.Score(0)
	for j, s := range g.Symbols {
		if int(s) == (j*7+3)%p.alphabet {
			right++
		}
	}
	return right
}

// Evaluate counts fixed points and ascents.
func (p *Sorting) Evaluate(g problem.Genome) problem.Score {
	right := problem.Score(0)
	for j, v := range g.Order {
		if int(v) == j {
			right++
		}
		if j+1 < len(g.Order) && v < g.Order[j+1] {
			right++
		}
	}
	return right
}

// Bound is the length.
func (p *Symbols) Bound() (problem.Score, bool) { return problem.Score(p.length), true }

// Bound is that of the sorted order.
func (p *Sorting) Bound() (problem.Score, bool) { return problem.Score(2*p.length - 1), true }

// Hash identifies length and alphabet.
func (p *Symbols) Hash() [32]byte {
	return sha256.Sum256(fmt.Appendf(nil, "symbols %d %d", p.length, p.alphabet))
}

// Hash identifies the length.
func (p *Sorting) Hash() [32]byte { return sha256.Sum256(fmt.Appendf(nil, "sorting %d", p.length)) }

// Kernel is the objective for devices.
func (p *Symbols) Kernel() problem.Kernel { return kernelOf(p.alphabet) }

// Kernel is the objective for devices.
func (p *Sorting) Kernel() problem.Kernel { return kernelOf(0) }

// kernelOf is the part for an alphabet, or for orders when that is 0.
func kernelOf(alphabet int) problem.Kernel {
	return problem.Kernel{
		Defines: []kernel.Define{{Name: "PATTERN_ALPHABET", Value: alphabet}},
		Parts:   []kernel.Part{{Name: "problem/pattern/pattern.cl", Text: kernelText}},
	}
}
