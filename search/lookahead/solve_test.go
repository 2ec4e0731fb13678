package lookahead

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search/lookahead/pipeline"
)

// random is a formula of clauses of 1 to longest literals.
func random(r *rand.Rand, vars, clauses, longest int) *sat.Formula {
	f := &sat.Formula{Name: fmt.Sprintf("random %d/%d/%d", vars, clauses, longest), Vars: vars}
	for range clauses {
		n := 1 + r.IntN(longest)
		if n == 1 && r.IntN(4) > 0 { // few of them, or every formula is easy
			n = min(2, longest)
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

// uniform is a formula of clauses of 3, 4 or 5 literals, about as many as leave
// half of such formulas satisfiable.
func uniform(t *testing.T, r *rand.Rand, seed uint64) *sat.Formula {
	t.Helper()
	width := 3 + r.IntN(3)
	vars := [...]int{100, 40, 25}[width-3]
	vars = vars/2 + r.IntN(vars/2)
	ratio := [...]float64{4.27, 9.93, 21.1}[width-3]
	f, err := sat.Generate(sat.Random{Width: width, Vars: vars, Clauses: int(float64(vars) * ratio * (0.9 + 0.3*r.Float64())), Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// satisfiable tries all assignments.
func satisfiable(f *sat.Formula) bool {
	for bits := range 1 << f.Vars {
		all := true
		for c := range f.Clauses() {
			if !slices.ContainsFunc(f.Clause(c), func(x int32) bool { return (bits>>(max(x, -x)-1)&1 == 1) == (x > 0) }) {
				all = false
				break
			}
		}
		if all {
			return true
		}
	}
	return false
}

// decide solves a formula and checks the model.
func decide(t *testing.T, f *sat.Formula, o Options) Result {
	t.Helper()
	r, err := Solve(context.Background(), f, o)
	if err != nil {
		t.Fatal(err)
	}
	checkModel(t, f, r)
	return r
}

// portfolio are options with walks beside the search.
func portfolio(o Options, seed uint64) Options {
	o.Algorithm, o.Seed = "portfolio", seed
	return o
}

func checkModel(t *testing.T, f *sat.Formula, r Result) {
	t.Helper()
	if (r.Status == sat.Satisfiable) != (r.Values != nil) {
		t.Fatalf("%s: %v with the values %v", f.Name, r.Status, r.Values)
	}
	if r.Values != nil {
		if violated, _, _, err := sat.Check(f, r.Values); err != nil || len(violated) > 0 || len(r.Values) != f.Vars {
			t.Fatalf("%s: the model violates %d clauses, %v", f.Name, len(violated), err)
		}
	}
}

func TestSmall(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	count := [2]int{}
	for i := range 3000 {
		vars := 1 + r.IntN(12)
		f := random(r, vars, int(float64(vars)*(2+6*r.Float64())), 1+r.IntN(6))
		want := sat.Unsatisfiable
		if satisfiable(f) {
			want = sat.Satisfiable
			count[0]++
		} else {
			count[1]++
		}
		for _, o := range []Options{{Threads: 1}, {Threads: 2, Deterministic: i%2 == 0}} {
			if got := decide(t, f, o); got.Status != want {
				t.Fatalf("%d: %s with %+v: %v, want %v", i, f.Name, o, got.Status, want)
			}
		}
	}
	if min(count[0], count[1]) < 300 {
		t.Errorf("%d satisfiable and %d unsatisfiable", count[0], count[1])
	}
}

// satlib are the instances of SATLIB, of each family the first so many.
func satlib(t testing.TB, each int) (files []string, satisfiable []bool) {
	for _, v := range problemtest.Satlib(t, each) {
		files, satisfiable = append(files, v.Path), append(satisfiable, v.Satisfiable)
	}
	return files, satisfiable
}

func readFile(t testing.TB, path string) *sat.Formula {
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	f, err := sat.Read(file, filepath.Base(path))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestSatlib(t *testing.T) {
	each := 1000
	if testing.Short() {
		each = 2
	}
	files, want := satlib(t, each)
	if len(files) < 38 {
		t.Fatalf("only %d instances", len(files))
	}
	for i, path := range files {
		f := readFile(t, path)
		if r := decide(t, f, Options{Threads: 1 + i%2}); (r.Status == sat.Satisfiable) != want[i] || r.Closed > 1 {
			t.Errorf("%s: %v, %+v", f.Name, r.Status, r)
		}
	}
}

// Nodes and models are those of one goroutine, whatever their number.
func TestDeterministic(t *testing.T) {
	files, _ := satlib(t, 3)
	for _, path := range files {
		f := readFile(t, path)
		if f.Vars > 200 {
			continue
		}
		one := decide(t, f, Options{Threads: 1})
		for _, threads := range []int{2, 5} {
			more := decide(t, f, Options{Threads: threads, Deterministic: true})
			if more.Status != one.Status || more.Nodes != one.Nodes || !slices.Equal(more.Values, one.Values) {
				t.Errorf("%s: %d goroutines have %v and %d nodes, one %v and %d", f.Name, threads, more.Status, more.Nodes, one.Status, one.Nodes)
			}
		}
	}
}

// hard is a formula that takes about a minute.
func hard(t *testing.T) *sat.Formula {
	f, err := sat.Generate(sat.Random{Width: 3, Vars: 450, Clauses: 1917, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestCancel(t *testing.T) {
	f := hard(t)
	for _, o := range []Options{{Threads: 1}, {Threads: 2, Deterministic: true}, {Threads: 2, Proof: io.Discard}} {
		searchtest.Punctual(t, fmt.Sprintf("%+v", o), func() time.Duration { return canceled(t, f, o) })
	}
}

// canceled is how long a search goes on after its context has ended.
func canceled(t *testing.T, f *sat.Formula, o Options) time.Duration {
	t.Helper()
	var last Result
	o.Watch = func(p Result) { last = p }
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var asked time.Time
	time.AfterFunc(400*time.Millisecond, func() {
		asked = time.Now()
		cancel()
	})
	r, err := Solve(ctx, f, o)
	took := time.Since(asked)
	if err != nil || r.Status != sat.Unknown {
		t.Errorf("%+v: %v, %v", o, r.Status, err)
	}
	if last.Nodes == 0 || r.Closed < last.Closed || r.Closed >= 1 || r.Nodes < last.Nodes {
		t.Errorf("%+v after %+v", r, last)
	}
	return took
}

func TestAssume(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		f := random(r, 8, 20, 4)
		var assume []int32
		g := *f
		g.Lits, g.Start = slices.Clone(f.Lits), slices.Clone(f.Start)
		for range 1 + r.IntN(3) {
			x := int32(1 + r.IntN(8))
			if r.IntN(2) == 0 {
				x = -x
			}
			assume = append(assume, x)
			g.Add(1, x)
		}
		want := satisfiable(&g)
		got := decide(t, f, Options{Threads: 1, Assume: assume})
		checkModel(t, &g, got)
		both, err := Solve(context.Background(), f, portfolio(Options{Threads: 2, Assume: assume}, 1))
		if err != nil {
			t.Fatal(err)
		}
		checkModel(t, &g, both)
		if (got.Status == sat.Satisfiable) != want || both.Status != got.Status {
			t.Fatalf("%v under %v, and %v; want %v", got.Status, assume, both.Status, want)
		}
	}
	f := random(r, 8, 20, 4)
	if _, err := Solve(context.Background(), f, Options{Assume: []int32{9}}); err == nil {
		t.Error("variable 9 of 8")
	}
	if _, err := Solve(context.Background(), f, Options{Assume: []int32{1}, Proof: io.Discard}); err == nil {
		t.Error("a proof under assumptions")
	}
}

// What a portfolio says is what the search says; a walk alone finds models.
func TestPortfolio(t *testing.T) {
	files, want := satlib(t, 2)
	for i, path := range files {
		f := readFile(t, path)
		if f.Vars > 150 {
			continue
		}
		for _, threads := range []int{1, 2} {
			r, err := Solve(context.Background(), f, portfolio(Options{Threads: threads}, uint64(i)))
			if err != nil {
				t.Fatal(err)
			}
			checkModel(t, f, r)
			if (r.Status == sat.Satisfiable) != want[i] {
				t.Errorf("%s: %v", f.Name, r.Status)
			}
		}
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		if want[i] {
			ctx, cancel = context.WithTimeout(context.Background(), time.Minute)
		}
		r, err := Solve(ctx, f, Options{Algorithm: "walk", Seed: 1})
		cancel()
		if err != nil || (r.Status == sat.Satisfiable) != want[i] || r.Status == sat.Unsatisfiable {
			t.Errorf("%s: a walk says %v, %v", f.Name, r.Status, err)
		}
		checkModel(t, f, r)
	}
}

// 2,000 formulas as minisat and cadical see them: by the lookahead, and by a swarm
// in Go and the pipeline where they take them.
func TestOthers(t *testing.T) {
	if testing.Short() {
		t.Skip("compares with other solvers for minutes")
	}
	var others []string
	for _, name := range []string{"minisat", "cadical"} {
		if path, err := exec.LookPath(name); err == nil {
			others = append(others, path)
		}
	}
	switch {
	case len(others) == 0 && os.Getenv("CI") == "true":
		t.Fatal("CI needs minisat or cadical")
	case len(others) == 0:
		t.Skip("neither minisat nor cadical is installed")
	}
	t.Logf("of minisat and cadical there are %v", others)
	batches, err := pipeline.New(pipeline.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer batches.Close()
	swarms, piped := 0, 0
	r := rand.New(rand.NewPCG(7, 8))
	path := filepath.Join(t.TempDir(), "f.cnf")
	for i := range 2000 {
		vars := 10 + r.IntN(141)
		f := random(r, vars, int(float64(vars)*(2+6*r.Float64())), 1+r.IntN(6))
		if i%2 == 0 { // the others are mostly decided by their short clauses
			var err error
			f, err = sat.Generate(sat.Random{Width: 3 + r.IntN(2), Vars: vars, Clauses: int(float64(vars) * (2 + 6*r.Float64())), Seed: uint64(i)})
			if err != nil {
				t.Fatal(err)
			}
		}
		got := decide(t, f, Options{Threads: 1 + i%2})
		alike := func(name string, r Result, err error) {
			if err != nil {
				t.Fatalf("%d: %s by %s: %v", i, f.Name, name, err)
			}
			checkModel(t, f, r)
			if r.Status != got.Status {
				t.Fatalf("%d: %s: %v, and by %s %v", i, f.Name, got.Status, name, r.Status)
			}
		}
		s, err := Solve(context.Background(), f, Options{Algorithm: "swarm"})
		if limit := (*cnf.LimitError)(nil); !errors.As(err, &limit) {
			swarms++
			alike("swarm", s, err)
		}
		if vars <= 40 && longest(f) <= 3 {
			piped++
			p, err := batches.Solve(context.Background(), f, nil)
			alike("pipeline", Result{Status: p.Status, Values: p.Values}, err)
		}
		var text bytes.Buffer
		if err := f.Write(&text); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, other := range others {
			err := exec.Command(other, path).Run()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != 10 && exit.ExitCode() != 20 {
				t.Fatalf("%s: %v", other, err)
			}
			if (exit.ExitCode() == 10) != (got.Status == sat.Satisfiable) {
				t.Fatalf("%d: %s: %v, and %s says %d", i, f.Name, got.Status, other, exit.ExitCode())
			}
		}
	}
	t.Logf("swarms decided %d, and the pipeline %d", swarms, piped)
	if swarms < 1500 || piped < 150 {
		t.Error("too few to tell")
	}
}

// longest is the length of the longest clause.
func longest(f *sat.Formula) int {
	n := 0
	for c := range f.Clauses() {
		n = max(n, len(f.Clause(c)))
	}
	return n
}

// BenchmarkLookahead decides a dozen unsatisfiable formulas of 250 variables on
// one goroutine.
func BenchmarkLookahead(b *testing.B) {
	files, _ := filepath.Glob(filepath.Join(problemtest.Data(b), "satlib", "uuf250-1065", "*.cnf"))
	var formulas []*sat.Formula
	for _, path := range files[:min(12, len(files))] {
		formulas = append(formulas, readFile(b, path))
	}
	nodes, count := int64(0), 0
	for i := 0; b.Loop(); i++ {
		r, err := Solve(context.Background(), formulas[i%len(formulas)], Options{Threads: 1})
		if err != nil || r.Status != sat.Unsatisfiable {
			b.Fatal(r.Status, err)
		}
		nodes += r.Nodes
		count++
	}
	b.ReportMetric(float64(nodes)/float64(count), "nodes/op")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(nodes), "ns/node")
}
