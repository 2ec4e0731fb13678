package cellular

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/onemax"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search"
)

func algorithm(t *testing.T) search.Algorithm { return searchtest.Lookup(t, "cellular") }

// formula is a random problem.
func formula(t *testing.T, r sat.Random) problem.Problem {
	t.Helper()
	f, err := sat.Generate(r)
	if err != nil {
		t.Fatal(err)
	}
	p, err := sat.New(f)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// small is a population whose islands, grid and number are odd.
func small(v search.Values) search.Values {
	w := search.Values{"width": "5", "height": "3", "across": "3", "down": "3", "pd": "0.4"}
	for name, text := range v {
		w[name] = text
	}
	return w
}

func TestOperatorsAgreeEverywhere(t *testing.T) {
	p := formula(t, sat.Random{Width: 3, Vars: 70, Clauses: 350, Seed: 3})
	for _, v := range []search.Values{
		{},
		{"feedback": "none", "passes": "3"},
		{"feedback": "adaptive", "passes": "5", "decrease": "1", "fp": "0.5"},
		{"passes": "0"},
		{"selection": "tournament", "crossover": "two-point", "pc": "0.7", "mutation": "one", "pm": "0.5", "migration": "best", "feedback": "none"},
		{"migration": "best", "pm": "0.01", "pc": "0.05"},
		{"migration": "none", "pc": "1", "pm": "0"},
	} {
		t.Run(fmt.Sprint(v), func(t *testing.T) {
			c := search.Config{Problem: p, Values: small(v), Replicas: search.Seeds(5, 3)}
			c.Replicas[1].Values = search.Values{"pm": "0.03", "pd": "0.6"}
			c.Replicas[2].Values = search.Values{"passes": "4", "decrease": "1", "fp": "0.05"}
			searchtest.Everywhere(t, algorithm(t), c, 6, 1)
		})
	}
}

// The passes of figure 10 to the letter need a program of their own.
func TestLiteralFeedbackAgreesEverywhere(t *testing.T) {
	c := search.Config{Problem: formula(t, sat.Random{Width: 3, Vars: 70, Clauses: 350, Seed: 3}), Values: small(search.Values{"feedback": "literal", "passes": "6"}), Replicas: search.Seeds(1, 2)}
	searchtest.Everywhere(t, algorithm(t), c, 6, 1)
}

func TestProblemsAgreeEverywhere(t *testing.T) {
	ones, err := onemax.New(65)
	if err != nil {
		t.Fatal(err)
	}
	for name, p := range map[string]problem.Problem{
		"long clauses": formula(t, sat.Random{Width: 5, Vars: 40, Clauses: 200, Seed: 3}),
		"two literals": formula(t, sat.Random{Width: 2, Vars: 130, Clauses: 500, Seed: 3}),
		"onemax":       ones,
	} {
		t.Run(name, func(t *testing.T) {
			c := search.Config{Problem: p, Values: small(search.Values{"passes": "2"}), Replicas: search.Seeds(2, 2)}
			searchtest.Everywhere(t, algorithm(t), c, 3, 1)
		})
	}
}

// Strict formulas count violations, and end where there are none.
func TestStrictFormulasAgreeEverywhere(t *testing.T) {
	f, err := sat.Generate(sat.Random{Width: 3, Vars: 50, Clauses: 200, Seed: 3, Planted: true})
	if err != nil {
		t.Fatal(err)
	}
	p, err := sat.New(f.Strict())
	if err != nil {
		t.Fatal(err)
	}
	c := search.Config{Problem: p, Values: small(nil), Replicas: search.Seeds(1, 2), Stop: search.Stop{Stagnation: 5}}
	searchtest.Everywhere(t, algorithm(t), c, 8, 1)
}

// Genomes that do not fit on chip climb in global memory.
func TestLongGenomesAgreeEverywhere(t *testing.T) {
	vars := 2000
	if !testing.Short() {
		vars = 20_000
	}
	population.Forced.LocalMemory = 8 << 10
	defer func() { population.Forced.LocalMemory = 0 }()
	c := search.Config{Problem: formula(t, sat.Random{Width: 3, Vars: vars, Clauses: 4 * vars, Seed: 3}), Values: small(search.Values{"passes": "2"}), Replicas: search.Seeds(1, 1)}
	searchtest.Everywhere(t, algorithm(t), c, 2, 1)
}

func TestResumedAndAlone(t *testing.T) {
	c := search.Config{Problem: formula(t, sat.Random{Width: 3, Vars: 70, Clauses: 350, Seed: 3}), Values: small(search.Values{"passes": "6"}), Replicas: search.Seeds(9, 16)}
	c.Replicas[7].Values = search.Values{"pc": "0.5", "passes": "9", "decrease": "3", "fp": "0.4"}
	where := searchtest.Where(t)
	for k, d := range where {
		c.Device = d
		searchtest.Alone(t, algorithm(t), c, 7, 3, 2)
		searchtest.Resumed(t, algorithm(t), c, d, where[(k+1)%len(where)], 3)
	}
}

// Odd shapes, and populations of several groups.
func TestShapesAgreeEverywhere(t *testing.T) {
	p := formula(t, sat.Random{Width: 3, Vars: 70, Clauses: 350, Seed: 3})
	for _, v := range []search.Values{
		{"width": "1", "height": "1", "across": "1", "down": "1"},
		{"width": "1", "height": "7", "across": "1", "down": "2", "pd": "0.5"},
		{"width": "2", "height": "1", "across": "1", "down": "1", "migration": "best", "pd": "1"},
		{"pd": "0.5"},
		{"width": "13", "height": "11", "across": "5", "down": "7", "pd": "0.5", "passes": "1", "migration": "best"},
		{"passes": "3", "width": "3", "height": "3", "across": "1", "down": "1", "fp": "1"},
	} {
		c := search.Config{Problem: p, Values: v, Replicas: search.Seeds(5, 2)}
		g := problemtest.RandomGenomes(p.Representation(), 3, 4)
		c.Start = []problem.Genome{g.At(0), g.At(1), g.At(2)}
		searchtest.Everywhere(t, algorithm(t), c, 3, 1)
	}
}

// Climbs on large problems are broken off.
func TestCancellation(t *testing.T) {
	for name, p := range map[string]problem.Problem{
		"bit-sliced": formula(t, sat.Random{Width: 3, Vars: 20_000, Clauses: 86_000, Seed: 3}),
		"plain":      formula(t, sat.Random{Width: 3, Vars: 20_000, Clauses: 86_000, Seed: 3, MaxWeight: 9}),
	} {
		e := searchtest.Open(t, algorithm(t), search.Config{Problem: p, Replicas: search.Seeds(1, 1),
			Values: search.Values{"width": "8", "height": "8", "across": "2", "down": "1"}})
		searchtest.Punctual(t, name, func() time.Duration { return canceled(t, e) })
	}
}

func TestRefusals(t *testing.T) {
	for what, v := range map[string]search.Values{
		"too many members":      {"width": "4096", "height": "4096", "across": "2"},
		"nobody to migrate for": {"width": "1", "height": "1", "migration": "best"},
	} {
		var unsuited *search.UnsuitedError
		_, err := newEngine(context.Background(), search.Config{Problem: formula(t, sat.Random{Width: 3, Vars: 30, Clauses: 90, Seed: 3}), Values: v, Replicas: search.Seeds(1, 1)})
		if !errors.As(err, &unsuited) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
