// Command nowotniak repeats section 5 of Nowotniak and Kucharski, "GPU-based
// massively parallel implementation of metaheuristic algorithms" (2011): tens of
// thousands of independent evolutions of the quantum-inspired genetic algorithm
// on a knapsack of 250 items, their rate and their statistics beside the paper's,
// in Markdown: docs/PERFORMANCE.md is made with it.
//
//	go run ./benchmarks/nowotniak -device cuda:0 -populations 30000
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"time"

	"github.com/warbler-opt/warbler/device"
	_ "github.com/warbler-opt/warbler/device/cuda"   // registers the driver
	_ "github.com/warbler-opt/warbler/device/opencl" // registers the driver
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/input"
	"github.com/warbler-opt/warbler/problem/knapsack"
	"github.com/warbler-opt/warbler/search"
	_ "github.com/warbler-opt/warbler/search/quantum" // registers the algorithm
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "nowotniak:", err)
		os.Exit(1)
	}
}

func run() error {
	folder := os.Getenv("WARBLER_DATA")
	if folder == "" {
		folder = filepath.Join("..", "shared", "data")
	}
	where := flag.String("device", "auto", "where to run: "+device.Names)
	threads := flag.Int("threads", 0, "CPU threads; 0: all")
	populations := flag.Int("populations", 30_000, "independent evolutions")
	generations := flag.Int64("generations", 500, "generations after the first observation")
	runs := flag.Int("runs", 3, "how many times all are evolved; the median time counts")
	ways := flag.String("constraint", "index-repair", "what becomes of selections that are too heavy")
	file := flag.String("file", filepath.Join(folder, "knapsack", "qiga", "nowotniak250.txt"), "the instance")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	p, err := read(*file, *ways)
	if err != nil {
		return err
	}
	infos, _, err := device.Select(ctx, *where)
	if err != nil {
		return err
	}
	c := search.Config{Problem: p, Threads: *threads, Replicas: search.Seeds(1, *populations), Stop: search.Stop{Steps: *generations}}
	name := "the CPU"
	if len(infos) > 0 {
		d, err := device.Open(ctx, infos[0])
		if err != nil {
			return err
		}
		defer d.Close()
		c.Device, name = d, fmt.Sprintf("%s (%s)", infos[0].Name, infos[0].ID())
	}
	var times []float64
	var values []float64
	for range *runs {
		took, list, err := evolve(ctx, c)
		if err != nil {
			return err
		}
		times, values = append(times, took.Seconds()), list
	}
	slices.Sort(times)
	median := times[len(times)/2]
	fmt.Printf("%d evolutions of %d generations on %s: %.3f s, %.0f evolutions a second (the paper: 882.7 on two GPUs).\n\n", *populations, *generations, name, median, float64(*populations)/median)
	fmt.Println("| | median | average | variance |\n|---|---|---|---|")
	fmt.Println("| the paper's CPU | 1406.659424 | 1406.25894801 | 74.70038777 |\n| the paper's GPU | 1406.108887 | 1406.09914151 | 74.67657533 |")
	fmt.Printf("| here | %.6f | %.8f | %.8f |\n", middle(values), mean(values), variance(values))
	return nil
}

func read(file, way string) (knapsack.Problem, error) {
	constraint, err := knapsack.ParseConstraint(way)
	if err != nil {
		return nil, err
	}
	r, err := input.Open(file)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	list, err := knapsack.Read(r, filepath.Base(file))
	if err != nil {
		return nil, err
	}
	return knapsack.New(list[0], knapsack.WithConstraint(constraint))
}

// evolve makes all evolutions once: the time from the first observation on, and
// the values of the best selections.
func evolve(ctx context.Context, c search.Config) (time.Duration, []float64, error) {
	a, err := search.Lookup("quantum")
	if err != nil {
		return 0, nil, err
	}
	e, err := a.Engine(ctx, c)
	if err != nil {
		return 0, nil, err
	}
	defer e.Close()
	r, err := search.Run(ctx, e, c.Stop)
	if err != nil {
		return 0, nil, err
	}
	values := make([]float64, len(r.Runs))
	for i, s := range r.Runs {
		if i < 100 { // an independent judge looks at some
			if err := search.Verify(c.Problem, s); err != nil {
				return 0, nil, err
			}
		}
		values[i] = problem.ObjectiveOf(c.Problem).Value(s.Score)
	}
	slices.Sort(values)
	return r.Elapsed, values, ctx.Err()
}

// middle is the median of a sorted list.
func middle(x []float64) float64 { return (x[len(x)/2] + x[(len(x)-1)/2]) / 2 }

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

func variance(x []float64) float64 {
	m, sum := mean(x), 0.0
	for _, v := range x {
		sum += (v - m) * (v - m)
	}
	return sum / float64(len(x)-1)
}
