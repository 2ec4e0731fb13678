package warbler_test

import (
	"os"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler"
	"github.com/warbler-opt/warbler/internal/choose"
	"github.com/warbler-opt/warbler/internal/pattern"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/criteria"
	"github.com/warbler-opt/warbler/problem/function"
	"github.com/warbler-opt/warbler/problem/qap"
	"github.com/warbler-opt/warbler/problem/tsp"
)

// example is the problem in a file of examples/.
func example(t testing.TB, name string) warbler.Problem {
	t.Helper()
	f, err := os.Open("examples/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	k, found, err := problem.ReadFile(f, name)
	if err != nil {
		t.Fatal(err)
	}
	options := problem.Options{Flags: k.Flags, Values: map[string]any{}}
	if k.Name == "coloring" {
		options.Values["colors"] = 6
	}
	task, err := found[0].Task(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	return task.Problem
}

// must is a problem that is known to be right.
func must(p warbler.Problem, err error) warbler.Problem {
	if err != nil {
		panic(err)
	}
	return p
}

func TestChoose(t *testing.T) {
	huge := strings.Repeat("500000000000000000 ", 9) // 2^58 and more: sums of them fit 64 bits, gains do not
	large, err := qap.Read(strings.NewReader("3\n"+huge+"\n1 1 1 1 1 1 1 1 1"), "large")
	if err != nil {
		t.Fatal(err)
	}
	sphere := must(function.New("sphere", 3))
	cities, err := tsp.Generate(8001, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		problem warbler.Problem
		device  string
		want    string
		limit   int64
	}{
		{"formula", example(t, "maxsat-100.wcnf"), "auto", "walk", 0},
		{"formula", example(t, "maxsat-100.wcnf"), "cpu", "walk", 0},
		{"formula", example(t, "maxsat-100.wcnf"), "opencl", "cellular", 0},
		{"formula", example(t, "maxsat-100.wcnf"), "all", "cellular", 0},
		{"knapsack", example(t, "knapsack-50.txt"), "auto", "genetic", 0},
		{"assignment", example(t, "qap-20.dat"), "auto", "memetic", 0},
		{"assignment", example(t, "qap-20.dat"), "auto", "annealing", 20_000},
		{"assignment", example(t, "qap-20.dat"), "auto", "memetic", 6_000_000},
		{"large numbers", must(qap.New(large)), "auto", "genetic", 0},
		{"tour", example(t, "uniform-50.tsp"), "auto", "eax", 0},
		{"large tour", must(tsp.New(cities)), "auto", "lin-kernighan", 0},
		{"graph", example(t, "planted-60.col"), "auto", "head", 0},
		{"graph", example(t, "planted-60.col"), "cuda", "hea", 0},
		{"reals", sphere, "auto", "differential", 0},
		{"coded reals", must(problem.NewCoded(sphere, 8, true)), "auto", "genetic", 0},
		{"symbols", must(pattern.NewSymbols(5, 3)), "auto", "genetic", 0},
		{"several objectives", must(criteria.New("zdt1", 5)), "auto", "nsga2", 0},
	} {
		if got := choose.Algorithm(c.problem, c.device, c.limit); got != c.want {
			t.Errorf("%s on %s: %s, want %s", c.name, c.device, got, c.want)
		}
	}
}
