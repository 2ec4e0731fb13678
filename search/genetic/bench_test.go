package genetic

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/problem/knapsack"
	"github.com/warbler-opt/warbler/search"
)

// benched is a run on a knapsack of 50 items.
type benched struct {
	search.Engine
	members int
	steps   int64 // so far
}

func newBenched(b *testing.B, selection string, members, threads int) *benched {
	b.Helper()
	inst, err := knapsack.Generate("weakly", 50, 0, 3)
	if err != nil {
		b.Fatal(err)
	}
	e, err := newEngine(context.Background(), search.Config{Problem: must(knapsack.New(inst, "penalty")), Threads: threads, Replicas: search.Seeds(1, 1),
		Values: search.Values{"population": strconv.Itoa(members), "selection": selection, "crossover": "one-point", "pm": "0.01", "replacement": "generational"}})
	if err != nil {
		b.Fatal(err)
	}
	return &benched{Engine: e, members: members}
}

// pace makes up to so many generations, and returns the nanoseconds that a member takes.
func (e *benched) pace(b *testing.B, steps int) float64 {
	before, begin := e.steps, time.Now()
	p, err := e.Step(context.Background(), steps)
	if err != nil {
		b.Error(err)
	}
	e.steps = p.Steps
	return float64(time.Since(begin)) / float64(e.steps-before) / float64(e.members)
}

func BenchmarkGeneration(b *testing.B) {
	for _, selection := range []string{"uniform", "roulette"} {
		for _, n := range []int{10_000, 1_000_000} {
			b.Run(selection+"/"+strconv.Itoa(n), func(b *testing.B) {
				e := newBenched(b, selection, n, 1)
				b.ResetTimer()
				for b.Loop() {
					e.pace(b, 100)
				}
				b.ReportMetric(float64(b.Elapsed())/float64(e.steps)/float64(n), "ns/member")
			})
		}
	}
}

// BenchmarkGrowth compares what a member takes in a large and in a small
// population, and by one thread, by two, and by two runs side by side, which is
// what the machine has to give. They take short turns, and the medians of the ratios are
// reported: what else a machine does comes and goes.
func BenchmarkGrowth(b *testing.B) {
	for _, selection := range []string{"uniform", "roulette"} {
		b.Run(selection, func(b *testing.B) {
			small, other, two, large := newBenched(b, selection, 10_000, 1), newBenched(b, selection, 10_000, 1), newBenched(b, selection, 10_000, 2), newBenched(b, selection, 1_000_000, 1)
			var growth, threads, runs []float64
			for b.Loop() {
				before := small.pace(b, 10)
				split := two.pace(b, 20)
				var both sync.WaitGroup
				var left, right float64
				both.Go(func() { left = small.pace(b, 10) })
				both.Go(func() { right = other.pace(b, 10) })
				both.Wait()
				alone := (before + small.pace(b, 10)) / 2
				threads, runs = append(threads, alone/split), append(runs, alone/left+alone/right)
				if len(threads)%10 == 0 { // these take long
					many := large.pace(b, 1)
					growth = append(growth, 2*many/(alone+small.pace(b, 10)))
				}
			}
			for name, list := range map[string][]float64{"growth": growth, "two-threads": threads, "two-runs": runs} {
				if slices.Sort(list); len(list) > 0 {
					b.ReportMetric(list[len(list)/2], name)
				}
			}
		})
	}
}
