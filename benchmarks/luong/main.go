// Command luong repeats the experiments of Luong, Melab and Talbi, "Parallel
// hybrid evolutionary algorithms on GPU" (2010), on quadratic assignment
// problems of QAPLIB, and measures Warbler's own mode beside them, in Markdown:
// docs/PERFORMANCE.md is made with it.
//
//	go run ./benchmarks/luong -device cuda:0 -only paper,strong,speed,growth
//	go run ./benchmarks/luong -redraw docs/PERFORMANCE.md -figures docs
package main

import (
	"context"
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/warbler-opt/warbler/benchmarks/bench"
	_ "github.com/warbler-opt/warbler/search/memetic" // registers the algorithm
)

// settings are the flags.
type settings struct {
	bench.Place
	folder   string // with QAPLIB's files
	names    []string
	replicas int
	time     time.Duration
	values   string
	steps    int
	figures  string
}

func main() { bench.Main("luong", run) }

func run(ctx context.Context) error {
	s := settings{folder: filepath.Join(bench.Data(), "qaplib")}
	where := s.Flags()
	only := flag.String("only", "paper,strong,speed,growth", "what to measure")
	names := flag.String("instances", "", "instances of QAPLIB, by name, or small for all up to 40 places; default: those of the measurement")
	flag.IntVar(&s.replicas, "replicas", 0, "runs at once; 0: those of the measurement")
	flag.IntVar(&s.steps, "generations", 10, "generations of the paper's configuration")
	flag.StringVar(&s.figures, "figures", "", "`folder` to draw luong-figure5.svg into, on a device or from a table")
	flag.DurationVar(&s.time, "time", 0, "limit of a run of the strong mode; 0: that of the measurement")
	flag.StringVar(&s.values, "p", "", "parameters that differ from those of the measurement, name=value,…")
	tables := flag.String("redraw", "", "measure nothing, but draw the figure of Table I in a Markdown `file`")
	flag.Parse()
	if *tables != "" {
		return redraw(*tables, s.figures)
	}
	if *names != "" {
		s.names = strings.Split(*names, ",")
	}
	if err := s.Open(ctx, *where); err != nil {
		return err
	}
	defer s.Close()
	for _, part := range strings.Split(*only, ",") {
		measure, ok := map[string]func(context.Context, settings) error{"paper": paper, "strong": strong, "speed": speed, "growth": growth}[part]
		if !ok {
			return fmt.Errorf("-only %s: there are paper, strong, speed and growth", part)
		}
		if err := measure(ctx, s); err != nil {
			return err
		}
	}
	return nil
}
