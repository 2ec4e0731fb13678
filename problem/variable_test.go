package problem_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/problem"
)

var variables = []problem.Variable{
	{Name: "share", Type: problem.Float, Lower: -2, Upper: 3},
	{Name: "rate", Type: problem.LogFloat, Lower: 1e-5, Upper: 1e3},
	{Name: "count", Type: problem.Int, Lower: -3, Upper: 4},
	{Name: "huge", Type: problem.Int, Lower: -1 << 51, Upper: 1 << 51},
	{Name: "color", Type: problem.Choice, Choices: []string{"red", "green", "blue"}},
	{Name: "open", Type: problem.Bool},
	{Name: "route", Type: problem.Order, Length: 7},
}

// What genes stand for can be written down and read again: the genes that then stand
// there need not be the same, but stand for the same.
func TestValuesComeBack(t *testing.T) {
	r, err := problem.NewVariables(variables)
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		at := 0
		for _, v := range r.Variables {
			genes := make([]float64, v.Genes())
			for j := range genes {
				genes[j] = rapid.Float64Range(r.Lower[at], r.Upper[at]).Draw(t, v.Name)
				at++
			}
			value := v.Value(genes)
			again := make([]float64, v.Genes())
			if err := v.Set(again, value); err != nil {
				t.Fatal(err)
			}
			if got := v.Value(again); !reflect.DeepEqual(got, value) {
				t.Fatalf("%s: %v of %v became %v of %v", v.Name, value, genes, got, again)
			}
			switch x := value.(type) {
			case float64:
				if x < v.Lower || x > v.Upper {
					t.Fatal(v.Name, x)
				}
			case int64:
				if float64(x) < v.Lower || float64(x) > v.Upper || math.Abs(float64(x)-genes[0]) > 0.5 {
					t.Fatal(v.Name, x, genes)
				}
			}
		}
	})
}

func TestBoundsOfVariables(t *testing.T) {
	v := problem.Variable{Name: "n", Type: problem.Int, Lower: 1, Upper: 3}
	for gene, want := range map[float64]int64{0.5: 1, 1.49: 1, 1.5: 2, 3.49: 3, 3.5: 3} {
		if got := v.Int(gene); got != want {
			t.Errorf("%v stands for %d, want %d", gene, got, want)
		}
	}
}

func TestBadVariablesAreRefused(t *testing.T) {
	for want, v := range map[string]problem.Variable{
		"no name":            {Type: problem.Bool},
		"no type 9":          {Name: "x", Type: 9},
		"is no range":        {Name: "x", Type: problem.Float, Lower: 2, Upper: 1},
		"must be positive":   {Name: "x", Type: problem.LogFloat, Lower: 0, Upper: 1},
		"no whole numbers":   {Name: "x", Type: problem.Int, Lower: 0.5, Upper: 2},
		"nothing to choose":  {Name: "x", Type: problem.Choice},
		"\"a\" is there twi": {Name: "x", Type: problem.Choice, Choices: []string{"a", "a"}},
		"65535 places":       {Name: "x", Type: problem.Order},
		"two variables":      {Name: "share", Type: problem.Bool},
	} {
		if _, err := problem.NewVariables(append(variables[:1:1], v)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	genes := make([]float64, 7)
	for _, c := range []struct {
		variable int
		value    any
	}{
		{0, 3.5}, {0, int64(1)}, {1, 0.0}, {2, 0.5}, {2, int64(5)}, {4, "white"}, {4, 1.0}, {5, "true"}, {6, []int{0, 1}},
		{6, []int{0, 1, 2, 3, 4, 5, 5}}, {6, 1.0}, {0, nil}, {0, math.NaN()},
	} {
		if err := variables[c.variable].Set(genes, c.value); err == nil {
			t.Errorf("%s took %v", variables[c.variable].Name, c.value)
		}
	}
}
