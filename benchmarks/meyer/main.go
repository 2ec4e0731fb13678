// Command meyer measures what Meyer, Schönfeld, Stamminger and Wanka, "3-SAT on
// CUDA: Toward a massively parallel SAT solver" (2010), show in their table and
// figures, on this machine, and prints it beside the paper's, in Markdown. The
// instances are SATLIB's uf75-325, all in one call.
//
//	go run ./benchmarks/meyer -device cuda:0 -data FOLDER
//	go run ./benchmarks/meyer -device cpu -instances 10 -only 2,3 -figures FOLDER
//
// Or it draws the figures of tables that were measured before:
//
//	go run ./benchmarks/meyer -redraw docs/PERFORMANCE.md -figures docs
package main

import (
	"context"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/benchmarks/bench"
	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/params"
	"github.com/warbler-opt/warbler/search"
)

func main() { bench.Main("meyer", run) }

func run(ctx context.Context) error {
	b := &measurer{values: search.Values{}}
	where := flag.String("device", "auto", "where to run: "+device.Names)
	flag.IntVar(&b.threads, "threads", 0, "CPU threads; 0: all")
	flag.IntVar(&b.runs, "runs", 3, "how often a set is solved; the median time counts")
	instances := flag.Int("instances", 100, "how many instances of a set are solved")
	only := flag.String("only", "1,2,3,4,u", "table 1, figures 2 to 4, and u for the unsatisfiable instances of the same size")
	given := flag.String("p", "", "parameters for all that is measured, as batch=65536,store=paths")
	flag.StringVar(&b.figures, "figures", "", "`folder` to draw meyer-figure2.svg to meyer-figure4.svg into")
	tables := flag.String("redraw", "", "measure nothing, but draw the figures of the tables in a Markdown `file`")
	flag.StringVar(&b.folder, "data", bench.Data(), "`folder` that has satlib in it")
	flag.Parse()

	if *tables != "" {
		return redraw(*tables, b.figures)
	}
	for p := range strings.SplitSeq(*given, ",") {
		if p != "" {
			if err := params.Set(b.values, p); err != nil {
				return err
			}
		}
	}
	infos, _, err := device.Select(ctx, *where)
	if err != nil {
		return err
	}
	name := "the CPU"
	for _, info := range infos {
		d, err := device.Open(ctx, info.ID())
		if err != nil {
			return err
		}
		defer d.Close()
		b.devices = append(b.devices, d)
		name = fmt.Sprintf("%s (%s, driver %s)", info.Name, info.ID(), info.Version)
	}
	if len(infos) > 1 {
		name = fmt.Sprintf("%d devices, the last of them %s", len(infos), name)
	}
	if b.formulas, err = read(filepath.Join(b.folder, "satlib", "uf75-325"), *instances); err != nil {
		return err
	}
	fmt.Printf("%d instances of uf75-325 in one call, median of %d, on %s.\n", len(b.formulas), b.runs, name)
	for _, part := range []struct {
		name    string
		measure func(context.Context) error
	}{{"2", b.solving}, {"3", b.batches}, {"4", b.orders}, {"1", b.kernels}, {"u", func(ctx context.Context) error { return b.refuting(ctx, *instances) }}} {
		if slices.Contains(strings.Split(*only, ","), part.name) {
			if err := part.measure(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}
