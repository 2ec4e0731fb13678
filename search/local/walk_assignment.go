package local

import (
	"math/big"
	"math/bits"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/rng"
)

// ground is a formula as walks see it.
type formula struct {
	*sat.Table
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

func newFormula(p *sat.Problem) *formula {
	t := p.Table()
	g := &formula{Table: t, vars: p.Representation().Length, weight: make([]int64, t.Clauses())}
	if !countsAlike(t) {
		g.hard = t.Hard
	}
	for c := range g.weight {
		switch {
		case c < g.hard:
		case c < t.Hard:
			g.weight[c] = 1
		default:
			g.weight[c] = t.SoftWeight(c)
		}
	}
	g.scale()
	g.survey()
	return g
}

// survey finds what is the same for all clauses, and lays out those of each
// variable.
func (g *formula) survey() {
	g.alike = countsAlike(g.Table)
	for c := range g.weight {
		if n := len(g.Clause(c)); c == 0 {
			g.width = n
		} else if n != g.width {
			g.width = 0
			break
		}
	}
	for v := range g.vars {
		g.most = max(g.most, int(g.LitStart[2*v+2]-g.LitStart[2*v]))
	}
	g.blocks = newBlocks(g.Table, g.vars)
}

// clause is the literals of a clause.
func (g *formula) clause(c uint32) []uint32 {
	if k := g.width; k > 0 { // saves looking up where it begins
		return g.Lits[int(c)*k:][:k]
	}
	return g.Clause(int(c))
}

// weigh is the weight of a clause.
func (g *formula) weigh(c uint32) int64 {
	if g.alike {
		return 1
	}
	return g.weight[c]
}

// scale brings the weights of soft clauses to a mean of softScale, at least 1
// each; where all clauses count alike, 1.
func (g *formula) scale() {
	g.scaled = make([]int64, len(g.weight))
	sum, soft := big.NewInt(0), int64(len(g.weight)-g.hard)
	for _, x := range g.weight[g.hard:] {
		sum.Add(sum, big.NewInt(x))
	}
	alike := countsAlike(g.Table)
	twice := new(big.Int).Lsh(sum, 1)
	for c := g.hard; c < len(g.weight); c++ {
		g.scaled[c] = 1
		if !alike { // round(weight · softScale · soft / sum)
			x := new(big.Int).Mul(big.NewInt(g.weight[c]), big.NewInt(2*softScale*soft))
			g.scaled[c] = max(1, x.Add(x, sum).Div(x, twice).Int64())
		}
	}
}

// score is the problem's score of an assignment that violates so many hard
// clauses and leaves so much weight unsatisfied.
func (g *formula) score(violated int, cost int64) problem.Score {
	if g.hard == 0 && g.Hard > 0 { // all clauses are hard
		violated, cost = int(cost), 0
	}
	if violated += g.Violated; violated > 0 {
		return -problem.Score(violated)
	}
	return g.Soft + g.Always - cost
}

// draw is a uniform index below n from a word; the bias is below n/2^32.
func draw(x uint32, n int) int {
	hi, _ := bits.Mul64(uint64(x)<<32, uint64(n))
	return int(hi)
}

// tie orders variables at random: the larger comes first. It is a bijection for
// every x, so no two are equal, and which variable wins does not depend on the
// order in which they are looked at.
func tie(v, x uint32) uint32 { return (v ^ x) * 0x9E3779B1 }

// assignment is an assignment with what every walk follows of it.
type assignment struct {
	formula   *formula
	value     []uint8
	lits      []trueLits
	old       []trueLits // room for gather
	turned    []uint32   // room for clauses that a flip makes true or false
	falseHard list       // false hard clauses
	falseSoft list       // false soft clauses
	cost      int64      // their weight
}

func newAssignment(g *formula) assignment {
	return assignment{formula: g, value: make([]uint8, g.vars), lits: hugeSlice[trueLits](len(g.weight)), old: make([]trueLits, g.most), turned: make([]uint32, g.most)}
}

// randomize draws an assignment; round counts restarts.
func (f *assignment) randomize(seed uint64, round uint32) {
	at := rng.Address{Seed: seed, Individual: round, Purpose: rng.Init}
	for w := 0; 64*w < f.formula.vars; w++ {
		x := at.MaskLow(uint32(w), 1<<31, ^uint64(0))
		for j := 64 * w; j < min(64*w+64, f.formula.vars); j++ {
			f.value[j] = uint8(x >> (j & 63) & 1)
		}
	}
}

// recount counts anew.
func (f *assignment) recount() {
	f.falseHard.clauses, f.falseSoft.clauses, f.cost = f.falseHard.clauses[:0], f.falseSoft.clauses[:0], 0
	for c := range f.lits {
		t := trueLits(0)
		for _, l := range f.formula.Clause(c) {
			if uint32(f.value[l>>1]) != l&1 {
				t = t.more(l >> 1)
			}
		}
		if f.lits[c] = t; t.count() == 0 {
			f.becomeFalse(uint32(c))
		}
	}
}

// becomeFalse and becomeTrue note that a clause has become false, or that a false one will
// become true.
func (f *assignment) becomeFalse(c uint32) {
	if int(c) < f.formula.hard {
		f.falseHard.push(c, f.formula, f.lits)
	} else {
		f.falseSoft.push(c, f.formula, f.lits)
		f.cost += f.formula.weigh(c)
	}
}

func (f *assignment) becomeTrue(c uint32) {
	if int(c) < f.formula.hard {
		f.falseHard.remove(c, f.lits)
	} else {
		f.falseSoft.remove(c, f.lits)
		f.cost -= f.formula.weigh(c)
	}
}

// gather reads the lits of the clauses of a variable: those that a flip adds
// a true literal to, then those that it takes one from. All are read before any
// is looked at, so that the processor waits for them together.
func (f *assignment) gather(v uint32) (rising, falling []uint32, more, fewer []trueLits) {
	occ, mid := f.formula.around(v)
	lits, old := f.lits, f.old[:len(occ)]
	for i, c := range occ {
		old[i] = lits[c]
	}
	if f.value[v] != 0 {
		return occ[mid:], occ[:mid], old[mid:], old[:mid]
	}
	return occ[:mid], occ[mid:], old[:mid], old[mid:]
}

func (f *assignment) score() problem.Score { return f.formula.score(len(f.falseHard.clauses), f.cost) }
