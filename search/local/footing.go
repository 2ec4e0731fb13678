package local

import (
	"math/big"
	"math/bits"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/rng"
)

// ground is a formula as walks see it.
type ground struct {
	*sat.Table
	vars int
	// weight of every clause in the cost. Where all clauses count alike, hard ones
	// are counted as if they were soft.
	weight []int64
	hard   int     // clauses 0 to hard-1 stand above all cost
	scaled []int64 // what soft clauses weigh to begin with in a walk that weighs
}

func newGround(p *sat.Problem) *ground {
	t := p.Table()
	g := &ground{Table: t, vars: p.Representation().Length, weight: make([]int64, t.Clauses())}
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
	return g
}

// scale brings the weights of soft clauses to a mean of softScale, at least 1
// each; where all clauses count alike, 1.
func (g *ground) scale() {
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
func (g *ground) score(violated int, cost int64) problem.Score {
	if g.hard == 0 && g.Hard > 0 { // all clauses are hard
		violated, cost = int(cost), 0
	}
	if violated += g.Violated; violated > 0 {
		return -problem.Score(violated)
	}
	return g.Soft + g.Always - cost
}

// list is a list of clauses, in the order in which they became false.
type list struct {
	clauses []uint32
}

func (l *list) push(c uint32, place []uint32) {
	place[c] = uint32(len(l.clauses))
	l.clauses = append(l.clauses, c)
}

// remove puts the last one into the place that becomes free.
func (l *list) remove(c uint32, place []uint32) {
	last := l.clauses[len(l.clauses)-1]
	l.clauses[place[c]], place[last] = last, place[c]
	l.clauses = l.clauses[:len(l.clauses)-1]
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

// footing is an assignment with what every walk follows of it: how many
// literals of each clause are true, and which variable if it is one.
type footing struct {
	ground *ground
	value  []uint8
	count  []uint32
	crit   []uint32 // XOR of the variables of the true literals
	place  []uint32 // of a false clause in its list
	above  list     // false hard clauses
	below  list     // false soft clauses
	cost   int64    // their weight
}

func newFooting(g *ground) footing {
	m := len(g.weight)
	return footing{ground: g, value: make([]uint8, g.vars), count: make([]uint32, m), crit: make([]uint32, m), place: make([]uint32, m)}
}

// scatter draws an assignment; round counts restarts.
func (f *footing) scatter(seed uint64, round uint32) {
	at := rng.Address{Seed: seed, Individual: round, Purpose: rng.Init}
	for w := 0; 64*w < f.ground.vars; w++ {
		x := at.MaskLow(uint32(w), 1<<31, ^uint64(0))
		for j := 64 * w; j < min(64*w+64, f.ground.vars); j++ {
			f.value[j] = uint8(x >> (j & 63) & 1)
		}
	}
}

// settle counts anew.
func (f *footing) settle() {
	f.above.clauses, f.below.clauses, f.cost = f.above.clauses[:0], f.below.clauses[:0], 0
	for c := range f.count {
		f.count[c], f.crit[c] = 0, 0
		for _, l := range f.ground.Clause(c) {
			if uint32(f.value[l>>1]) != l&1 {
				f.count[c]++
				f.crit[c] ^= l >> 1
			}
		}
		if f.count[c] == 0 {
			f.fall(uint32(c))
		}
	}
}

// fall and rise note that a clause has become false, or true.
func (f *footing) fall(c uint32) {
	if int(c) < f.ground.hard {
		f.above.push(c, f.place)
	} else {
		f.below.push(c, f.place)
		f.cost += f.ground.weight[c]
	}
}

func (f *footing) rise(c uint32) {
	if int(c) < f.ground.hard {
		f.above.remove(c, f.place)
	} else {
		f.below.remove(c, f.place)
		f.cost -= f.ground.weight[c]
	}
}

// literals are the literal of v that a flip makes true and the one that it
// makes false.
func (f *footing) literals(v uint32) (rising, falling uint32) {
	l := 2*v + uint32(f.value[v])
	return l, l ^ 1
}

func (f *footing) score() problem.Score { return f.ground.score(len(f.above.clauses), f.cost) }
