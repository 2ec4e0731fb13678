package sat

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/problem"
)

// plainScore is the definition of the score, by the checker.
func plainScore(t interface{ Fatal(...any) }, f *Formula, g problem.Genome) problem.Score {
	_, violated, cost, err := Check(f, cnf.AssignmentOf(g, f.Vars))
	if err != nil {
		t.Fatal(err)
	}
	if violated > 0 {
		return -problem.Score(violated)
	}
	total := int64(0)
	for c := range f.Clauses() {
		if w := f.weight(c); w != Hard {
			total += w
		}
	}
	return total - cost
}

func TestBatchIsSingle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFormula(t, rapid.SampledFrom([]int{1, 5, 70, 200}).Draw(t, "most vars"), rapid.SampledFrom([]int{3, 70}).Draw(t, "most clauses"))
		p, err := newProblem(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Representation().Validate(); err != nil {
			t.Fatal(err)
		}
		g := problemtest.RandomGenomes(p.Representation(), rapid.SampledFrom([]int{1, 2, 3, 64, 65, 130}).Draw(t, "count"), 1)
		scores := make([]problem.Score, g.Len())
		p.EvaluateBatch(g, scores)
		bound, ok := p.Bound()
		for i, s := range scores {
			if single := p.Evaluate(g.At(i)); s != single {
				t.Fatalf("genome %d scores %d in a batch and %d alone", i, s, single)
			}
			if plain := plainScore(t, f, g.At(i)); s != plain {
				t.Fatalf("genome %d scores %d, want %d", i, s, plain)
			}
			if !ok || s > bound {
				t.Fatalf("genome %d scores %d, more than the bound %d", i, s, bound)
			}
		}
	})
}

// TestBatchWidths has clauses of one width, which batches have loops for.
func TestBatchWidths(t *testing.T) {
	for width := 1; width <= 4; width++ {
		for _, r := range []Random{{}, {MaxWeight: 9}, {Hard: 0.02}, {Hard: 0.02, MaxWeight: 1 << 40}} {
			r.Width, r.Vars, r.Clauses, r.Seed = width, 100, 333, 1
			f, err := Generate(r)
			if err != nil {
				t.Fatal(err)
			}
			p, err := newProblem(f)
			if err != nil {
				t.Fatal(err)
			}
			g := problemtest.RandomGenomes(p.Representation(), 150, 2)
			// Without this one no genome might satisfy the hard clauses.
			copy(g.At(100).Bits, hiddenModel(100, 1).Genome().Bits)
			scores := make([]problem.Score, g.Len())
			p.EvaluateBatch(g, scores)
			for i, s := range scores {
				if want := plainScore(t, f, g.At(i)); s != want || p.Evaluate(g.At(i)) != want {
					t.Fatalf("%s: genome %d scores %d in a batch and %d alone, want %d", f.Name, i, s, p.Evaluate(g.At(i)), want)
				}
			}
			if scores[100] < 0 {
				t.Errorf("%s: the hidden assignment scores %d", f.Name, scores[100])
			}
		}
	}
}

// TestCounts makes the counters of a batch carry far: many clauses, of which
// some genomes satisfy all and some none.
func TestCounts(t *testing.T) {
	for _, clauses := range []int{15, 16, 17, 255, 256, 4096, 70_001} {
		f := &Formula{Name: "counts"}
		for c := range clauses {
			f.Add(1, int32(c%3+1))
		}
		p, err := newProblem(f)
		if err != nil {
			t.Fatal(err)
		}
		g := problem.NewGenomes(p.Representation(), 64)
		for i := range 64 {
			g.Bits[i] = uint64(i % 8)
		}
		scores := make([]problem.Score, 64)
		p.EvaluateBatch(g, scores)
		for i, s := range scores {
			if want := p.Evaluate(g.At(i)); s != want {
				t.Fatalf("%d clauses, genome %d: %d in a batch, %d alone", clauses, i, s, want)
			}
		}
	}
}

// TestScore states scores outright.
func TestScore(t *testing.T) {
	for _, test := range []struct {
		text   string
		bits   uint64
		score  problem.Score
		bound  problem.Score
		strict problem.Score // of the Strict formula
		shown  string        // the score, as people state it
	}{
		{"p cnf 2 3\n1 2 0\n-1 0\n-2 0\n", 0b00, 2, 3, -1, "1"},
		{"p cnf 2 3\n1 2 0\n-1 0\n-2 0\n", 0b11, 1, 3, -2, "2"},
		{"p cnf 1 2\n1 -1 0\n1 1 0\n", 0b0, 1, 2, -1, "1"},                  // a tautology and a repeated literal
		{"p cnf 1 2\n0\n1 0\n", 0b1, 1, 1, -1, "1"},                         // an empty soft clause is lost
		{"h 0\n5 1 0\n", 0b1, -1, -1, -1, "1 hard clause violated"},         // an empty hard one cannot be mended
		{"h 0\nh 1 0\n5 1 0\n", 0b0, -2, -1, -3, "2 hard clauses violated"}, // nor the other counted twice
		{"h 1 0\n5 -1 0\n0 -1 0\n3 0\n", 0b1, 0, 5, -3, "8"},                // weight 0 is worth nothing
		{"", 0b1, 0, 0, 0, "0"},                                             // no variables: a genome of one bit
		{"9223372036854775807 1 0\n", 0b0, 0, 1<<63 - 1, -1, "9223372036854775807"},
		{"9223372036854775800 1 0\n7 2 -2 0\n", 0b1, 1<<63 - 1, 1<<63 - 1, 0, "0"}, // a tautology is worth its weight
	} {
		f, err := Read(strings.NewReader(test.text), "f.wcnf")
		if err != nil {
			t.Fatal(err)
		}
		p, err := newProblem(f)
		if err != nil {
			t.Fatal(err)
		}
		g := problem.Genome{Bits: []uint64{test.bits}}
		if got := p.Evaluate(g); got != test.score {
			t.Errorf("%q: the score is %d, want %d", test.text, got, test.score)
		}
		if got := p.Objective().Describe(test.score); got != test.shown {
			t.Errorf("%q: the score reads %s, want %s", test.text, got, test.shown)
		}
		if got, _ := p.Bound(); got != test.bound {
			t.Errorf("%q: the bound is %d, want %d", test.text, got, test.bound)
		}
		s, err := newProblem(f.Strict())
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Evaluate(g); got != test.strict {
			t.Errorf("%q: the strict score is %d, want %d", test.text, got, test.strict)
		}
		if got := s.Objective().Describe(-2); got != "2 clauses violated" {
			t.Errorf("%q: the strict formula has %s", test.text, got)
		}
		if p.Name() != "maxsat" || s.Name() != "sat" || p.Hash() == s.Hash() && f.Clauses() > 0 {
			t.Errorf("%q: the two problems are not told apart", test.text)
		}
	}
}

// best tries all assignments.
func best(t *testing.T, f *Formula) problem.Score {
	t.Helper()
	p, err := newProblem(f)
	if err != nil {
		t.Fatal(err)
	}
	const batch = 1024
	g := problem.NewGenomes(p.Representation(), min(1<<max(f.Vars, 1), batch))
	scores := make([]problem.Score, g.Len())
	top := problem.Worst
	for lo := uint64(0); lo < 1<<f.Vars; lo += batch {
		for i := range g.Bits {
			g.Bits[i] = lo + uint64(i)
		}
		p.EvaluateBatch(g, scores)
		top = max(top, slices.Max(scores))
	}
	return top
}

// TestOptima solves small formulas of the collection by trying everything.
func TestOptima(t *testing.T) {
	dir := problemtest.Data(t)
	for _, row := range table(t, dir, "maxsat/optima.csv") {
		f := readFile(t, dir, "maxsat/"+row["instance"])
		if limit := map[bool]int{false: 27, true: 20}[testing.Short()]; f.Vars > limit || row["proven_optimal"] != "yes" {
			continue
		}
		p, err := newProblem(f)
		if err != nil {
			t.Fatal(err)
		}
		got := "UNSATISFIABLE"
		if top := best(t, f); top >= 0 {
			got = p.Objective().Format(top)
		}
		if want := row["best_cost"]; got != want {
			t.Errorf("%s costs %s, want %s", f.Name, got, want)
		}
	}
}

// model searches for an assignment that satisfies all clauses, on the formula as
// read: unit propagation, and splitting on a literal of a shortest open clause.
func model(f *Formula, a []int8) bool {
	split, least := int32(0), 0
	for changed := true; changed; {
		changed = false
		split, least = 0, math.MaxInt
		for c := range f.Clauses() {
			open, last, satisfied := 0, int32(0), false
			for _, x := range f.Clause(c) {
				switch value := a[variable(x)]; {
				case value == 0:
					open, last = open+1, x
				case value > 0 == (x > 0):
					satisfied = true
				}
			}
			switch {
			case satisfied:
			case open == 0:
				return false
			case open == 1:
				a[variable(last)] = int8(last / max(last, -last))
				changed = true
			case open < least:
				split, least = last, open
			}
		}
	}
	if split == 0 {
		return true
	}
	for _, x := range []int32{split, -split} {
		b := slices.Clone(a)
		b[variable(x)] = int8(x / max(x, -x))
		if model(f, b) {
			copy(a, b)
			return true
		}
	}
	return false
}

// TestStatus compares the status of small SATLIB formulas, and has their models
// judged.
func TestStatus(t *testing.T) {
	dir := problemtest.Data(t)
	for _, row := range table(t, dir, "satlib/status.csv") {
		f := readFile(t, dir, "satlib/"+row["instance"])
		if limit := map[bool]int{false: 75, true: 50}[testing.Short()]; f.Vars > limit {
			continue
		}
		a := make(cnf.Assignment, f.Vars)
		status := "UNSAT"
		if model(f, a) {
			status = "SAT"
			if _, err := (reply{Satisfiable, -1, a}).verify(f.Strict()); err != nil {
				t.Errorf("%s: %v", f.Name, err)
			}
			p, err := newProblem(f)
			if err != nil {
				t.Fatal(err)
			}
			if s := p.Evaluate(a.Genome()); s != problem.Score(f.Clauses()) {
				t.Errorf("%s: the model scores %d", f.Name, s)
			}
		}
		if want := row["satlib_status"]; status != want {
			t.Errorf("%s is %s, want %s", f.Name, status, want)
		}
	}
}

func TestValidate(t *testing.T) {
	ok := func() *Formula {
		return &Formula{Name: "x", Vars: 2, Lits: []int32{1, -2, 2}, Start: []uint32{0, 2, 3}, Weights: []int64{Hard, 1}}
	}
	if err := ok().validate(); err != nil {
		t.Fatal(err)
	}
	for title, change := range map[string]func(*Formula){
		"negative vars":   func(f *Formula) { f.Vars = -1 },
		"too many vars":   func(f *Formula) { f.Vars = maxVars + 1 },
		"literal 0":       func(f *Formula) { f.Lits[1] = 0 },
		"literal beyond":  func(f *Formula) { f.Lits[1] = -3 },
		"smallest int":    func(f *Formula) { f.Lits[1] = math.MinInt32 },
		"starts unsorted": func(f *Formula) { f.Start = []uint32{0, 4, 3} },
		"starts short":    func(f *Formula) { f.Start[2] = 2 },
		"starts late":     func(f *Formula) { f.Start[0] = 1 },
		"no starts":       func(f *Formula) { f.Start, f.Weights = nil, nil },
		"few weights":     func(f *Formula) { f.Weights = f.Weights[:1] },
		"negative weight": func(f *Formula) { f.Weights[1] = -2 },
		"large sum":       func(f *Formula) { f.Weights = []int64{math.MaxInt64, 1} },
	} {
		f := ok()
		change(f)
		if _, err := newProblem(f); err == nil {
			t.Errorf("%s: accepted", title)
		}
	}
	if _, err := New(&Formula{}); err != nil {
		t.Errorf("the zero formula: %v", err)
	}
}
