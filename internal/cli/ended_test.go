package cli

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// A search without a limit says why it has ended, and what to add for more.
func TestNoteEnd(t *testing.T) {
	for status, want := range map[search.Status]string{
		search.Stagnated:   "no better answer in 2,400 generations; 1,200,000 evaluations in 61.0 s; --time 10m searches longer",
		search.TimedOut:    "1m0s, all there is without a limit where output is no terminal; 1,200,000 evaluations in 61.0 s; --time 10m searches longer",
		search.Exhausted:   "3,600 generations, as a front has without a limit; 1,200,000 evaluations in 61.0 s; --time 10m searches longer",
		search.Optimal:     "nothing better exists; 1,200,000 evaluations in 61.0 s",
		search.Interrupted: "interrupted; 1,200,000 evaluations in 61.0 s",
		search.Crashed:     "",
	} {
		var out bytes.Buffer
		s := &Session{App: &App{Streams: Streams{Err: &out}}, Flags: &SearchFlags{convergence: -1, Cap: capped}}
		task := &Task{Task: &problem.Task{Instance: "x"}}
		o := &Outcome{Task: task, Result: search.Result{
			Status: status, Runs: []search.Solution{{Steps: 3600, Found: 1200}}, Steps: 3600, Evaluations: 1_200_000, Elapsed: 61 * time.Second,
		}}
		if s.noteEnd(task, o); strings.TrimPrefix(out.String(), "warbler: x: ended: ") != want+strings.Repeat("\n", min(1, len(want))) {
			t.Errorf("%v: %q, want %q", status, out.String(), want)
		}
		out.Reset()
		s.Flags.generations = 9
		if s.noteEnd(task, o); out.Len() > 0 {
			t.Errorf("with a limit: %q", out.String())
		}
	}
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", -1234567: "-1,234,567"} {
		if got := grouped(n); got != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
}
