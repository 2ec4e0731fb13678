package experiment

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/search"
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

// A run's share of the processor is its own too: one that has a core gets about all of it,
// and the runs of two algorithms come in an order that is drawn.
func TestProcessorTime(t *testing.T) {
	text := `
seeds.count = 6
stop.time = "60ms"
[[problem]]
function = "rastrigin"
dim = 10
[[algorithm]]
name = "genetic"
[[algorithm]]
name = "differential"
`
	dir := t.TempDir()
	c, err := Create(dir, planOf(t, text), "")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(c.Run(t.Context(), Where{CPU: true, Threads: 1}, nil), c.Close()); err != nil {
		t.Fatal(err)
	}
	db, err := openCampaign(dir, "ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	shares := 0.0
	r, err := readResults(db, dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, cell := range r.Cells {
		for _, run := range cell.Runs {
			if !(run.CPU > 0) || run.CPU > 2*run.Seconds {
				t.Errorf("%v s of the processor in %v s", run.CPU, run.Seconds)
			}
			shares += run.CPU / run.Seconds / 12
		}
	}
	if shares < 0.1 || shares > 1.5 {
		t.Errorf("a run alone had %v of a core", shares)
	}
}

func TestTimedRunsAreDealt(t *testing.T) {
	order := func(seed uint64) (cells string) {
		w := &worker{id: "cpu", lanes: 1, first: 1, threads: 1}
		s := scheduleOf(t, w)
		s.deal.seed = seed
		var stop search.Stop
		stop.Time = time.Second
		for i := range 3 {
			on := &batchable{Case: &Case{subject: &subject{}, stop: stop}}
			s.add(on, []int{10 * i, 10*i + 1, 10*i + 2, 10*i + 3})
		}
		for range 12 {
			q, runs := s.take(w)
			cells += strconv.Itoa(runs[0]/10) + " "
			s.finished(q, w, runs, nil, time.Second, nil)
		}
		return cells
	}
	one, two := order(1), order(2)
	if one == two || one != order(1) || one == "0 0 0 0 1 1 1 1 2 2 2 2 " {
		t.Errorf("%s and %s", one, two)
	}
	for cell := range 3 {
		if n := strings.Count(one, strconv.Itoa(cell)); n != 4 {
			t.Errorf("%s has %d of cell %d", one, n, cell)
		}
	}
}
