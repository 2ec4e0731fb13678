package warbler_test

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/warbler-opt/warbler"
	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem/onemax"
	"github.com/warbler-opt/warbler/search"
)

// Every algorithm ends before the step that would exceed its evaluations, on the CPU and
// on devices, and refuses fewer than its first population needs.
func TestEvaluations(t *testing.T) {
	problems := squares(t)
	tried := map[string]bool{} // algorithms on devices
	for _, name := range slices.Sorted(maps.Keys(problems)) {
		for _, a := range search.Algorithms() {
			if ok, _ := takes(t, a, problems[name]); !ok {
				continue
			}
			c := search.Config{Problem: problems[name], Values: searchtest.Small(a), Replicas: search.Seeds(5, 2), Threads: 2}
			t.Run(a.Name+"/"+name, func(t *testing.T) {
				made := func(step int) int64 { // by a replica
					s := searchtest.History(t, a, c, 1, step)[0].Best[0]
					if s.Steps != int64(step) || s.Status != search.Running {
						t.Skipf("it is done after %d steps: %v", s.Steps, s.Status)
					}
					return s.Evaluations
				}
				first, third, fourth := made(0), made(3), made(4)
				if fourth == third {
					t.Skip("it has nothing to score")
				}
				devices := searchtest.Where(t)
				if tried[a.Name] || testing.Short() && a.Name != "genetic" && a.Name != "tabu" { // kernels take long to compile
					devices = devices[:1]
				}
				for _, d := range devices {
					c.Device = d
					for _, limit := range []int64{third, fourth - 1, fourth} {
						c.Stop = search.Stop{Evaluations: limit}
						e, err := a.Engine(background, c)
						if err != nil {
							return // it has no kernel
						}
						r, err := search.Run(background, e, c.Stop)
						if err := errors.Join(err, e.Close()); err != nil {
							t.Fatal(err)
						}
						tried[a.Name] = tried[a.Name] || d != nil
						for _, s := range r.Runs {
							if s.Status == search.Optimal {
								continue
							}
							if s.Seed != 5 && (a.Name == "head" || a.Name == "hea") {
								continue // replicas differ in how long their steps are
							}
							if more := s.Steps == 4; s.Status != search.Spent || s.Evaluations > limit || more != (limit == fourth) || s.Steps < 3 {
								t.Errorf("%s, at most %d of %d, %d: %d in %d steps, %v", searchtest.Name(d), limit, third, fourth, s.Evaluations, s.Steps, s.Status)
							}
						}
					}
				}
				if c.Device, c.Stop = nil, (search.Stop{Evaluations: first - 1}); first == 1 {
					return
				}
				e, err := a.Engine(background, c)
				if a.Name == "annealing" && err == nil { // it finds temperatures with what there is
					r, err := search.Run(background, e, c.Stop)
					if err != nil || r.Runs[0].Evaluations > first-1 || r.Steps != 0 {
						t.Errorf("%v, %v", r.Runs, err)
					}
					return
				}
				var unsuited *search.UnsuitedError
				if !errors.As(err, &unsuited) || unsuited.Rule != "evaluations" {
					t.Errorf("%d evaluations, when the first population takes %d: %v, %v", first-1, first, e, err)
				}
			})
		}
	}
	if len(tried) == 0 && len(devicetest.All(t)) > 0 {
		t.Error("no algorithm ran on a device")
	}
	r, err := warbler.Solve(background, must(onemax.New(100)), warbler.Evaluations(1000), warbler.Device("cpu"))
	if err != nil || r.Status != search.Spent || r.Status.String() != "evaluations" || r.Evaluations > 1000 {
		t.Error(r, err)
	}
}
