package search_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

var table = search.Table{
	{Name: "population", Type: search.Int, Default: "100", Min: 2, Max: 1 << 31, Help: "members", Symbol: "N"},
	{Name: "pc", Type: search.Float, Default: "0.9", Min: 0, Max: 1, Help: "probability of crossover", PerReplica: true},
	{Name: "selection", Type: search.Choice, Default: "roulette", Choices: []string{"uniform", "roulette", "rank"}, Help: "choice of parents"},
	{Name: "elitism", Type: search.Bool, Default: "true", Help: "keep the best"},
	{Name: "tournament", Type: search.Int, Default: "2", Min: 1, Max: 64, Unit: "members", Help: "size of a tournament"},
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		values search.Values
		want   string // "" where all is well
	}{
		{search.Values{"population": "1e6", "pc": "0.25", "selection": "Rank", "elitism": "no"}, ""},
		{nil, ""},
		{search.Values{"pops": "5"}, "parameter pops: there is no such parameter; known: population, pc, "},
		{search.Values{"pop": "5"}, "known: population, "},
		{search.Values{"population": "1"}, `parameter population: "1" is not a whole number from 2 to 2147483648`},
		{search.Values{"population": "2.5"}, `is not a whole number`},
		{search.Values{"population": ""}, `"" is not a whole number`},
		{search.Values{"tournament": "99999999999999999999"}, "is not a whole number from 1 to 64"},
		{search.Values{"pc": "1.01"}, `parameter pc: "1.01" is not a number from 0 to 1`},
		{search.Values{"pc": "NaN"}, "is not a number"},
		{search.Values{"selection": "roulete"}, "is not one of roulette, "},
		{search.Values{"elitism": "maybe"}, `"maybe" is not true or false`},
	} {
		_, err := table.Settings(c.values)
		if c.want == "" && err == nil {
			continue
		}
		var wrong *search.ParamError
		if !errors.As(err, &wrong) || c.want == "" || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: got %v, want %q", c.values, err, c.want)
		}
	}
}

func TestSettings(t *testing.T) {
	s, err := table.Settings(search.Values{"population": "1e4", "selection": "RANK", "elitism": "off"})
	if err != nil {
		t.Fatal(err)
	}
	if s.Int("population") != 10000 || s.Float("pc") != 0.9 || s.Choice("selection") != "rank" || s.Bool("elitism") || s.Int("tournament") != 2 {
		t.Errorf("%v", s)
	}
	want := search.Values{"population": "10000", "pc": "0.9", "selection": "rank", "elitism": "false", "tournament": "2"}
	if got := table.Fill(search.Values{"population": "10_000", "selection": "rank", "elitism": "0"}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v", got)
	}
	for name, wrong := range map[string]func(){
		"unknown":    func() { s.Int("size") },
		"other type": func() { s.Float("population") },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			wrong()
		}()
	}
}

func TestReplicaValues(t *testing.T) {
	a := search.Algorithm{Name: "varied", Kinds: []problem.GenomeKind{problem.Binary}, Params: table, New: newCounter}
	for name, ok := range map[string]bool{"pc": true, "tournament": false} {
		c := search.Config{Problem: ones(3), Replicas: []search.Replica{{Values: search.Values{name: "1"}}}}
		if name == "tournament" {
			c.Replicas[0].Values[name] = "3"
		}
		if _, err := a.Engine(t.Context(), c); (err == nil) != ok {
			t.Errorf("%s per replica: %v", name, err)
		}
	}
}

func TestRegistry(t *testing.T) {
	search.Register(search.Algorithm{Name: "counting", Kinds: []problem.GenomeKind{problem.Discrete}, Params: table, New: newCounter})
	if _, err := search.Lookup("counting"); err != nil {
		t.Error(err)
	}
	if _, err := search.Lookup("count"); err == nil || !strings.Contains(err.Error(), "known: counting") {
		t.Error(err)
	}
	// Other tests of this package bring algorithms of their own.
	if a := search.Algorithms(); !slices.ContainsFunc(a, func(a search.Algorithm) bool { return a.Name == "counting" }) {
		t.Error(a)
	}
}

// What is listed to someone who asked for the wrong algorithm is right.
func TestSuiting(t *testing.T) {
	never := func(problem.Problem) bool { return false }
	kinds := []problem.GenomeKind{problem.Binary}
	search.Register(search.Algorithm{Name: "picky", Kinds: kinds, Suits: never, New: func(context.Context, search.Config) (search.Engine, error) {
		return nil, &search.UnsuitedError{Algorithm: "picky", Reason: "it takes nothing"}
	}})
	search.Register(search.Algorithm{Name: "easy", Kinds: kinds, New: newCounter})
	search.Register(search.Algorithm{Name: "foreign", Kinds: []problem.GenomeKind{problem.Real}, New: newCounter})
	for _, name := range []string{"picky", "foreign"} {
		a, err := search.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		_, err = a.Engine(context.Background(), search.Config{Problem: ones(3)})
		if err == nil || !strings.Contains(err.Error(), "; these work: ") || !strings.Contains(err.Error(), "easy") || strings.Count(err.Error(), "picky") > strings.Count(name, "picky") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// strict has a constraint that its score does not tell, unless it has a rule.
type strict struct {
	ones
	rule string
}

func (strict) Violation(g problem.Genome) problem.Score { return problem.Score(g.Bits[0] & 1) }
func (s strict) Objective() problem.Objective           { return problem.Objective{Rule: s.rule} }

// TestConstraintsAreSeen: no search passes over constraints in silence.
func TestConstraintsAreSeen(t *testing.T) {
	a := search.Algorithm{Name: "blind", Kinds: []problem.GenomeKind{problem.Binary}, New: newCounter}
	var unsuited *search.UnsuitedError
	if _, err := a.Engine(t.Context(), search.Config{Problem: strict{ones: 8}}); !errors.As(err, &unsuited) || !strings.Contains(err.Error(), "problem.Penalized") {
		t.Error(err)
	}
	punished, err := problem.Penalized(strict{ones: 8}, 5)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []problem.Problem{punished, strict{8, "first bit"}, ones(8)} {
		if _, err := a.Engine(t.Context(), search.Config{Problem: p}); err != nil {
			t.Errorf("%T: %v", p, err)
		}
	}
}

// An engine that could not be made is nil, also where the algorithm returns a nil
// pointer of its own type.
func TestNoEngineIsNil(t *testing.T) {
	a := search.Algorithm{Name: "none", Kinds: []problem.GenomeKind{ones(3).Representation().Kind},
		New: func(context.Context, search.Config) (search.Engine, error) { return (*counter)(nil), errors.New("no") }}
	if e, err := a.Engine(t.Context(), search.Config{Problem: ones(3)}); e != nil || err == nil {
		t.Errorf("%v, %v", e, err)
	}
}
