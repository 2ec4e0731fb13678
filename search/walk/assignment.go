package walk

import (
	"math/big"

	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
)

// formula is one as walks see it.
type formula struct {
	*cnf.Table
	vars int
	// weight of every clause in the cost. Where all clauses count alike, hard ones
	// are counted as if they were soft.
	weight []int64
	hard   int     // clauses 0 to hard-1 stand above all cost
	scaled []int64 // what soft clauses weigh to begin with in a walk that weighs
	alike  bool    // all clauses weigh 1
	width  int     // of every clause, or 0 if they differ
	most   int     // clauses that a variable is in
	blocks blocks
}

func newFormula(p cnf.Problem) *formula {
	t := p.Table()
	f := &formula{Table: t, vars: p.Representation().Length, weight: make([]int64, t.Clauses()), alike: t.Alike()}
	if !f.alike {
		f.hard = t.Hard
	}
	for c := range f.weight {
		switch {
		case c < f.hard:
		case c < t.Hard:
			f.weight[c] = 1
		default:
			f.weight[c] = t.SoftWeight(c)
		}
	}
	f.scale()
	f.width = t.Width(0, t.Clauses())
	for v := range f.vars {
		f.most = max(f.most, int(f.LitStart[2*v+2]-f.LitStart[2*v]))
	}
	f.blocks = newBlocks(f.Table, f.vars)
	return f
}

// clause is the literals of a clause.
func (f *formula) clause(c uint32) []uint32 {
	if k := f.width; k > 0 { // saves looking up where it begins
		return f.Lits[int(c)*k:][:k]
	}
	return f.Clause(int(c))
}

// weigh is the weight of a clause.
func (f *formula) weigh(c uint32) int64 {
	if f.alike {
		return 1
	}
	return f.weight[c]
}

// scale brings the weights of soft clauses to a mean of softScale, at least 1
// each; where all clauses count alike, 1.
func (f *formula) scale() {
	f.scaled = make([]int64, len(f.weight))
	sum, soft := big.NewInt(0), int64(len(f.weight)-f.hard)
	for _, x := range f.weight[f.hard:] {
		sum.Add(sum, big.NewInt(x))
	}
	twice := new(big.Int).Lsh(sum, 1)
	for c := f.hard; c < len(f.weight); c++ {
		f.scaled[c] = 1
		if !f.alike { // round(weight · softScale · soft / sum)
			x := new(big.Int).Mul(big.NewInt(f.weight[c]), big.NewInt(2*softScale*soft))
			f.scaled[c] = max(1, x.Add(x, sum).Div(x, twice).Int64())
		}
	}
}

// score is the problem's score of an assignment that violates so many hard
// clauses and leaves so much weight unsatisfied.
func (f *formula) score(violated int, cost int64) problem.Score {
	if f.hard == 0 && f.Hard > 0 { // all clauses are hard
		violated, cost = int(cost), 0
	}
	if violated += f.Violated; violated > 0 {
		return -problem.Score(violated)
	}
	return f.Soft + f.Always - cost
}

// tie orders variables at random: the larger comes first. It is a bijection for
// every x, so no two are equal, and which variable wins does not depend on the
// order in which they are looked at.
func tie(v, x uint32) uint32 { return (v ^ x) * 0x9E3779B1 }

// assignment is an assignment with what every walk follows of it.
type assignment struct {
	formula   *formula
	seed      uint64 // of the assignments that it begins with
	value     []uint8
	clauses   []trueLits
	old       []trueLits // room for gather
	turned    []uint32   // room for clauses that a flip makes true or false
	falseHard falseClauses
	falseSoft falseClauses
	cost      int64 // the weight of falseSoft
}

func newAssignment(f *formula) assignment {
	return assignment{formula: f, value: make([]uint8, f.vars), clauses: hugeSlice[trueLits](len(f.weight)), old: make([]trueLits, f.most), turned: make([]uint32, f.most)}
}

// randomize draws an assignment; round counts restarts.
func (a *assignment) randomize(seed uint64, round uint32) {
	at := rng.Address{Seed: seed, Individual: round, Purpose: rng.Init}
	for w := 0; 64*w < a.formula.vars; w++ {
		x := at.MaskLow(uint32(w), 1<<31, ^uint64(0))
		for j := 64 * w; j < min(64*w+64, a.formula.vars); j++ {
			a.value[j] = uint8(x >> (j & 63) & 1)
		}
	}
}

// recount counts anew.
func (a *assignment) recount() {
	a.falseHard, a.falseSoft, a.cost = a.falseHard[:0], a.falseSoft[:0], 0
	for c := range a.clauses {
		t := trueLits(0)
		for _, l := range a.formula.Clause(c) {
			if uint32(a.value[l>>1]) != l&1 {
				t = t.more(l >> 1)
			}
		}
		if a.clauses[c] = t; t.count() == 0 {
			a.becomeFalse(uint32(c))
		}
	}
}

// becomeFalse and becomeTrue note that a clause has become false, or that a false one
// will become true.
func (a *assignment) becomeFalse(c uint32) {
	if int(c) < a.formula.hard {
		a.falseHard.push(c, a.formula, a.clauses)
	} else {
		a.falseSoft.push(c, a.formula, a.clauses)
		a.cost += a.formula.weigh(c)
	}
}

func (a *assignment) becomeTrue(c uint32) {
	if int(c) < a.formula.hard {
		a.falseHard.remove(c, a.clauses)
	} else {
		a.falseSoft.remove(c, a.clauses)
		a.cost -= a.formula.weigh(c)
	}
}

// gather reads the clauses of a variable: those that a flip adds
// a true literal to, then those that it takes one from. All are read before any
// is looked at, so that the processor waits for them together.
func (a *assignment) gather(v uint32) (rising, falling []uint32, more, fewer []trueLits) {
	occ, mid := a.formula.around(v)
	clauses, old := a.clauses, a.old[:len(occ)]
	for i, c := range occ {
		old[i] = clauses[c]
	}
	if a.value[v] != 0 {
		return occ[mid:], occ[:mid], old[mid:], old[:mid]
	}
	return occ[:mid], occ[mid:], old[:mid], old[mid:]
}

func (a *assignment) score() problem.Score { return a.formula.score(len(a.falseHard), a.cost) }
