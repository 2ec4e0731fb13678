package pattern

import (
	"crypto/sha256"
	_ "embed"
	"fmt"

	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed rivals.cl
var rivalsText string

// rivals is a discrete problem with two objectives that cannot both be had: how
// many genes j equal (7j + 3) mod alphabet, and how many (5j + 1) mod alphabet.
// Symbol 0 in the last gene violates its constraint.
type rivals struct{ length, alphabet int }

var (
	_ problem.MultiObjective  = (*rivals)(nil)
	_ problem.Constrained     = (*rivals)(nil)
	_ problem.Hashed          = (*rivals)(nil)
	_ problem.ScoresKernelled = (*rivals)(nil)
)

// NewRivals makes the problem.
func NewRivals(length, alphabet int) (problem.MultiObjective, error) {
	p := &rivals{length, alphabet}
	return p, check(p.Representation())
}

// Name is "rivals".
func (p *rivals) Name() string { return "rivals" }

// Representation is symbols.
func (p *rivals) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Discrete, Length: p.length, Alphabet: p.alphabet}
}

// Criteria are the two patterns.
func (p *rivals) Criteria() []problem.Criterion {
	return []problem.Criterion{{Name: "sevens", Reference: -1}, {Name: "fives", Reference: -1}}
}

// Scores count the genes that follow each pattern.
func (p *rivals) Scores(g problem.Genome, to []problem.Score) {
	clear(to)
	for j, s := range g.Symbols {
		for m, right := range [2]int{(j*7 + 3) % p.alphabet, (j*5 + 1) % p.alphabet} {
			if int(s) == right {
				to[m]++
			}
		}
	}
}

// Violation is 1 where the last gene is 0.
func (p *rivals) Violation(g problem.Genome) problem.Score {
	if g.Symbols[p.length-1] == 0 {
		return 1
	}
	return 0
}

// Evaluate is the first score.
func (p *rivals) Evaluate(g problem.Genome) problem.Score { return problem.FirstScore(p, g) }

// Hash identifies length and alphabet.
func (p *rivals) Hash() [32]byte {
	return sha256.Sum256(fmt.Appendf(nil, "rivals %d %d", p.length, p.alphabet))
}

// ScoresKernel is the objectives for devices.
func (p *rivals) ScoresKernel() problem.Kernel {
	return problem.Kernel{
		Defines: []kernel.Define{{Name: "PATTERN_ALPHABET", Value: p.alphabet}},
		Parts:   []kernel.Part{{Name: "internal/pattern/rivals.cl", Text: rivalsText}},
		Serial:  true,
	}
}
