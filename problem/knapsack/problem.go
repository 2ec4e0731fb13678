package knapsack

import (
	"fmt"
	"math"
	"math/bits"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/warbler-opt/warbler/problem"
)

// Constraint says what becomes of genomes that exceed a capacity.
type Constraint int

// The ways to handle the capacities. With Penalty a genome stays as it is and
// its score says how far it is from feasible; the repairs change it.
//
// What a repair is worth, by the quantum-inspired algorithm as it was published
// on the instance of its paper (250 items, 500 generations, means of 200
// populations): index repair, which is the published one, ends 8.3 % below the
// optimum, random repair 5.0 % and greedy repair 0.25 %. Index repair begins with
// the same items every time, and it stops at the first that does not fit.
const (
	Penalty      Constraint = iota
	RandomRepair            // items go and come in index order, from two random places on
	GreedyRepair            // the worst items by profit for weight go, the best come
	IndexRepair             // items go and come in index order, until the first does not fit
)

var constraintNames = [...]string{"penalty", "random", "greedy", "index"}

// String is the name as it appears in parameters.
func (c Constraint) String() string { return constraintNames[c] }

// Constraints lists the names of all ways to handle the capacities.
func Constraints() []string { return constraintNames[:] }

// ParseConstraint finds a Constraint by its name.
func ParseConstraint(name string) (Constraint, error) {
	for c, s := range constraintNames {
		if s == name {
			return Constraint(c), nil
		}
	}
	return 0, fmt.Errorf("knapsack: no way to handle capacities is called %q; there are %q", name, constraintNames)
}

// MaxRepairConstraints is how many constraints an instance may have to be
// repaired: a device keeps the slack of each in registers.
const MaxRepairConstraints = 64

// Problem is an instance as the searches see it. It is safe for concurrent use.
//
// It is an interface because a problem with repair is a problem.Repairer and
// one without must not be.
type Problem interface {
	problem.Problem
	problem.Valued
	problem.BatchEvaluator
	problem.Targeted
	problem.Hashed
	problem.Kernelled
	// Instance is the data the problem was made of; gene j is its item j.
	Instance() *Instance
	// Constraint is what becomes of infeasible genomes.
	Constraint() Constraint
	// SetBound states a proven upper bound on the profit, which Bound then gives.
	SetBound(problem.Score)
}

// Option changes how New sees an instance.
type Option func(*objective)

// WithConstraint chooses what becomes of infeasible genomes; without it they
// are penalized.
func WithConstraint(c Constraint) Option { return func(p *objective) { p.constraint = c } }

// New makes a problem of an instance, which must not change any more.
//
// The score of a feasible genome is its profit. The score of an infeasible one
// is minus its excess weight, summed over the violated constraints, so that
// every feasible genome beats every infeasible one.
func New(inst *Instance, options ...Option) (Problem, error) {
	if err := inst.Validate(); err != nil {
		return nil, fmt.Errorf("knapsack: %s: %w", inst.Name, err)
	}
	p := &objective{instance: inst}
	for _, o := range options {
		o(p)
	}
	if p.constraint != Penalty && inst.Constraints() > MaxRepairConstraints {
		return nil, fmt.Errorf("knapsack: %s has %d constraints; repair handles at most %d, so use %s",
			inst.Name, inst.Constraints(), MaxRepairConstraints, Penalty)
	}
	p.packed = pack(inst)
	p.tables = newTables(&p.packed)
	p.kernel = sync.OnceValue(p.makeKernel)
	if p.constraint == Penalty {
		return p, nil
	}
	p.walk = newWalk(inst, &p.packed, p.constraint)
	return &repaired{p}, nil
}

// objective is a problem without repair.
type objective struct {
	instance   *Instance
	constraint Constraint
	packed     packing
	tables     tables
	walk       *walk // what repair needs, or nil
	bound      atomic.Pointer[problem.Score]
	kernel     func() problem.Kernel
	noTables   bool // devices sum item by item; set by tests
}

// repaired is a problem with repair.
type repaired struct{ *objective }

var (
	_ Problem          = (*objective)(nil)
	_ problem.Repairer = (*repaired)(nil)
)

// Name is "knapsack".
func (p *objective) Name() string { return "knapsack" }

// Instance is the data.
func (p *objective) Instance() *Instance { return p.instance }

// Constraint is what becomes of infeasible genomes.
func (p *objective) Constraint() Constraint { return p.constraint }

// Representation is one bit per item.
func (p *objective) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Binary, Length: p.instance.Items()}
}

// Objective says that profits were scaled.
func (p *objective) Objective() problem.Objective {
	return problem.Objective{Decimals: p.instance.Decimals}
}

// Hash identifies the instance.
func (p *objective) Hash() [32]byte { return p.instance.Hash() }

// Variant tells what becomes of infeasible genomes.
func (p *objective) Variant() string {
	return "constraint=" + strings.TrimSuffix(p.constraint.String(), "-repair")
}

// Bound is the score set with SetBound.
func (p *objective) Bound() (problem.Score, bool) {
	if b := p.bound.Load(); b != nil {
		return *b, true
	}
	return 0, false
}

// SetBound states a proven upper bound on the profit.
func (p *objective) SetBound(s problem.Score) { p.bound.Store(&s) }

// Evaluate scores a genome from the original data, item by item.
func (p *objective) Evaluate(g problem.Genome) problem.Score {
	profit, excess := int64(0), uint64(0)
	for w, word := range g.Bits {
		for ; word != 0; word &= word - 1 {
			profit += p.instance.Profits[w<<6+bits.TrailingZeros64(word)]
		}
	}
	for i, row := range p.instance.Weights {
		load := int64(0)
		for w, word := range g.Bits {
			for ; word != 0; word &= word - 1 {
				load += row[w<<6+bits.TrailingZeros64(word)]
			}
		}
		if over := load - p.instance.Capacities[i]; over > 0 {
			excess = min(excess+uint64(over), math.MaxInt64)
		}
	}
	if excess > 0 {
		return -int64(excess)
	}
	return profit
}

// EvaluateBatch scores many genomes through tables of partial sums.
func (p *objective) EvaluateBatch(g problem.Genomes, scores []problem.Score) {
	p.tables.evaluate(&p.packed, g, scores)
}
