package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/driver"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

func TestTargetScore(t *testing.T) {
	whole, cents := problem.Objective{}, problem.Objective{Decimals: 2}
	cost, real := problem.Objective{Decimals: 1, Minimize: true}, problem.Objective{Float: true, Minimize: true}
	lost := problem.Objective{Minimize: true, Total: 10, Rule: "hard clause"}
	most := problem.Objective{Minimize: true, Total: math.MaxInt64, Rule: "hard clause"}
	for _, c := range []struct {
		objective problem.Objective
		text      string
		want      problem.Score
	}{
		{whole, "12", 12}, {whole, "-12", -12}, {whole, "12.0", 12},
		// Better than 12.3 is 13 of what whole numbers can reach.
		{whole, "12.3", 13}, {whole, "-12.3", -12},
		{cents, "12.3", 1230}, {cents, "12.345", 1235}, {cents, "1", 100},
		// A cost of at most 12.34 is one of at most 12.3.
		{cost, "12.34", -123}, {cost, "-12.34", 124}, {cost, "5", -50},
		{lost, "0", 10}, {lost, "4", 6}, {lost, "4.5", 6}, {lost, "10", 0}, {lost, "-1", 11},
		// No cost is so high that hard clauses do not matter.
		{lost, "11", 0}, {lost, "9223372036854775807", 0},
		{most, "0", math.MaxInt64}, {most, "1", math.MaxInt64 - 1}, {most, "-1", math.MaxInt64},
		{real, "1e-6", problem.FromFloat(-1e-6)}, {real, "0", problem.FromFloat(0)},
	} {
		if got, err := targetScore(c.objective, c.text); err != nil || got != c.want {
			t.Errorf("%+v %s: %d, %v, want %d", c.objective, c.text, got, err, c.want)
		}
	}
	for _, text := range []string{"", "x", "1e5", "99999999999999999999"} {
		if _, err := targetScore(cents, text); exitOf(err) != ExitUser {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := targetScore(cents, "999999999999999999"); exitOf(err) != ExitUser {
		t.Errorf("a target beyond 64 bits: %v", err)
	}
}

func TestSpan(t *testing.T) {
	for text, want := range map[string]time.Duration{"10": 10 * time.Second, "1m30s": 90 * time.Second, "0.25": 250 * time.Millisecond, "5ms": 5 * time.Millisecond} {
		var s span
		if err := s.Set(text); err != nil || time.Duration(s) != want {
			t.Errorf("%s: %v, %v", text, s, err)
		}
	}
	for _, text := range []string{"", "soon", "1e30", "NaN"} {
		var s span
		if s.Set(text) == nil {
			t.Errorf("%q was taken", text)
		}
	}
}

func TestShellWord(t *testing.T) {
	for word, want := range map[string]string{
		"a/b-1.txt": "a/b-1.txt", "": "''", "two words": "'two words'", "it's": `'it'\''s'`, "pc=0.9": "pc=0.9", "$x": "'$x'",
	} {
		if got := ShellWord(word); got != want {
			t.Errorf("%q: %s", word, got)
		}
	}
}

func TestBestAreDifferent(t *testing.T) {
	bits := func(score int64, word uint64) search.Solution {
		return search.Solution{Score: score, Genome: problem.Genome{Bits: []uint64{word}}}
	}
	r := search.Result{Runs: []search.Solution{bits(5, 1), bits(7, 2), bits(7, 2), bits(7, 3)}, Best: 1}
	top := best(r, []search.Solution{bits(6, 4)}, 3)
	if len(top) != 3 || top[0].Genome.Bits[0] != 2 || top[1].Genome.Bits[0] != 3 || top[2].Score != 6 {
		t.Errorf("%+v", top)
	}
	if top := best(r, nil, 9); len(top) != 3 {
		t.Errorf("%+v", top)
	}
}

func TestPace(t *testing.T) {
	p := Pace{until: search.Stop{Steps: 1000, Time: time.Minute}}
	p.observe(search.Progress{Steps: 500}, 2*time.Second)
	if left, known := p.left(); !known || left != 2*time.Second || p.part() != 0.5 || p.Speed() != "250/s" {
		t.Errorf("%v left, part %v, speed %s", left, p.part(), p.Speed())
	}
	// A resumed run had a thousand steps before its first report.
	p = Pace{}
	p.observe(search.Progress{Steps: 1010}, time.Second)
	if p.observe(search.Progress{Steps: 1030}, 2*time.Second); p.Speed() != "20/s" {
		t.Error(p.Speed())
	}
	p = Pace{}
	p.observe(search.Progress{Steps: 50000}, 2*time.Second)
	if p.remaining() != "until Ctrl-C" || p.Speed() != "25k/s" {
		t.Errorf("%s, %s", p.remaining(), p.Speed())
	}
	if p.Bounded = true; p.remaining() != "until optimal or Ctrl-C" {
		t.Error(p.remaining())
	}
}

func TestExitOf(t *testing.T) {
	for _, c := range []struct {
		err  error
		want ExitCode
	}{
		{nil, ExitOK},
		{errors.New("x"), ExitInside},
		{&search.VerifyError{}, ExitInside},
		{&driver.LaunchError{}, ExitInside},
		{UserErrorf("x"), ExitUser},
		{&device.OutOfMemoryError{}, ExitUser},
		{&search.UnsuitedError{}, ExitUser},
		{errors.Join(errors.New("x"), &search.ParamError{}), ExitUser},
		{&CodedError{Code: ExitWrong}, ExitWrong},
	} {
		if got := exitOf(c.err); got != c.want {
			t.Errorf("%v: %d, want %d", c.err, got, c.want)
		}
	}
}

func TestSecondSignalStopsAtOnce(t *testing.T) {
	signals, done := make(chan os.Signal, 2), make(chan struct{})
	canceled, exited := make(chan bool, 1), make(chan int, 1)
	go watchSignals(signals, done, func() { canceled <- true }, func(code int) { exited <- code })
	signals <- os.Interrupt
	<-canceled
	select {
	case <-exited:
		t.Fatal("the first signal stopped the program")
	case <-time.After(10 * time.Millisecond):
	}
	signals <- os.Interrupt
	if code := <-exited; code != int(exitStopped) {
		t.Errorf("exit status %d", code)
	}
}

// TestComplaints: nobody is told of contexts.
func TestComplaints(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{context.Canceled, "warbler: stopped before there was an answer\n"},
		{fmt.Errorf("opencl:0: %w", context.Canceled), "warbler: stopped before there was an answer\n"},
		{fmt.Errorf("my.c: the C compiler was stopped: %w", context.Canceled), "warbler: my.c: the C compiler was stopped\n"},
		{UserErrorf("a\nb"), "warbler: a; b\n"},
		{&CodedError{Code: ExitWrong}, ""},
		{nil, ""},
	} {
		var out strings.Builder
		(&App{Streams: Streams{Err: &out}}).complain(c.err)
		if out.String() != c.want {
			t.Errorf("%v: %q, want %q", c.err, out.String(), c.want)
		}
	}
}

func TestProgress(t *testing.T) {
	objective := problem.Objective{Minimize: true, Total: 10, Rule: "hard clause"}
	for score, want := range map[problem.Score]string{
		-2: "x: best 2 hard clauses violated, generation 5, 5/s, until optimal or Ctrl-C\n",
		7:  "x: best 3, generation 5, 5/s, until optimal or Ctrl-C\n",
	} {
		var b strings.Builder
		a := &App{Streams: Streams{Err: &b}}
		w := &watcher{Display: a.Display("plain", "x", false), objective: objective, Pace: Pace{Bounded: true}}
		for range 2 { // the second comes too soon
			if err := w.Observe(search.Progress{Steps: 5, Best: score}, time.Second); err != nil || b.String() != want {
				t.Errorf("%q, %v", b.String(), err)
			}
		}
	}
}
