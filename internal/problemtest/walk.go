package problemtest

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/problem"
)

// Exchanges compares the gains of all exchanges and rotations along a walk, and of all
// insertions where x has them too, with the scores that they lead to.
func Exchanges(t *rapid.T, p problem.Problem, x problem.Exchanges) {
	x.Reset(RandomGenomes(p.Representation(), 2, 5).At(1))
	n := p.Representation().Length
	gains := make([]problem.Score, n)
	inserting, _ := x.(problem.Insertions)
	for step := range 4 {
		now, score := x.Genome().Clone(), p.Evaluate(x.Genome())
		check := func(what string, change func(order []uint16), got ...problem.Score) {
			g := now.Clone()
			change(g.Order)
			for _, gain := range got {
				if want := p.Evaluate(g) - score; gain != want {
					t.Fatalf("%T, %d places: %s gains %d, want %d", x, n, what, got, want)
				}
			}
		}
		for i := range n {
			if inserting != nil {
				inserting.InsertionGains(i, gains)
				for j := range n {
					check(fmt.Sprint("insertion ", i, j), func(p []uint16) { insert(p, i, j) }, gains[j], inserting.InsertionGain(i, j))
				}
			}
			x.ExchangeGains(i, gains)
			for j := i + 1; j < n; j++ {
				check(fmt.Sprint("exchange ", i, j), func(p []uint16) { p[i], p[j] = p[j], p[i] }, gains[j-i-1], x.ExchangeGain(i, j), x.ExchangeGain(j, i))
			}
			for j := range n {
				if j == i {
					continue
				}
				last := max(i, j)
				x.RotationGains(i, j, gains)
				for k := range n {
					if k == i || k == j {
						continue
					}
					got := []problem.Score{x.RotationGain(i, j, k)}
					if k > last {
						got = append(got, gains[k-last-1])
					}
					check(fmt.Sprint("rotation ", i, j, k), func(p []uint16) { p[i], p[j], p[k] = p[j], p[k], p[i] }, got...)
				}
			}
		}
		if x.Score() != score {
			t.Fatalf("%T: step %d: score %d, want %d", x, step, x.Score(), score)
		}
		i, j := rapid.IntRange(0, n-1).Draw(t, "i"), rapid.IntRange(0, n-1).Draw(t, "j")
		if x.Exchange(i, j); inserting != nil && step%2 == 0 {
			inserting.Insert(j, i)
		}
	}
}

// insert moves what place i has to place j.
func insert(p []uint16, i, j int) {
	value := p[i]
	copy(p[i:], p[i+1:])
	copy(p[j+1:], p[j:len(p)-1])
	p[j] = value
}

// Reversals compares the gains of all reversals and of all segments of up to three values
// elsewhere along a walk with the scores that they lead to.
func Reversals(t *rapid.T, p problem.Problem, x problem.Reversals) {
	x.Reset(RandomGenomes(p.Representation(), 2, 5).At(1))
	n := p.Representation().Length
	for range 4 {
		now, score := x.Genome().Clone().Order, p.Evaluate(x.Genome())
		check := func(what string, order []uint16, gain problem.Score) {
			if want := p.Evaluate(problem.Genome{Order: order}) - score; gain != want {
				t.Fatalf("%T, %d places: %s gains %d, want %d", x, n, what, gain, want)
			}
		}
		for i := range n {
			for j := i + 1; j < n; j++ {
				order := slices.Clone(now)
				slices.Reverse(order[i : j+1])
				check(fmt.Sprint("reversal ", i, j), order, x.ReversalGain(i, j))
			}
			for count := 1; count <= min(3, n-i); count++ {
				for j := range n - count + 1 {
					for _, turned := range []bool{false, true} {
						segment := slices.Clone(now[i : i+count])
						if turned {
							slices.Reverse(segment)
						}
						order := slices.Insert(slices.Delete(slices.Clone(now), i, i+count), j, segment...)
						if i != j {
							check(fmt.Sprint("segment ", i, j, count, turned), order, x.SegmentGain(i, j, count, turned))
						}
					}
				}
			}
		}
		if x.Score() != score {
			t.Fatalf("%T: score %d, want %d", x, x.Score(), score)
		}
		i := rapid.IntRange(0, n-1).Draw(t, "i")
		x.Reverse(i, rapid.IntRange(i-1, n-1).Draw(t, "j"))
	}
}
