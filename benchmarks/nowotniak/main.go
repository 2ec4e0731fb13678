// Command nowotniak repeats section 5 of Nowotniak and Kucharski, "GPU-based
// massively parallel implementation of metaheuristic algorithms" (2011): tens of
// thousands of independent evolutions of the quantum-inspired genetic algorithm
// on a knapsack of 250 items, their rate and their statistics beside the paper's,
// in Markdown: docs/PERFORMANCE.md is made with it.
//
//	go run ./benchmarks/nowotniak -device cuda:0 -populations 30000
//	go run ./benchmarks/nowotniak -device cuda:0 -runs 1 -figures docs
//	go run ./benchmarks/nowotniak -only sizes,repairs -populations 200
//
// With -figures the CPU evolves the same populations as the device; the program
// draws figures 6 and 7 of both, tests whether they differ, and fails if a single
// bit does.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/device"
	_ "github.com/warbler-opt/warbler/device/cuda"   // registers the driver
	_ "github.com/warbler-opt/warbler/device/opencl" // registers the driver
	"github.com/warbler-opt/warbler/internal/input"
	"github.com/warbler-opt/warbler/internal/statistics"
	"github.com/warbler-opt/warbler/problem/knapsack"
	"github.com/warbler-opt/warbler/search"
)

// The tables to measure.
const (
	table1  = "1"       // the paper's Table 1
	sizes   = "sizes"   // Han and Kim's 100, 250 and 500 items
	repairs = "repairs" // what the ways to repair are worth
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
	b := &bench{name: "CPU", id: "CPU"}
	flag.IntVar(&b.threads, "threads", 0, "CPU threads; 0: all")
	flag.IntVar(&b.populations, "populations", 30_000, "independent evolutions")
	flag.Int64Var(&b.generations, "generations", 500, "generations after the first observation")
	runs := flag.Int("runs", 3, "how many times all are evolved; the median time counts")
	way := flag.String("constraint", "index", "what becomes of selections that are too heavy")
	file := flag.String("file", filepath.Join(folder, "knapsack", "qiga", "nowotniak250.txt"), "the instance")
	only := flag.String("only", table1, "what to measure, of "+strings.Join([]string{table1, sizes, repairs}, ","))
	figures := flag.String("figures", "", "`folder` to draw nowotniak-figure6.svg and nowotniak-figure7.svg into")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	constraint, err := knapsack.ParseConstraint(*way)
	if err != nil {
		return err
	}
	infos, _, err := device.Select(ctx, *where)
	if err != nil {
		return err
	}
	if len(infos) > 0 {
		if b.device, err = device.Open(ctx, infos[0].ID()); err != nil {
			return err
		}
		defer b.device.Close()
		b.id = infos[0].ID()
		b.name = fmt.Sprintf("%s (%s)", infos[0].Name, b.id)
	}
	wanted := strings.Split(*only, ",")
	for _, w := range wanted {
		if !slices.Contains([]string{table1, sizes, repairs}, w) {
			return fmt.Errorf("-only %s: there are %s, %s and %s", w, table1, sizes, repairs)
		}
	}
	if slices.Contains(wanted, table1) {
		if err := b.table1(ctx, *file, constraint, *runs, *figures); err != nil {
			return err
		}
	}
	if slices.Contains(wanted, sizes) {
		if err := b.sizes(ctx); err != nil {
			return err
		}
	}
	if slices.Contains(wanted, repairs) {
		return b.repairs(ctx, *file)
	}
	return nil
}

// table1 measures the rate and the paper's Table 1 and, with figures, whether
// the device does what the CPU does.
func (b *bench) table1(ctx context.Context, file string, way knapsack.Constraint, runs int, figures string) error {
	inst, err := read(file)
	if err != nil {
		return err
	}
	var times []float64
	var found sample
	for range max(1, runs) {
		if found, err = b.evolve(ctx, inst, way, b.device); err != nil {
			return err
		}
		times = append(times, found.seconds)
	}
	slices.Sort(times)
	median := times[len(times)/2]
	fmt.Printf("%d evolutions of %d generations on the %s: %.3f s, %.0f evolutions a second.\n\n", b.populations, b.generations, b.name, median, float64(b.populations)/median)
	samples := []sample{found}
	if figures != "" && b.device != nil {
		onCPU, err := b.evolve(ctx, inst, way, nil)
		if err != nil {
			return err
		}
		samples = []sample{onCPU, found}
	}
	fmt.Println("| | median | average | variance |\n|---|---|---|---|")
	for _, p := range paper {
		fmt.Printf("| the paper's %s | %.6f | %.8f | %.8f |\n", p.name, p.median, p.mean, p.variance)
	}
	for _, s := range samples {
		x := statistics.Summarize(s.values)
		fmt.Printf("| Warbler, %s | %.6f | %.8f | %.8f |\n", s.where, x.Median, x.Mean, x.Variance)
	}
	if b.generations == paperGenerations && way == knapsack.IndexRepair {
		compareWithPaper(found)
	}
	if figures == "" {
		return nil
	}
	return compare(figures, inst, samples)
}

func read(file string) (*knapsack.Instance, error) {
	r, err := input.Open(file)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	list, err := knapsack.Read(r, filepath.Base(file))
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: there is no instance in it", file)
	}
	return list[0], nil
}

// bench is how evolutions are made.
type bench struct {
	device      device.Device // nil: the CPU
	name, id    string        // of the device
	threads     int
	populations int
	generations int64
}

func (b *bench) stop() search.Stop { return search.Stop{Steps: b.generations} }
