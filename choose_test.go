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
	}{
		{"formula", example(t, "maxsat-100.wcnf"), "auto", "walk"},
		{"formula", example(t, "maxsat-100.wcnf"), "cpu", "walk"},
		{"formula", example(t, "maxsat-100.wcnf"), "opencl", "cellular"},
		{"formula", example(t, "maxsat-100.wcnf"), "all", "cellular"},
		{"knapsack", example(t, "knapsack-50.txt"), "auto", "genetic"},
		{"assignment", example(t, "qap-20.dat"), "auto", "memetic"},
		{"large numbers", must(qap.New(large)), "auto", "genetic"},
		{"tour", example(t, "uniform-50.tsp"), "auto", "eax"},
		{"large tour", must(tsp.New(cities)), "auto", "lin-kernighan"},
		{"graph", example(t, "planted-60.col"), "auto", "head"},
		{"graph", example(t, "planted-60.col"), "cuda", "hea"},
		{"reals", sphere, "auto", "differential"},
		{"coded reals", must(problem.NewCoded(sphere, 8, true)), "auto", "genetic"},
		{"symbols", must(pattern.NewSymbols(5, 3)), "auto", "genetic"},
		{"several objectives", must(criteria.New("zdt1", 5)), "auto", "nsga2"},
	} {
		if got := choose.Algorithm(c.problem, c.device); got != c.want {
			t.Errorf("%s on %s: %s, want %s", c.name, c.device, got, c.want)
		}
	}
}
