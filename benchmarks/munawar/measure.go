package main

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/input"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search"
)

// bench is where and how often things are measured.
type bench struct {
	algorithm               search.Algorithm
	device                  device.Device // nil: the CPU
	threads, runs, replicas int
	folder                  string
}

// outcome is what a batch of runs came to.
type outcome struct {
	seconds                float64 // of the whole batch
	satisfied, generations measured
	kernels                map[string]time.Duration
}

func (b *bench) problem(name string) (*sat.Problem, error) {
	r, err := input.Open(filepath.Join(b.folder, "satlib", filepath.FromSlash(name)+".cnf"))
	if err != nil {
		return nil, err
	}
	defer r.Close()
	f, err := sat.Read(r, name)
	if err != nil {
		return nil, err
	}
	return sat.New(f)
}

// batch runs replicas once, with the time of each kernel if asked to.
func (b *bench) batch(ctx context.Context, p *sat.Problem, v search.Values, replicas int, stop search.Stop, kernels bool) (outcome, error) {
	c := search.Config{Problem: p, Device: b.device, Threads: b.threads, Values: v, Replicas: search.Seeds(1, replicas), Stop: stop}
	o := outcome{}
	if kernels {
		o.kernels = map[string]time.Duration{}
		c.KernelTimes = o.kernels
	}
	e, err := b.algorithm.Engine(ctx, c)
	if err != nil {
		return o, err
	}
	defer e.Close()
	clear(o.kernels) // making the first population is not a generation
	r, err := search.Run(ctx, e, stop)
	if err != nil {
		return o, err
	}
	var satisfied, generations []float64
	for k := range replicas {
		s, err := e.Best(k)
		if err != nil {
			return o, err
		}
		if err := search.Verify(p, s); err != nil {
			return o, err
		}
		satisfied = append(satisfied, float64(s.Score))
		generations = append(generations, float64(s.Steps))
	}
	o.seconds, o.satisfied, o.generations = r.Elapsed.Seconds(), spread(satisfied), spread(generations)
	return o, nil
}

// median is the batch of median time, after one to warm up.
func (b *bench) median(ctx context.Context, p *sat.Problem, v search.Values, replicas int, stop search.Stop) (outcome, error) {
	var all []outcome
	for k := range b.runs + 1 {
		o, err := b.batch(ctx, p, v, replicas, stop, false)
		if err != nil {
			return o, err
		}
		if k > 0 {
			all = append(all, o)
		}
	}
	slices.SortFunc(all, func(a, b outcome) int {
		if a.seconds < b.seconds {
			return -1
		}
		return 1
	})
	return all[len(all)/2], nil
}

func spread(list []float64) measured {
	sum, square := 0.0, 0.0
	for _, x := range list {
		sum += x
		square += x * x
	}
	n := float64(len(list))
	mean := sum / n
	return measured{mean, math.Sqrt(max(0, square/n-mean*mean))}
}

func (m measured) String() string { return fmt.Sprintf("%.2f ± %.2f", m.mean, m.deviation) }
