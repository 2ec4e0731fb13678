package sat

import (
	"fmt"
	"math"

	"github.com/warbler-opt/warbler/internal/rng"
)

// maxWidth is the longest clause that Generate makes.
const maxWidth = 1000

// Random says what random formulas are like.
type Random struct {
	Width, Vars, Clauses int // literals in a clause; variables; clauses
	Seed                 uint64
	MaxWeight            int64 // soft clauses weigh 1 to this, uniformly; 0: they all weigh 1
	// Hard is the share (0 to 1, rounded to whole clauses) of clauses that are hard, the
	// first ones, such that a hidden assignment satisfies them all.
	Hard    float64
	Planted bool // a hidden assignment satisfies all clauses
}

// The steps of the addresses that a formula is drawn from. Signs that the
// hidden assignment does not satisfy are drawn again, from the next step.
const (
	stepVars = iota
	stepWeights
	stepHidden
	stepSigns
)

// at is where clause, edge or bundle i of the hidden assignment is drawn from.
func (g Random) at(step uint64, i int) rng.Address {
	return rng.Address{Seed: g.Seed, Step: step, Individual: uint32(i), Purpose: rng.Instance}
}

// Generate makes a uniform random formula: each clause has width different
// variables, all choices being equally likely, each negated or not by the toss
// of a coin. The same arguments give the same formula for ever: clause c comes
// from rng's individual c with purpose Instance.
func Generate(g Random) (*Formula, error) {
	width, vars, clauses := g.Width, g.Vars, g.Clauses
	switch {
	case width < 1 || width > maxWidth:
		return nil, fmt.Errorf("sat: a clause has 1 to %d literals, not %d", maxWidth, width)
	case vars < width || vars > maxVars:
		return nil, fmt.Errorf("sat: clauses of %d variables need %d to %d of them, not %d", width, width, maxVars, vars)
	case clauses < 0 || clauses > maxLiterals/width:
		return nil, fmt.Errorf("sat: a formula has 0 to %d clauses of %d literals, not %d", maxLiterals/width, width, clauses)
	case !(g.Hard >= 0 && g.Hard <= 1):
		return nil, fmt.Errorf("sat: the share of hard clauses is 0 to 1, not %g", g.Hard)
	}
	if err := g.checkWeights(clauses); err != nil {
		return nil, err
	}
	f := &Formula{
		Name: fmt.Sprintf("random-%dsat-%d-%d-%d", width, vars, clauses, g.Seed),
		Vars: vars,
		Comments: []string{fmt.Sprintf("uniform random %d-SAT, %d variables, %d clauses, seed %d%s",
			width, vars, clauses, g.Seed, g.describe())},
		Lits:  make([]int32, clauses*width),
		Start: make([]uint32, clauses+1),
	}
	hard := int(math.Round(g.Hard * float64(clauses)))
	if hard > 0 || g.MaxWeight > 0 {
		f.Format, f.Weights = wcnf, make([]int64, clauses)
	}
	for c := range clauses {
		clause := f.Lits[c*width : (c+1)*width]
		g.variables(clause, c, vars)
		g.signs(clause, c, g.Planted || c < hard)
		f.Start[c+1] = uint32((c + 1) * width)
		switch {
		case c < hard:
			f.Weights[c] = Hard
		case f.Weights != nil:
			f.Weights[c] = g.weight(c)
		}
	}
	return f, nil
}

func (g Random) checkWeights(clauses int) error {
	if g.MaxWeight < 0 || clauses > 0 && g.MaxWeight > math.MaxInt64/int64(clauses) {
		return fmt.Errorf("sat: weights up to %d; with %d clauses they can be at most %d, so that their sum fits 64 bits",
			g.MaxWeight, clauses, math.MaxInt64/int64(max(clauses, 1)))
	}
	return nil
}

// describe is the options, for the comment in a file.
func (g Random) describe() (text string) {
	if g.MaxWeight > 0 {
		text += fmt.Sprintf(", weights 1 to %d", g.MaxWeight)
	}
	if g.Hard > 0 {
		text += fmt.Sprintf(", hard share %g", g.Hard)
	}
	if g.Planted {
		text += ", planted"
	}
	return text
}

// weight is that of soft clause or edge i.
func (g Random) weight(i int) int64 {
	if g.MaxWeight == 0 {
		return 1
	}
	at := g.at(stepWeights, i)
	x0, x1, _, _ := at.Block(0)
	return 1 + int64(at.Bounded64(uint64(x1)<<32|uint64(x0), 0, uint64(g.MaxWeight)))
}

// variables draws as many different variables as the clause is long, by
// Floyd's method: the j-th of them among the first vars-width+j, and where that
// one is taken, the last of these.
func (g Random) variables(clause []int32, c, vars int) {
	at := g.at(stepVars, c)
	for j := range clause {
		n := uint32(vars - len(clause) + j + 1)
		v := int32(at.Bounded(at.Word(uint32(j)), uint32(j), n)) + 1
		for _, taken := range clause[:j] {
			if taken == v {
				v = int32(n)
				break
			}
		}
		clause[j] = v
	}
}

// signs negates literals. With satisfied set, the clause has a literal that the
// hidden assignment makes true.
func (g Random) signs(clause []int32, c int, satisfied bool) {
	for step := uint64(stepSigns); ; step++ {
		at := g.at(step, c)
		bits, any := uint32(0), false
		for j, v := range clause {
			if j%32 == 0 {
				bits = at.Word(uint32(j / 32))
			}
			x := max(v, -v)
			positive := bits>>(j%32)&1 != 0
			clause[j] = -x
			if positive {
				clause[j] = x
			}
			any = any || satisfied && positive == g.hidden(x)
		}
		if any || !satisfied {
			return
		}
	}
}

// hidden is the value of a variable in the hidden assignment.
func (g Random) hidden(x int32) bool {
	bit := uint32(x - 1)
	return g.at(stepHidden, 0).Word(bit/32)>>(bit%32)&1 != 0
}

// GenerateMaxCut makes the question for the largest cut of a random graph, all
// graphs with so many vertices and edges being equally likely: for each edge
// the clauses (a ∨ b) and (¬a ∨ ¬b), both satisfied where the edge is cut, else
// one of them. Both clauses have the edge's weight, 1 to maxWeight, uniformly; with a
// maxWeight of 0 edges weigh 1.
func GenerateMaxCut(vertices, edges int, maxWeight int64, seed uint64) (*Formula, error) {
	g := Random{Seed: seed, MaxWeight: maxWeight}
	if vertices < 0 || vertices > maxVars {
		return nil, fmt.Errorf("sat: a graph has 0 to %d vertices, not %d", maxVars, vertices)
	}
	pairs := uint64(vertices) * uint64(max(vertices-1, 0)) / 2
	if edges < 0 || uint64(edges) > pairs || edges > maxLiterals/4 {
		return nil, fmt.Errorf("sat: a graph of %d vertices has 0 to %d edges, not %d", vertices, min(pairs, maxLiterals/4), edges)
	}
	if err := g.checkWeights(2 * edges); err != nil {
		return nil, err
	}
	f := &Formula{
		Name: fmt.Sprintf("maxcut-%d-%d-%d", vertices, edges, seed),
		Vars: vertices,
		Comments: []string{fmt.Sprintf("MaxCut of a random graph, %d vertices, %d edges, seed %d%s",
			vertices, edges, seed, g.describe())},
		Lits:  make([]int32, 0, 4*edges),
		Start: append(make([]uint32, 0, 2*edges+1), 0),
	}
	if maxWeight > 0 {
		f.Format = wcnf
	}
	// Floyd's method again, on the numbers of all pairs.
	taken := make(map[uint64]bool, edges)
	for e := range edges {
		at := g.at(stepVars, e)
		x0, x1, _, _ := at.Block(0)
		n := pairs - uint64(edges) + uint64(e) + 1
		t := at.Bounded64(uint64(x1)<<32|uint64(x0), 0, n)
		if taken[t] {
			t = n - 1
		}
		taken[t] = true
		a, b := pair(t)
		f.Lits = append(f.Lits, a, b, -a, -b)
		f.Start = append(f.Start, uint32(len(f.Lits)-2), uint32(len(f.Lits)))
		if maxWeight > 0 {
			w := g.weight(e)
			f.Weights = append(f.Weights, w, w)
		}
	}
	return f, nil
}

// pair is pair number t of vertices, a < b, both from 1: t = b'(b'-1)/2 + a' for
// a' < b' from 0.
func pair(t uint64) (a, b int32) {
	below := func(b uint64) uint64 { return b * (b - 1) / 2 } // pairs of vertices before b
	x := uint64(math.Sqrt(2*float64(t) + 0.25))               // off by one at most
	for x < 1 || below(x+1) <= t {
		x++
	}
	for below(x) > t {
		x--
	}
	return int32(t-below(x)) + 1, int32(x) + 1
}
