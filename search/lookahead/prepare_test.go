package lookahead

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/problem/sat"
)

func formula(vars int, clauses ...[]int32) *sat.Formula {
	f := &sat.Formula{Name: "test", Start: []uint32{0}}
	for _, c := range clauses {
		f.Add(1, c...)
	}
	f.Vars = vars
	return f
}

func TestSimplify(t *testing.T) {
	for _, c := range []struct {
		name    string
		formula *sat.Formula
		values  cnf.Assignment
		left    int // clauses
		refuted bool
	}{
		{"units", formula(3, []int32{1}, []int32{-1, 2}, []int32{-2, -3}), cnf.Assignment{1, 1, -1}, 0, false},
		{"contradiction", formula(2, []int32{1}, []int32{-1, 2}, []int32{-2}), nil, 0, true},
		{"empty", formula(1, []int32{}), nil, 0, true},
		{"pure", formula(3, []int32{1, 2}, []int32{1, 3}, []int32{-2, -3}), cnf.Assignment{1, 0, -1}, 0, false},
		{"tautology", formula(2, []int32{1, -1, 2}), cnf.Assignment{0, 0}, 0, false},
		{"subsumed", formula(3, []int32{1, 2}, []int32{-1, -2}, []int32{1, 2, 3}, []int32{2, 1}, []int32{-1, -2, -3}), cnf.Assignment{0, 0, 0}, 2, false},
		{"nothing", formula(2), cnf.Assignment{0, 0}, 0, false},
	} {
		p, err := prepare(c.formula, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if p.refuted != c.refuted || !c.refuted && (!slices.Equal(p.values, c.values) || len(p.binary)+len(p.ternary) != c.left) {
			t.Errorf("%s: %v, %d clauses, refuted %v", c.name, p.values, len(p.binary)+len(p.ternary), p.refuted)
		}
	}
}

// A long clause becomes k-2 of three literals with k-3 new variables.
func TestSplit(t *testing.T) {
	for k := int32(2); k < 40; k++ {
		var all, none []int32
		for v := int32(1); v <= k; v++ {
			all, none = append(all, v), append(none, -v)
		}
		p, err := prepare(formula(int(k), all, none), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.ternary)+len(p.binary) != 2*max(int(k)-2, 1) || p.vars != int(k)+2*max(int(k)-3, 0) || len(p.defined) != 4*max(int(k)-3, 0) {
			t.Errorf("%d literals: %d clauses, %d variables, %d definitions", k, len(p.ternary)+len(p.binary), p.vars, len(p.defined))
		}
	}
}

func TestTooLarge(t *testing.T) {
	many := &sat.Formula{Name: "many.cnf", Vars: 3, Start: make([]uint32, maxClauses+2)}
	long := &sat.Formula{Name: "long.cnf"}
	r := rand.New(rand.NewPCG(1, 1))
	for range 1100 {
		clause, first := make([]int32, 1000), r.IntN(2000)
		for i := range clause {
			clause[i] = int32(1+(first+i)%2000) * int32(1-2*r.IntN(2))
		}
		long.Add(1, clause...)
	}
	for _, f := range []*sat.Formula{many, long} {
		_, err := Solve(context.Background(), f, Options{})
		var limit *cnf.LimitError
		if !errors.As(err, &limit) || strings.Contains(err.Error(), "once the long ones are split") != (f == long) {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
	// A walk alone prepares nothing, and a flip costs what its variable occurs in: size is no reason to refuse.
	easy := &sat.Formula{Name: "easy.cnf"}
	for range maxClauses + 1 {
		easy.Add(1, 1, 2)
	}
	walked, err := Solve(context.Background(), easy, Options{Algorithm: "walk", Memory: 1 << 30, Seed: 1})
	if err != nil || walked.Status != sat.Satisfiable {
		t.Errorf("a walk on %d clauses: %v, %v", easy.Clauses(), walked.Status, err)
	}
	// In a portfolio it goes on alone, and why is told.
	var why error
	both, err := Solve(context.Background(), easy, portfolio(Options{Memory: 1 << 30, Limited: func(err error) { why = err }}, 1))
	if err != nil || both.Status != sat.Satisfiable || !both.Walked || why == nil || !strings.Contains(why.Error(), "easy.cnf: it has 1000001 clauses; lookahead is for at most 1000000") {
		t.Errorf("a portfolio on %d clauses: %v, %v, limited by %v", easy.Clauses(), both.Status, err, why)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	why = nil
	wide, err := Solve(ctx, long, portfolio(Options{Threads: 2, Limited: func(err error) { why = err }}, 1))
	if err != nil || wide.Status != sat.Satisfiable || why != nil && !strings.Contains(why.Error(), "once the long ones are split") {
		t.Errorf("a portfolio on long clauses: %v, %v, limited by %v", wide.Status, err, why)
	}
	// More memory is something that the caller can give.
	if _, err := Solve(context.Background(), easy, portfolio(Options{Memory: walking(easy) - 1}, 1)); err == nil {
		t.Error("no limit of memory in a portfolio")
	}
}

// What is taken back leaves a state as it was, to the order of its lists.
func TestUndo(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for range 100 {
		f := random(r, 30, 100, 3)
		p, err := prepare(f, nil, nil)
		if err != nil || p.refuted {
			continue
		}
		s := newState(p.vars, p.binary, p.ternary)
		if !s.propagate() {
			continue
		}
		before := snapshot(s)
		m := s.mark()
		for range 5 {
			s.fix(uint32(r.IntN(2 * p.vars)))
			if !s.propagate() {
				break
			}
		}
		if len(s.trail) > m.trail && slices.Equal(before, snapshot(s)) {
			t.Fatal("nothing changed")
		}
		if s.undo(m); !slices.Equal(before, snapshot(s)) {
			t.Fatal("the state is another one")
		}
	}
}

// snapshot is all that a search sees of a state.
func snapshot(s *state) (words []uint32) {
	words = append(words, s.value...)
	for l := range 2 * s.vars {
		for i, c := range s.three(uint32(l)) {
			words = append(words, c.u, c.v, s.next[int(s.lists[l].three)+i])
		}
		words = append(append(words, s.lists[l].twos), s.two(uint32(l))...)
	}
	return words
}
