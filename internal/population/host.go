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

// window is page-locked memory through which the host looks at the device.
// What is read into it is queued behind the launches, so that one wait fetches
// all.
type window struct {
	states, bests, records []byte
}

// Compile makes the algorithm's kernels and the buffers that every engine has. Close
// must be called also when it fails.
func (d *Device) Compile(ctx context.Context, s *Source) (err error) {
	d.kernels, d.watch.Times = map[string]device.Kernel{}, d.Frame.KernelTimes
	if d.program, err = d.Device.Compile(ctx, s.Source); err != nil {
		return err
	}
	d.Keep(d.program)
	if d.Queue, err = d.Device.NewQueue(); err != nil {
		return err
	}
	d.Keep(d.Queue)
	replicas, recorded := d.Frame.Replicas(), 0 // bytes of records that are looked at
	d.recordSteps = 1
	if d.Frame.Trace {
		d.recordSteps = max(1, min(1024, mostRecords/(replicas*8*recordWords)))
		recorded = d.recordSteps * replicas * 8 * recordWords
	}
	d.State, d.Bests = d.Scratch(replicas*8*stateWords), d.Scratch(replicas*d.Frame.Rep.Bytes())
	d.Rules, d.Records = d.Constant(Bytes([]Rules{d.Frame.Rules})), d.Scratch(d.recordSteps*replicas*8*recordWords)
	if d.Err != nil {
		return d.Err
	}
	m, err := d.Device.AllocHost(d.State.Size() + d.Bests.Size() + recorded)
	if err != nil {
		return err
	}
	d.Keep(m)
	states, rest := m.Bytes()[:d.State.Size()], m.Bytes()[d.State.Size():]
	d.window = window{states, rest[:d.Bests.Size()], rest[d.Bests.Size():]}
	d.States = slices.Repeat([]State{NewState()}, replicas)
	return nil
}

// Keep closes something together with the device.
func (d *Device) Keep(c io.Closer) { d.closers = append(d.closers, c) }

// Add compiles another program and takes one kernel of it, by another name.
func (d *Device) Add(ctx context.Context, s kernel.Source, name, as string) error {
	p, err := d.Device.Compile(ctx, s)
	if err != nil {
		return err
	}
	d.Keep(p)
	d.kernels[as], err = p.Kernel(name)
	return err
}

// AddTimes adds up what the launches since the last time took. Look does it; who
// waits without it must.
func (d *Device) AddTimes() error { return d.watch.Add() }

// look waits for the queue and fetches the states and best rows of all
// replicas and, with a trace, the records of some steps from first on.
func (d *Device) look(ctx context.Context, first int64, steps int) error {
	d.Read(d.window.states, d.State)
	d.Read(d.window.bests, d.Bests)
	used := 0
	if d.Frame.Trace && steps > 0 {
		used = steps * d.Frame.Replicas() * 8 * recordWords
		d.Read(d.window.records[:used], d.Records)
	}
	if d.Err == nil {
		d.Err = d.Queue.Wait(ctx)
	}
	if d.Err == nil {
		d.Err = d.AddTimes()
	}
	if d.Err != nil {
		return d.Err
	}
	d.States = slices.Clone(view[State](d.window.states))
	d.Frame.Samples = samples(d.Frame.Samples, view[Record](d.window.records[:used]), first, d.States, d.Frame.Evaluations)
	return nil
}

// bestRow is the row of a replica's best, as of the last look.
func (d *Device) bestRow(r int, to problem.Genomes) problem.Genome {
	raw := Raw(to)
	copy(raw, d.window.bests[r*len(raw):])
	return to.At(0)
}

// FirstSize guesses a launch size from the work in a step of all replicas, in genes;
// serial is the work that one group does, or 0 if many share it. The guess is
// corrected after the first look.
func (d *Device) FirstSize(work, group, serial int) LaunchSize {
	budget := d.Info.ComputeUnits << 15
	if d.Info.GPU {
		budget = d.Info.ComputeUnits << 22
	}
	if serial > 0 { // one group does a replica's whole step
		budget = min(budget, group*serial<<10)
	}
	return LaunchSize(max(1, min(1<<12, budget/max(1, work))))
}

// Slow tells that a single step takes about as long as a launch may, or longer.
func (d *Device) Slow() bool { return d.size == 1 }

// step advances the running replicas, a bounded number of steps a launch.
func (d *Device) step(ctx context.Context, atMost int, k Kernels) (search.Progress, error) {
	if d.reported { // step 0, or what brought replicas to one step, stays for the first report
		d.Frame.Samples = d.Frame.Samples[:0]
	}
	d.reported = true
	if d.size == 0 {
		d.size = k.FirstSize()
	}
	begin := time.Now()
	for done := 0; done < atMost && ctx.Err() == nil && time.Since(begin) < stepTime; {
		from, running := Front(d.States)
		if !running {
			break
		}
		steps := min(atMost-done, int(d.size))
		if left := d.Frame.Rules.Steps - from; left < int64(steps) {
			steps = int(left)
		}
		if d.Frame.Trace {
			steps = min(steps, d.recordSteps)
		}
		if d.Frame.Rules.early() {
			steps = min(steps, ahead(from))
		}
		launched := time.Now()
		if err := d.throttle.begin(); err != nil {
			return search.Progress{}, err
		}
		if k.Advance(ctx, from, steps); d.Err != nil {
			return search.Progress{}, fmt.Errorf("%s: steps %d to %d: %w", d.Frame.Name, from+1, from+int64(steps), d.Err)
		}
		// A launch is short, so it is waited for even when ctx has ended: the state
		// is then that of whole steps.
		if err := d.look(context.WithoutCancel(ctx), from+1, steps); err != nil {
			return search.Progress{}, err
		}
		made := steps
		if now, running := Front(d.States); running && ctx.Err() != nil {
			made = int(now - from) // there may be fewer
		}
		d.size = d.size.Next(made, time.Since(launched))
		done += steps
	}
	return d.Frame.Report(d.States), nil
}

// Close releases everything on the device.
func (d *Device) Close() error {
	var errs []error
	if d.Queue != nil {
		errs = append(errs, d.Queue.Wait(context.Background()), d.throttle.close())
	}
	for i := len(d.closers) - 1; i >= 0; i-- {
		errs = append(errs, d.closers[i].Close())
	}
	d.closers, d.Queue = nil, nil
	return errors.Join(errs...)
}
