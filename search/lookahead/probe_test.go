package lookahead

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os/exec"
	"slices"
	"testing"

	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/internal/drat"
	"github.com/warbler-opt/warbler/problem/sat"
)

// Every simplification is seen to happen, and nothing else.
func TestSimplified(t *testing.T) {
	for _, c := range []struct {
		name    string
		formula *sat.Formula
		want    simplified
		learned [][]int32
	}{
		{"units", formula(3, []int32{1}, []int32{-1, 2}, []int32{-2, -3}), simplified{Units: 3}, nil},
		{"subsumed", formula(3, []int32{1, 2}, []int32{-1, -2}, []int32{1, 2, 3}, []int32{-1, -2, -3}), simplified{Subsumed: 2}, nil},
		{"pure", formula(3, []int32{1, 2, 3}, []int32{1, -2, -3}), simplified{Pure: 1}, nil},
		{"failed", formula(4, []int32{-1, 2}, []int32{-1, 3}, []int32{-2, -3, 4}, []int32{-1, -4}, []int32{1, 2, 4}, []int32{1, -2, -4, 3}, []int32{2, -3, -4}, []int32{1, -2, -4, -3}),
			simplified{Failed: 1}, [][]int32{{-1}}},
		{"failed, of long clauses", formula(5, []int32{-1, 2}, []int32{-1, 3}, []int32{-1, 4}, []int32{-2, -3, -4, 5}, []int32{-2, -3, -4, -5},
			[]int32{1, 2, 3, 4}, []int32{1, -2, -3, 4, 5}, []int32{1, -5, 2, -4}, []int32{1, 3, -2, -5}),
			simplified{Failed: 1}, [][]int32{{-1}}},
		{"necessary", formula(5, []int32{-1, 2}, []int32{-1, -2, 5}, []int32{1, 3}, []int32{1, -3, 5}, []int32{-5, 2, 3, 4}, []int32{-5, -2, -3, -4}),
			simplified{Necessary: 1}, [][]int32{{-1, 5}, {5}}},
		{"both ways", formula(3, []int32{-1, 2}, []int32{-1, -2}, []int32{1, 3}, []int32{1, -3}), simplified{Failed: 1}, [][]int32{{-1}}},
		{"random 3-SAT", random3(t, 100, 426), simplified{}, nil},
	} {
		p, err := prepare(c.formula, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if p.counts != c.want || !slices.EqualFunc(p.learned, c.learned, slices.Equal) {
			t.Errorf("%s: %+v and %v, want %+v and %v", c.name, p.counts, p.learned, c.want, c.learned)
		}
	}
}

func random3(t *testing.T, vars, clauses int) *sat.Formula {
	t.Helper()
	f, err := sat.Generate(sat.Random{Width: 3, Vars: vars, Clauses: clauses, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// mixed is a formula of clauses of two, three and some of five literals and few of
// one, such as literals fail in, and about half have no model.
func mixed(r *rand.Rand, vars int) *sat.Formula {
	f := &sat.Formula{Name: "mixed", Vars: vars}
	add := func(n, width int) {
		for range n {
			clause := make([]int32, width)
			for i := range clause {
				clause[i] = int32(1+r.IntN(vars)) * int32(1-2*r.IntN(2))
			}
			f.Add(1, clause...)
		}
	}
	add(r.IntN(2), 1)
	add(2+r.IntN(2*vars/3), 2)
	add(2*vars+r.IntN(3*vars), 3)
	add(r.IntN(vars), 5)
	f.Vars = vars
	return f
}

// without decides a formula without looking for literals that fail.
func without(t *testing.T, f *sat.Formula, assume []int32, cubes [][]int32) Result {
	t.Helper()
	s := newSimplifier(f, assume)
	for _, cube := range cubes {
		for _, x := range cube {
			s.frozen[cnf.Literal(x)>>1] = true
		}
	}
	s.probing = 0
	p, err := s.prepare(f)
	if err != nil {
		t.Fatal(err)
	}
	if p.counts.Failed+p.counts.Necessary > 0 {
		t.Fatalf("%+v without work", p.counts)
	}
	r := (&solution{Options: Options{Threads: 1, Assume: assume, Cubes: cubes}, prepared: p}).decide(context.Background())
	checkModel(t, f, r)
	return r
}

// Literals that fail change neither verdicts nor what a model is, under assumptions
// and with cubes too.
func TestProbing(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	type kind struct {
		status         sat.Status
		assumed, cubed bool
	}
	found := map[kind]simplified{}
	for i := range 1500 {
		vars := 6 + r.IntN(7)
		f := mixed(r, vars)
		lits := func(n int) (list []int32) {
			for range n {
				list = append(list, int32(1+r.IntN(vars))*int32(1-2*r.IntN(2)))
			}
			return list
		}
		var assume []int32
		var cubes [][]int32
		if i%3 == 1 {
			assume = lits(1 + r.IntN(2))
		}
		if i%4 == 2 {
			x := lits(2)
			cubes = [][]int32{{x[0]}, {-x[0], x[1]}, {-x[0], -x[1]}}
		}
		g := assuming(f, assume)
		got := decide(t, f, Options{Threads: 1, Assume: assume, Cubes: cubes})
		checkModel(t, g, got)
		want := sat.Unsatisfiable
		if satisfiable(g) {
			want = sat.Satisfiable
		}
		if old := without(t, f, assume, cubes); got.Status != want || old.Status != want {
			t.Fatalf("%d: %v, and %v without; want %v", i, got.Status, old.Status, want)
		}
		if swarm := decide(t, f, Options{Algorithm: "swarm", Assume: assume}); swarm.Status != want || cubes == nil && swarm.Simplified != got.Simplified {
			t.Fatalf("%d: a swarm says %v, %+v; want %v, %+v", i, swarm.Status, swarm.Simplified, want, got.Simplified)
		}
		k := kind{got.Status, assume != nil, cubes != nil}
		sum := found[k]
		sum.Units += got.Simplified.Units
		sum.Subsumed += got.Simplified.Subsumed
		sum.Failed += got.Simplified.Failed
		sum.Necessary += got.Simplified.Necessary
		sum.Pure += got.Simplified.Pure
		found[k] = sum
	}
	for _, status := range []sat.Status{sat.Satisfiable, sat.Unsatisfiable} {
		for _, k := range []kind{{status, false, false}, {status, true, false}, {status, false, true}, {status, true, true}} {
			if n := found[k]; min(n.Units, n.Subsumed, n.Failed) < 5 || status == sat.Satisfiable && min(n.Necessary, n.Pure) < 5 {
				t.Errorf("%+v: too little to tell: %+v", k, n)
			}
		}
	}
}

// A proof begins with the literals that fail, each of which follows from the clauses
// before it, and it needs them.
func TestProofsOfFailedLiterals(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	trim, missing := exec.LookPath("drat-trim")
	var failed, necessary, needed, searched, cubed int
	for i := range 2500 {
		vars := 8 + r.IntN(60)
		f := mixed(r, vars)
		o := Options{Threads: 1 + i%3}
		if i%3 == 0 {
			o.Cubes = [][]int32{{1}, {-1, 2}, {-1, -2}}
		}
		proof := refutation(t, f, o)
		p, err := prepare(f, nil, o.Cubes)
		if err != nil {
			t.Fatal(err)
		}
		if proof == nil || len(p.learned) == 0 {
			continue
		}
		if _, err := drat.Check(f, bytes.NewReader(proof), "proof"); err != nil {
			t.Fatalf("%d: %s: %v\n%s", i, f.Name, err, proof)
		}
		if missing == nil {
			runTrim(t, trim, f, proof)
		}
		failed += p.counts.Failed
		necessary += p.counts.Necessary
		if !p.refuted {
			searched++
		}
		if o.Cubes != nil {
			cubed++
		}
		rest := bytes.SplitN(proof, []byte("\n"), len(p.learned)+1)[len(p.learned)]
		if _, err := drat.Check(f, bytes.NewReader(rest), "proof"); err != nil {
			needed++
		}
	}
	if min(failed, necessary, needed, searched, cubed) < 10 {
		t.Errorf("%d failed, %d necessary; %d proofs need them, %d have a search, %d cubes: too few to tell", failed, necessary, needed, searched, cubed)
	}
}

// The work is bounded, and what was found until then stands.
func TestProbingIsBounded(t *testing.T) {
	// A long chain, every literal of which implies all that come after it.
	const vars = 20_000
	f := &sat.Formula{Name: "chain", Vars: vars}
	for v := int32(1); v < vars; v++ {
		f.Add(1, -v, v+1)
		f.Add(1, v, v+1, -(v+2)%vars-1)
	}
	f.Vars = vars + 2
	s := newSimplifier(f, nil)
	s.follow()
	p := &prober{simplifier: s, stamp: make([]uint32, len(s.occurs)), work: 1000}
	for v := range uint32(vars) {
		before := p.work
		if p.holds(2 * v); before <= 0 && p.work != before {
			t.Fatalf("literal %d is followed with %d left to read", 2*v, before)
		}
	}
	if p.work < -100 {
		t.Errorf("%d literals more than allowed", -p.work)
	}
	random := rand.New(rand.NewPCG(25, 26))
	for range 200 {
		f := mixed(random, 9)
		want := satisfiable(f)
		for work := 0; work < 300; work += 23 {
			s := newSimplifier(f, nil)
			s.probing = work
			p, err := s.prepare(f)
			if err != nil {
				t.Fatal(err)
			}
			r := (&solution{Options: Options{Threads: 1}, prepared: p}).decide(context.Background())
			if checkModel(t, f, r); (r.Status == sat.Satisfiable) != want {
				t.Fatalf("with %d literals of work: %v", work, r.Status)
			}
		}
	}
}
