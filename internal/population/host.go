package population

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// mostRecords is how many bytes of records are kept on a device.
const mostRecords = 64 << 20

// Host is the host's side of an engine on a device: it owns what lies there,
// launches kernels and looks at the states of the replicas.
type Host struct {
	Device device.Device
	Queue  device.Queue
	States []State // as of the last look

	// The buffers that every engine has: the replicas' states, the rules, the
	// records of steps and the best rows.
	State, Rules, Records, Bests device.Buffer

	RecordSteps int   // steps that Records has room for
	Common      []any // the arguments that every kernel begins with

	frame    *Frame
	program  device.Program
	kernels  map[string]device.Kernel
	closers  []io.Closer
	window   window
	size     LaunchSize // of the next launch, in steps
	throttle throttle
	reported bool // the samples of before the first Step have been
	watch    Stopwatch
}

// window is page-locked memory through which the host looks at the device.
// What is read into it is queued behind the launches, so that one wait fetches
// all.
type window struct {
	states, bests, records []byte
}

// KernelOf is a problem's kernel, or why an algorithm cannot run on a device.
func KernelOf(name string, p problem.Problem) (problem.Kernel, error) {
	twin, ok := p.(problem.Kernelled)
	if !ok {
		return problem.Kernel{}, &search.UnsuitedError{Algorithm: name, Reason: fmt.Sprintf("problem %s has no kernel, so it runs on the CPU only: use --device cpu", p.Name())}
	}
	return twin.Kernel(), nil
}

// Open compiles the engine's kernels and makes the buffers that every engine
// has; row is the size of a best row. Close must be called also when Open fails.
func (h *Host) Open(ctx context.Context, d device.Device, f *Frame, s kernel.Source, row int) (err error) {
	h.Device, h.frame, h.kernels, h.watch.Times = d, f, map[string]device.Kernel{}, f.KernelTimes
	if h.program, err = d.Compile(ctx, s); err != nil {
		return err
	}
	h.closers = append(h.closers, h.program)
	if h.Queue, err = d.NewQueue(); err != nil {
		return err
	}
	h.closers = append(h.closers, h.Queue)
	replicas, rules := f.Replicas(), Bytes([]Rules{f.Rules})
	h.RecordSteps = 1
	if f.Trace {
		h.RecordSteps = max(1, min(1024, mostRecords/(replicas*8*recordWords)))
	}
	for _, b := range []struct {
		to   *device.Buffer
		size int
	}{
		{&h.State, replicas * 8 * stateWords},
		{&h.Rules, len(rules)},
		{&h.Records, h.RecordSteps * replicas * 8 * recordWords},
		{&h.Bests, replicas * row},
	} {
		if err := h.Alloc(b.to, b.size); err != nil {
			return err
		}
	}
	if err := h.openWindow(); err != nil {
		return err
	}
	for range replicas {
		h.States = append(h.States, NewState())
	}
	return h.Put(h.Rules, rules)
}

func (h *Host) openWindow() error {
	sizes := [3]int{h.State.Size(), h.Bests.Size(), 0}
	if h.frame.Trace {
		sizes[2] = h.Records.Size()
	}
	m, err := h.Device.AllocHost(sizes[0] + sizes[1] + sizes[2])
	if err != nil {
		return err
	}
	h.closers = append(h.closers, m)
	b := m.Bytes()
	h.window = window{b[:sizes[0]], b[sizes[0] : sizes[0]+sizes[1]], b[sizes[0]+sizes[1]:]}
	return nil
}

// Alloc makes a buffer of so many bytes, or of the least that every device
// takes; Close releases it.
func (h *Host) Alloc(to *device.Buffer, size int) error {
	b, err := h.Device.Alloc(max(16, size))
	if err != nil {
		return err
	}
	*to = b
	h.Keep(b)
	return nil
}

// Keep closes something together with the host.
func (h *Host) Keep(c io.Closer) { h.closers = append(h.closers, c) }

// Put writes to the front of a buffer.
func (h *Host) Put(to device.Buffer, from []byte) error {
	if len(from) == 0 {
		return nil
	}
	return h.Queue.Write(to, 0, from)
}

// PutStates writes the states of all replicas.
func (h *Host) PutStates() error { return h.Put(h.State, Bytes(h.States)) }

// Kernel finds a kernel of the program once.
func (h *Host) Kernel(name string) (device.Kernel, error) {
	if k := h.kernels[name]; k != nil {
		return k, nil
	}
	k, err := h.program.Kernel(name)
	if err == nil {
		h.kernels[name] = k
	}
	return k, err
}

// Add compiles another program and takes one kernel of it, by another name.
func (h *Host) Add(ctx context.Context, s kernel.Source, name, as string) error {
	p, err := h.Device.Compile(ctx, s)
	if err != nil {
		return err
	}
	h.Keep(p)
	h.kernels[as], err = p.Kernel(name)
	return err
}

// Launch queues a kernel that begins with the common arguments.
func (h *Host) Launch(name string, s device.Shape, args ...any) error {
	k, err := h.Kernel(name)
	if err != nil {
		return err
	}
	all := make([]any, 0, len(h.Common)+len(args))
	all = append(append(all, h.Common...), args...)
	return h.watch.Launch(h.Queue, name, func() error { return h.Queue.Launch(k, s, all...) })
}

// AddTimes adds up what the launches since the last time took. Look does it; who
// waits without it must.
func (h *Host) AddTimes() error { return h.watch.Add() }

// Look waits for the queue and fetches the states and best rows of all
// replicas and, with a trace, the records of some steps from first on.
func (h *Host) Look(ctx context.Context, first int64, steps int) error {
	if err := h.Queue.Read(h.window.states, h.State, 0); err != nil {
		return err
	}
	if err := h.Queue.Read(h.window.bests, h.Bests, 0); err != nil {
		return err
	}
	used := 0
	if h.frame.Trace && steps > 0 {
		used = steps * h.frame.Replicas() * 8 * recordWords
		if err := h.Queue.Read(h.window.records[:used], h.Records, 0); err != nil {
			return err
		}
	}
	if err := h.Queue.Wait(ctx); err != nil {
		return err
	}
	if err := h.AddTimes(); err != nil {
		return err
	}
	h.States = slices.Clone(view[State](h.window.states))
	h.frame.Samples = samples(h.frame.Samples, view[Record](h.window.records[:used]), first, h.States, h.frame.Evaluations)
	return nil
}

// Best is the row of a replica's best, as of the last look.
func (h *Host) Best(r int, to problem.Genomes) problem.Genome {
	raw := Raw(to)
	copy(raw, h.window.bests[r*len(raw):])
	return to.At(0)
}

// FirstSize guesses a launch size from the work in a step of all replicas, in genes;
// serial is the work that one group does, or 0 if many share it. The guess is
// corrected after the first look.
func (h *Host) FirstSize(work, group, serial int) LaunchSize {
	info := h.Device.Info()
	budget := info.ComputeUnits << 15
	if info.GPU {
		budget = info.ComputeUnits << 22
	}
	if serial > 0 { // one group does a replica's whole step
		budget = min(budget, group*serial<<10)
	}
	return LaunchSize(max(1, min(1<<12, budget/max(1, work))))
}

// Slow tells that a single step takes about as long as a launch may, or longer.
func (h *Host) Slow() bool { return h.size == 1 }

// Step advances the running replicas, a bounded number of steps a launch.
// advance queues some steps after step from.
func (h *Host) Step(ctx context.Context, atMost int, first func() LaunchSize, advance func(ctx context.Context, from int64, steps int) error) (search.Progress, error) {
	if h.reported { // step 0, or what brought replicas to one step, stays for the first report
		h.frame.Samples = h.frame.Samples[:0]
	}
	h.reported = true
	if h.size == 0 {
		h.size = first()
	}
	begin := time.Now()
	for done := 0; done < atMost && ctx.Err() == nil && time.Since(begin) < stepTime; {
		from, running := Front(h.States)
		if !running {
			break
		}
		steps := min(atMost-done, int(h.size))
		if left := h.frame.Rules.Steps - from; left < int64(steps) {
			steps = int(left)
		}
		if h.frame.Trace {
			steps = min(steps, h.RecordSteps)
		}
		if h.frame.Rules.early() {
			steps = min(steps, ahead(from))
		}
		launched := time.Now()
		if err := h.throttle.begin(); err != nil {
			return search.Progress{}, err
		}
		if err := advance(ctx, from, steps); err != nil {
			return search.Progress{}, fmt.Errorf("%s: steps %d to %d: %w", h.frame.Name, from+1, from+int64(steps), err)
		}
		// A launch is short, so it is waited for even when ctx has ended: the state
		// is then that of whole steps.
		if err := h.Look(context.WithoutCancel(ctx), from+1, steps); err != nil {
			return search.Progress{}, err
		}
		made := steps
		if now, running := Front(h.States); running && ctx.Err() != nil {
			made = int(now - from) // there may be fewer
		}
		h.size = h.size.Next(made, time.Since(launched))
		done += steps
	}
	return h.frame.Report(h.States), nil
}

// Close releases everything on the device.
func (h *Host) Close() error {
	var errs []error
	if h.Queue != nil {
		errs = append(errs, h.Queue.Wait(context.Background()), h.throttle.close())
	}
	for i := len(h.closers) - 1; i >= 0; i-- {
		errs = append(errs, h.closers[i].Close())
	}
	h.closers, h.Queue = nil, nil
	return errors.Join(errs...)
}
