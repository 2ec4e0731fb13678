package genetic

import (
	"fmt"
	"testing"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/onemax"
	"github.com/warbler-opt/warbler/search"
)

func TestBinaryOperatorsAgreeEverywhere(t *testing.T) {
	for _, v := range []search.Values{
		{"selection": "uniform", "crossover": "one-point"},
		{"selection": "tournament", "tournament": "3", "crossover": "two-point"},
		{"selection": "roulette", "crossover": "uniform", "pu": "0.3"},
		{"selection": "universal", "crossover": "none"},
		{"selection": "roulette", "scaling": "linear"},
		{"selection": "roulette", "scaling": "sigma"},
		{"selection": "universal", "scaling": "power", "scale": "1.5"},
		{"mutation": "flip", "unit": "genome", "pm": "0.7", "elitism": "0"},
		{"mutation": "flip", "pm": "0.3", "selection": "roulette"},
		{"mutation": "swap", "pm": "0.1"},
		{"mutation": "inversion", "pm": "0.5"},
		{"mutation": "scramble", "pm": "0.5"},
		{"selection": "rank", "pressure": "1.7", "elitism": "3"},
		{"selection": "truncation", "truncation": "0.3"},
		{"replacement": "steady-state", "overlap": "0.3"},
		{"replacement": "steady-state", "overlap": "1", "selection": "roulette"},
		{"replacement": "incremental"},
		{"replacement": "incremental", "unique": "false"},
		{"replacement": "steady-state", "unique": "false"},
		{"demes": "4", "population": "104", "interval": "2", "migrants": "3"},
		{"demes": "3", "population": "99", "interval": "1", "migrants": "2", "replacement": "steady-state", "selection": "rank"},
	} {
		t.Run(fmt.Sprint(v), func(t *testing.T) {
			if v["population"] == "" {
				v["population"] = "101"
			}
			generational(v)
			replicas := search.Seeds(5, 3)
			if v["pm"] == "0.3" { // rare and frequent mutations side by side
				replicas[1].Values = search.Values{"pm": "0.01"}
			}
			everywhere(t, search.Config{Problem: ones(t, 70), Values: v, Replicas: replicas}, 6, 1, v["overlap"] == "0.3" || v["pm"] == "0.3")
		})
	}
}

// generational is what operators are tested with unless they say otherwise.
func generational(v search.Values) {
	if v["replacement"] == "" {
		v["replacement"] = "generational"
	}
}

func ones(t *testing.T, length int) problem.Problem {
	t.Helper()
	p, err := onemax.New(length)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
