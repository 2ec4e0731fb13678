package warbler_test

import (
	"context"
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler"
	"github.com/warbler-opt/warbler/problem"
)

// A holiday of ten days: what a day in each place costs, and how much it is liked.
func ExampleTogether() {
	costs, likes := []int{90, 20, 45, 70, 10}, []int{8, 3, 6, 9, 1}
	price := warbler.Discrete(10, 5, func(days []uint8) int {
		sum := 0
		for _, place := range days {
			sum += costs[place]
		}
		return sum
	}, warbler.Minimize(), warbler.Name("price"))
	fun := warbler.Discrete(10, 5, func(days []uint8) int {
		sum := 0
		for _, place := range days {
			sum += likes[place]
		}
		return sum
	}, warbler.Name("fun"))

	result, err := warbler.Solve(context.Background(), warbler.Together(price, fun), warbler.Generations(300))
	if err != nil {
		panic(err)
	}
	cheapest, best := result.Front[0], result.Front[len(result.Front)-1]
	fmt.Println(len(result.Front), "holidays: from", cheapest.Values[0], "for", cheapest.Values[1], "to", best.Values[0], "for", best.Values[1])
	// Output:
	// 49 holidays: from 100 for 10 to 700 for 90
}

func TestTogetherRefuses(t *testing.T) {
	count := func(b warbler.Bits) int { return b.Count() }
	five, six := warbler.Binary(5, count), warbler.Binary(6, count)
	for want, p := range map[string]warbler.Problem{
		"2 to 8 problems, not 0": warbler.Together(),
		"2 to 8 problems, not 1": warbler.Together(five),
		"different genomes":      warbler.Together(five, six),
		"problem 2 is nil":       warbler.Together(five, nil),
		"problem 1 is nil":       warbler.Together(nil, five),
		"problem 2, has no obj":  warbler.Together(five, warbler.Binary[int](5, nil)),
	} {
		if r, err := warbler.Solve(context.Background(), p, warbler.Generations(1)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, %v, want %q", r, err, want)
		}
		loop := warbler.NewLoop(context.Background(), p)
		if batch := loop.Ask(); batch != nil {
			t.Errorf("a loop asks for %d genomes", len(batch))
		}
		if _, err := loop.Result(); err == nil || !strings.Contains(err.Error(), want) {
			t.Error(err)
		}
	}
}

// What repairs the first repairs all, and problems without names are numbered.
func TestTogetherRepairs(t *testing.T) {
	even := warbler.Repair(func(g warbler.Genome) { g.Bits[0] &= 0x5555 })
	p := warbler.Together(
		warbler.Binary(16, func(b warbler.Bits) int { return b.Count() }, even),
		warbler.Binary(16, func(b warbler.Bits) int { return -int(b[0]) }),
	)
	r, err := warbler.Solve(context.Background(), p, warbler.Generations(50), warbler.Replicas(2))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range r.Front {
		if m.Genome.Bits[0]&^0x5555 != 0 {
			t.Errorf("%x was not repaired", m.Genome.Bits[0])
		}
	}
	if names := p.(problem.MultiObjective).Criteria(); names[0].Name != "function1" || names[1].Name != "function2" || len(r.Front) != 9 {
		t.Errorf("%v, %d members", names, len(r.Front))
	}
}

// few counts ones and allows no more than ten of them.
type few struct{ warbler.Problem }

func (few) Violation(g warbler.Genome) problem.Score {
	return max(0, problem.Score(bits.OnesCount64(g.Bits[0])-10))
}

// The constraints of a problem are those of all that it is taken together with.
func TestTogetherKeepsConstraints(t *testing.T) {
	ones := few{warbler.Binary(40, func(g warbler.Bits) int { return g.Count() })}
	ends := warbler.Binary(40, func(g warbler.Bits) int {
		n := 0
		for i := range 5 {
			if g.Has(i) != g.Has(39-i) {
				n++
			}
		}
		return n
	})
	r, err := warbler.Solve(background, warbler.Together(ends, ones), warbler.Generations(100))
	if err != nil || len(r.Front) == 0 {
		t.Fatal(r, err)
	}
	for _, m := range r.Front {
		if count := bits.OnesCount64(m.Genome.Bits[0]); count > 10 || m.Violation != 0 {
			t.Errorf("%d ones, %+v", count, m)
		}
	}
	if best := r.Front[0]; best.Values[0] != 5 || best.Values[1] != 10 || best.Value != 5 {
		t.Errorf("%+v", best)
	}
	if _, err := warbler.Solve(background, ones); err == nil || !strings.Contains(err.Error(), "has constraints that its score does not tell") {
		t.Errorf("alone: %v", err)
	}
}
