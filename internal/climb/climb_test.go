package climb

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/knapsack"
	"github.com/warbler-opt/warbler/problem/sat"
)

// never is that of a climb which nobody breaks off.
func never() bool { return false }

func newProblem(t interface{ Fatal(...any) }, f *sat.Formula) cnf.Problem {
	p, err := sat.New(f)
	if err != nil {
		t.Fatal(err)
	}
	return p.(cnf.Problem)
}

// The bit-sliced climb is the plain one, for as many genomes as one likes.
func TestSlicedClimbIsThePlainOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := searchtest.DrawFormula(t)
		if rapid.Bool().Draw(t, "strict") {
			f = f.Strict()
		}
		p := newProblem(t, f)
		literal := rapid.Bool().Draw(t, "literal")
		count := rapid.IntRange(1, 150).Draw(t, "genomes")
		passes := rapid.IntRange(0, 8).Draw(t, "passes")
		seed := rapid.Uint64().Draw(t, "seed")
		fast := New(p, literal)
		if fast.schedule == nil {
			t.Fatal("not bit-sliced")
		}
		type outcome struct {
			bits   []uint64
			scores []problem.Score
			last   []int32
		}
		var got [2]outcome
		for i, c := range []*Climber{fast, newPlain(p, literal)} {
			g := problemtest.RandomGenomes(p.Representation(), count, seed)
			o := outcome{g.Bits, make([]problem.Score, count), make([]int32, count)}
			c.Climb(g, o.scores, passes, o.last, false, never)
			got[i] = o
		}
		for i := range count {
			if got[0].last[i] != got[1].last[i] || got[0].scores[i] != got[1].scores[i] {
				t.Fatalf("genome %d: pass %d, score %d; plain %d, %d", i, got[0].last[i], got[0].scores[i], got[1].last[i], got[1].scores[i])
			}
		}
		if !slices.Equal(got[0].bits, got[1].bits) {
			t.Fatal("the genomes differ")
		}
	})
}

// Every climb against the definition: figure 10, left, with whole evaluations.
func TestClimbIsItsDefinition(t *testing.T) {
	inst, err := knapsack.Generate("uncorrelated", 40, 0, 3)
	if err != nil {
		t.Fatal(err)
	}
	sack, err := knapsack.New(inst, "penalty")
	if err != nil {
		t.Fatal(err)
	}
	weighted, err := sat.Generate(sat.Random{Width: 3, Vars: 60, Clauses: 260, Seed: 5, MaxWeight: 50, Hard: 0.2})
	if err != nil {
		t.Fatal(err)
	}
	plainFormula, err := sat.Generate(sat.Random{Width: 3, Vars: 60, Clauses: 260, Seed: 6})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []problem.Problem{sack, newProblem(t, weighted), newProblem(t, plainFormula)} {
		for _, literal := range []bool{false, true} {
			for _, passes := range []int{0, 1, 3, 20} {
				t.Run(fmt.Sprintf("%s %v %d", p.Name(), literal, passes), func(t *testing.T) {
					const count = 70
					g, want := problemtest.RandomGenomes(p.Representation(), count, 9), problemtest.RandomGenomes(p.Representation(), count, 9)
					scores, last := make([]problem.Score, count), make([]int32, count)
					New(p, literal).Climb(g, scores, passes, last, false, never)
					for i := range count {
						s, l := define(p, want.At(i), passes, literal)
						if s != scores[i] || l != last[i] || !slices.Equal(g.At(i).Bits, want.At(i).Bits) {
							t.Fatalf("genome %d: score %d after pass %d, want %d after %d", i, scores[i], last[i], s, l)
						}
					}
				})
			}
		}
	}
}

// define is the right half of figure 10, or with passes that count from 1.
func define(p problem.Problem, g problem.Genome, passes int, literal bool) (best problem.Score, last int32) {
	n := p.Representation().Length
	best = p.Evaluate(g)
	for i := 1; i <= passes*n; i++ {
		j, pass := i-1, (i-1)/n+1
		if literal {
			j, pass = i, i/n
		}
		j %= n
		g.Bits[j/64] ^= 1 << (j % 64)
		if s := p.Evaluate(g); s > best {
			best, last = s, int32(pass)
		} else {
			g.Bits[j/64] ^= 1 << (j % 64)
		}
	}
	return best, last
}

// Levels hold variables without a common clause, and order is kept.
func TestSchedule(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := newProblem(t, searchtest.DrawFormula(t))
		table, vars := p.Table(), p.Representation().Length
		l := newSchedule(table, vars, rapid.IntRange(0, vars-1).Draw(t, "first"))
		level := make([]int, vars)
		for k := range len(l.levels) - 1 {
			for _, v := range l.vars[l.levels[k]:l.levels[k+1]] {
				level[v] = k
			}
		}
		first := int(l.last+1) % vars
		for c := range table.Clauses() {
			for _, x := range table.Clause(c) {
				for _, y := range table.Clause(c) {
					u, v := int(x>>1), int(y>>1)
					if (u-first+vars)%vars < (v-first+vars)%vars && level[u] >= level[v] {
						t.Fatalf("variables %d and %d are on levels %d and %d", u, v, level[u], level[v])
					}
				}
			}
		}
	})
}

// Formulas without variables, and with clauses so long that a schedule of them
// would be too large.
func TestOddFormulas(t *testing.T) {
	empty := &sat.Formula{Name: "empty"}
	empty.Add(5)
	long := &sat.Formula{Name: "long"}
	var clause []int32
	for v := range int32(2000) {
		clause = append(clause, v+1)
	}
	long.Add(1, clause...)
	for _, f := range []*sat.Formula{empty, long} {
		p := newProblem(t, f)
		g := problemtest.RandomGenomes(p.Representation(), 70, 1)
		scores, last := make([]problem.Score, 70), make([]int32, 70)
		New(p, false).Climb(g, scores, 2, last, false, never)
		for i, s := range scores {
			if s != p.Evaluate(g.At(i)) {
				t.Fatalf("%s: genome %d has score %d", f.Name, i, s)
			}
		}
	}
	if New(newProblem(t, long), false).schedule != nil {
		t.Error("2000 literals are 4 million entries of a schedule")
	}
}

func BenchmarkClimb(b *testing.B) {
	f, err := sat.Generate(sat.Random{Width: 3, Vars: 250, Clauses: 1065, Seed: 1, Planted: true})
	if err != nil {
		b.Fatal(err)
	}
	p := newProblem(b, f)
	const count = 64
	c := New(p, false)
	scores, last := make([]problem.Score, count), make([]int32, count)
	total := 0
	for i := range b.N {
		b.StopTimer()
		g := problemtest.RandomGenomes(p.Representation(), count, uint64(i))
		b.StartTimer()
		c.Climb(g, scores, 20, last, false, never)
		most := int32(0)
		for _, l := range last {
			most = max(most, l)
		}
		total += int(most) + 1
	}
	b.ReportMetric(float64(total)/float64(b.N), "passes")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(total)/count, "ns/pass")
}
