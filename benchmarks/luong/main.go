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
	"path/filepath"
	"strings"
	"time"

	"github.com/warbler-opt/warbler/benchmarks/bench"
	"github.com/warbler-opt/warbler/internal/params"
	"github.com/warbler-opt/warbler/search"
	_ "github.com/warbler-opt/warbler/search/memetic" // registers the algorithm
)

// settings are the flags.
type settings struct {
	bench.Place
	folder   string // with QAPLIB's files
	names    []string
	replicas int
	time     time.Duration
	values   search.Values
	steps    int
	figures  string
}

func main() { bench.Main("luong", run) }

func run(ctx context.Context) error {
	s := settings{values: search.Values{}, folder: filepath.Join(bench.Data(), "qaplib")}
	where := s.Flags("auto")
	only := flag.String("only", "paper,strong,speed,growth", "what to measure")
	names := flag.String("instances", "", "instances of QAPLIB, by name, or small for all up to 40 places; default: those of the measurement")
	flag.IntVar(&s.replicas, "replicas", 0, "runs at once; 0: those of the measurement")
	flag.IntVar(&s.steps, "generations", 10, "generations of the paper's configuration")
	flag.StringVar(&s.figures, "figures", "", "`folder` to draw luong-figure5.svg into, on a device or from a table")
	flag.DurationVar(&s.time, "time", 0, "limit of a run of the strong mode; 0: that of the measurement")
	flag.Func("p", "a parameter that differs from that of the measurement, `name=value`; repeat it for more", func(text string) error { return params.Set(s.values, text) })
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
	return bench.Parts{"paper": s.paper, "strong": s.strong, "speed": s.speed, "growth": s.growth}.Measure(ctx, *only)
}
