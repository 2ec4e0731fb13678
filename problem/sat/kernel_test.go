package sat

import (
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/problemtest"
)

// TestKernel compares scores with Go on every device.
func TestKernel(t *testing.T) {
	random := func(width, vars, clauses int, options ...GenerateOption) *Formula {
		f, err := Generate(width, vars, clauses, 5, options...)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	// mixed joins formulas, so that their clauses have different lengths.
	mixed := func(list ...*Formula) *Formula {
		f := &Formula{Name: "mixed"}
		for _, part := range list {
			for c := range part.Clauses() {
				f.Add(part.Weight(c), part.Clause(c)...)
			}
		}
		return f
	}
	written := func(text string) *Formula {
		f, err := Read(strings.NewReader(text), "f.wcnf")
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	for _, c := range []struct {
		name string
		f    *Formula
		long bool
	}{
		{"unweighted, 70 variables", random(3, 70, 300), false},
		{"weighted, 70 variables", random(2, 70, 300, Weighted(1<<50)), true},
		{"partial weighted, 70 variables", random(3, 70, 300, Weighted(1<<50), Partial(0.2)), true},
		{"partial, mixed", mixed(random(2, 70, 50, Partial(1)), random(5, 70, 100), random(1, 70, 20)), true},
		{"partial weighted, mixed", mixed(random(2, 70, 7, Partial(1)), random(3, 70, 100, Weighted(1000))), false},
		{"1 variable", written("2 1 0\n3 -1 0\nh 1 0\n"), true},
		{"no variables", written("2 0\n"), true},
		{"empty clauses and tautologies", written("h 0\nh 1 -1 0\n2 0\n7 2 -2 0\n1 3 3 0\n5 2 1 0\n"), true},
		{"soft empty clauses and tautologies", written("h 1 -1 0\n2 0\n7 2 -2 0\n1 3 3 0\n5 2 1 0\n"), false},
		{"long clauses, 1000 variables", mixed(random(200, 1000, 30, Weighted(9)), random(900, 1000, 20, Partial(0.5))), false},
		{"1000 variables", random(3, 1000, 4200), true},
		{"strict", random(3, 250, 1065).Strict(), true},
		{"2^15 variables and 1", random(3, 1<<15+1, 3000), true}, // two literals to a word
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.long && testing.Short() {
				t.Skip("long")
			}
			p, err := New(c.f)
			if err != nil {
				t.Fatal(err)
			}
			problemtest.Equal(t, p, 11)
		})
	}
}
