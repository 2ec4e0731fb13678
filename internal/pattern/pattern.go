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

// small is a problem with a known optimum.
type small struct {
	name     string
	shape    problem.Representation
	bound    problem.Score
	evaluate func(g problem.Genome) problem.Score
}

var (
	_ problem.Targeted  = (*small)(nil)
	_ problem.Hashed    = (*small)(nil)
	_ problem.Kernelled = (*small)(nil)
)

// NewSymbols makes a discrete problem: the score is how many genes j equal
// (7j + 3) mod alphabet.
func NewSymbols(length, alphabet int) (problem.Problem, error) {
	r := problem.Representation{Kind: problem.Discrete, Length: length, Alphabet: alphabet}
	return &small{"symbols", r, problem.Score(length), func(g problem.Genome) (right problem.Score) {
		for j, s := range g.Symbols {
			if int(s) == (j*7+3)%alphabet {
				right++
			}
		}
		return right
	}}, check(r)
}

// NewSorting makes a permutation problem: the score is how many places hold their
// own number, plus how many hold less than the next one.
func NewSorting(length int) (problem.Problem, error) {
	r := problem.Representation{Kind: problem.Permutation, Length: length}
	return &small{"sorting", r, problem.Score(2*length - 1), func(g problem.Genome) (right problem.Score) {
		for j, v := range g.Order {
			if int(v) == j {
				right++
			}
			if j+1 < len(g.Order) && v < g.Order[j+1] {
				right++
			}
		}
		return right
	}}, check(r)
}

func check(r problem.Representation) error {
	if r.Length > maxLength {
		return fmt.Errorf("pattern: the length is at most %d, not %d", maxLength, r.Length)
	}
	return r.Validate()
}

// Name implements problem.Problem.
func (p *small) Name() string { return p.name }

// Representation implements problem.Problem.
func (p *small) Representation() problem.Representation { return p.shape }

// Evaluate implements problem.Problem.
func (p *small) Evaluate(g problem.Genome) problem.Score { return p.evaluate(g) }

// Bound is what the pattern itself scores.
func (p *small) Bound() (problem.Score, bool) { return p.bound, true }

// Hash identifies the name, the length and the alphabet.
func (p *small) Hash() [32]byte {
	return sha256.Sum256(fmt.Appendf(nil, "%s %d %d", p.name, p.shape.Length, p.shape.Alphabet))
}

// Kernel is the objective for devices: of symbols, or of orders, whose alphabet is 0.
func (p *small) Kernel() problem.Kernel {
	return problem.Kernel{
		Defines: []kernel.Define{{Name: "PATTERN_ALPHABET", Value: p.shape.Alphabet}},
		Parts:   []kernel.Part{{Name: "internal/pattern/pattern.cl", Text: kernelText}},
	}
}
