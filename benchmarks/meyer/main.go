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
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/warbler-opt/warbler/benchmarks/bench"
	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/params"
	"github.com/warbler-opt/warbler/internal/replicas"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search"
	"github.com/warbler-opt/warbler/search/lookahead/pipeline"
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
	places, _, err := replicas.Open(ctx, *where, false, device.Open, func(err error) { failed = err })
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

// measurer is where and how often things are measured.
type measurer struct {
	folder        string          // that has satlib in it
	devices       []device.Device // none: the CPU
	threads, runs int
	instances     int
	values        search.Values
	figures       string // where they are drawn, or nothing
	formulas      []*sat.Formula
}

// outcome is a set of formulas, solved.
type outcome struct {
	after    []time.Duration // the accumulated time after each
	formulas int64
	steps    int64
	models   int
	swapped  int64
}

func (o outcome) total() time.Duration { return o.after[len(o.after)-1] }

// rate is in millions of formulas per second.
func (o outcome) rate() float64 { return float64(o.formulas) / o.total().Seconds() / 1e6 }

// read reads the first so many formulas of a folder, by their numbers.
func read(folder string, most int) (formulas []*sat.Formula, err error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.cnf"))
	if err != nil {
		return nil, err
	}
	number := func(path string) int {
		_, text, _ := strings.Cut(strings.TrimSuffix(filepath.Base(path), ".cnf"), "-")
		n, _ := strconv.Atoi(text)
		return n
	}
	slices.SortFunc(files, func(a, b string) int { return cmp.Compare(number(a), number(b)) })
	for _, path := range files[:min(most, len(files))] {
		f, err := bench.Formula(path)
		if err != nil {
			return nil, err
		}
		formulas = append(formulas, f)
	}
	if len(formulas) == 0 {
		return nil, fmt.Errorf("%s has no .cnf files; -data names the folder that has satlib in it", folder)
	}
	return formulas, nil
}

// with are the parameters of all, with some changed.
func (b *measurer) with(changes ...string) search.Values {
	v := maps.Clone(b.values)
	for i := 0; i < len(changes); i += 2 {
		v[changes[i]] = changes[i+1]
	}
	return v
}

// solve solves formulas in one call and checks the models. What compilers and
// allocations take is over when the clock begins.
func (b *measurer) solve(ctx context.Context, formulas []*sat.Formula, v search.Values, times map[string]time.Duration) (o outcome, err error) {
	s, err := pipeline.New(pipeline.Options{Values: v, Devices: b.devices, Threads: b.threads, KernelTimes: times})
	if err != nil {
		return o, err
	}
	defer s.Close()
	if _, err := s.Solve(ctx, formulas[0], nil); err != nil {
		return o, err
	}
	clear(times)
	elapsed := time.Duration(0)
	for _, f := range formulas {
		began := time.Now()
		r, err := s.Solve(ctx, f, nil)
		if err != nil {
			return o, err
		}
		elapsed += time.Since(began)
		if r.Status == sat.Unknown {
			return o, context.Cause(ctx)
		}
		if r.Status == sat.Satisfiable {
			if violated, _, _, err := sat.Check(f, r.Values); err != nil || len(violated) > 0 {
				return o, fmt.Errorf("%s: the model violates %d clauses, %v", f.Name, len(violated), err)
			}
			o.models++
		}
		o.after = append(o.after, elapsed)
		o.formulas += r.Formulas
		o.steps += r.Steps
		o.swapped += r.Swapped
	}
	return o, nil
}

// median is the run of median time.
func (b *measurer) median(ctx context.Context, formulas []*sat.Formula, v search.Values) (outcome, error) {
	return bench.Repeat(0, b.runs, func(o outcome) float64 { return o.total().Seconds() }, func() (outcome, error) {
		return b.solve(ctx, formulas, v, nil)
	})
}
