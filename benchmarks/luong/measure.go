package main

import (
	"context"
	"path/filepath"
	"strconv"
	"time"

	"github.com/warbler-opt/warbler/benchmarks/bench"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/qap"
	"github.com/warbler-opt/warbler/search"
)

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
