package custom

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/clocktest"
	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/internal/subprocess"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/knapsack"
	"github.com/warbler-opt/warbler/search"

	_ "github.com/warbler-opt/warbler/search/genetic"
	_ "github.com/warbler-opt/warbler/search/local"
)

// The test binary is also the child.
func TestMain(m *testing.M) {
	subprocess.Serve()
	os.Exit(m.Run())
}

const satchel = "../../examples/evolve/satchel.c"

func open(t *testing.T, path string) *apart {
	t.Helper()
	p := openAny(t, path)
	if p.fragment.Library == nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("there is no C compiler")
		}
		t.Skip("there is no C compiler")
	}
	return p
}

// openAny is open where a device will do.
func openAny(t *testing.T, path string) *apart {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	p, err := newApart(t.Context(), file, path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// ones is a fragment whose fitness counts ones and then does something.
func ones(t *testing.T, then string) *apart {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ones.c")
	text := "/* warbler\ngenome = \"binary\"\nlength = 40\npatience = 3\n*/\nscore fitness(genome g, data d)\n{\n    score n = 0;\n" +
		"    for (int i = 0; i < LENGTH; i++)\n        n += gene(g, i);\n    " + then + "\n    return n;\n}\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return open(t, path)
}

func algorithm(t *testing.T, name string) search.Algorithm {
	t.Helper()
	a, err := search.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestSameAsBuiltIn: a knapsack in C has the trace of the built-in one.
func TestSameAsBuiltIn(t *testing.T) {
	file, err := os.Open("../../examples/knapsack-50.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	list, err := knapsack.Read(file, "knapsack-50.txt")
	if err != nil {
		t.Fatal(err)
	}
	sack, err := knapsack.New(list[0], "penalty")
	if err != nil {
		t.Fatal(err)
	}
	genetic := algorithm(t, "genetic")
	c := search.Config{Problem: sack, Values: search.Values{"population": "600", "selection": "roulette"}, Replicas: search.Seeds(5, 2), Threads: 2}
	want := searchtest.History(t, genetic, c, 3, 7)
	mine := openAny(t, satchel)
	devices := devicetest.All(t)
	if mine.fragment.Library != nil {
		devices = append(devices, nil)
	}
	for _, d := range devices {
		c.Problem, c.Device = mine, d
		got := searchtest.History(t, genetic, c, 3, 7)
		for i := range got {
			got[i].Saved = want[i].Saved // they are of other instances
		}
		searchtest.Same(t, searchtest.Name(d), want, got)
	}
}

// TestSameAsHere: an engine in a child is the engine in this process, and goes on
// from its checkpoints.
func TestSameAsHere(t *testing.T) {
	apartFrom := open(t, satchel)
	here, err := apartFrom.fragment.load()
	if err != nil {
		t.Fatal(err)
	}
	genetic := algorithm(t, "genetic")
	target := problem.Score(0)
	c := search.Config{Problem: here, Replicas: search.Seeds(1, 3), Stop: search.Stop{Steps: 11}, Threads: 1}
	want := searchtest.History(t, genetic, c, 3, 4)
	c.Problem = apartFrom
	searchtest.Same(t, "apart", want, searchtest.History(t, genetic, c, 3, 4))
	c.Resume = bytes.NewReader(want[0].Saved)
	searchtest.Same(t, "resumed", want[1:], searchtest.Follow(t, searchtest.Open(t, genetic, c), 3, 2, 4))
	// A target of zero is a target.
	c.Resume, c.Stop.Target = nil, &target
	e := searchtest.Open(t, genetic, c)
	if p, err := e.Step(t.Context(), 5); err != nil || p.Running != 0 || p.Steps != 0 {
		t.Errorf("%+v, %v", p, err)
	}
}

// solve runs a search to its end.
func solve(t *testing.T, ctx context.Context, p *apart, stop search.Stop) (search.Result, error) {
	t.Helper()
	e, err := algorithm(t, "genetic").Engine(ctx, search.Config{Problem: p, Replicas: search.Seeds(1, 2), Stop: stop, Threads: 2})
	if err != nil {
		return search.Result{}, err
	}
	defer e.Close()
	return search.Run(ctx, e, stop)
}

// TestLost: what a child dies of is told with its line, and what it had found is
// kept.
func TestLost(t *testing.T) {
	for name, c := range map[string]struct {
		then, want string
		best       bool
	}{
		"division":       {"n += 100 / (33 - n) / 99;", "ones.c:11: division by zero in fitness", true},
		"remainder":      {"n += 7 % (n - 33) / 9;", "ones.c:11: division by zero in fitness", true},
		"gene":           {"if (n > 32) return gene(g, n + 8);", "ones.c:11: fitness asks for a gene that is not one of 0 to 39", true},
		"null":           {"if (n > 32) return *(int *)0;", "ones.c:11: fitness reads or writes memory", true},
		"wild":           {"if (n > 32) return *(volatile int *)(n * 8);", "ones.c:11: fitness reads or writes memory", true},
		"endless":        {"while (n > 32) n |= 64;", "ones.c:11: fitness did not return after it was told to stop", true},
		"endless before": {"while (n < 64) n &= 63;", "ones.c:11: fitness did not return after it was told to stop, for 2s", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := ones(t, c.then)
			result, err := solve(t, t.Context(), p, search.Stop{Time: 2 * time.Second})
			var lost *subprocess.LostError
			if !errors.As(err, &lost) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %s", err, c.want)
			}
			if len(result.Runs) > 0 != c.best {
				t.Fatalf("%+v", result)
			}
			for _, s := range result.Runs {
				if err := search.Verify(p, s); err != nil || s.Score < 15 {
					t.Errorf("%+v: %v", s, err)
				}
			}
		})
	}
}

// TestCheckpointSurvives: a crash leaves the last checkpoint, and a mended
// fragment would go on from it.
func TestCheckpointSurvives(t *testing.T) {
	p := ones(t, "if (n > 33) return *(volatile int *)(n * 8);")
	path := filepath.Join(t.TempDir(), "state")
	e, err := algorithm(t, "genetic").Engine(t.Context(), search.Config{Problem: p, Replicas: search.Seeds(1, 2)})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	saver := search.SaveTo(e, path, time.Hour)
	progress, err := e.Step(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := saver.Observe(progress, time.Hour); err != nil {
		t.Fatal(err)
	}
	_, err = search.Run(t.Context(), e, search.Stop{}, saver)
	var lost *subprocess.LostError
	if !errors.As(err, &lost) || strings.Contains(err.Error(), "checkpoint") {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	saved, err := search.ReadCheckpoint(file)
	if err != nil || saved.Header.Problem != "custom" || saved.Header.Steps != progress.Steps {
		t.Errorf("%+v, %v", saved, err)
	}
}

// TestInterrupted: an end of the context is no loss, also when a fragment is slow.
func TestInterrupted(t *testing.T) {
	p := ones(t, "for (volatile int k = 0; k < 100000; k++);")
	clocktest.Within(t, 3*time.Second, "an interrupted run", func() time.Duration {
		ctx, cancel := context.WithTimeout(t.Context(), 400*time.Millisecond)
		defer cancel()
		began := time.Now()
		result, err := solve(t, ctx, p, search.Stop{Steps: 1 << 30})
		if err != nil || len(result.Runs) != 2 || result.Status != search.Interrupted {
			t.Errorf("%+v, %v", result, err)
		}
		return time.Since(began)
	})
}

func TestJudge(t *testing.T) {
	p := ones(t, "n += 100 / (n - 3) / 99;")
	g := problem.NewGenomes(p.Representation(), 1).At(0)
	for _, want := range []problem.Score{0, 1, 1, -1, 5, 5} {
		score, err := p.Judge(g)
		if want < 0 {
			if err == nil || !strings.Contains(err.Error(), "division by zero in fitness, while the answer was scored again") || p.Evaluate(g) != problem.Worst {
				t.Errorf("%v", err)
			}
		} else if err != nil || score != want {
			t.Errorf("%d, %v, want %d", score, err, want)
		}
		g.Bits[0] = g.Bits[0]<<1 | 1
	}
	if err := search.Verify(p, search.Solution{Genome: g, Score: 7}); err == nil {
		t.Error("a wrong score was taken")
	}
}

// TestEngineRefuses: refusals are those of the engine itself, with their type.
func TestEngineRefuses(t *testing.T) {
	p := open(t, satchel)
	var refused *subprocess.Error
	if _, err := algorithm(t, "genetic").Engine(t.Context(), search.Config{Problem: p, Values: search.Values{"demes": "7"}}); !errors.As(err, &refused) || !refused.UserError {
		t.Error(err)
	}
	if _, err := algorithm(t, "genetic").Engine(t.Context(), search.Config{Problem: p, Resume: strings.NewReader("no checkpoint")}); !errors.As(err, &refused) || !refused.UserError {
		t.Error(err)
	}
	if p.Hash() == ones(t, "").Hash() {
		t.Error("two fragments have one hash")
	}
}

// TestLostOnDevices: a device that never comes back, and one whose compiler knows
// less C than the CPU's.
func TestLostOnDevices(t *testing.T) {
	// A compiler may leave a loop without effects out.
	endless := ones(t, "for (volatile int k = 1; k && n > 31; k = 1);")
	static := ones(t, "static const int two[2] = {1, 2}; n += two[n & 1];")
	for _, d := range devicetest.All(t) {
		id := d.Info().ID()
		var e search.Engine
		var result search.Result
		var err error
		// Some drivers compile at the first launch, which takes seconds on a busy machine.
		for given := 2 * time.Second; err == nil && given < time.Minute; given *= 2 {
			stop := search.Stop{Time: given}
			if e, err = algorithm(t, "genetic").Engine(t.Context(), search.Config{Problem: endless, Device: d, Replicas: search.Seeds(1, 1), Stop: stop}); err != nil {
				t.Fatal(err)
			}
			if result, err = search.Run(t.Context(), e, stop); err == nil {
				e.Close()
			}
		}
		if want := "ones.c: fitness on " + id + " did not return after it was told to stop"; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
		if len(result.Runs) != 1 || search.Verify(endless, result.Runs[0]) != nil {
			t.Errorf("%+v", result)
		}
		e.Close()
		if d.Info().Driver != "opencl" {
			continue // CUDA's has no objections
		}
		var refused *subprocess.Error
		_, err = algorithm(t, "genetic").Engine(t.Context(), search.Config{Problem: static, Device: d, Replicas: search.Seeds(1, 1)})
		if !errors.As(err, &refused) || !refused.UserError || !refused.Device || !strings.Contains(err.Error(), "ones.c does not compile for "+id) ||
			!strings.Contains(err.Error(), "ones.c:11 | static const") || strings.Contains(err.Error(), "genetic") {
			t.Errorf("%v", err)
		}
	}
}
