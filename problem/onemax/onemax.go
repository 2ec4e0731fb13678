package onemax

import (
	"crypto/sha256"
	_ "embed"
	"fmt"
	"math/bits"

	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed onemax.cl
var kernelText string

// MaxLength is the longest genome.
const MaxLength = 100_000_000

// Problem is OneMax on genomes of some length.
type Problem struct{ length int }

var (
	_ problem.BatchEvaluator = (*Problem)(nil)
	_ problem.Targeted       = (*Problem)(nil)
	_ problem.Hashed         = (*Problem)(nil)
	_ problem.Kernelled      = (*Problem)(nil)
)

// New makes the problem for genomes of so many bits.
func New(length int) (*Problem, error) {
	if length < 1 || length > MaxLength {
		return nil, fmt.Errorf("onemax: the length is 1 to %d, not %d", MaxLength, length)
	}
	return &Problem{length}, nil
}

// Name is "onemax".
func (p *Problem) Name() string { return "onemax" }

// Representation is bits.
func (p *Problem) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Binary, Length: p.length}
}

// Evaluate counts the ones.
func (p *Problem) Evaluate(g problem.Genome) problem.Score {
	ones := 0
	for _, w := range g.Bits {
		ones += bits.OnesCount64(w)
	}
	return problem.Score(ones)
}

// EvaluateBatch counts the ones of many genomes.
func (p *Problem) EvaluateBatch(g problem.Genomes, scores []problem.Score) {
	words, stride := g.Words(), g.Stride()
	for i := range scores {
		ones := 0
		for _, w := range g.Bits[i*stride : i*stride+words] {
			ones += bits.OnesCount64(w)
		}
		scores[i] = problem.Score(ones)
	}
}

// Bound is the length: all ones.
func (p *Problem) Bound() (problem.Score, bool) { return problem.Score(p.length), true }

// Hash identifies the length.
func (p *Problem) Hash() [32]byte { return sha256.Sum256(fmt.Appendf(nil, "onemax %d", p.length)) }

// Kernel is the objective for devices.
func (p *Problem) Kernel() problem.Kernel {
	return problem.Kernel{Parts: []kernel.Part{{Name: "problem/onemax/onemax.cl", Text: kernelText}}}
}
