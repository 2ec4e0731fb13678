package tune

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/experiment"
	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/internal/searchtest"
)

// told is all of a result but the time.
func told(r *Result) string {
	var b strings.Builder
	fmt.Fprintln(&b, r.Best.Number, r.Settings(), r.Spent, r.Course, r.Stopped, r.Verdict())
	for _, s := range append(r.Finalists, r.Candidates...) {
		fmt.Fprintln(&b, s.Candidate.Number, s.Candidate.Parent, s.Candidate.Values, s.Trials, s.MeanRank, s.Mean)
	}
	if r.HeldOut != nil {
		bare := *r.HeldOut
		bare.SpentBest.Seconds, bare.SpentBaseline.Seconds = 0, 0
		fmt.Fprintln(&b, bare)
	}
	return b.String()
}

// poor is a plan whose baseline is easily beaten.
func poor(t *testing.T) string {
	t.Helper()
	return replaced(t, small, "passes = 2", "pm = 1\npasses = 0", "variables = 30", "variables = 50")
}

func tuned(t *testing.T, text string, where experiment.Where) *Result {
	t.Helper()
	r, err := Run(context.Background(), planOf(t, text), where, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A plan gives one result, on any device and any number of threads.
func TestTheSameEverywhere(t *testing.T) {
	for _, method := range []string{"race", "halving"} {
		text := replaced(t, small, `"race"`, `"`+method+`"`)
		want := told(tuned(t, text, experiment.Where{CPU: true, Threads: 1}))
		wheres := map[string]experiment.Where{"again": {CPU: true, Threads: 1}, "two threads": {CPU: true, Threads: 2}}
		for _, d := range devicetest.All(t) {
			wheres[d.Info().ID()] = experiment.Where{CPU: true, Devices: devicetest.All(t)}
		}
		for name, where := range wheres {
			if got := told(tuned(t, text, where)); got != want {
				t.Errorf("%s, %s: %s\nwant %s", method, name, got, want)
			}
		}
		if got := told(tuned(t, replaced(t, text, "seed = 1", "seed = 2"), experiment.Where{CPU: true})); got == want {
			t.Errorf("%s: the seed changes nothing", method)
		}
	}
}

// Shared launches cannot be seen: runs one by one come to the same.
func TestTheSameAlone(t *testing.T) {
	p := planOf(t, small)
	f, alone := newField(p, experiment.Where{CPU: true}, nil), newField(p, experiment.Where{CPU: true, Threads: 1}, nil)
	l := newPool(p)
	if _, err := l.draw(context.Background(), 9, source{iteration: 1}); err != nil {
		t.Fatal(err)
	}
	if err := f.run(context.Background(), l.all, 0, 3); err != nil {
		t.Fatal(err)
	}
	for trial := range 3 {
		for _, c := range l.all {
			if err := alone.run(context.Background(), []*Candidate{c}, trial, trial+1); err != nil {
				t.Fatal(err)
			}
		}
	}
	if f.spent != 30 || alone.spent != 30 {
		t.Errorf("%d and %d runs", f.spent, alone.spent)
	}
	for at, want := range alone.results {
		if got := f.results[at]; got.Score != want.Score || got.Genome != want.Genome {
			t.Errorf("%+v: %+v, alone %+v", at, got, want)
		}
	}
	// What is known is not run again.
	if err := f.run(context.Background(), l.all, 0, 3); err != nil || f.spent != 30 {
		t.Errorf("%d runs, %v", f.spent, err)
	}
}

// A plan whose baseline is bad finds something better, within its budget.
func TestRunImproves(t *testing.T) {
	for _, method := range []string{"race", "halving"} {
		r := tuned(t, replaced(t, poor(t), `"race"`, `"`+method+`"`), experiment.Where{CPU: true})
		c := r.HeldOut
		if c == nil || r.Spent > 120 || c.Verdict() <= 0 || c.Better <= c.Worse || c.Chance <= 0.5 || len(c.Instances) != 6 {
			t.Errorf("%s: %d runs, %+v", method, r.Spent, c)
		}
		if r.Best == r.Baseline || r.Settings()["width"] != "4" || !strings.Contains(r.Verdict(), "Wilcoxon p = ") {
			t.Errorf("%s: %s", method, r.Verdict())
		}
	}
}

// Where nothing is better the baseline wins, and nothing is held against it.
func TestBaselineMayWin(t *testing.T) {
	r := tuned(t, replaced(t, small, "passes = 2", "passes = 20", "passes = {from = 1, to = 3}\n", "",
		`feedback = ["adaptive", "none"]`, "", "pm = {from = 0.01, to = 0.3, scale = \"log\"}", "pm = {from = 0.99, to = 1}", "variables = 30", "variables = 60"),
		experiment.Where{CPU: true})
	if r.Best != r.Baseline || r.HeldOut != nil || !strings.Contains(r.Verdict(), "No candidate did better") {
		t.Errorf("%s", told(r))
	}
}

// knapsack is a random instance.
func knapsack(seed uint32) []byte {
	b := []byte("100 2500\n")
	for range 100 {
		var x [2]uint32
		for i := range x {
			seed = seed*1664525 + 1013904223
			x[i] = 1 + seed>>16%100
		}
		b = fmt.Appendln(b, x[0], x[1])
	}
	return b
}

// Candidates that differ only in how long they run are not told apart: all have the
// evaluations that the baseline makes in its generations.
func TestEqualBudgets(t *testing.T) {
	files := experiment.Files{
		Read: func(name string) ([]byte, error) {
			seed, err := strconv.Atoi(name)
			return knapsack(uint32(seed)), err
		},
		Glob: func(pattern string) (names []string, err error) {
			for i := range map[string]int{"training*": 10, "heldout*": 20}[pattern] {
				names = append(names, strconv.Itoa(len(pattern)*100+i))
			}
			return names, nil
		},
	}
	text := "algorithm = \"random\"\nbudget = 60\n[stop]\n%s\n[[training]]\nfile = \"training*\"\n[[heldout]]\nfile = \"heldout*\"\n" +
		"[baseline]\npopulation = 40\n[tune]\npopulation = {from = 200, to = 400}\n"
	for rule, want := range map[string]string{"generations = 19": "at most 800 evaluations a run", "evaluations = 800": "at most 800 evaluations a run"} {
		p, err := parsePlan("p.toml", fmt.Sprintf(text, rule), files)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Run(context.Background(), p, experiment.Where{CPU: true}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if p.Allowed() != want || r.Recommended() || len(p.HeldOut) != 20 || r.Settings()["population"] != "40" || !strings.Contains(r.Verdict(), "othing is recommended") {
			t.Errorf("%s: %s, %s\n%s", rule, p.Allowed(), r.Settings(), r.Verdict())
		}
		for _, s := range r.Candidates {
			if s.Spent.Evaluations > 800 || s.Trials > 0 && s.Spent.Evaluations < 400 {
				t.Errorf("%s: candidate %d spends %v", rule, s.Candidate.Number, s.Spent)
			}
		}
	}
	// A rule that ends runs early is no budget, and what spends more is not recommended.
	p, err := parsePlan("p.toml", fmt.Sprintf(text, "stagnation = 5"), files)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Run(context.Background(), p, experiment.Where{CPU: true}, nil); err == nil || !strings.Contains(err.Error(), "p.toml:3: stop: candidates must have equal budgets") {
		t.Error(err)
	}
	if p, err = parsePlan("p.toml", fmt.Sprintf(text, "stagnation = 5\nevaluations = 100000"), files); err != nil {
		t.Fatal(err)
	}
	r, err := Run(context.Background(), p, experiment.Where{CPU: true}, nil)
	if err != nil || r.HeldOut == nil || r.HeldOut.Verdict() != 1 || r.Recommended() || !strings.Contains(r.Verdict(), "where those of the baseline spend") {
		t.Errorf("%v: %+v", err, r)
	}
}

// A tuning that is stopped tells what it knows, at once.
func TestStopped(t *testing.T) {
	long := replaced(t, small, "variables = 30", "variables = 200", "width = 4\nheight = 4\nacross = 1", "width = 10\nheight = 10\nacross = 3",
		"generations = 2", "generations = 60", "budget = 120", "budget = 1000000")
	p := planOf(t, long)
	for _, after := range []time.Duration{0, 400 * time.Millisecond} {
		searchtest.Punctual(t, fmt.Sprintf("after %v", after), func() time.Duration {
			ctx, cancel := context.WithTimeout(context.Background(), after)
			defer cancel()
			began := time.Now()
			r, err := Run(ctx, p, experiment.Where{CPU: true}, nil)
			late := time.Since(began) - after
			if err != nil || !r.Stopped || r.Best == nil || r.HeldOut != nil || !strings.HasPrefix(r.Verdict(), "Stopped before") {
				t.Fatalf("%+v, %v", r, err)
			}
			if err := r.WriteFolder(t.TempDir(), nil); err != nil {
				t.Error(err)
			}
			return late
		})
	}
}

func TestProgress(t *testing.T) {
	var last Progress
	_, err := Run(context.Background(), planOf(t, poor(t)), experiment.Where{CPU: true}, func(p Progress) {
		if p.Done < last.Done || p.Done > p.Runs || p.Alive < 1 || p.Stage == "" {
			t.Errorf("%+v after %+v", p, last)
		}
		last = p
	})
	if err != nil || last.Stage != "held out" || last.Done != last.Runs {
		t.Errorf("%+v, %v", last, err)
	}
}

func TestWriteFolder(t *testing.T) {
	r := tuned(t, poor(t), experiment.Where{CPU: true})
	dir := filepath.Join(t.TempDir(), "new")
	if err := r.WriteFolder(dir, []string{"On a machine."}); err != nil {
		t.Fatal(err)
	}
	for name, wants := range map[string][]string{
		"report.html":    {"<svg", "On a machine.", "The race", "Instances held out", r.Settings().String(), "0.01 to 0.3 (log)"},
		"report.md":      {"## What was found", "Wilcoxon", "baseline"},
		"candidates.csv": {"candidate,iteration,parent,trials,mean,evaluations,seconds,"},
		"heldout.csv":    {"instance,best,baseline,best_known\n3sat-50-213#"},
	} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range wants {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s lacks %q", name, want)
			}
		}
	}
}

// The goal: settings for SATLIB's uf250 that beat the paper's on instances that
// were held out. A third of the benchmark's runs is enough to find some.
func TestSettingsBeatThePapers(t *testing.T) {
	if testing.Short() {
		t.Skip("minutes")
	}
	text, err := os.ReadFile("../../benchmarks/uf250.toml")
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(problemtest.Data(t), "satlib", "uf250-1065")
	p, err := parsePlan("uf250.toml", replaced(t, string(text), "budget = 1500", "budget = 500", "count = 5", "count = 2"), experiment.Beside(filepath.Join(folder, "uf250.toml")))
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(context.Background(), p, experiment.Where{CPU: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(r.Settings(), r.Verdict())
	if len(p.Training) != 40 || len(p.HeldOut) != 40 || r.HeldOut == nil || !r.Recommended() || r.HeldOut.Wilcoxon.P >= 0.01 {
		t.Error("they do not beat the paper's")
	}
}
