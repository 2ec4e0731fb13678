package qap

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"github.com/warbler-opt/warbler/problem"
)

// assignment is an instance as the searches see it. It is safe for concurrent use.
type assignment struct {
	instance  *Instance
	folded    folded
	hash      func() [32]byte
	bound     func() problem.Score
	kernel    func() problem.Kernel
	exchanges func() problem.MoveKernel
	narrow    func() *constants[int32] // nil where 32 bits do not do
	wide      func() *constants[int64]
}

var (
	_ problem.Valued         = (*assignment)(nil)
	_ problem.BatchEvaluator = (*assignment)(nil)
	_ problem.Targeted       = (*assignment)(nil)
	_ problem.Hashed         = (*assignment)(nil)
	_ problem.Kernelled      = (*assignment)(nil)
)

// New makes a problem of an instance, which must not change any more. Gene i of a
// permutation is the location of facility i; the score is minus the value.
func New(inst *Instance) (problem.Problem, error) {
	if err := inst.validate(); err != nil {
		return nil, fmt.Errorf("qap: %s: %w", inst.Name, err)
	}
	p := &assignment{instance: inst, folded: fold(inst)}
	p.hash = sync.OnceValue(inst.hash)
	p.bound = sync.OnceValue(func() problem.Score { return -leastValue(inst) })
	p.kernel = sync.OnceValue(p.makeKernel)
	p.exchanges = sync.OnceValue(p.makeExchangeKernel)
	p.wide = sync.OnceValue(func() *constants[int64] { return newConstants[int64](inst) })
	p.narrow = sync.OnceValue(func() *constants[int32] {
		if !inst.fits(32) {
			return nil
		}
		return newConstants[int32](inst)
	})
	return p, nil
}

// Name is "qap".
func (p *assignment) Name() string { return "qap" }

// Representation is the location of each facility.
func (p *assignment) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Permutation, Length: p.instance.Size}
}

// Objective says that the value is to be minimized.
func (p *assignment) Objective() problem.Objective { return problem.Objective{Minimize: true} }

// Hash identifies the instance.
func (p *assignment) Hash() [32]byte { return p.hash() }

// Bound is the score that no permutation can beat because no pairing of the
// numbers of A with those of B does. It is weak but for instances with many
// zeros.
func (p *assignment) Bound() (problem.Score, bool) { return p.bound(), true }

// leastValue pairs the largest numbers of A with the smallest of B, those on the
// diagonals among themselves.
func leastValue(q *Instance) int64 {
	n := q.Size
	sum := int64(0)
	for _, diagonal := range []bool{true, false} {
		var a, b []int64
		for e := range n * n {
			if (e%(n+1) == 0) == diagonal {
				a, b = append(a, q.A[e]), append(b, q.B[e])
			}
		}
		slices.Sort(a)
		slices.SortFunc(b, func(x, y int64) int { return cmp.Compare(y, x) })
		for e := range a {
			sum += a[e] * b[e]
		}
	}
	return sum
}

// Evaluate scores a permutation by the definition.
func (p *assignment) Evaluate(g problem.Genome) problem.Score {
	n := p.instance.Size
	sum := int64(0)
	for i, x := range g.Order {
		a, b := p.instance.A[i*n:(i+1)*n], p.instance.B[int(x)*n:(int(x)+1)*n]
		for j, y := range g.Order {
			sum += a[j] * b[y]
		}
	}
	return -sum
}

// EvaluateBatch scores many permutations by the folded matrices.
func (p *assignment) EvaluateBatch(g problem.Genomes, scores []problem.Score) {
	for i := range scores {
		scores[i] = -p.folded.value(g.At(i).Order)
	}
}
