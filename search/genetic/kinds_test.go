package genetic

import (
	"fmt"
	"testing"

	"github.com/warbler-opt/warbler/internal/pattern"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/function"
	"github.com/warbler-opt/warbler/problem/qap"
	"github.com/warbler-opt/warbler/search"
)

func must[P problem.Problem](p P, err error) problem.Problem {
	if err != nil {
		panic(err)
	}
	return p
}

func TestDiscreteOperatorsAgreeEverywhere(t *testing.T) {
	p := must(pattern.NewSymbols(37, 5))
	for _, v := range []search.Values{
		{"crossover": "one-point", "mutation": "reset", "pm": "0.1"},
		{"crossover": "two-point", "mutation": "reset", "unit": "genome", "pm": "0.5"},
		{"crossover": "uniform", "mutation": "swap", "pm": "0.05"},
		{"crossover": "none", "mutation": "inversion", "pm": "0.5"},
		{"mutation": "scramble", "pm": "0.5", "replacement": "steady-state"},
		{"mutation": "swap", "unit": "genome", "pm": "1", "elitism": "2"},
	} {
		t.Run(fmt.Sprint(v), func(t *testing.T) {
			v["population"] = "67"
			generational(v)
			everywhere(t, search.Config{Problem: p, Values: v, Replicas: search.Seeds(9, 2)}, 6, 1, v["elitism"] != "")
		})
	}
}

func TestPermutationOperatorsAgreeEverywhere(t *testing.T) {
	p := must(pattern.NewSorting(29))
	for _, v := range []search.Values{
		{"crossover": "order", "mutation": "swap"},
		{"crossover": "partially-matched", "mutation": "inversion", "pm": "0.3"},
		{"crossover": "cycle", "mutation": "scramble", "pm": "0.3"},
		{"crossover": "none", "mutation": "swap", "unit": "genome", "pm": "0.6"},
		{"crossover": "cycle", "replacement": "incremental"},
		{"crossover": "order", "mutation": "none", "demes": "2", "interval": "1"},
	} {
		t.Run(fmt.Sprint(v), func(t *testing.T) {
			v["population"] = "66"
			generational(v)
			everywhere(t, search.Config{Problem: p, Values: v, Replicas: search.Seeds(2, 2)}, 6, 1, v["demes"] != "")
		})
	}
}

func TestAssignmentAgreesEverywhere(t *testing.T) {
	inst, err := qap.Generate("structured", 17, 1)
	if err != nil {
		t.Fatal(err)
	}
	v := search.Values{"population": "62", "crossover": "order", "mutation": "swap"}
	everywhere(t, search.Config{Problem: must(qap.New(inst)), Values: v, Replicas: search.Seeds(4, 2)}, 6, 1, false)
}

func TestRealOperatorsAgreeEverywhere(t *testing.T) {
	p := must(function.New("rastrigin", 7))
	for _, v := range []search.Values{
		{"crossover": "arithmetic", "mutation": "gaussian", "pm": "0.2"},
		{"crossover": "blend", "mutation": "polynomial", "pm": "0.2"},
		{"crossover": "simulated-binary", "mutation": "reset", "pm": "0.2"},
		{"crossover": "one-point", "mutation": "gaussian", "unit": "genome", "pm": "0.5"},
		{"crossover": "two-point", "mutation": "none"},
		{"crossover": "uniform", "selection": "roulette"},
		{"crossover": "binary-exchange", "mutation": "gaussian", "pm": "0.2"},
		{"selection": "roulette", "scaling": "linear"},
		{"selection": "roulette", "scaling": "sigma"},
		{"selection": "roulette", "scaling": "power"},
	} {
		t.Run(fmt.Sprint(v), func(t *testing.T) {
			v["population"] = "61"
			generational(v)
			everywhere(t, search.Config{Problem: p, Values: v, Replicas: search.Seeds(3, 2)}, 6, 1, v["scaling"] == "power")
		})
	}
}

// Genes that stand for variables: every class with every operator that knows of it.
func TestMixedOperatorsAgreeEverywhere(t *testing.T) {
	p := searchtest.Mixed()
	for _, v := range []search.Values{
		{"crossover": "simulated-binary", "mutation": "polynomial", "pm": "0.4"},
		{"crossover": "arithmetic", "mutation": "gaussian", "pm": "0.4"},
		{"crossover": "blend", "mutation": "reset", "pm": "0.4"},
	} {
		t.Run(fmt.Sprint(v), func(t *testing.T) {
			v["population"] = "61"
			generational(v)
			everywhere(t, search.Config{Problem: p, Values: v, Replicas: search.Seeds(3, 2)}, 6, 1, false)
		})
	}
}

func TestCodedRealsAgreeEverywhere(t *testing.T) {
	for _, gray := range []bool{false, true} {
		p := must(problem.NewCoded(must(function.New("rosenbrock", 3)), 17, gray))
		everywhere(t, search.Config{Problem: p, Values: search.Values{"population": "64"}, Replicas: search.Seeds(1, 2)}, 5, 1, false)
	}
}
