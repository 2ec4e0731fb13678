package experiment

import (
	"context"
	"testing"
)

// The time of a run that a limit ends is its own, also where runs go side by side.
func TestTimeIsARunsOwn(t *testing.T) {
	p := planOf(t, `
[seeds]
count = 2
[stop]
time = "300ms"
[[problem]]
function = "rastrigin"
dim = 10
[[algorithm]]
name = "genetic"
`)
	dir := t.TempDir()
	c, err := Create(dir, p, "")
	if err == nil {
		err = c.Run(context.Background(), Where{CPU: true, Threads: 2}, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range r.Cells[0].Runs {
		if run.Status == "time" && run.Seconds < 0.3 {
			t.Errorf("a run that ended after 0.3 s took %v", run.Seconds)
		}
	}
}
