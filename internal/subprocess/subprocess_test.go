package subprocess_test

import (
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/clocktest"
	"github.com/warbler-opt/warbler/internal/driver"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/internal/subprocess"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/onemax"
	"github.com/warbler-opt/warbler/search"

	_ "github.com/warbler-opt/warbler/search/genetic"
)

// ones counts ones, until it does what its spec says.
type ones struct {
	counter
	then string
}

type counter interface {
	problem.Problem
	problem.Targeted
	problem.Hashed
	problem.Kernelled
}

func (o ones) Objective() problem.Objective { return problem.Objective{} }

func (o ones) Evaluate(g problem.Genome) problem.Score {
	score := o.counter.Evaluate(g)
	if score > 30 {
		switch o.then {
		case "panic":
			panic("as the spec says")
		case "exit":
			os.Exit(7)
		case "hang":
			select {}
		case "killed":
			kill()
		case "memory":
			limit()
			sink = make([]byte, 1<<40)
		}
	}
	return score
}

// kill ends this process as the system does when there is no memory left.
func kill() {
	p, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = p.Kill()
	}
	if err != nil {
		panic(err)
	}
	select {}
}

// sink keeps what is never used.
var sink []byte

// limit has the system refuse memory that some systems would promise without having it.
var limit = func() {}

// EvaluateBatch hides the one of onemax, which does nothing else.
func (o ones) EvaluateBatch(g problem.Genomes, scores []problem.Score) {
	for i := range scores {
		scores[i] = o.Evaluate(g.At(i))
	}
}

// spec says what ones does.
type spec string

func (s spec) Open() (problem.Problem, error) {
	p, err := onemax.New(40)
	if s == "broken" {
		err = errors.New("a broken spec")
	}
	return ones{p.(counter), string(s)}, err
}

// The test binary is also the child.
func TestMain(m *testing.M) {
	gob.Register(spec(""))
	subprocess.Serve()
	os.Exit(m.Run())
}

func here(t *testing.T, s spec) ones {
	t.Helper()
	p, err := s.Open()
	if err != nil {
		t.Fatal(err)
	}
	return p.(ones)
}

func there(t *testing.T, s spec) *subprocess.Problem {
	t.Helper()
	p := subprocess.New(here(t, "fine"), s, func(c subprocess.Crash) string {
		return fmt.Sprintf("signal %q, ending %q, hung %v, memory %v, killed %v", c.Signal, c.Ending, c.Hung, c.Memory, c.Killed)
	}, false)
	t.Cleanup(func() { p.Close() })
	return p
}

func genetic(t *testing.T) search.Algorithm {
	t.Helper()
	a, err := search.Lookup("genetic")
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestEngineApart(t *testing.T) {
	c := search.Config{Problem: here(t, "fine"), Replicas: search.Seeds(3, 70), Stop: search.Stop{Steps: 9}, Values: search.Values{"population": "20"}}
	want := searchtest.History(t, genetic(t), c, 3, 4)
	c.Problem = there(t, "fine")
	searchtest.Same(t, "apart", want, searchtest.History(t, genetic(t), c, 3, 4))
}

// TestUnserved: a program that is no child is not started as one, for it would do
// its own work twice.
func TestUnserved(t *testing.T) {
	defer subprocess.Unserve()()
	p := there(t, "fine")
	_, err := genetic(t).Engine(t.Context(), search.Config{Problem: p})
	if err == nil || !strings.Contains(err.Error(), "call custom.Serve first in its main") {
		t.Error(err)
	}
	if _, err := p.Judge(problem.NewGenomes(p.Representation(), 1).At(0)); err == nil || !strings.Contains(err.Error(), "custom.Serve") {
		t.Error(err)
	}
}

func TestLosses(t *testing.T) {
	for how, want := range map[spec]string{
		"panic":  `ending "exit status 2", hung false, memory false`,
		"exit":   `ending "exit status 7", hung false, memory false, killed false`,
		"hang":   "hung true, memory false, killed false",
		"killed": `signal "", ending "signal: killed", hung false, memory false, killed true`,
		"memory": `ending "exit status 2", hung false, memory true`,
	} {
		t.Run(string(how), func(t *testing.T) {
			t.Parallel()
			stop := search.Stop{Time: 2 * time.Second}
			e, err := genetic(t).Engine(t.Context(), search.Config{Problem: there(t, how), Replicas: search.Seeds(1, 1), Stop: stop})
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			result, err := search.Run(t.Context(), e, stop)
			var lost *subprocess.LostError
			if !errors.As(err, &lost) || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, want %s", err, want)
			}
			if lost != nil && lost.Shortage() != (how == "memory" || how == "killed") {
				t.Errorf("short of memory: %v", lost.Shortage())
			}
			fate := search.Crashed
			if how == "hang" {
				fate = search.Hung
			}
			if len(result.Runs) != 1 || result.Solution().Score < 20 || result.Status != fate || result.Solution().Status != fate {
				t.Errorf("%+v", result)
			}
			if err := e.Save(&strings.Builder{}); err == nil {
				t.Error("what is lost was saved")
			}
			if _, err := e.Step(context.Background(), 1); !errors.As(err, &lost) {
				t.Errorf("what is lost made a step: %v", err)
			}
		})
	}
}

// TestShortages: what is said of memory is told from other ends.
func TestShortages(t *testing.T) {
	for text, want := range map[string]bool{
		"fatal error: runtime: out of memory\n\nruntime stack:":                                                                       true,
		"runtime: out of memory: cannot allocate 1099511627776-byte block (7995392 in use)\nfatal error: out of memory":               true,
		"fatal error: runtime: cannot allocate memory":                                                                                true,
		"fatal error: too many address space collisions for -race mode":                                                               true,
		"fatal error: memory reservation exceeds address space limit":                                                                 true,
		"fatal error: failed to reserve page summary memory":                                                                          true,
		"fatal error: runtime: cannot map pages in arena address space":                                                               true,
		"runtime: failed to create new OS thread (have 9 already; errno=12)":                                                          true,
		"ThreadSanitizer: CHECK failed: internal_mmap (errno: 12)":                                                                    true,
		"mmap: Cannot allocate memory":                                                                                                true,
		"terminate called after throwing an instance of 'std::bad_alloc'":                                                             true,
		"LLVM ERROR: out of memory":                                                                                                   true,
		"runtime: failed to create new OS thread (have 9 already; errno=11)":                                                          false,
		"fatal error: unexpected signal during runtime execution\n[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x12]": false,
		"panic: runtime error: makeslice: len out of range":                                                                           false,
		"fatal error: stack overflow":                                                                                                 false,
		"":                                                                                                                            false,
	} {
		if got := subprocess.Shortage(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestPatience: without any limit a search whose functions do not return ends too.
func TestPatience(t *testing.T) {
	defer subprocess.SetPatience(time.Second)()
	clocktest.Within(t, 10*time.Second, "a search that hangs", func() time.Duration {
		e, err := genetic(t).Engine(t.Context(), search.Config{Problem: there(t, "hang"), Replicas: search.Seeds(1, 1)})
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		began := time.Now()
		result, err := search.Run(t.Context(), e, search.Stop{})
		var lost *subprocess.LostError
		if !errors.As(err, &lost) || lost.Crash.Waited != "for 1s" || len(result.Runs) != 1 {
			t.Errorf("%+v, %v", result, err)
		}
		return time.Since(began)
	})
}

func TestOpeningFails(t *testing.T) {
	var refused *subprocess.Error
	p := there(t, "broken")
	if _, err := genetic(t).Engine(t.Context(), search.Config{Problem: p}); !errors.As(err, &refused) {
		t.Error(err)
	}
	if _, err := p.Judge(problem.Genome{Bits: []uint64{1}}); !errors.As(err, &refused) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := genetic(t).Engine(ctx, search.Config{Problem: there(t, "fine")}); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that is over: %v", err)
	}
}

// TestTooManyApart: replicas that a child has no memory for leave its device, or the
// CPU, to fewer of them.
func TestTooManyApart(t *testing.T) {
	c := search.Config{Problem: there(t, "fine"), Replicas: search.Seeds(1, 1<<14), Values: search.Values{"population": "16777216"}}
	_, err := genetic(t).Engine(t.Context(), c)
	var told *subprocess.Error
	if !errors.As(err, &told) || !told.UserError || !driver.Unusable(err) || !strings.Contains(err.Error(), "or replicas") {
		t.Error(err)
	}
}

func TestJudgeApart(t *testing.T) {
	p := there(t, "exit")
	for _, g := range []uint64{7, 1<<40 - 1, 3} {
		score, err := p.Judge(problem.Genome{Bits: []uint64{g}})
		if g == 1<<40-1 {
			if err == nil {
				t.Error("the child did not crash")
			}
			continue
		}
		if want := here(t, "fine").Evaluate(problem.Genome{Bits: []uint64{g}}); err != nil || score != want {
			t.Errorf("%d, %v, want %d", score, err, want)
		}
	}
}
