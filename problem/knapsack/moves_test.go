package knapsack

import (
	"math/rand/v2"
	"testing"

	"github.com/warbler-opt/warbler/problem"
)

// TestMoves follows random flips and compares scores and gains with Evaluate.
func TestMoves(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, size := range []struct{ items, constraints int }{{1, 1}, {5, 1}, {64, 1}, {100, 5}, {130, 2}} {
		inst := &Instance{Profits: make([]int64, size.items)}
		for j := range inst.Profits {
			inst.Profits[j] = r.Int64N(1000)
		}
		for range size.constraints {
			row, total := make([]int64, size.items), int64(0)
			for j := range row {
				row[j] = r.Int64N(1000)
				total += row[j]
			}
			inst.Weights, inst.Capacities = append(inst.Weights, row), append(inst.Capacities, total/2)
		}
		for _, way := range []string{"penalty", "greedy"} {
			p, err := New(inst, way)
			if err != nil {
				t.Fatal(err)
			}
			g := problem.NewGenomes(p.Representation(), 1).At(0)
			for j := range size.items {
				g.Bits[j>>6] |= uint64(r.IntN(2)) << (j & 63)
			}
			m := p.(problem.Mover).Moves(g)
			for range 200 {
				if got, want := m.Score(), p.Evaluate(m.Genome()); got != want {
					t.Fatalf("%+v: score %d, want %d", size, got, want)
				}
				j := r.IntN(size.items)
				before, gain := m.Score(), m.Gain(j)
				m.Flip(j)
				if want := p.Evaluate(m.Genome()) - before; gain != want {
					t.Fatalf("%+v: item %d gains %d, want %d", size, j, gain, want)
				}
			}
			m.Reset(g)
			if got, want := m.Score(), p.Evaluate(g); got != want {
				t.Fatalf("%+v: score %d after Reset, want %d", size, got, want)
			}
		}
	}
}
