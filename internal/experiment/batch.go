package experiment

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/warbler-opt/warbler/internal/cputime"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

const (
	// keepEvery is how often runs that have finished are kept while others go on: a
	// kill loses no more of them.
	keepEvery = time.Second
	// keepShare is how many times as long as keeping them the search goes on before
	// the next time.
	keepShare = 20
)

// batch is some runs in one engine.
type batch struct {
	*batchable
	worker *worker
	runs   []int
	meter  *meter
	place  int // of the worker that is charged in the meter
	keep   func([]Run) error
	took   time.Duration // 0 where it was broken off
	alone  bool          // nothing else is at work, so that the processor's time is that of the runs
	cpu    float64       // seconds of the processor before it began

	engine search.Engine
	traces *recorder
	kept   []bool  // by replica
	done   int     // how many of them
	given  float64 // seconds of those
	every  time.Duration
	next   time.Duration // when to look for finished runs again
}

func (g *batchable) newBatch(w *worker, runs []int, m *meter, place int, keep func([]Run) error) *batch {
	return &batch{
		batchable: g, worker: w, runs: runs, meter: m, place: place, keep: keep, kept: make([]bool, len(runs)),
		every: keepEvery, next: keepEvery,
	}
}

// rest are the runs that are not kept.
func (b *batch) rest() (runs []int) {
	for i, run := range b.runs {
		if !b.kept[i] {
			runs = append(runs, run)
		}
	}
	return runs
}

// launch does the runs and keeps those that finish; what is left had no time, or
// there is an error.
func (b *batch) launch(ctx context.Context) (err error) {
	began := time.Now()
	config := search.Config{Problem: b.problem, Device: b.worker.device, Threads: b.worker.threads, Values: b.values, Stop: b.stop}
	b.cpu = cputime.Seconds()
	for _, run := range b.runs {
		config.Replicas = append(config.Replicas, b.replica(run))
	}
	var observers []search.Observer
	if b.trace > 0 {
		config.Trace = true
		b.traces = &recorder{b.trace, make([][]Point, len(b.runs))}
		observers = append(observers, b.traces)
	}
	b.engine, err = b.algorithm.Engine(ctx, config)
	if err != nil {
		return unlessOver(ctx, b.blame(ctx, nil, err))
	}
	result, err := search.Run(ctx, b.engine, b.stop, append(observers, b)...)
	if err = b.blame(ctx, b.engine, err); err != nil {
		return unlessOver(ctx, errors.Join(err, b.engine.Close()))
	}
	runs, err := b.inPlaces(result.Runs)
	if err != nil {
		return errors.Join(err, b.engine.Close())
	}
	// Runs are stored while the engine is taken down.
	if err := b.keepFinished(runs, result.Elapsed, ctx.Err() != nil); err != nil {
		return errors.Join(b.blame(ctx, nil, err), b.engine.Close())
	}
	b.took = time.Since(began)
	return unlessOver(ctx, b.engine.Close())
}

// inPlaces gives every run its solution. Those that had scored nothing when the time was
// over have none, and are left.
func (b *batch) inPlaces(found []search.Solution) ([]search.Solution, error) {
	if len(found) == len(b.runs) {
		return found, nil
	}
	runs := make([]search.Solution, len(b.runs))
	for i := range runs {
		s, err := b.engine.Best(i)
		if err != nil {
			return nil, err
		}
		if runs[i].Status = search.Interrupted; s.Evaluations > 0 {
			runs[i], found = found[0], found[1:]
		}
	}
	return runs, nil
}

// Observe implements search.Observer: it tells how far the batch is, and keeps what
// has finished while others go on.
func (b *batch) Observe(p search.Progress, elapsed time.Duration) error {
	part := 1 - float64(p.Running)/float64(len(b.runs))
	if b.stop.Steps > 0 {
		part = max(part, float64(p.Steps)/float64(b.stop.Steps))
	}
	if b.stop.Time > 0 {
		part = max(part, float64(elapsed)/float64(b.stop.Time))
	}
	b.meter.tell(func() { b.meter.inFlight[b.place] = max(0, min(part, 1)*float64(len(b.runs))-float64(b.done)) })
	if p.Running == 0 || p.Running == len(b.runs)-b.done || elapsed < b.next {
		return nil
	}
	began := time.Now()
	now := make([]search.Solution, len(b.runs))
	for i := range now {
		if b.kept[i] {
			continue
		}
		var err error
		if now[i], err = b.engine.Best(i); err != nil {
			return err
		}
	}
	err := b.keepFinished(now, elapsed, true)
	b.next = elapsed + max(b.every, keepShare*time.Since(began))
	return err
}

// keepFinished checks and keeps those of the replicas' solutions that are final. With strict,
// a run whose trace lacks its end is left: more samples may come, or are lost.
//
// A run's seconds are its share of the batch's by steps, the first population being
// one: replicas go side by side, and some end before others. Runs that time ends share
// their thread with no other, so all of the time is each one's own, up to its last step.
func (b *batch) keepFinished(now []search.Solution, elapsed time.Duration, strict bool) error {
	steps, most := int64(0), int64(0) // of all that were not kept yet
	var final []search.Solution
	var places []int
	for i, s := range now {
		if b.kept[i] {
			continue
		}
		steps, most = steps+1+s.Steps, max(most, 1+s.Steps)
		// Replicas that had finished before the end are what they would be anyway.
		if s.Status != search.Interrupted && s.Status != search.Running {
			final, places = append(final, s), append(places, i)
		}
	}
	hashes, err := b.examine(final)
	if err != nil {
		return err
	}
	share := (elapsed.Seconds() - b.given) / float64(max(1, steps))
	if b.stop.Time > 0 {
		share = elapsed.Seconds() / float64(max(1, most))
	}
	rate := b.cores(now, share, elapsed)
	runs := make([]Run, 0, len(final))
	for k, s := range final {
		var trace []Point
		if b.traces != nil {
			var ok bool
			if trace, ok = b.traces.trace(places[k], s, strict); !ok {
				places[k] = -1
				continue
			}
		}
		runs = append(runs, Run{
			Number: b.runs[places[k]], Seed: s.Seed,
			Score: s.Score, Value: b.Objective.Value(s.Score), Feasible: feasible(b.Kind, b.Objective, s.Score), Status: s.Status.String(),
			Steps: s.Steps, Evaluations: s.Evaluations, Found: s.Found,
			Seconds: b.seconds(s, share, elapsed), CPU: rate * b.seconds(s, share, elapsed), Device: b.worker.id, Genome: hashes[k], trace: trace, best: s.Genome,
		})
	}
	if err := b.keep(runs); err != nil {
		return err
	}
	for _, i := range places {
		if i >= 0 {
			b.kept[i] = true
		}
	}
	for _, r := range runs {
		b.given += r.Seconds
	}
	b.done += len(runs)
	b.meter.tell(func() {
		b.meter.done += len(runs)
		b.meter.inFlight[b.place] = max(0, b.meter.inFlight[b.place]-float64(len(runs)))
	})
	return nil
}

// seconds is how long a run took, at so many for a step.
func (b *batch) seconds(s search.Solution, share float64, elapsed time.Duration) float64 {
	if s.Status == search.TimedOut {
		return elapsed.Seconds()
	}
	return share * float64(1+s.Steps)
}

// cores is how many seconds of the processor go to one of a run; NaN where others work at
// the same time, on a device or in another process. Checking and storing what has been
// found counts too, which is little.
func (b *batch) cores(now []search.Solution, share float64, elapsed time.Duration) float64 {
	if !cputime.Measured || !b.alone || b.worker.device != nil || b.remote() {
		return math.NaN()
	}
	used, seconds := cputime.Seconds()-b.cpu, elapsed.Seconds()
	if b.stop.Time > 0 { // each has its own
		seconds = 0
		for i, s := range now {
			if !b.kept[i] {
				seconds += min(elapsed.Seconds(), b.seconds(s, share, elapsed))
			}
		}
		seconds += b.given
	}
	return used / seconds
}

// Task is a run that is wanted.
type Task struct {
	Case   *Case
	Values search.Values
	Seed   uint64
}

// Perform does runs on all devices at once, packed into batches as those of a
// campaign are: tasks of a case whose parameters differ in those of replicas
// only share launches, which cannot be seen in the results. The runs have the
// numbers of their tasks and come in that order; when ctx ends, those that are
// not finished are missing, and that is no error.
func Perform(ctx context.Context, where Where, tasks []Task, watch func(Progress)) ([]Run, error) {
	s, err := newSchedule(where.workers())
	if err != nil {
		return nil, err
	}
	for _, k := range kinds(len(tasks),
		func(i int) (*Case, search.Values) { return tasks[i].Case, tasks[i].Values },
		func(run int) (int, uint64) { return run, tasks[run].Seed }) {
		s.add(k, k.members)
	}
	var lock sync.Mutex
	var done []Run
	err = s.perform(ctx, newMeter(len(tasks), 0, len(s.workers), watch), func(runs []Run) error {
		lock.Lock()
		defer lock.Unlock()
		for i := range runs {
			runs[i].best = problem.Genome{} // nobody asks for it
		}
		done = append(done, runs...)
		return nil
	}, nil)
	slices.SortFunc(done, func(a, b Run) int { return a.Number - b.Number })
	return done, err
}

// batchable is what runs share that one engine can do.
type batchable struct {
	*Case
	values  search.Values // of all runs
	replica func(run int) search.Replica
	members []int // the tasks, or the cells of a plan, whose runs they are
}

// kinds sorts so many tasks or cells by what must be the same in an engine. member
// says what one of them is, locate finds the one that a run is of, and its seed.
func kinds(count int, member func(i int) (*Case, search.Values), locate func(run int) (int, uint64)) (list []*batchable) {
	type key struct {
		on     *Case
		shared string
	}
	known := map[key]*batchable{}
	own := make([]search.Values, count)
	replica := func(run int) search.Replica {
		i, seed := locate(run)
		return search.Replica{Seed: seed, Values: own[i]}
	}
	for i := range own {
		on, values := member(i)
		var shared search.Values
		shared, own[i] = Split(on.algorithm.Params, values)
		at := key{on, shared.String()}
		k := known[at]
		if k == nil {
			k = &batchable{Case: on, values: shared, replica: replica}
			known[at] = k
			list = append(list, k)
		}
		k.members = append(k.members, i)
	}
	return list
}

// Split tells the values that all replicas of an engine share from those that may
// be a replica's own.
func Split(params search.Table, values search.Values) (shared, own search.Values) {
	shared, own = search.Values{}, search.Values{}
	for name, text := range values {
		if p, _ := params.Find(name); p.PerReplica {
			own[name] = text
		} else {
			shared[name] = text
		}
	}
	return shared, own
}
