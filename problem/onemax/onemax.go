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

// maxLength is the longest genome.
const maxLength = 100_000_000

// ones is OneMax on genomes of some length.
type ones struct{ length int }

var (
	_ problem.BatchEvaluator = (*ones)(nil)
	_ problem.Targeted       = (*ones)(nil)
	_ problem.Hashed         = (*ones)(nil)
	_ problem.Kernelled      = (*ones)(nil)
)

// New makes the problem for genomes of so many bits.
func New(length int) (problem.Problem, error) {
	if length < 1 || length > maxLength {
		return nil, fmt.Errorf("onemax: the length is 1 to %d, not %d", maxLength, length)
	}
	return &ones{length}, nil
}

// Name is "onemax".
func (p *ones) Name() string { return "onemax" }

// Representation is bits.
func (p *ones) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Binary, Length: p.length}
}

// Evaluate counts the ones.
func (p *ones) Evaluate(g problem.Genome) problem.Score {
	count := 0
	for _, w := range g.Bits {
		count += bits.OnesCount64(w)
	}
	return problem.Score(count)
}

// EvaluateBatch counts the ones of many genomes.
func (p *ones) EvaluateBatch(g problem.Genomes, scores []problem.Score) {
	words, stride := g.Words(), g.Stride()
	for i := range scores {
		count := 0
		for _, w := range g.Bits[i*stride : i*stride+words] {
			count += bits.OnesCount64(w)
		}
		scores[i] = problem.Score(count)
	}
}

// Bound is the length: all ones.
func (p *ones) Bound() (problem.Score, bool) { return problem.Score(p.length), true }

// Hash identifies the length.
func (p *ones) Hash() [32]byte { return sha256.Sum256(fmt.Appendf(nil, "onemax %d", p.length)) }

// Kernel is the objective for devices.
func (p *ones) Kernel() problem.Kernel {
	return problem.Kernel{Parts: []kernel.Part{{Name: "problem/onemax/onemax.cl", Text: kernelText}}}
}
