package eax_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/input"
	"github.com/warbler-opt/warbler/internal/pattern"
	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/tsp"
	"github.com/warbler-opt/warbler/search"
	_ "github.com/warbler-opt/warbler/search/eax"
)

// scattered is a problem of random cities.
func scattered(t testing.TB, cities int) problem.Problem {
	t.Helper()
	q, err := tsp.Generate(cities, 7)
	if err != nil {
		t.Fatal(err)
	}
	p, err := tsp.New(q)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// quick has small populations, which soon give way to the next.
var quick = search.Values{"population": "6", "largest": "20", "children": "300"}

// The same trajectory with any number of goroutines, also through new populations.
func TestThreads(t *testing.T) {
	a := searchtest.Lookup(t, "eax")
	c := search.Config{Problem: scattered(t, 120), Values: quick, Replicas: search.Seeds(3, 1), Threads: 1}
	want := searchtest.History(t, a, c, 3, 40)
	last, err := search.ReadCheckpoint(bytes.NewReader(want[2].Saved))
	if err != nil || last.Sections["size"][0] != 20 {
		t.Errorf("%v, %v: the population has not grown", last.Sections["size"], err)
	}
	for _, threads := range []int{2, 7} {
		c.Threads = threads
		searchtest.Same(t, strconv.Itoa(threads)+" goroutines", want, searchtest.History(t, a, c, 3, 40))
	}
}

func TestReplicas(t *testing.T) {
	a := searchtest.Lookup(t, "eax")
	c := search.Config{Problem: scattered(t, 60), Values: quick, Replicas: search.Seeds(5, 4)}
	searchtest.Alone(t, a, c, 2, 2, 25)
}

func TestResume(t *testing.T) {
	a := searchtest.Lookup(t, "eax")
	c := search.Config{Problem: scattered(t, 90), Values: quick, Replicas: search.Seeds(5, 2)}
	for _, steps := range []int{0, 3, 30} {
		searchtest.Resumed(t, a, c, nil, nil, steps)
	}
}

// A step that is left and goes on is the same as one that is not.
func TestLeft(t *testing.T) {
	a := searchtest.Lookup(t, "eax")
	c := search.Config{Problem: scattered(t, 400), Values: search.Values{"population": "20", "largest": "20"}, Replicas: search.Seeds(5, 1), Stop: search.Stop{Steps: 12}}
	want := searchtest.History(t, a, c, 1, 12)
	e := searchtest.Open(t, a, c)
	for running := 1; running > 0; {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Millisecond)
		p, err := e.Step(ctx, 12)
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		running = p.Running
		if s, err := e.Best(0); err != nil || s.Score != c.Problem.Evaluate(s.Genome) {
			t.Fatal(s, err)
		}
	}
	if !bytes.Equal(want[0].Saved, searchtest.Save(t, e)) {
		t.Error("it ends elsewhere")
	}
}

func TestCanceled(t *testing.T) {
	a := searchtest.Lookup(t, "eax")
	c := search.Config{Problem: scattered(t, 20000), Replicas: search.Seeds(1, 1)}
	searchtest.PunctualFromNew(t, "the first population", a, c, 100*time.Millisecond)
	if testing.Short() {
		return
	}
	c.Problem = scattered(t, 3000)
	e := searchtest.Begin(t, searchtest.Open(t, a, c))
	for range 5 {
		searchtest.Canceled(t, "a generation", e)
	}
}

// Few cities have few tours.
func TestTiny(t *testing.T) {
	a := searchtest.Lookup(t, "eax")
	for n := 1; n <= 9; n++ {
		q, err := tsp.Generate(n, uint64(n))
		if err != nil {
			t.Fatal(err)
		}
		p, err := tsp.New(q)
		if err != nil {
			t.Fatal(err)
		}
		best := searchtest.History(t, a, search.Config{Problem: p, Values: quick, Replicas: search.Seeds(1, 1)}, 1, 30)[0].Best[0]
		if want := p.Evaluate(genome(tsp.Exact(q))); best.Score != want {
			t.Errorf("%d cities: %d, not %d", n, best.Score, want)
		}
	}
}

func genome(order []int) problem.Genome {
	var g problem.Genome
	for _, city := range order {
		g.Order = append(g.Order, uint16(city))
	}
	return g
}

func TestRefuses(t *testing.T) {
	a := searchtest.Lookup(t, "eax")
	sorting, err := pattern.NewSorting(20)
	if err != nil {
		t.Fatal(err)
	}
	var unsuited *search.UnsuitedError
	if _, err := a.Engine(t.Context(), search.Config{Problem: sorting}); !errors.As(err, &unsuited) || !strings.Contains(err.Error(), "tours through cities") {
		t.Error(err)
	}
	c := search.Config{Problem: scattered(t, 20), Values: quick, Replicas: search.Seeds(1, 1)}
	saved := searchtest.History(t, a, c, 1, 1)[0].Saved
	for _, wrong := range []struct {
		section string
		value   byte
	}{{"size", 0}, {"size", 21}, {"stage", 3}} {
		s, err := search.ReadCheckpoint(bytes.NewReader(saved))
		if err != nil {
			t.Fatal(err)
		}
		s.Sections[wrong.section][0] = wrong.value
		var text bytes.Buffer
		if err := s.Write(&text); err != nil {
			t.Fatal(err)
		}
		c.Resume = &text
		var damaged *search.CheckpointError
		if _, err := a.Engine(t.Context(), c); !errors.As(err, &damaged) {
			t.Errorf("%+v: %v", wrong, err)
		}
	}
	c.Resume = nil
	for _, d := range devicetest.All(t) { // last: it skips where there are none
		c.Device = d
		if _, err := a.Engine(t.Context(), c); !errors.As(err, &unsuited) || !strings.Contains(err.Error(), "CPU only") {
			t.Error(err)
		}
	}
}

// Optima of TSPLIB are found, of all kinds of distances.
func TestOptima(t *testing.T) {
	dir, rows := problemtest.Table(t, "tsplib", "optima.csv")
	most := 700
	if testing.Short() {
		most = 200
	}
	a := searchtest.Lookup(t, "eax")
	for _, row := range rows[1:] {
		n, err := strconv.Atoi(row[1])
		if err != nil || n > most {
			continue
		}
		optimum, err := strconv.ParseInt(row[3], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		p := read(t, dir, row[0])
		e, err := a.Engine(t.Context(), search.Config{Problem: p, Stop: search.Stop{Target: new(-optimum), Steps: 2000}})
		if err != nil {
			t.Fatal(err)
		}
		r, err := search.Run(t.Context(), e, search.Stop{Target: new(-optimum), Steps: 2000})
		if err != nil {
			t.Fatal(err)
		}
		if best := r.Solution(); best.Score != -optimum {
			t.Errorf("%s: %d, and the optimum is %d", row[0], -best.Score, optimum)
		}
	}
}

// read is an instance of TSPLIB as a problem.
func read(t testing.TB, dir, name string) problem.Problem {
	t.Helper()
	path := filepath.Join(dir, name+".tsp")
	if _, err := os.Stat(path); err != nil {
		path += ".gz"
	}
	file, err := input.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	q, err := tsp.Read(file, name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := tsp.New(q)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
