package nsga2

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/warbler-opt/warbler/internal/indicator"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/criteria"
	"github.com/warbler-opt/warbler/problem/profits"
	"github.com/warbler-opt/warbler/search"
)

func must[P any](p P, err error) P {
	if err != nil {
		panic(err)
	}
	return p
}

func algorithm(t *testing.T) search.Algorithm {
	t.Helper()
	return must(search.Lookup("nsga2"))
}

// fronts runs to a number of steps and returns the front of each replica.
func fronts(t *testing.T, c search.Config, steps int64) [][]search.Member {
	t.Helper()
	c.Stop.Steps = steps
	e, err := algorithm(t).Engine(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if _, err := search.Run(context.Background(), e, c.Stop); err != nil {
		t.Fatal(err)
	}
	var list [][]search.Member
	for r := range c.Replicas {
		front, err := e.(search.Fronted).Front(r)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, front)
	}
	return list
}

// ideal is the area that the true front of a function dominates, by many points
// of it.
func ideal(p problem.MultiObjective) float64 {
	var scores [][]problem.Score
	for k := range 100_001 {
		f1 := float64(k) / 100_000
		if p.Name() == "zdt6" && f1 < 0.2807753191 { // the least that f1 can be
			continue
		}
		f2 := 1 - math.Sqrt(f1)
		switch p.Name() {
		case "zdt2", "zdt6":
			f2 = 1 - f1*f1
		case "zdt3": // not all points of it are on the front
			f2 -= f1 * math.Sin(10*math.Pi*f1)
		}
		scores = append(scores, []problem.Score{problem.FromFloat(-f1), problem.FromFloat(-f2)})
	}
	return indicator.FrontVolume(p.Criteria(), scores)
}

// TestFunctionsComeNearTheirFronts wants the share of the area of the true front
// that 100 members dominate after 250 generations, the paper's numbers, in the
// mean of ten runs. The bars are a little below what was measured, 0.9930, 0.9891,
// 0.9977, 0.9883 and 0.9923: the rest are mostly the gaps between 100 points. A
// crossover that does not mix its parents reaches 0.6.
func TestFunctionsComeNearTheirFronts(t *testing.T) {
	for _, c := range []struct {
		name string
		want float64
	}{
		{"zdt1", 0.992}, {"zdt2", 0.987}, {"zdt3", 0.996}, {"zdt4", 0.98}, {"zdt6", 0.99},
	} {
		p := must(criteria.New(c.name, 0))
		sum := 0.0
		for _, front := range fronts(t, search.Config{Problem: p, Replicas: search.Seeds(1, 10)}, 250) {
			sum += indicator.FrontVolume(p.Criteria(), scoresOf(front)) / ideal(p)
		}
		if got := sum / 10; got < c.want || got > 1 {
			t.Errorf("%s: the fronts dominate %.4f of what the true one does, want %v", c.name, got, c.want)
		}
	}
}

func scoresOf(front []search.Member) [][]problem.Score {
	var list [][]problem.Score
	for _, m := range front {
		list = append(list, m.Scores)
	}
	return list
}

// TestThreeObjectivesComeNearTheSphere wants the front of DTLZ2 near a sphere of
// radius 1, whose points dominate 1.1^3 - pi/6 = 0.807 of the reference's cube.
func TestThreeObjectivesComeNearTheSphere(t *testing.T) {
	p := must(criteria.New("dtlz2", 0))
	front := fronts(t, search.Config{Problem: p, Replicas: search.Seeds(1, 1)}, 250)[0]
	if got, whole := indicator.FrontVolume(p.Criteria(), scoresOf(front)), math.Pow(1.1, 3)-math.Pi/6; got < 0.85*whole || got > whole {
		t.Errorf("the front dominates %.4f of %.4f", got, whole)
	}
}

// TestConstrainedFrontsAreFeasible checks the known ends of the fronts: that of
// CONSTR goes from (0.3894, 9) to (1, 1) (Deb 2001, section 7.4).
func TestConstrainedFrontsAreFeasible(t *testing.T) {
	for _, name := range []string{"constr", "srn", "bnh"} {
		p := must(criteria.New(name, 0))
		front := fronts(t, search.Config{Problem: p, Replicas: search.Seeds(3, 1)}, 250)[0]
		if len(front) < 90 {
			t.Errorf("%s: a front of %d", name, len(front))
		}
		named := must(problem.LookupKind("pareto").Find(name))
		task := must(named.Task(t.Context(), problem.Options{}))
		for _, m := range front {
			values := []string{fmt.Sprint(-problem.ToFloat(m.Scores[0])), fmt.Sprint(-problem.ToFloat(m.Scores[1]))}
			if err := task.Front.Check(task.Front.Words(m.Genome), values); err != nil || m.Violation != 0 {
				t.Fatalf("%s: %v, violation %d", name, err, m.Violation)
			}
		}
		first, last := front[0].Scores, front[len(front)-1].Scores
		if x, y := -problem.ToFloat(first[0]), -problem.ToFloat(last[1]); name == "constr" && (math.Abs(x-7.0/18) > 0.005 || math.Abs(y-1) > 0.02) {
			t.Errorf("constr: the ends are %v and %v", x, y)
		}
	}
}

// TestSmallKnapsackIsSolved compares the front with that of all choices.
func TestSmallKnapsackIsSolved(t *testing.T) {
	for _, size := range [][2]int{{2, 1}, {2, 2}, {3, 1}} {
		inst := must(profits.Generate(12, size[0], size[1], 7))
		p := must(profits.New(inst))
		var best [][]problem.Score
		for choice := range uint64(1) << 12 {
			g := problem.Genome{Bits: []uint64{choice}}
			if p.(problem.Constrained).Violation(g) != 0 {
				continue
			}
			scores := make([]problem.Score, size[0])
			p.Scores(g, scores)
			worse := func(a, b []problem.Score) bool { // or equal
				for m := range a {
					if a[m] > b[m] {
						return false
					}
				}
				return true
			}
			if !slices.ContainsFunc(best, func(b []problem.Score) bool { return worse(scores, b) }) {
				best = append(slices.DeleteFunc(best, func(b []problem.Score) bool { return worse(b, scores) }), scores)
			}
		}
		slices.SortFunc(best, func(a, b []problem.Score) int { return slices.Compare(b, a) })
		front := fronts(t, search.Config{Problem: p, Values: search.Values{"pm": "0.2"}, Replicas: search.Seeds(1, 1)}, 200)[0]
		if got := scoresOf(front); !reflect.DeepEqual(got, best) {
			t.Errorf("%v: the front is %v, want %v", size, got, best)
		}
	}
}
