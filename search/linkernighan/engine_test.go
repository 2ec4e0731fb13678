package linkernighan

import (
	"testing"

	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/internal/tour"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/tsp"
	"github.com/warbler-opt/warbler/search"
)

func uniform(t interface{ Fatal(...any) }, n int, seed uint64) tour.Problem {
	q, err := tsp.Generate(n, seed)
	if err != nil {
		t.Fatal(err)
	}
	p, err := tsp.New(q)
	if err != nil {
		t.Fatal(err)
	}
	return p.(tour.Problem)
}

// long is a problem whose genomes are long although they need not be.
type long struct{ tour.Problem }

func (p long) Representation() problem.Representation {
	r := p.Problem.Representation()
	r.Long = true
	return r
}

func (p long) Evaluate(g problem.Genome) problem.Score {
	order := make([]int32, len(g.Long))
	for i, x := range g.Long {
		order[i] = int32(x)
	}
	return -p.Cities().Length(order)
}

// A run is the same on any number of goroutines, alone or among others, and when it was
// saved and resumed.
func TestTrajectories(t *testing.T) {
	a := searchtest.Lookup(t, name)
	for _, p := range []problem.Problem{uniform(t, 200, 1), long{uniform(t, 60, 2)}, uniform(t, 9, 3), uniform(t, 5, 3), uniform(t, 1, 1), uniform(t, 2, 1), uniform(t, 3, 1)} {
		c := search.Config{Problem: p, Replicas: search.Seeds(3, 4), Trace: true, Values: search.Values{"every": "10"}}
		c.Threads = 1
		want := searchtest.History(t, a, c, 3, 40)
		c.Threads = 2
		searchtest.Same(t, "two goroutines", want, searchtest.History(t, a, c, 3, 40))
		searchtest.Alone(t, a, c, 2, 3, 30)
		searchtest.Resumed(t, a, c, nil, nil, 40)
		for _, s := range want[2].Best {
			if err := search.Verify(p, s); err != nil {
				t.Error(err)
			}
		}
	}
}
