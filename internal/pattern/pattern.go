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

// maxLength is the longest genome.
const maxLength = 1_000_000

// symbols is a discrete problem: the score is how many genes j equal
// (7j + 3) mod alphabet.
type symbols struct{ length, alphabet int }

// sorting is a permutation problem: the score is how many places hold their
// own number, plus how many hold less than the next one.
type sorting struct{ length int }

var (
	_ problem.Targeted  = (*symbols)(nil)
	_ problem.Hashed    = (*symbols)(nil)
	_ problem.Kernelled = (*symbols)(nil)
	_ problem.Targeted  = (*sorting)(nil)
	_ problem.Hashed    = (*sorting)(nil)
	_ problem.Kernelled = (*sorting)(nil)
)

// NewSymbols makes the discrete problem.
func NewSymbols(length, alphabet int) (problem.Problem, error) {
	if length > maxLength {
		return nil, fmt.Errorf("pattern: the length is at most %d, not %d", maxLength, length)
	}
	p := &symbols{length, alphabet}
	return p, p.Representation().Validate()
}

// NewSorting makes the permutation problem.
func NewSorting(length int) (problem.Problem, error) {
	p := &sorting{length}
	return p, p.Representation().Validate()
}

// Name is "symbols".
func (p *symbols) Name() string { return "symbols" }

// Name is "sorting".
func (p *sorting) Name() string { return "sorting" }

// Representation is symbols.
func (p *symbols) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Discrete, Length: p.length, Alphabet: p.alphabet}
}

// Representation is an order.
func (p *sorting) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Permutation, Length: p.length}
}

// Evaluate counts the genes that follow the pattern.
func (p *symbols) Evaluate(g problem.Genome) problem.Score {
	right := problem.Score(0)
	for j, s := range g.Symbols {
		if int(s) == (j*7+3)%p.alphabet {
			right++
		}
	}
	return right
}

// Evaluate counts fixed points and ascents.
func (p *sorting) Evaluate(g problem.Genome) problem.Score {
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
func (p *symbols) Bound() (problem.Score, bool) { return problem.Score(p.length), true }

// Bound is that of the sorted order.
func (p *sorting) Bound() (problem.Score, bool) { return problem.Score(2*p.length - 1), true }

// Hash identifies length and alphabet.
func (p *symbols) Hash() [32]byte {
	return sha256.Sum256(fmt.Appendf(nil, "symbols %d %d", p.length, p.alphabet))
}

// Hash identifies the length.
func (p *sorting) Hash() [32]byte { return sha256.Sum256(fmt.Appendf(nil, "sorting %d", p.length)) }

// Kernel is the objective for devices.
func (p *symbols) Kernel() problem.Kernel { return kernelOf(p.alphabet) }

// Kernel is the objective for devices.
func (p *sorting) Kernel() problem.Kernel { return kernelOf(0) }

// kernelOf is the part for an alphabet, or for orders when that is 0.
func kernelOf(alphabet int) problem.Kernel {
	return problem.Kernel{
		Defines: []kernel.Define{{Name: "PATTERN_ALPHABET", Value: alphabet}},
		Parts:   []kernel.Part{{Name: "internal/pattern/pattern.cl", Text: kernelText}},
	}
}
