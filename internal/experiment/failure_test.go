package experiment

import (
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/driver"
	"github.com/warbler-opt/warbler/internal/subprocess"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/onemax"
	"github.com/warbler-opt/warbler/search"
)

// frail counts ones in a child, and breaks off as its spec says.
type frail struct {
	counter
	spec string
}

type counter interface {
	problem.Problem
	problem.Targeted
	problem.Hashed
	problem.Kernelled
}

// frailSpec is what a child makes one of.
type frailSpec string

func init() { gob.Register(frailSpec("")) }

func (s frailSpec) Open() (problem.Problem, error) { return newFrail(string(s)) }

func newFrail(spec string) (frail, error) {
	p, err := onemax.New(40)
	return frail{p.(counter), spec}, err
}

func (f frail) Objective() problem.Objective { return problem.Objective{} }

func (f frail) EvaluateBatch(g problem.Genomes, scores []problem.Score) {
	for i := range scores {
		scores[i] = f.Evaluate(g.At(i))
	}
}

func (f frail) Evaluate(g problem.Genome) problem.Score {
	how, cured, _ := strings.Cut(f.spec, " ")
	if _, err := os.Stat(cured); cured != "" && err == nil {
		how = ""
	}
	switch {
	case how == "exit", how == "both":
		os.Exit(7)
	case how == "memory":
		fmt.Fprintln(os.Stderr, "fatal error: runtime: out of memory")
		os.Exit(2)
	case how == "killed":
		p, err := os.FindProcess(os.Getpid())
		if err == nil {
			err = p.Kill()
		}
		if err != nil {
			panic(err)
		}
		select {}
	}
	return f.counter.Evaluate(g)
}

// Kernel is what devices ask for, and nobody else.
func (f frail) Kernel() problem.Kernel {
	if f.spec == "device" || f.spec == "both" {
		os.Exit(7)
	}
	return f.counter.Kernel()
}

// attempt is what became of four runs of a frail problem.
type attempt struct {
	*schedule
	kept []Run
	lost []Failure
}

func try(t *testing.T, spec string, workers ...*worker) (a attempt) {
	t.Helper()
	face, err := newFrail("")
	if err != nil {
		t.Fatal(err)
	}
	algorithm, err := search.Lookup("genetic")
	if err != nil {
		t.Fatal(err)
	}
	p := subprocess.New(face, frailSpec(spec), func(c subprocess.Crash) string { return fmt.Sprintf("%+v", c) }, false)
	defer p.Close()
	a.schedule = scheduleOf(t, workers...)
	a.add(&batchable{
		Case:    &Case{algorithm: algorithm, subject: &subject{Name: "frail", problem: p}, stop: search.Stop{Steps: 2}},
		values:  search.Values{"population": "8"},
		replica: func(run int) search.Replica { return search.Replica{Seed: uint64(run)} },
	}, []int{0, 1, 2, 3})
	var lock sync.Mutex
	err = a.perform(t.Context(), newMeter(4, 0, len(workers), nil), func(runs []Run) error {
		lock.Lock()
		defer lock.Unlock()
		a.kept = append(a.kept, runs...)
		return nil
	}, func(f Failure) error {
		lock.Lock()
		defer lock.Unlock()
		a.lost = append(a.lost, f)
		return nil
	})
	if a.inFlight != 0 || a.queues[0].inFlight != 0 {
		t.Errorf("%s: %d batches and %d runs are said to be in flight at the end", spec, a.inFlight, a.queues[0].inFlight)
	}
	if !errors.Is(err, a.err) {
		t.Error(err)
	}
	return a
}

func four() *worker { return &worker{id: "cpu", threads: 1, lanes: 4, first: 4} }

// TestShortagesAreNotFinal: a run whose child had no memory, or was killed from
// outside, is no failure of its code. It ends the campaign, and may be tried again.
func TestShortagesAreNotFinal(t *testing.T) {
	for _, how := range []string{"memory", "killed"} {
		cured := filepath.Join(t.TempDir(), "cured")
		w := four()
		a := try(t, how+" "+cured, w)
		var lost *subprocess.LostError
		if !errors.As(a.err, &lost) || len(a.kept) > 0 || len(a.lost) > 0 || a.queues[0].sizes[w].count != 1 {
			t.Errorf("%s: %v, kept %v, lost %v, in batches of %d", how, a.err, a.kept, a.lost, a.queues[0].sizes[w].count)
		}
		if err := os.WriteFile(cured, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if a = try(t, how+" "+cured, w); a.err != nil || len(a.kept) != 4 || len(a.lost) > 0 {
			t.Errorf("%s, after it: %v, kept %v, lost %v", how, a.err, a.kept, a.lost)
		}
	}
}

// TestFailuresAreCounted: runs that code breaks off are failures, they end like
// others, and nothing is learnt from how soon.
func TestFailuresAreCounted(t *testing.T) {
	w := four()
	if a := try(t, "exit", w); a.err != nil || len(a.kept) > 0 || len(a.lost) != 4 || a.queues[0].sizes[w].count != 4 {
		t.Errorf("%v, kept %v, lost %v, in batches of %d", a.err, a.kept, a.lost, a.queues[0].sizes[w].count)
	}
	w = &worker{id: "cpu", threads: 1, lanes: 1, first: 1}
	if a := try(t, "exit", w); a.err != nil || len(a.lost) != 4 || a.queues[0].sizes[w].count != 1 {
		t.Errorf("%v, lost %v, in batches of %d", a.err, a.lost, a.queues[0].sizes[w].count)
	}
}

// TestAppeal: what a device has broken off fails only where the CPU fails too.
func TestAppeal(t *testing.T) {
	want := try(t, "", four())
	devicetest.Each(t, func(t *testing.T, d device.Device) {
		w := &worker{device: driver.Named(d.Info()), id: d.Info().ID(), threads: 1, lanes: 4, first: 4}
		a := try(t, "device", w)
		if a.err != nil || len(a.lost) > 0 || len(a.kept) != 4 {
			t.Fatalf("%v, kept %v, lost %v", a.err, a.kept, a.lost)
		}
		for _, r := range a.kept {
			if w := want.kept[r.Number]; w.Number != r.Number || w.Genome != r.Genome || r.Device != "cpu" {
				t.Errorf("%+v, on the CPU alone %+v", r, w)
			}
		}
		a = try(t, "both", w)
		if a.err != nil || len(a.lost) != 4 || len(a.kept) > 0 {
			t.Fatalf("%v, kept %v, lost %v", a.err, a.kept, a.lost)
		}
		for _, f := range a.lost {
			if f.Device != "cpu" || f.Status != "crashed" {
				t.Errorf("%+v", f)
			}
		}
	})
}

// TestSecondWorkerOfRemote: a device that a child opens is opened once at a time.
func TestSecondWorkerOfRemote(t *testing.T) {
	one, two := four(), four()
	two.rank = 1
	if a := try(t, "", one, two); a.err != nil || len(a.kept) != 4 || a.queues[0].refused[two] == nil || a.queues[0].refused[one] != nil {
		t.Errorf("%v, kept %v, refused %v", a.err, a.kept, a.queues[0].refused)
	}
}
