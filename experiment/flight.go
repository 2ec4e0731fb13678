package experiment

import (
	"context"
	"errors"
	"time"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

const (
	// landEvery is how often runs that have finished are kept while others go on: a
	// kill loses no more of them.
	landEvery = time.Second
	// landShare is how many times as long as landing the search goes on before the next.
	landShare = 20
)

// flight is one batch in one engine.
type flight struct {
	*batchable
	worker *worker
	batch  []int
	gauge  *gauge
	keep   func([]Run) error
	took   time.Duration

	engine search.Engine
	traces *recorder
	kept   []bool  // by replica
	landed int     // how many of them
	given  float64 // seconds of those
	every  time.Duration
	next   time.Duration // when to look for finished runs again
}

func (g *batchable) flight(w *worker, batch []int, watch *gauge, keep func([]Run) error) *flight {
	return &flight{batchable: g, worker: w, batch: batch, gauge: watch, keep: keep, kept: make([]bool, len(batch)), every: landEvery, next: landEvery}
}

// rest are the runs that are not kept.
func (f *flight) rest() (runs []int) {
	for i, run := range f.batch {
		if !f.kept[i] {
			runs = append(runs, run)
		}
	}
	return runs
}

// launch does the runs and keeps those that finish; what is left had no time, or
// there is an error.
func (f *flight) launch(ctx context.Context) (err error) {
	began := time.Now()
	config := search.Config{Problem: f.subject.problem, Device: f.worker.device, Threads: f.worker.threads, Values: f.values, Stop: f.stop}
	for _, run := range f.batch {
		config.Replicas = append(config.Replicas, f.replica(run))
	}
	observers := []search.Observer{f.gauge}
	if f.trace > 0 {
		config.Trace = true
		f.traces = newRecorder(f.trace, len(f.batch))
		observers = append(observers, f.traces)
	}
	f.engine, err = f.algorithm.Engine(ctx, config)
	if err != nil {
		return unlessOver(ctx, f.subject.blame(ctx, nil, err))
	}
	result, err := search.Run(ctx, f.engine, f.stop, append(observers, f)...)
	if err = f.subject.blame(ctx, f.engine, err); err != nil {
		return unlessOver(ctx, errors.Join(err, f.engine.Close()))
	}
	// Runs are stored while the engine is taken down.
	if err := f.land(result.Runs, result.Elapsed, ctx.Err() != nil); err != nil {
		return errors.Join(f.subject.blame(ctx, nil, err), f.engine.Close())
	}
	f.took = time.Since(began)
	return unlessOver(ctx, f.engine.Close())
}

// Observe implements search.Observer: it lands what has finished while others go on.
func (f *flight) Observe(p search.Progress, elapsed time.Duration) error {
	if p.Running == 0 || p.Running == len(f.batch)-f.landed || elapsed < f.next {
		return nil
	}
	began := time.Now()
	now := make([]search.Solution, len(f.batch))
	for i := range now {
		if f.kept[i] {
			continue
		}
		var err error
		if now[i], err = f.engine.Best(i); err != nil {
			return err
		}
	}
	err := f.land(now, elapsed, true)
	f.next = elapsed + max(f.every, landShare*time.Since(began))
	return err
}

// land checks and keeps those of the replicas' solutions that are final. With strict,
// a run whose trace lacks its end is left: more samples may come, or are lost.
//
// A run's seconds are its share of the flight's by steps, the first population being
// one: replicas go side by side, and some end before others.
func (f *flight) land(now []search.Solution, elapsed time.Duration, strict bool) error {
	steps := int64(0) // of all that still were in the air
	var final []search.Solution
	var places []int
	for i, s := range now {
		if f.kept[i] {
			continue
		}
		steps += 1 + s.Steps
		// Replicas that had finished before the end are what they would be anyway.
		if s.Status != search.Interrupted && s.Status != search.Running {
			final, places = append(final, s), append(places, i)
		}
	}
	hashes, err := f.examine(final)
	if err != nil {
		return err
	}
	share := (elapsed.Seconds() - f.given) / float64(max(1, steps))
	objective := problem.ObjectiveOf(f.subject.problem)
	runs := make([]Run, 0, len(final))
	for k, s := range final {
		var trace []Point
		if f.traces != nil {
			var ok bool
			if trace, ok = f.traces.trace(places[k], s, strict); !ok {
				places[k] = -1
				continue
			}
		}
		runs = append(runs, Run{
			Number: f.batch[places[k]], Seed: s.Seed,
			Score: s.Score, Value: objective.Value(s.Score), Feasible: f.subject.feasible(s.Score), Status: s.Status.String(),
			Steps: s.Steps, Evaluations: s.Evaluations, Found: s.Found,
			Seconds: share * float64(1+s.Steps), Device: f.worker.id, Genome: hashes[k], trace: trace,
		})
	}
	if err := f.keep(runs); err != nil {
		return err
	}
	for _, i := range places {
		if i >= 0 {
			f.kept[i] = true
		}
	}
	for _, r := range runs {
		f.given += r.Seconds
	}
	f.landed += len(runs)
	f.gauge.land(len(runs))
	return nil
}
