package problem

import (
	"crypto/sha256"
	"fmt"
	"math"
	"math/bits"
)

// penalized is a constrained problem whose scores pay for violations.
type penalized struct {
	Problem
	constrained Constrained
	objective   Objective
	weight      float64
}

// Penalized turns a constrained problem with one objective into one without
// constraints: weight times the violation is taken off the score, which must not
// speak of violations itself. A weight that
// is too small lets infeasible genomes win; one that is too large makes the
// border of what is feasible hard to walk along. It runs on the CPU.
func Penalized(p Problem, weight float64) (Problem, error) {
	c, ok := p.(Constrained)
	if !ok {
		return nil, fmt.Errorf("problem: %s has no constraints that could be penalized", p.Name())
	}
	if !(weight > 0) || math.IsInf(weight, 0) {
		return nil, fmt.Errorf("problem: a penalty's weight is a positive number, not %v", weight)
	}
	o := ObjectiveOf(p)
	o.Rule = ""
	return &penalized{Problem: p, constrained: c, objective: o, weight: weight}, nil
}

// Objective is that of the problem; negative scores count nothing.
func (p *penalized) Objective() Objective { return p.objective }

// Evaluate is the score less the penalty. Integers are taken off exactly, as far
// as they reach.
func (p *penalized) Evaluate(g Genome) Score {
	score, v := p.Problem.Evaluate(g), p.constrained.Violation(g)
	if v == 0 || score == Worst {
		return score
	}
	if p.objective.Float {
		return FromFloat(ToFloat(score) - float64(p.weight*ToFloat(v)))
	}
	return Difference(score, product(v, p.weight))
}

// product is a violation times a weight, rounded up, at most 2^63-1.
func product(v Score, weight float64) Score {
	if weight == math.Trunc(weight) && weight < 1<<53 {
		if high, low := bits.Mul64(uint64(v), uint64(weight)); high == 0 && low <= math.MaxInt64 {
			return Score(low)
		}
		return math.MaxInt64
	}
	if x := math.Ceil(float64(v) * weight); x < math.MaxInt64 {
		return Score(x)
	}
	return math.MaxInt64
}

// Hash identifies the instance and the weight.
func (p *penalized) Hash() [32]byte {
	var inner [32]byte
	if h, ok := p.Problem.(Hashed); ok {
		inner = h.Hash()
	}
	return sha256.Sum256(fmt.Appendf(nil, "penalized %x %x", math.Float64bits(p.weight), inner))
}
