package pipeline

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/internal/params"
	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search"
	"github.com/warbler-opt/warbler/search/lookahead"
)

// satlib are instances of some families of SATLIB, of each the first so many.
func satlib(t testing.TB, each int, families ...string) (formulas []*sat.Formula, satisfiable []bool) {
	t.Helper()
	for _, v := range problemtest.Satlib(t, each) {
		if family, _, _ := strings.Cut(v.Family, "-"); !slices.Contains(families, family) {
			continue
		}
		file, err := os.Open(v.Path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := sat.Read(file, filepath.Base(v.Path))
		file.Close()
		if err != nil {
			t.Fatal(err)
		}
		formulas, satisfiable = append(formulas, f), append(satisfiable, v.Satisfiable)
	}
	return formulas, satisfiable
}

// values makes parameters of "name=value".
func values(t testing.TB, list ...string) search.Values {
	v := search.Values{}
	for _, x := range list {
		if err := params.Set(v, x); err != nil {
			t.Fatal(err)
		}
	}
	return v
}

// decide solves a formula and checks the model.
func decide(t testing.TB, s *Solver, f *sat.Formula) Result {
	t.Helper()
	r, err := s.Solve(context.Background(), f, nil)
	if err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	checkModel(t, f, r)
	return r
}

func checkModel(t testing.TB, f *sat.Formula, r Result) {
	t.Helper()
	if (r.Status == sat.Satisfiable) != (r.Values != nil) {
		t.Fatalf("%s: %v with the values %v", f.Name, r.Status, r.Values)
	}
	if r.Values != nil {
		if violated, _, _, err := sat.Check(f, r.Values); err != nil || len(violated) > 0 {
			t.Fatalf("%s: the model violates %d clauses, %v", f.Name, len(violated), err)
		}
	}
}

func open(t testing.TB, o Options) *Solver {
	t.Helper()
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// random is a formula of clauses of 1 to 3 literals, some with a literal twice or
// with both literals of a variable.
func random(r *rand.Rand, vars int) *sat.Formula {
	clauses := int(float64(vars) * (2 + 3*r.Float64()))
	f := &sat.Formula{Name: fmt.Sprintf("random %d/%d", vars, clauses), Vars: vars}
	for range clauses {
		n := 3
		if r.IntN(10) == 0 {
			n = 1 + r.IntN(2)
		}
		clause := make([]int32, n)
		for i := range clause {
			clause[i] = int32(1 + r.IntN(vars))
			if r.IntN(2) == 0 {
				clause[i] = -clause[i]
			}
		}
		f.Add(1, clause...)
	}
	f.Vars = vars
	return f
}

// Verdicts of SATLIB, with both stores; the tree does not depend on the store or
// on the number of goroutines.
func TestSatlib(t *testing.T) {
	formulas, want := satlib(t, 1000, "uf20", "uf50", "uuf50")
	hard, wanted := satlib(t, 3, "uf75")
	formulas, want = append(formulas, hard...), append(want, wanted...)
	if len(formulas) < 33 {
		t.Fatalf("only %d instances", len(formulas))
	}
	paths, rows := open(t, Options{Values: values(t, "batch=8192"), Threads: 1}), open(t, Options{Values: values(t, "batch=8192", "store=formulas"), Threads: 2})
	for i, f := range formulas {
		a, b := recordWith(t, paths, f), recordWith(t, rows, f)
		if (a.Status == sat.Satisfiable) != want[i] {
			t.Errorf("%s: %v, %+v", f.Name, a.Status, a.Result)
		}
		if err := same(a, b); err != nil {
			t.Errorf("%s: the stores differ: %v", f.Name, err)
		}
	}
}

// 2,000 formulas as the lookahead search sees them.
func TestRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	count := [2]int{}
	var solvers []*Solver
	for k, v := range variants {
		solvers = append(solvers, open(t, Options{Values: values(t, append(v, []string{"store=paths", "store=formulas"}[k%2])...), Threads: 1}))
	}
	rounds := 2000
	if testing.Short() {
		rounds = 500
	}
	for i := range rounds {
		f := random(r, 1+r.IntN(40))
		if i%2 == 0 {
			var err error
			vars := 10 + r.IntN(31)
			if f, err = sat.Generate(sat.Random{Width: 3, Vars: vars, Clauses: int(float64(vars) * (3.5 + 2*r.Float64())), Seed: uint64(i)}); err != nil {
				t.Fatal(err)
			}
		}
		got := decide(t, solvers[i%len(solvers)], f)
		want, err := lookahead.Solve(context.Background(), f, lookahead.Options{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		if got.Status != want.Status {
			t.Fatalf("%d: %s: %v, and lookahead says %v", i, f.Name, got.Status, want.Status)
		}
		if got.Status == sat.Satisfiable {
			count[0]++
		} else {
			count[1]++
		}
	}
	if min(count[0], count[1]) < rounds/7 {
		t.Errorf("%d satisfiable and %d unsatisfiable", count[0], count[1])
	}
}

func TestAssume(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	s := open(t, Options{Values: values(t, "batch=64")})
	for range 200 {
		f := random(r, 12)
		assume := []int32{int32(1 + r.IntN(12)), -int32(1 + r.IntN(12))}
		g := *f
		g.Lits, g.Start = slices.Clone(f.Lits), slices.Clone(f.Start)
		for _, x := range assume {
			g.Add(1, x)
		}
		got, err := s.Solve(context.Background(), f, assume)
		if err != nil {
			t.Fatal(err)
		}
		checkModel(t, &g, got)
		if want := decide(t, s, &g); want.Status != got.Status {
			t.Fatalf("%v under %v, and %v", got.Status, assume, want.Status)
		}
	}
	if _, err := s.Solve(context.Background(), random(r, 8), []int32{9}); err == nil {
		t.Error("variable 9 of 8")
	}
}

// What does not fit the encoding is refused; the limits themselves are not.
func TestLimits(t *testing.T) {
	s := open(t, Options{Values: values(t, "batch=100")})
	var limit *cnf.LimitError
	wide := &sat.Formula{Name: "wide", Vars: 4}
	wide.Add(1, 1, 2, 3, 4)
	many := &sat.Formula{Name: "many", Vars: maxVars + 1}
	many.Add(1, 1)
	many.Vars = maxVars + 1
	long := &sat.Formula{Name: "long", Vars: 3, Start: make([]uint32, maxClauses+2)}
	for f, want := range map[*sat.Formula]string{
		wide: "wide: clause 1 has 4 literals, and the pipeline takes at most 3",
		many: "many: it has 512 variables, and the pipeline takes at most 511",
		long: "long: it has 1000001 clauses, and the pipeline takes at most 1000000; a CDCL solver such as CaDiCaL or Kissat is the better tool for this one",
	} {
		if _, err := s.Solve(context.Background(), f, nil); !errors.As(err, &limit) || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	long.Start = long.Start[:maxClauses+1]
	if r, err := s.Solve(context.Background(), long, nil); err != nil || r.Status != sat.Unsatisfiable {
		t.Errorf("%d empty clauses: %v, %v", maxClauses, r.Status, err)
	}
	most := &sat.Formula{Name: "most"}
	for v := int32(1); v <= maxVars; v++ { // each implies the next
		most.Add(1, -v, -v, min(v+1, maxVars), v%2-1-v)
	}
	most.Add(1, 1)
	most.Add(1, maxVars)
	if r := decide(t, s, most); r.Status != sat.Satisfiable {
		t.Errorf("%v", r.Status)
	}
	for _, f := range []*sat.Formula{{Name: "nothing"}, {Name: "free", Vars: 7}} {
		if r := decide(t, s, f); r.Status != sat.Satisfiable || len(r.Values) != f.Vars {
			t.Errorf("%s: %v", f.Name, r.Status)
		}
	}
	empty := &sat.Formula{Name: "empty"}
	empty.Add(1)
	if r := decide(t, s, empty); r.Status != sat.Unsatisfiable {
		t.Errorf("an empty clause: %v", r.Status)
	}
	if _, err := New(Options{Values: values(t, "batch=0")}); err == nil {
		t.Error("a batch of 0")
	}
}

// The tree of an unsatisfiable formula is the same however little room there is,
// and the room is never left.
func TestMemory(t *testing.T) {
	formulas, _ := satlib(t, 2, "uuf50")
	for _, store := range []string{"store=paths", "store=formulas"} {
		for _, f := range formulas {
			v := values(t, "batch=200", store)
			want := decide(t, open(t, Options{Values: v}), f)
			p, err := newInstance(f, nil, true)
			if err != nil {
				t.Fatal(err)
			}
			set, err := parse(v)
			if err != nil {
				t.Fatal(err)
			}
			set.parts = 1
			least := &cnf.LimitError{}
			if _, err := newPlan(set, p, 0, 1); !errors.As(err, &least) {
				t.Fatalf("no room: %v", err)
			}
			q, err := newPlan(set, p, 0, least.Needed)
			if err != nil {
				t.Fatal(err)
			}
			c := newOnCPU(q, 1)
			if err := c.begin(context.Background()); err != nil {
				t.Fatal(err)
			}
			tight := false
			for !c.ended {
				n := c.stack.count
				tight = tight || q.take(n) < min(n, q.batch)
				if n > q.room {
					t.Fatalf("%d formulas in room for %d", n, q.room)
				}
				c.one()
			}
			if c.model != nil || c.outputs != want.Formulas {
				t.Errorf("%s %s: %d formulas in little room, else %d", f.Name, store, c.outputs, want.Formulas)
			}
			if !tight {
				t.Errorf("%s: there was room for all", f.Name)
			}
		}
	}
}

// hard is a formula that takes very long.
func hard(t testing.TB) *sat.Formula {
	f, err := sat.Generate(sat.Random{Width: 3, Vars: 200, Clauses: 852, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// canceled ends a search after a while and checks how long that takes, in the
// best of some tries, because machines are shared.
func canceled(t *testing.T, o Options, after time.Duration) {
	t.Helper()
	watched := 0
	o.Watch = func(p Result) {
		watched++
		if p.Closed < 0 || p.Closed >= 1 {
			t.Errorf("%+v", p)
		}
	}
	s := open(t, o)
	decide(t, s, random(rand.New(rand.NewPCG(1, 1)), 10)) // compiles the kernels
	searchtest.Punctual(t, fmt.Sprintf("%v after %v", o.Values, after), func() time.Duration {
		ctx, cancel := context.WithCancel(context.Background())
		asked := make(chan time.Time, 1)
		time.AfterFunc(after, func() {
			asked <- time.Now()
			cancel()
		})
		r, err := s.Solve(ctx, hard(t), nil)
		took := time.Since(<-asked)
		if err != nil || r.Status != sat.Unknown || r.Closed < 0 || r.Closed >= 1 {
			t.Errorf("%v: %v, %v, %+v", o.Values, r.Status, err, r)
		}
		return took
	})
	if after > 300*time.Millisecond && watched == 0 && o.Values["batch"] == "1000" {
		t.Errorf("%v: nothing was told", o.Values)
	}
}

func TestCancel(t *testing.T) {
	for _, v := range [][]string{{}, {"store=formulas"}, {"batch=1048576"}, {"batch=1000", "parts=2"}} {
		canceled(t, Options{Values: values(t, v...)}, 500*time.Millisecond)
		canceled(t, Options{Values: values(t, v...)}, time.Millisecond)
	}
}
