package experiment

import (
	"context"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/search"
)

// All seconds of a campaign are not more than there were, so a run's do not depend
// on how many went side by side with it.
func TestSecondsAddUp(t *testing.T) {
	cases, err := casesOf(t, "[stop]\ngenerations = 40\n[[training]]\ngenerate = \"3sat\"\n", Files{})
	if err != nil {
		t.Fatal(err)
	}
	var tasks []Task
	for i := range 60 {
		tasks = append(tasks, Task{Case: cases[0], Seed: uint64(i), Values: search.Values{"width": "4", "height": "4", "across": "2", "down": "2"}})
	}
	began := time.Now()
	runs, err := Perform(context.Background(), Where{CPU: true, Threads: 1}, tasks, nil)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, r := range runs {
		if r.Seconds <= 0 {
			t.Fatalf("run %d took %v s", r.Number, r.Seconds)
		}
		sum += r.Seconds
	}
	if wall := time.Since(began).Seconds(); sum > wall {
		t.Errorf("runs of %v s in all took %v s", sum, wall)
	}
}
