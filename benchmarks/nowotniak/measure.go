package main

import (
	"context"
	"fmt"

	"github.com/warbler-opt/warbler/benchmarks/bench"
	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/statistics"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/knapsack"
	"github.com/warbler-opt/warbler/search"
	_ "github.com/warbler-opt/warbler/search/quantum" // registers the algorithm
)

// sample is what many evolutions came to.
type sample struct {
	where   string
	seconds float64 // from the first observation on
	runs    []search.Solution
	values  []float64 // of the best selections, by seed
}

// evolve makes all evolutions once, on a device or, without one, on the CPU.
func (b *measurer) evolve(ctx context.Context, inst *knapsack.Instance, way string, on device.Device) (s sample, err error) {
	p, err := knapsack.New(inst, way)
	if err != nil {
		return s, err
	}
	r, err := bench.Run(ctx, "quantum", search.Config{
		Problem: p, Device: on, Threads: b.Threads, Replicas: search.Seeds(1, b.populations), Stop: search.Stop{Steps: b.generations},
	})
	s = sample{where: "CPU", seconds: r.Elapsed.Seconds(), runs: r.Runs}
	if on != nil {
		s.where = b.ID
	}
	for _, x := range r.Runs {
		s.values = append(s.values, problem.ObjectiveOf(p).Value(x.Score))
	}
	return s, err
}

// optimum is the proven best value of an instance.
func optimum(ctx context.Context, inst *knapsack.Instance) (float64, error) {
	best, err := knapsack.Exact(ctx, inst, 0)
	if err == nil && !best.Optimal {
		err = fmt.Errorf("%s: the optimum is not known", inst.Name)
	}
	if err != nil {
		return 0, err
	}
	return problem.Objective{Decimals: inst.Decimals}.Value(best.Best[0].Score), nil
}

// sizes measures Han and Kim's numbers of items, on instances made as theirs
// were: weights from 1 to 10, profits 5 larger, room for half the weight.
func (b *measurer) sizes(ctx context.Context) error {
	fmt.Printf("\n%d evolutions of %d generations on %s, index repair, instances of `warbler generate knapsack --kind han-kim --seed 1`.\n", b.populations, b.generations, b.Name)
	bench.Head("items", "optimum", "best", "mean", "worst", "below the optimum", "evolutions a second", "Han and Kim's")
	for _, items := range []int{100, 250, 500} {
		inst, err := knapsack.Generate("han-kim", items, 0, 1)
		if err != nil {
			return err
		}
		top, err := optimum(ctx, inst)
		if err != nil {
			return err
		}
		s, err := b.evolve(ctx, inst, "index", b.Device)
		if err != nil {
			return err
		}
		theirs := "–"
		if items == 250 {
			theirs = fmt.Sprint(hanKimRate)
		}
		x := statistics.Summarize(s.values)
		fmt.Printf("| %d | %.3f | %.3f | %.3f | %.3f | %.1f %% | %.0f | %s |\n", items, top, x.Max, x.Mean, x.Min, 100*(1-x.Mean/top), float64(b.populations)/s.seconds, theirs)
	}
	return nil
}

// repairs measures what the ways to repair are worth on the paper's instance.
func (b *measurer) repairs(ctx context.Context) error {
	inst, err := read(b.file)
	if err != nil {
		return err
	}
	top, err := optimum(ctx, inst)
	if err != nil {
		return err
	}
	fmt.Printf("\n%d evolutions of %d generations, %s, whose optimum is %.6f.\n", b.populations, b.generations, inst.Name, top)
	bench.Head("repair", "best", "mean", "worst", "deviation", "below the optimum", "over index repair")
	index := 0.0
	for _, way := range []string{"index", "random", "greedy"} {
		s, err := b.evolve(ctx, inst, way, b.Device)
		if err != nil {
			return err
		}
		x := statistics.Summarize(s.values)
		if way == "index" {
			index = x.Mean
		}
		fmt.Printf("| %s | %.3f | %.3f | %.3f | %.3f | %.2f %% | %.2f %% |\n", way, x.Max, x.Mean, x.Min, x.Deviation, 100*(1-x.Mean/top), 100*(x.Mean/index-1))
	}
	return nil
}
