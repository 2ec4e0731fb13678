package population

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Kernels is an algorithm's part of an engine on a device.
type Kernels interface {
	// Open arranges the work, compiles (Device.NewSource) and makes what buffers the
	// kernels need besides those that they all begin with.
	Open(ctx context.Context) error
	// FirstSize guesses how many steps fit into a launch.
	FirstSize() LaunchSize
	// Advance queues some steps after step from. When ctx ends it may leave out
	// the last ones.
	Advance(ctx context.Context, from int64, steps int)
}

// Starter is Kernels that make the first population. Others have it made in Go.
type Starter interface {
	// Start queues what makes the first population and finishes step 0. Where that
	// takes long it may return before, and when ctx ends: it then reports false and sets
	// Device.Made, and goes on with the next call.
	Start(ctx context.Context) bool
}

// Device is the device of an engine, with the arrays of all replicas on it,
// replica after replica. An algorithm's Kernels embed it. It keeps the first error
// of what is queued, after which it queues nothing; the skeleton looks at it when
// Open, Start and Advance return.
type Device struct {
	Device   device.Device
	Queue    device.Queue
	Err      error
	Frame    *Frame
	Info     device.Info
	Replicas int
	States   []State // as of the last look
	Made     int     // members of the first population, replica after replica, while it is not complete

	// The buffers that every engine has: the replicas' states, the rules, the
	// records of steps and the best rows.
	State, Rules, Records, Bests device.Buffer

	Common      []any // the arguments that every kernel begins with
	args        []any // of the last launch: memory for those of the next
	about       *Algorithm
	arrays      []Array // of any replica: what they have in common
	buffers     [][]device.Buffer
	named       map[string]device.Buffer // of arrays, of two the first, and rooms
	program     device.Program
	kernels     map[string]device.Kernel
	closers     []io.Closer
	window      window
	recordSteps int        // steps that Records has room for
	size        LaunchSize // of the next launch, in steps
	pieces      LaunchSize // of the next launch for the first population, in groups
	throttle    throttle
	reported    bool // the samples of before the first Step have been
	watch       Stopwatch
}

// Forced is what tests set to reach layouts that a device would not choose by
// itself; its zero value changes nothing.
var Forced struct {
	Wide        bool // never resident
	LocalMemory int  // bytes of on-chip memory
}

// LocalMemory is the on-chip memory that a group may use, in bytes.
func (d *Device) LocalMemory() int {
	if Forced.LocalMemory > 0 {
		return min(d.Info.LocalMemory, Forced.LocalMemory)
	}
	return d.Info.LocalMemory
}

// ProblemKernel is the problem's kernel, or why the algorithm cannot run on a device.
func (d *Device) ProblemKernel() (problem.Kernel, error) {
	twin, ok := d.Frame.Problem.(problem.Kernelled)
	if !ok {
		return problem.Kernel{}, &search.UnsuitedError{Algorithm: d.Frame.Name, Reason: fmt.Sprintf("problem %s has no kernel, so it runs on the CPU only: use --device cpu", d.Frame.Problem.Name())}
	}
	return twin.Kernel(), nil
}

// Arguments are what all kernels begin with: the buffers of the arrays in their
// order, the states of the replicas, and more.
func (d *Device) Arguments(more ...any) {
	d.Common = nil
	for k, a := range d.arrays {
		list := make([]device.Buffer, a.buffers)
		for i := range list {
			list[i] = d.Scratch(d.Replicas * a.parts * a.rooms[i])
			if a.genomes != nil { // rows keep zeros behind their last gene
				d.Zero(list[i])
			}
			d.Common = append(d.Common, list[i])
		}
		d.buffers[k] = list
		if len(list) > 0 {
			d.named[a.name] = list[0]
		}
	}
	d.Common = append(append(d.Common, d.State), more...)
	d.Zero(d.Bests)
}

// Launch queues a kernel that begins with the common arguments.
func (d *Device) Launch(name string, s device.Shape, args ...any) {
	k := d.kernels[name]
	if k == nil && d.Err == nil {
		k, d.Err = d.program.Kernel(name)
		d.kernels[name] = k
	}
	if d.Err == nil {
		d.args = append(append(d.args[:0], d.Common...), args...)
		d.Err = d.watch.Launch(d.Queue, name, func() error { return d.Queue.Launch(k, s, d.args...) })
	}
}

// Wait waits for what is queued, which is short, so that is done even when ctx has
// ended. It reports whether more is to be queued.
func (d *Device) Wait(ctx context.Context) bool {
	if d.Err == nil {
		d.Err = d.Queue.Wait(context.WithoutCancel(ctx))
	}
	return d.Err == nil && ctx.Err() == nil
}

// Put writes to the front of a buffer.
func (d *Device) Put(to device.Buffer, from []byte) {
	if d.Err == nil && len(from) > 0 {
		d.Err = d.Queue.Write(to, 0, from)
	}
}

// Read reads the front of a buffer.
func (d *Device) Read(to []byte, from device.Buffer) {
	if d.Err == nil {
		d.Err = d.Queue.Read(to, from, 0)
	}
}

// Zero fills a buffer with zeros.
func (d *Device) Zero(b device.Buffer) {
	if d.Err == nil {
		d.Err = d.Queue.Zero(b, 0, b.Size())
	}
}

// Scratch is a buffer of so many bytes, or of the least that every device takes.
func (d *Device) Scratch(bytes int) (b device.Buffer) {
	if d.Err != nil {
		return nil
	}
	if b, d.Err = d.Device.Alloc(max(16, bytes)); d.Err == nil {
		d.Keep(b)
	}
	return b
}

// Buffer is the buffer of an array, of two the first, or of a room, by its name in
// kernels.
func (d *Device) Buffer(name string) device.Buffer { return d.named[name] }

// Constant is a buffer with a content that never changes.
func (d *Device) Constant(content []byte) device.Buffer {
	b := d.Scratch(len(content))
	d.Put(b, content)
	return b
}

// PutGiven writes the start solutions to the first rows of every replica, in one
// of the buffers of the members.
func (d *Device) PutGiven(buffer int) {
	one := problem.NewGenomes(d.Frame.Rep, 1)
	size := d.Frame.Rep.Bytes()
	for k, a := range d.arrays {
		if a.genomes == nil {
			continue
		}
		each := a.elements / a.parts
		for r := range d.Replicas {
			for i, g := range d.Frame.Given {
				one.At(0).Set(g)
				offset := (r*a.parts+i/each)*a.rooms[buffer] + i%each*size
				if d.Err == nil {
					d.Err = d.Queue.Write(d.buffers[k][buffer], offset, Raw(one))
				}
			}
		}
	}
}

// Finish queues the end of a step, of finish.cl: a group for each replica joins the
// nodes of its groups. base is the step of the first record, back is 1 for the first
// population.
func (d *Device) Finish(group, groups int, back uint32, base int64) {
	d.Launch("finish", device.Shape{Groups: d.Replicas, Group: group, Local: NodeBytes(group)}, uint32(groups), back, uint64(base))
}

// Each queues a kernel with a work-item for each of so many elements of every replica,
// in groups of a size, how many of which a replica has is the first argument.
func (d *Device) Each(name string, elements, group, local int, args ...any) {
	groups := (elements + group - 1) / group
	d.Launch(name, device.Shape{Groups: d.Replicas * groups, Group: group, Local: local}, append([]any{uint32(groups)}, args...)...)
}

// NodeBytes is the on-chip memory that group_node needs: NODE_WORDS of
// population.cl for each work-item.
func NodeBytes(group int) int { return 8 * nodeWords * group }

const nodeWords = 6

// onDevice is where an engine on a device works.
type onDevice struct {
	*Device
	engine  *Engine
	kernels Kernels
	leads   []lead // by replica, while the first population is not complete
	first   *cpu   // makes it, if it is made in Go
}

func (e *Engine) onDevice(ctx context.Context, c search.Config) (_ *onDevice, err error) {
	d := &Device{Device: c.Device, Frame: &e.Frame, Info: c.Device.Info(), Replicas: e.Replicas(), about: &e.about}
	d.arrays = e.about.Replica(0).Arrays()
	d.buffers, d.named = make([][]device.Buffer, len(d.arrays)), map[string]device.Buffer{}
	p := &onDevice{Device: d, engine: e, kernels: e.about.Kernels(d)}
	defer func() {
		if err != nil {
			p.Close()
		}
	}()
	if err := p.kernels.Open(ctx); err != nil {
		return nil, err
	}
	switch {
	case d.Err != nil:
	case c.Resume != nil:
		if d.Err = p.restore(c.Resume); d.Err == nil {
			d.Err = d.look(ctx, 0, 0)
		}
	default:
		p.leads = make([]lead, d.Replicas)
		if _, starts := p.kernels.(Starter); !starts {
			p.first, d.Err = e.onCPU(ctx, c)
		}
		// Kernels take the step before the first one for the first.
		states := slices.Clone(d.States)
		for i := range states {
			states[i].Step = 0
		}
		d.Put(d.State, Bytes(states))
	}
	if d.Err == nil {
		d.Err = ctx.Err()
	}
	if d.Err != nil {
		return nil, d.Err
	}
	return p, nil
}

func (p *onDevice) Step(ctx context.Context, atMost int) (search.Progress, error) {
	began := time.Now()
	if p.leads != nil {
		whole, err := p.begin(ctx)
		if err != nil || !whole {
			return p.beginning(ctx), err
		}
		if p.leads, p.first = nil, nil; time.Since(began) > stepTime {
			atMost = 0
		}
	}
	return p.step(ctx, atMost, p.kernels)
}

func (p *onDevice) begun(int) bool { return p.leads == nil }

func (p *onDevice) best(r int) search.Solution {
	if p.first != nil {
		return p.first.best(r)
	}
	if p.leads != nil {
		s := p.Frame.Solution(r, p.States[r], p.leads[r].genome)
		if s.Evaluations = int64(p.madeBy(r)); p.leads[r].found {
			s.Score = p.leads[r].score
		}
		return s
	}
	return p.Frame.Solution(r, p.States[r], p.bestRow(r, problem.NewGenomes(p.Frame.Rep, 1)))
}
