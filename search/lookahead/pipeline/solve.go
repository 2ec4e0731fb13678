package pipeline

import (
	"context"
	"errors"
	"math"
	"sync"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search"
)

// Options are how to search. The zero value is the paper's parameters on all
// cores of the CPU.
type Options struct {
	Values  search.Values   // see Params
	Devices []device.Device // the parts go round them; none: the CPU
	Threads int             // goroutines on the CPU; 0 is one for each core
	// Memory is how many bytes formulas may take, on the devices and on the host, with
	// the one that is decided; 0 is a quarter of the host's and half of what is free on
	// a device.
	Memory uint64
	// Watch is told how far a search is, every tenth of a second or so.
	Watch func(Result)
	// KernelTimes, if not nil, gets the time that each kernel took on devices.
	KernelTimes map[string]time.Duration
}

// Result is what is known of a formula, and how far a search is.
type Result struct {
	Status   sat.Status // Satisfiable, Unsatisfiable or Unknown
	Values   []int8     // of a satisfiable one
	Formulas int64      // outputs of the SAT rules, with a conflict or not
	Steps    int64      // of the part that made the most
	Closed   float64    // the share of all assignments that cannot be models
	Swapped  int64      // formulas that went from devices to the host's memory
	Elapsed  time.Duration
}

// watchEvery is how often Watch is called.
const watchEvery = 100 * time.Millisecond

// Solver decides formulas one after the other; what lies on devices is used again.
type Solver struct {
	Options
	set        settings
	workspaces []*workspace
	// observe, in tests, is given the formulas of the steps of each part.
	observe func(part int, counts []uint32)
}

// New makes a solver.
func New(o Options) (*Solver, error) {
	set, err := parse(o.Values)
	if err != nil {
		return nil, err
	}
	if set.parts == 0 {
		set.parts = max(1, len(o.Devices))
	}
	s := &Solver{Options: o, set: set}
	for part := 0; part < set.parts && len(o.Devices) > 0; part++ {
		var times map[string]time.Duration // its own: workspaces work at the same time
		if o.KernelTimes != nil {
			times = map[string]time.Duration{}
		}
		p, err := newWorkspace(o.Devices[part%len(o.Devices)], times)
		if err != nil {
			return nil, errors.Join(err, s.Close())
		}
		s.workspaces = append(s.workspaces, p)
	}
	return s, nil
}

// Close releases what lies on devices.
func (s *Solver) Close() error {
	var errs []error
	for _, p := range s.workspaces {
		errs = append(errs, p.close())
	}
	s.workspaces = nil
	return errors.Join(errs...)
}

// Solve decides a formula, all clauses of which, and all literals of assume, must
// hold. When ctx ends before, the status is Unknown.
func (s *Solver) Solve(ctx context.Context, f *sat.Formula, assume []int32) (Result, error) {
	began := time.Now()
	if err := fitting(f); err != nil { // before it is said to need too much
		return Result{}, err
	}
	if need, allowed := encoding(f, assume), cnf.Allowed(s.Memory); need > allowed {
		return Result{}, &cnf.LimitError{Needed: need, Text: "the formula needs " + cnf.Exceeding(need, allowed) + " on the host"}
	}
	p, err := newInstance(f, assume, s.set.relevant)
	if err != nil {
		return Result{}, err
	}
	if p.refuted {
		return Result{Status: sat.Unsatisfiable, Closed: 1, Elapsed: time.Since(began)}, nil
	}
	w := &work{Solver: s, instance: p}
	defer w.close()
	if err := w.open(ctx); err != nil {
		if ctx.Err() != nil { // a compiler was interrupted
			return Result{Status: sat.Unknown}, nil
		}
		return Result{}, err
	}
	w.began = began
	for _, p := range s.workspaces { // what compilers took is no part of the search
		w.began = w.began.Add(p.compiled)
		p.compiled = 0
	}
	if err := w.each(func(p part) error { return p.begin(ctx) }); err != nil {
		return Result{}, err
	}
	return w.run(ctx)
}

// work is the work of Solve.
type work struct {
	*Solver
	*instance
	parts  []part
	began  time.Time
	looked time.Time // when Watch was called last
}

// close releases the parts; what went wrong on a device, a search has said.
func (w *work) close() {
	for _, p := range w.parts {
		p.close()
	}
	for _, p := range w.workspaces {
		for name, t := range p.watch.Times {
			w.KernelTimes[name] += t
		}
		clear(p.watch.Times)
	}
}

// open makes the parts.
func (w *work) open(ctx context.Context) error {
	share := (w.set.parts + len(w.Devices) - 1) / max(1, len(w.Devices)) // parts of a device
	for k := range w.set.parts {
		q, err := newPlan(w.set, w.instance, k, cnf.Allowed(w.Memory))
		if err != nil {
			return err
		}
		var p part = newOnCPU(q, w.Threads)
		if len(w.workspaces) > 0 {
			if p, err = newOnDevice(ctx, w.workspaces[k], q, w.Memory/uint64(w.set.parts), share); err != nil {
				return err
			}
		}
		w.parts = append(w.parts, p)
	}
	return nil
}

// each does something with all parts: those on devices at the same time.
func (w *work) each(do func(p part) error) error {
	errs := make([]error, len(w.parts))
	var all sync.WaitGroup
	for k, p := range w.parts {
		if len(w.workspaces) <= 1 {
			errs[k] = do(p)
			continue
		}
		all.Go(func() { errs[k] = do(p) })
	}
	all.Wait()
	return errors.Join(errs...)
}

// run makes rounds of steps with all parts until one has a model or all are
// searched. A part that has a model waits for the others to get as far: the model
// of the earliest step counts, and of several the one of the first part, so that
// it does not matter how fast the parts are.
func (w *work) run(ctx context.Context) (Result, error) {
	size, step := population.LaunchSize(8), int64(0)
	w.looked = w.began
	for {
		if r, done := w.verdict(step); done {
			return r, nil
		}
		if ctx.Err() != nil {
			if r, done := w.verdict(math.MaxInt64); done { // one that nobody waits for
				return r, nil
			}
			return w.unknown()
		}
		began := time.Now()
		if err := w.each(func(p part) error { return p.advance(ctx, step+int64(size)) }); err != nil {
			return Result{}, err
		}
		if w.observe != nil {
			for k, p := range w.parts {
				w.observe(k, p.result().recent)
			}
		}
		if ctx.Err() == nil {
			step += int64(size)
			size = size.Next(int(size), time.Since(began))
		}
		if w.Watch != nil && time.Since(w.looked) >= watchEvery {
			w.looked = time.Now()
			r, err := w.unknown()
			if err != nil {
				return r, err
			}
			w.Watch(r)
		}
	}
}

// verdict is the result, if there is one after all parts made so many steps.
func (w *work) verdict(step int64) (r Result, done bool) {
	best, ended := int64(math.MaxInt64), true
	var model []uint32
	for _, p := range w.parts {
		x := p.result()
		ended = ended && x.ended
		if x.model != nil && x.step < best && x.step <= step {
			best, model = x.step, x.model
		}
	}
	r = w.progress(best)
	switch {
	case model != nil:
		r.Status, r.Values = sat.Satisfiable, w.values(model)
	case ended:
		r.Status, r.Closed = sat.Unsatisfiable, 1
	default:
		return r, false
	}
	return r, true
}

// progress sums up the parts up to a step.
func (w *work) progress(step int64) Result {
	r := Result{Status: sat.Unknown, Elapsed: time.Since(w.began)}
	for _, p := range w.parts {
		x := p.result()
		r.Formulas += x.until(step)
		r.Steps = max(r.Steps, min(step, x.step))
		r.Swapped += x.swapped
	}
	return r
}

// unknown is what is known when a search is not at its end.
func (w *work) unknown() (Result, error) {
	r := w.progress(math.MaxInt64)
	r.Closed = 1
	for _, p := range w.parts {
		open, err := p.open()
		if err != nil {
			return r, err
		}
		r.Closed -= open
	}
	r.Closed = min(max(r.Closed, 0), 1) // what is open is a sum of small numbers
	return r, nil
}
