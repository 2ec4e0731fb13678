package pattern

import (
	"fmt"
	"testing"

	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/problem"
)

func Example() {
	p, err := NewSorting(4)
	if err != nil {
		panic(err)
	}
	fmt.Println(p.Evaluate(problem.Genome{Order: []uint16{0, 1, 3, 2}}))
	fmt.Println(p.(problem.Targeted).Bound())
	// Output:
	// 4
	// 7 true
}

func TestBounds(t *testing.T) {
	s, err := NewSymbols(20, 5)
	if err != nil {
		t.Fatal(err)
	}
	g := problem.Genome{Symbols: make([]uint8, 20)}
	for j := range g.Symbols {
		g.Symbols[j] = uint8((7*j + 3) % 5)
	}
	if b, _ := s.(problem.Targeted).Bound(); s.Evaluate(g) != b {
		t.Errorf("the pattern scores %d, the bound is %d", s.Evaluate(g), b)
	}
	g.Symbols[7]++
	if got := s.Evaluate(g); got != 19 {
		t.Errorf("one wrong symbol scores %d, want 19", got)
	}
	o, err := NewSorting(20)
	if err != nil {
		t.Fatal(err)
	}
	g = problem.Genome{Order: make([]uint16, 20)}
	for j := range g.Order {
		g.Order[j] = uint16(j)
	}
	if b, _ := o.(problem.Targeted).Bound(); o.Evaluate(g) != b {
		t.Errorf("the sorted order scores %d, the bound is %d", o.Evaluate(g), b)
	}
}

func TestRefuses(t *testing.T) {
	for _, test := range []struct{ length, alphabet int }{{0, 3}, {5, 1}, {5, 257}, {maxLength + 1, 3}} {
		if _, err := NewSymbols(test.length, test.alphabet); err == nil {
			t.Errorf("%d symbols of %d were accepted", test.length, test.alphabet)
		}
	}
	for _, length := range []int{0, 70000} {
		if _, err := NewSorting(length); err == nil {
			t.Errorf("an order of %d was accepted", length)
		}
	}
}

func TestKernel(t *testing.T) {
	s, err := NewSymbols(100, 7)
	if err != nil {
		t.Fatal(err)
	}
	problemtest.Equal(t, s, 1)
	o, err := NewSorting(100)
	if err != nil {
		t.Fatal(err)
	}
	problemtest.Equal(t, o, 1)
}

func TestRivalsKernel(t *testing.T) {
	p, err := NewRivals(37, 3)
	if err != nil {
		t.Fatal(err)
	}
	problemtest.EqualScores(t, p, 2)
}
