package experiment

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Where says what works on a campaign.
type Where struct {
	Devices []device.Device
	CPU     bool // the CPU takes part
	Threads int  // of the CPU; 0 is all cores
}

// Run does what is missing, on all devices at once, and stores every run that
// has finished. A run that a user's code breaks off is stored as a Failure; the
// others go on. Memory that is short ends it where no fewer runs can be done at
// once; what is missing may be tried again. When ctx ends, runs that are not finished are given up, and
// Done tells how far it came; that is no error. The runs do not depend on where
// they were done, unless time ends them.
func (c *Campaign) Run(ctx context.Context, where Where, watch func(Progress)) error {
	workers := where.workers()
	if len(workers) == 0 {
		return errors.New("experiment: there is no device to run on")
	}
	if _, err := c.db.Exec(failures); err != nil {
		return err
	}
	if err := c.sit(where); err != nil {
		return err
	}
	sink := newStore(c.db)
	s := newSchedule(workers)
	for _, g := range c.Plan.groups {
		s.add(&g.batchable, c.missing(g))
	}
	m := newMeter(c.Plan.Runs(), c.Done(), len(workers), watch)
	failed := s.perform(ctx, m, func(runs []Run) error {
		for i := range runs {
			runs[i].Cell = c.Plan.cellOf(runs[i].Number)
		}
		return sink.add(runs)
	}, c.lose)
	err := sink.close()
	if err == nil {
		err = failed
	}
	return errors.Join(err, c.refresh())
}

// missing are the runs of a group that are not done.
func (c *Campaign) missing(g *group) (runs []int) {
	for _, cell := range g.cells {
		for run := cell * c.Plan.Seeds; run < (cell+1)*c.Plan.Seeds; run++ {
			if !c.done[run] {
				runs = append(runs, run)
			}
		}
	}
	return runs
}

// perform lets all workers do what the schedule has, and hands finished runs to
// keep and failures to lose, which any of them may call. Without lose a failure
// ends it all.
func (s *schedule) perform(ctx context.Context, m *meter, keep func([]Run) error, lose func(Failure) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(ctx, s.stop)()
	var all sync.WaitGroup
	for i, w := range s.workers {
		all.Go(func() {
			for q, batch := s.take(w); q != nil; q, batch = s.take(w) {
				by, gauge := w, m.gauge(i, q.stop, len(batch))
				runs, rest, took, err := q.launch(ctx, by, batch, gauge)
				if lose != nil && len(batch) == 1 && q.doubtful(w, err) {
					by = &worker{id: "cpu", threads: w.threads}
					runs, rest, took, err = q.launch(ctx, by, batch, gauge)
				}
				if kept := keep(runs); err == nil {
					err = kept
				}
				failure, broken := q.broken(by, batch, err)
				switch {
				case broken && lose != nil && len(batch) > 1:
					m.finished(i, 0)
					s.halve(q, batch)
				case broken && lose != nil:
					err = lose(failure)
					m.finished(i, 1)
					s.lost(q, batch, err)
				default:
					m.finished(i, len(runs))
					s.landed(q, w, batch, rest, took, err)
				}
				if s.failed() {
					cancel() // the others need not finish
				}
			}
		})
	}
	all.Wait()
	return s.err
}

// failed reports whether something went wrong that ends the campaign.
func (s *schedule) failed() bool {
	s.Lock()
	defer s.Unlock()
	return s.err != nil
}

// refresh learns from the store what is done: it alone knows what is safe.
func (c *Campaign) refresh() error {
	return each(c.db, "SELECT run FROM runs UNION SELECT run FROM failures", func(scan func(...any) error) error {
		var n int
		if err := scan(&n); err != nil {
			return err
		}
		if n < 0 || n >= len(c.done) {
			return fmt.Errorf("experiment: run %d is not one of the plan", n)
		}
		c.done[n] = true
		return nil
	})
}

// sit stores who goes to work.
func (c *Campaign) sit(where Where) error {
	text, err := json.Marshal(where.Names())
	if err != nil {
		return err
	}
	_, err = c.db.Exec("INSERT INTO sittings VALUES (?, ?, ?)", time.Now().UTC().Format(time.RFC3339), string(text), where.Threads)
	return err
}

// Names are what works, for people.
func (where Where) Names() (names []string) {
	for _, d := range where.Devices {
		i := d.Info()
		names = append(names, fmt.Sprintf("%s %s, driver %s", i.ID(), i.Name, i.Version))
	}
	if where.CPU {
		names = append(names, fmt.Sprintf("cpu %s, %d cores", runtime.GOARCH, runtime.NumCPU()))
	}
	return names
}

func (where Where) workers() (list []*worker) {
	for _, d := range where.Devices {
		info := d.Info()
		w := &worker{device: d, id: info.ID(), threads: where.Threads, lanes: max(info.ComputeUnits, 1)}
		w.first = w.lanes
		list = append(list, w)
		if info.GPU {
			w.first *= firstPerUnit
			w.lanes *= groupsPerUnit
			// While one checks and stores what the device has found, it works for the other.
			twin := *w
			twin.second = true
			list = append(list, &twin)
		}
	}
	if where.CPU {
		w := &worker{id: "cpu", threads: where.Threads, lanes: where.Threads}
		if w.lanes <= 0 {
			w.lanes = runtime.GOMAXPROCS(0)
		}
		w.first = w.lanes
		list = append(list, w)
	}
	return list
}

// launch does some runs in one engine. rest are those that were not
// finished, because ctx ended or with the error.
func (g *batchable) launch(ctx context.Context, w *worker, batch []int, watch search.Observer) (runs []Run, rest []int, took time.Duration, err error) {
	began := time.Now()
	config := search.Config{Problem: g.subject.problem, Device: w.device, Threads: w.threads, Values: g.values, Stop: g.stop}
	for _, run := range batch {
		config.Replicas = append(config.Replicas, g.replica(run))
	}
	observers := []search.Observer{watch}
	var traces *recorder
	if g.trace > 0 {
		config.Trace = true
		traces = newRecorder(g.trace, len(batch))
		observers = append(observers, traces)
	}
	engine, err := g.algorithm.Engine(ctx, config)
	if err != nil {
		return nil, batch, 0, unlessOver(ctx, g.subject.blame(ctx, nil, err))
	}
	result, err := search.Run(ctx, engine, g.stop, observers...)
	if err = errors.Join(g.subject.blame(ctx, engine, err), engine.Close()); err != nil {
		return nil, batch, 0, unlessOver(ctx, err)
	}
	if err := g.verify(result.Runs); err != nil {
		return nil, batch, 0, g.subject.blame(ctx, nil, err)
	}
	share := shareOf(result)
	for i, s := range result.Runs {
		// Replicas that had finished before the end are what they would be anyway.
		if s.Status == search.Interrupted || s.Status == search.Running {
			rest = append(rest, batch[i])
			continue
		}
		var trace []Point
		if traces != nil {
			var ok bool
			if trace, ok = traces.trace(i, s, ctx.Err() != nil); !ok {
				rest = append(rest, batch[i])
				continue
			}
		}
		objective := problem.ObjectiveOf(g.subject.problem)
		runs = append(runs, Run{
			Number: batch[i], Seed: s.Seed,
			Score: s.Score, Value: objective.Value(s.Score), Feasible: g.subject.feasible(s.Score), Status: s.Status.String(),
			Steps: s.Steps, Evaluations: s.Evaluations, Found: s.Found,
			Seconds: share * float64(1+s.Steps), Device: w.id, Genome: hashGenome(s.Genome), trace: trace,
		})
	}
	return runs, rest, time.Since(began), nil
}

// shareOf is what a step of a run takes of a launch's seconds, the first
// population being one: replicas go side by side, and some end before others.
func shareOf(r search.Result) float64 {
	steps := int64(0)
	for _, s := range r.Runs {
		steps += 1 + s.Steps
	}
	return r.Elapsed.Seconds() / float64(max(1, steps))
}

// unlessOver is err, unless it only says that ctx has ended.
func unlessOver(ctx context.Context, err error) error {
	if ctx.Err() != nil && (errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)) {
		return nil
	}
	return err
}

// verify checks all solutions, on all cores: a device makes thousands at once.
func (g *batchable) verify(found []search.Solution) error {
	threads := min(runtime.GOMAXPROCS(0), len(found))
	errs := make([]error, threads)
	var all sync.WaitGroup
	for t := range threads {
		all.Go(func() {
			for i := t; i < len(found) && errs[t] == nil; i += threads {
				errs[t] = g.subject.verify(found[i])
			}
		})
	}
	all.Wait()
	return errors.Join(errs...)
}

// hashGenome is enough of a hash to tell solutions apart.
func hashGenome(g problem.Genome) string {
	h := sha256.New()
	var word [8]byte
	for _, x := range g.Bits {
		binary.LittleEndian.PutUint64(word[:], x)
		h.Write(word[:])
	}
	h.Write(g.Symbols)
	for _, x := range g.Order {
		binary.LittleEndian.PutUint16(word[:], x)
		h.Write(word[:2])
	}
	for _, x := range g.Reals {
		binary.LittleEndian.PutUint64(word[:], math.Float64bits(x))
		h.Write(word[:])
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
