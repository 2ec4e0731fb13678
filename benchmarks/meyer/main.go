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
	"errors"
	"flag"
	"fmt"
	"path/filepath"

	"github.com/warbler-opt/warbler/benchmarks/bench"
	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/params"
	"github.com/warbler-opt/warbler/internal/replicas"
	"github.com/warbler-opt/warbler/search"
)

func main() { bench.Main("meyer", run) }

func run(ctx context.Context) error {
	b := &measurer{values: search.Values{}}
	where := flag.String("device", "auto", "where to run: "+device.Names)
	flag.IntVar(&b.threads, "threads", 0, "CPU threads; 0: all")
	flag.IntVar(&b.runs, "runs", 3, "how often a set is solved; the median time counts")
	flag.IntVar(&b.instances, "instances", 100, "how many instances of a set are solved")
	only := flag.String("only", "2,3,4,1,u", "table 1, figures 2 to 4, and u for the unsatisfiable instances of the same size")
	flag.Func("p", "a parameter for all that is measured, `name=value`; repeat it for more", func(text string) error { return params.Set(b.values, text) })
	flag.StringVar(&b.figures, "figures", "", "`folder` to draw meyer-figure2.svg to meyer-figure4.svg into")
	tables := flag.String("redraw", "", "measure nothing, but draw the figures of the tables in a Markdown `file`")
	flag.StringVar(&b.folder, "data", bench.Data(), "`folder` that has satlib in it")
	flag.Parse()

	if *tables != "" {
		return redraw(*tables, b.figures)
	}
	var failed error
	places, _, err := replicas.Open(ctx, *where, false, func(err error) { failed = err })
	if err = errors.Join(err, failed); err != nil {
		return err
	}
	defer places.Close()
	b.devices = places
	if b.formulas, err = read(filepath.Join(b.folder, "satlib", "uf75-325"), b.instances); err != nil {
		return err
	}
	name := places.Join("the CPU", func(i device.Info) string { return fmt.Sprintf("%s (%s, driver %s)", i.Name, i.ID(), i.Version) })
	fmt.Printf("%d instances of uf75-325 in one call, median of %d, on %s.\n", len(b.formulas), b.runs, name)
	return bench.Parts{"1": b.kernels, "2": b.solving, "3": b.batches, "4": b.orders, "u": b.refuting}.Measure(ctx, *only)
}
