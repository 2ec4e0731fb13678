// Command munawar measures the tables of Munawar, Wahib, Munetomo and Akama,
// "Hybrid of genetic algorithm and local search to solve MAX-SAT problem using
// nVidia CUDA framework" (2009), on this machine and prints them beside the
// paper's, in Markdown: docs/PERFORMANCE.md is made with it. The instances are
// SATLIB's uniform random ones.
//
//	go run ./benchmarks/munawar -device cuda:0 -data FOLDER
//	go run ./benchmarks/munawar -device cpu -only 3,4,5
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
	"github.com/warbler-opt/warbler/search"
	_ "github.com/warbler-opt/warbler/search/cellular" // registers the algorithm
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "munawar:", err)
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
	runs := flag.Int("runs", 5, "how many runs the median time is taken of")
	replicas := flag.Int("replicas", 50, "independent runs of every mean")
	many := flag.Int("many", 1000, "independent runs of the last table, or 0")
	only := flag.String("only", "1,3,4,5,11", "tables and figures to measure")
	figures := flag.String("figures", "", "`folder` to draw figure11.svg into")
	flag.StringVar(&folder, "data", folder, "`folder` that has satlib in it")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	b := &bench{threads: *threads, runs: *runs, replicas: *replicas, folder: folder}
	var err error
	if b.algorithm, err = search.Lookup("cellular"); err != nil {
		return err
	}
	infos, _, err := device.Select(ctx, *where)
	if err != nil {
		return err
	}
	name := "the CPU"
	if len(infos) > 0 {
		if b.device, err = device.Open(ctx, infos[0].ID()); err != nil {
			return err
		}
		defer b.device.Close()
		name = fmt.Sprintf("%s (%s, driver %s)", infos[0].Name, infos[0].ID(), infos[0].Version)
	}
	fmt.Printf("Means of %d runs in one batch, median times of %d batches, on %s.\n", *replicas, *runs, name)

	wanted := strings.Split(*only, ",")
	if slices.Contains(wanted, "1") {
		if err := b.byOperator(ctx); err != nil {
			return err
		}
	}
	if slices.ContainsFunc([]string{"3", "4", "5", "11"}, func(t string) bool { return slices.Contains(wanted, t) }) {
		if err := b.byInstance(ctx, *figures); err != nil {
			return err
		}
	}
	if *many > 0 {
		return b.often(ctx, *many)
	}
	return nil
}
