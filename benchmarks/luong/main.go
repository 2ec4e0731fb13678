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
	"strconv"
	"strings"
	"time"

	"github.com/warbler-opt/warbler/benchmarks/bench"
	"github.com/warbler-opt/warbler/internal/params"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/qap"
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

// instance reads one of QAPLIB, and its best known value.
func (s settings) instance(name string) (problem.Problem, int64, error) {
	q, err := bench.Read(filepath.Join(s.folder, name+".dat"), qap.Read)
	if err != nil {
		return nil, 0, err
	}
	known, err := s.known()
	if err != nil {
		return nil, 0, err
	}
	p, err := qap.New(q)
	return p, known[name], err
}

// known are the best known values by name.
func (s settings) known() (map[string]int64, error) {
	rows, err := bench.Table(filepath.Join(s.folder, "bks.csv"))
	values := map[string]int64{}
	for _, row := range rows {
		if values[row["name"]], err = strconv.ParseInt(row["best_known"], 10, 64); err != nil {
			return nil, err
		}
	}
	return values, err
}

// outcome is what some runs gave.
type outcome struct {
	hits    int
	gap     float64 // mean, in percent of the best known value
	worst   float64
	elapsed time.Duration
	steps   int64
	spread  float64 // diversity of a run's population at the end, mean
	found   float64 // the generation of the best, as a share of all, mean
	kernels float64 // the share of the time in which the device worked; 0 without one
}

// Observe keeps the diversity of the last generation.
func (o *outcome) Observe(p search.Progress, _ time.Duration) error {
	if n := len(p.Samples); n > 0 {
		o.spread = 0
		last := p.Samples[n-1].Step
		count := 0
		for _, s := range p.Samples {
			if s.Step == last {
				o.spread += s.Diversity
				count++
			}
		}
		o.spread /= float64(count)
	}
	return nil
}

// search makes runs at once; a run ends where it reaches the best known value.
func (s settings) search(ctx context.Context, p problem.Problem, best int64, values search.Values, replicas int, until search.Stop) (o outcome, err error) {
	target := problem.Score(-best)
	until.Target = &target
	times := map[string]time.Duration{}
	r, err := bench.Run(ctx, "memetic", search.Config{
		Problem: p, Device: s.Device, Threads: s.Threads, Values: values, Replicas: search.Seeds(1, replicas), Stop: until, Trace: true, KernelTimes: times,
	}, &o)
	if err != nil {
		return o, err
	}
	o.elapsed, o.steps = r.Elapsed, r.Steps
	for _, t := range times {
		o.kernels += t.Seconds() / o.elapsed.Seconds()
	}
	for _, run := range r.Runs {
		gap := 100 * float64(-run.Score-best) / float64(max(best, 1)) // esc16f has 0
		o.gap += gap / float64(replicas)
		o.worst = max(o.worst, gap)
		o.found += float64(run.Found) / float64(max(1, run.Steps)) / float64(replicas)
		if -run.Score <= best {
			o.hits++
		}
	}
	return o, nil
}
