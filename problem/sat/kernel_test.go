package sat

import (
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/problemtest"
)

// TestKernel compares scores with Go on every device.
func TestKernel(t *testing.T) {
	random := func(r Random) *Formula {
		r.Seed = 5
		f, err := Generate(r)
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
				f.Add(part.weight(c), part.Clause(c)...)
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
		{"unweighted, 70 variables", random(Random{Width: 3, Vars: 70, Clauses: 300}), false},
		{"weighted, 70 variables", random(Random{Width: 2, Vars: 70, Clauses: 300, MaxWeight: 1 << 50}), true},
		{"partial weighted, 70 variables", random(Random{Width: 3, Vars: 70, Clauses: 300, MaxWeight: 1 << 50, Hard: 0.2}), true},
		{"partial, mixed", mixed(random(Random{Width: 2, Vars: 70, Clauses: 50, Hard: 1}), random(Random{Width: 5, Vars: 70, Clauses: 100}), random(Random{Width: 1, Vars: 70, Clauses: 20})), true},
		{"partial weighted, mixed", mixed(random(Random{Width: 2, Vars: 70, Clauses: 7, Hard: 1}), random(Random{Width: 3, Vars: 70, Clauses: 100, MaxWeight: 1000})), false},
		{"1 variable", written("2 1 0\n3 -1 0\nh 1 0\n"), true},
		{"no variables", written("2 0\n"), true},
		{"empty clauses and tautologies", written("h 0\nh 1 -1 0\n2 0\n7 2 -2 0\n1 3 3 0\n5 2 1 0\n"), true},
		{"soft empty clauses and tautologies", written("h 1 -1 0\n2 0\n7 2 -2 0\n1 3 3 0\n5 2 1 0\n"), false},
		{"long clauses, 1000 variables", mixed(random(Random{Width: 200, Vars: 1000, Clauses: 30, MaxWeight: 9}), random(Random{Width: 900, Vars: 1000, Clauses: 20, Hard: 0.5})), false},
		{"1000 variables", random(Random{Width: 3, Vars: 1000, Clauses: 4200}), true},
		{"strict", random(Random{Width: 3, Vars: 250, Clauses: 1065}).Strict(), true},
		{"2^15 variables and 1", random(Random{Width: 3, Vars: 1<<15 + 1, Clauses: 3000}), true}, // two literals to a word
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
