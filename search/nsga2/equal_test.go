package nsga2

import (
	"context"
	"fmt"
	"testing"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/pattern"
	"github.com/warbler-opt/warbler/internal/replicas"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/criteria"
	"github.com/warbler-opt/warbler/problem/itinerary"
	"github.com/warbler-opt/warbler/problem/profits"
	"github.com/warbler-opt/warbler/search"
)

// kinds has a problem for every kind of genome, two of them with constraints,
// and one with three objectives.
func kinds() map[string]problem.Problem {
	return map[string]problem.Problem{
		"binary":      must(profits.New(must(profits.Generate(70, 2, 1, 5)))),
		"discrete":    must(pattern.NewRivals(37, 5)),
		"permutation": must(itinerary.New(must(itinerary.Generate(19, 2, 3)))),
		"real":        must(criteria.New("zdt4", 7)),
		"three":       must(criteria.New("dtlz2", 5)),
		"mixed":       searchtest.MixedSeveral(),
	}
}

func TestKindsAgreeEverywhere(t *testing.T) {
	for name, p := range kinds() {
		for _, v := range []search.Values{
			{"population": "30"},
			{"population": "67", "unique": "false", "pc": "0.5"},
		} {
			t.Run(fmt.Sprint(name, v), func(t *testing.T) {
				searchtest.Everywhere(t, algorithm(t), search.Config{Problem: p, Values: v, Replicas: search.Seeds(9, 3)}, 5, 4)
			})
		}
	}
}

// The other operators, on programs that are compiled already.
func TestOperatorsAgreeEverywhere(t *testing.T) {
	all := kinds()
	for _, c := range []struct {
		kind   string
		values search.Values
	}{
		{"binary", search.Values{"crossover": "two-point", "mutation": "swap", "pm": "0.05"}},
		{"discrete", search.Values{"crossover": "one-point", "mutation": "scramble", "pm": "0.5"}},
		{"permutation", search.Values{"crossover": "cycle", "mutation": "inversion", "pm": "0.5"}},
		{"real", search.Values{"crossover": "simulated-binary", "mutation": "gaussian", "unit": "genome"}},
		{"real", search.Values{"crossover": "none", "pm": "0.3"}},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			c.values["population"] = "30"
			searchtest.Everywhere(t, algorithm(t), search.Config{Problem: all[c.kind], Values: c.values, Replicas: search.Seeds(2, 2)}, 3, 3)
		})
	}
}

// Populations around the sizes of blocks and groups, and the smallest.
func TestSizesAgreeEverywhere(t *testing.T) {
	p := kinds()["binary"]
	for _, n := range []string{"4", "5", "64", "129", "515"} {
		t.Run(n, func(t *testing.T) {
			searchtest.Everywhere(t, algorithm(t), search.Config{Problem: p, Values: search.Values{"population": n}, Replicas: search.Seeds(1, 2)}, 2, 3)
		})
	}
}

// Genomes of one gene, of one word, and of one word and a bit.
func TestLengthsAgreeEverywhere(t *testing.T) {
	problems := map[string]problem.Problem{"one gene": must(pattern.NewRivals(1, 3))}
	for _, items := range []int{20, 64, 65} {
		problems[fmt.Sprint(items, " bits")] = must(profits.New(must(profits.Generate(items, 2, 1, 5))))
	}
	for name, p := range problems {
		t.Run(name, func(t *testing.T) {
			searchtest.Everywhere(t, algorithm(t), search.Config{Problem: p, Values: search.Values{"population": "20"}, Replicas: search.Seeds(1, 2)}, 2, 3)
		})
	}
}

// Members that are mostly equal, and populations that have nothing feasible at
// first.
func TestTwinsAndViolationsAgreeEverywhere(t *testing.T) {
	for name, p := range map[string]problem.Problem{
		"twins":      must(pattern.NewRivals(4, 3)),
		"violations": must(criteria.New("srn", 0)),
	} {
		t.Run(name, func(t *testing.T) {
			v := search.Values{"population": map[string]string{"twins": "40", "violations": "4"}[name]}
			c := search.Config{Problem: p, Values: v, Replicas: search.Seeds(1, 6)}
			first := searchtest.Everywhere(t, algorithm(t), c, 6, 1)[0].Samples
			empty := 0
			for _, s := range first {
				if s.Step == 0 && s.Front == 0 {
					empty++
				}
			}
			if name == "violations" && empty == 0 {
				t.Error("every replica has something feasible from the start")
			}
		})
	}
}

// Violations of more rows than a group has work-items, of which not enough are feasible
// at first.
func TestManyViolationsAgreeEverywhere(t *testing.T) {
	c := search.Config{Problem: must(criteria.New("srn", 0)), Values: search.Values{"population": "700"}, Replicas: search.Seeds(1, 2)}
	searchtest.Everywhere(t, algorithm(t), c, 4, 2)
}

// Candidates that are sorted, as in large populations: with twins, violations and several
// replicas.
func TestSortedCandidatesAgreeEverywhere(t *testing.T) {
	defer func() { forced.sorted = false }()
	forced.sorted = true
	all := kinds()
	all["violations"] = must(criteria.New("srn", 0))
	for name, v := range map[string]search.Values{
		"real": {"population": "66"}, "three": {"population": "700"},
		"binary": {"population": "67"}, "discrete": {"population": "200", "unique": "false"}, "violations": {"population": "301"},
	} {
		if testing.Short() && name != "three" { // compiling takes long
			continue
		}
		c := search.Config{Problem: all[name], Values: v, Replicas: search.Seeds(6, 2)}
		searchtest.Everywhere(t, algorithm(t), c, 3, 3)
	}
}

// Populations that are sorted without being told to.
func TestLargePopulationsAgreeEverywhere(t *testing.T) {
	for name, n := range map[string]string{"real": "9001", "three": "2500"} {
		if testing.Short() && name != "three" {
			continue
		}
		c := search.Config{Problem: kinds()[name], Values: search.Values{"population": n}, Replicas: search.Seeds(6, 1)}
		searchtest.Everywhere(t, algorithm(t), c, 2, 1)
	}
}

// A program for one replica, and rows that several work-items share, as GPUs have it.
func TestSingleReplicaAgreesEverywhere(t *testing.T) {
	defer func() { forced.single, forced.split = false, 0 }()
	forced.single, forced.split = true, 8
	for _, kind := range []string{"discrete", "three"} {
		if testing.Short() && kind != "three" {
			continue
		}
		c := search.Config{Problem: kinds()[kind], Values: search.Values{"population": "70"}, Replicas: search.Seeds(6, 1)}
		searchtest.Everywhere(t, algorithm(t), c, 3, 3)
	}
}

// The rules end replicas at the same step everywhere, also in the midst of a
// launch, and what has ended stays as it is.
func TestStopRulesAgreeEverywhere(t *testing.T) {
	for name, stop := range map[string]search.Stop{
		"steps":       {Steps: 7},
		"convergence": {Converged: true, Convergence: 0.3, Steps: 100},
	} {
		t.Run(name, func(t *testing.T) {
			c := search.Config{Problem: kinds()["discrete"], Values: search.Values{"population": "20"}, Replicas: search.Seeds(1, 4), Stop: stop}
			last := searchtest.Everywhere(t, algorithm(t), c, 3, 40)[2]
			for r, s := range last.Best {
				if s.Status == search.Running {
					t.Errorf("replica %d has not ended", r)
				}
			}
		})
	}
}

func TestReplicaEqualsTheRunAlone(t *testing.T) {
	for name, p := range kinds() {
		t.Run(name, func(t *testing.T) {
			c := search.Config{Problem: p, Values: search.Values{"population": "30"}, Replicas: search.Seeds(100, 9), Threads: 2}
			c.Replicas[7].Values = search.Values{"pc": "0.6", "pm": "0.3"}
			searchtest.Alone(t, algorithm(t), c, 7, 3, 2)
			searchtest.Everywhere(t, algorithm(t), c, 3, 2) // so it holds on devices as well
		})
	}
}

// A run that is saved and goes on elsewhere, again and again, equals the run
// left alone, and its checkpoints have the same bytes.
func TestResumedEqualsLeftAlone(t *testing.T) {
	for name, p := range kinds() {
		t.Run(name, func(t *testing.T) {
			c := search.Config{Problem: p, Values: search.Values{"population": "30"}, Replicas: search.Seeds(8, 3)}
			searchtest.Wandering(t, algorithm(t), c, 5, 4)
		})
	}
}

// TestFrontsAndStartsAgreeEverywhere compares the fronts themselves, of runs that
// start from given members, fewer and more than there is room for.
func TestFrontsAndStartsAgreeEverywhere(t *testing.T) {
	p := kinds()["permutation"]
	var start []problem.Genome
	for i := range 12 {
		order := make([]uint16, 19)
		for j := range order {
			order[j] = uint16((j + i) % 19)
		}
		start = append(start, problem.Genome{Order: order})
	}
	for _, n := range []string{"8", "30"} {
		c := search.Config{Problem: p, Values: search.Values{"population": n}, Replicas: search.Seeds(1, 2), Start: start}
		searchtest.Everywhere(t, algorithm(t), c, 1, 1)
		want := fronts(t, c, 10)
		for _, d := range devicetest.All(t) {
			c.Device = d
			if got := fronts(t, c, 10); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: the fronts are %v, want %v", searchtest.Name(d), got, want)
			}
		}
	}
}

// Replicas on several places have the fronts and checkpoints of one engine.
func TestSpreadFrontsAreTheSame(t *testing.T) {
	c := search.Config{Problem: kinds()["binary"], Values: search.Values{"population": "30"}, Replicas: search.Seeds(3, 5)}
	want := fronts(t, c, 6)
	for _, places := range [][]device.Device{{nil, nil}, searchtest.Where(t)} {
		e, err := replicas.Spread(context.Background(), algorithm(t), c, places)
		if err != nil {
			t.Fatal(err)
		}
		searchtest.Follow(t, e, 5, 1, 6)
		for r := range c.Replicas {
			if got, err := e.(search.Fronted).Front(r); err != nil || fmt.Sprint(got) != fmt.Sprint(want[r]) {
				t.Errorf("replica %d: the front is %v, %v, want %v", r, got, err, want[r])
			}
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
}
