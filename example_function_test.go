package warbler_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/warbler-opt/warbler"
)

// pump simulates a pump and the water tower that it fills for a day: what they cost, and
// how much water is short. A pump that is far too weak runs hot.
func pump(ctx context.Context, power, volume float64) (cost, short float64, err error) {
	if power < 1.5 {
		return 0, 0, errors.New("the pump runs hot")
	}
	level := volume
	for minute := range 24 * 60 {
		if minute%60 == 0 && ctx.Err() != nil {
			return 0, 0, ctx.Err()
		}
		demand := 2 + 2*math.Sin(2*math.Pi*float64(minute)/(24*60))
		level = min(volume, level+(power-demand)/60)
		if level < 0 {
			short, level = short-level, 0
		}
	}
	return power*power + volume, short, nil
}

// Two objectives of one simulation, which fails for some genomes and may take no longer
// than a second.
func ExampleTryReal() {
	p := warbler.TryReal([]float64{1, 0}, []float64{5, 20}, func(ctx context.Context, x []float64) ([]float64, error) {
		cost, short, err := pump(ctx, x[0], x[1])
		return []float64{cost, short}, err
	}, warbler.Objectives("cost", "short"), warbler.Minimize(), warbler.EvaluationTimeout(time.Second))
	result, err := warbler.Solve(context.Background(), p, warbler.Param("population", 40), warbler.Generations(40))
	if err != nil {
		panic(err)
	}
	cheap, safe := result.Front[0], result.Front[len(result.Front)-1]
	fmt.Printf("from a cost of %.1f with %.1f short to %.1f with %.1f\n", cheap.Values[0], cheap.Values[1], safe.Values[0], safe.Values[1])
	fmt.Println("failures:", result.Failed > 0, result.Failure)
	// Output:
	// from a cost of 2.3 with 21.7 short to 14.0 with 0.0
	// failures: true the pump runs hot
}

// A roster of a week: who works in which of three shifts a day. Nobody works two shifts in
// a row, and everybody three to four in all; within that, wishes are kept.
func ExampleConstraint() {
	const people, shifts = 6, 21
	roster := warbler.Discrete(shifts, people, func(who []uint8) int {
		kept := 0
		for shift, person := range who {
			if shift%3 == int(person)%3 { // each likes one time of the day best
				kept++
			}
		}
		return kept
	}, warbler.Constraint(func(who []uint8) float64 {
		rows := 0
		for shift := range shifts - 1 {
			if who[shift] == who[shift+1] {
				rows++
			}
		}
		return float64(rows)
	}), warbler.Constraint(func(who []uint8) float64 {
		var count [people]int
		for _, person := range who {
			count[person]++
		}
		beyond := 0
		for _, n := range count {
			beyond += max(3-n, n-4, 0)
		}
		return float64(beyond)
	}))
	result, err := warbler.Solve(context.Background(), roster, warbler.Generations(300))
	if err != nil {
		panic(err)
	}
	fmt.Println(result.Value, "of", shifts, "wishes kept, violation", result.Violation)
	// Output: 21 of 21 wishes kept, violation 0
}

// Operators of one's own: trips that begin at a depot, place 0, which no operator moves.
func ExampleCrossover() {
	const places = 30
	trip := warbler.Permutation(places, func(order []uint16) int {
		length := 0
		for i, place := range order {
			next := order[(i+1)%places]
			apart := max(int(place)-int(next), int(next)-int(place))
			length += min(apart, places-apart) // the places are on a circle
		}
		return length
	}, warbler.Minimize(), warbler.Bound(places),
		warbler.First(func(order []uint16, r *rand.Rand) {
			for i, place := range r.Perm(places - 1) {
				order[i+1] = uint16(place + 1)
			}
		}),
		warbler.Crossover(func(a, b, child []uint16, r *rand.Rand) {
			// The child, a copy of a, keeps its beginning; the others come in the order of b.
			keep := 1 + r.IntN(places-1)
			var has [places]bool
			for _, place := range child[:keep] {
				has[place] = true
			}
			to := child[keep:keep]
			for _, place := range b {
				if !has[place] {
					to = append(to, place)
				}
			}
		}),
		warbler.Mutate(func(child []uint16, r *rand.Rand) {
			i, j := 1+r.IntN(places-1), 1+r.IntN(places-1)
			for i, j = min(i, j), max(i, j); i < j; i, j = i+1, j-1 {
				child[i], child[j] = child[j], child[i]
			}
		}))
	result, err := warbler.Solve(context.Background(), trip, warbler.Generations(3000))
	if err != nil {
		panic(err)
	}
	fmt.Println("a trip of", result.Value, "that begins at", result.Best.Order[0])
	// Output: a trip of 30 that begins at 0
}
