package trace

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// A trace goes on where its run does, whatever a kill has left of it.
func TestContinue(t *testing.T) {
	samples := func(steps ...int64) (p search.Progress) {
		for _, s := range steps {
			p.Samples = append(p.Samples, search.Sample{Step: s, Best: problem.Score(s)})
		}
		return p
	}
	for _, name := range []string{"t.csv", "t.jsonl"} {
		whole := filepath.Join(t.TempDir(), name)
		write := func(trace *Writer, err error, steps ...int64) string {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
			if err := trace.Observe(samples(steps...), time.Second); err != nil {
				t.Fatal(err)
			}
			if err := trace.Finish(search.Result{}); err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(whole)
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
		trace, err := Open(whole, problem.Objective{}, false, -1)
		want := write(trace, err, 0, 1, 2, 3, 4, 5)
		for what, left := range map[string]string{
			"as it was":      want,
			"half a line":    want[:len(want)-3],
			"just enough":    want[:strings.LastIndex(strings.TrimSpace(want), "\n")+1],
			"more":           want + want[strings.Index(want, "\n")+1:],
			"something else": "a,b\n1,2\n",
			"nothing":        "",
		} {
			if err := os.WriteFile(whole, []byte(left), 0o600); err != nil {
				t.Fatal(err)
			}
			trace, err := Open(whole, problem.Objective{}, false, 3)
			got, from := write(trace, err, 4, 5), want
			if what == "something else" || what == "nothing" { // there is nothing to keep
				trace, err := Open(whole, problem.Objective{}, false, -1)
				from = write(trace, err, 4, 5)
			}
			if got != from {
				t.Errorf("%s, %s:\n%s\nwant\n%s", name, what, got, from)
			}
		}
		if err := os.Remove(whole); err != nil {
			t.Fatal(err)
		}
		trace, err = Open(whole, problem.Objective{}, false, 3)
		if got := write(trace, err, 4); !strings.Contains(got, "4") {
			t.Errorf("%s: a new one has %q", name, got)
		}
	}
}
