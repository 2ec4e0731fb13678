package population

import (
	"context"
	"io"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Kernels is an algorithm's part of an engine on a device.
type Kernels interface {
	// Open arranges the work, compiles (Device.Compile), makes what buffers the
	// kernels need besides the arrays, and says with what arguments they all
	// begin (Device.Arguments).
	Open(ctx context.Context) error
	// Start queues what makes the first population and finishes step 0.
	Start(ctx context.Context) error
	// FirstSize guesses how many steps fit into a launch.
	FirstSize() LaunchSize
	// Advance queues some steps after step from. When ctx ends it may leave out
	// the last ones.
	Advance(ctx context.Context, from int64, steps int) error
}

// Device is the device of an engine, with the arrays of all replicas on it,
// replica after replica. An algorithm's Kernels embed it.
type Device struct {
	Host
	Frame    *Frame
	Info     device.Info
	Replicas int

	about   *Algorithm
	arrays  []Array // of any replica: what they have in common
	buffers [][]device.Buffer
	err     error // the first of a buffer
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

// ProblemKernel is the problem's kernel.
func (d *Device) ProblemKernel() (problem.Kernel, error) {
	return KernelOf(d.about.Name, d.Frame.Problem)
}

// Compile makes the algorithm's kernels and the buffers that every engine has.
func (d *Device) Compile(ctx context.Context, s *Source) error {
	return d.Host.Open(ctx, d.Device, d.Frame, s.Source, d.Frame.Rep.Bytes())
}

// Arguments are what all kernels begin with: the buffers of the arrays in their
// order, the states of the replicas, and more.
func (d *Device) Arguments(more ...any) {
	d.Common = nil
	for k, a := range d.arrays {
		list := make([]device.Buffer, a.buffers)
		for i := range list {
			list[i] = d.Scratch(d.Replicas * a.parts * a.rooms[i])
			if a.genomes != nil && d.err == nil { // rows keep zeros behind their last gene
				d.err = d.Queue.Zero(list[i], 0, list[i].Size())
			}
			d.Common = append(d.Common, list[i])
		}
		d.buffers[k] = list
	}
	d.Common = append(append(d.Common, d.State), more...)
	if d.err == nil {
		d.err = d.Queue.Zero(d.Bests, 0, d.Bests.Size())
	}
}

// Scratch is a buffer of so many bytes. Errors are kept until Open returns.
func (d *Device) Scratch(bytes int) device.Buffer {
	var b device.Buffer
	if d.err == nil {
		d.err = d.Alloc(&b, bytes)
	}
	return b
}

// Constant is a buffer with a content that never changes. Errors are kept until
// Open returns.
func (d *Device) Constant(content []byte) device.Buffer {
	b := d.Scratch(len(content))
	if d.err == nil {
		d.err = d.Put(b, content)
	}
	return b
}

// Buffer is the buffer of an array by its section; of two the first.
func (d *Device) Buffer(section string) device.Buffer {
	for k, a := range d.arrays {
		if a.section == section {
			return d.buffers[k][0]
		}
	}
	return nil
}

// PutGiven writes the start solutions to the first rows of every replica, in one
// of the buffers of the members.
func (d *Device) PutGiven(buffer int) error {
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
				if err := d.Queue.Write(d.buffers[k][buffer], offset, Raw(one)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// Finish queues a kernel that ends a step, a group a replica: it joins the nodes
// of so many groups of every replica. base is the step of the first record, back
// is 1 for the first population.
func (d *Device) Finish(kernel string, group int, nodes device.Buffer, groups int, back uint32, base int64) error {
	return d.Launch(kernel, device.Shape{Groups: d.Replicas, Group: group, Local: NodeBytes(group)},
		nodes, uint32(groups), back, d.Rules, d.Records, d.Bests, uint64(base))
}

// NodeBytes is the on-chip memory that group_node needs: NODE_WORDS of
// population.cl for each work-item.
func NodeBytes(group int) int { return 8 * nodeWords * group }

const nodeWords = 6

// Nodes is a buffer for the nodes of so many groups of every replica.
func (d *Device) Nodes(groups int) device.Buffer {
	return d.Scratch(d.Replicas * groups * nodeWords * 8)
}

// onDevice is the engine on a device.
type onDevice struct {
	*base
	device  *Device
	kernels Kernels
}

func newOnDevice(ctx context.Context, c search.Config, b *base) (_ Engine, err error) {
	d := &Device{Frame: &b.Frame, Info: c.Device.Info(), Replicas: b.Replicas(), about: &b.about}
	d.Device = c.Device
	d.arrays = b.about.Replica(0).Arrays()
	d.buffers = make([][]device.Buffer, len(d.arrays))
	e := &onDevice{b, d, b.about.Kernels(d)}
	defer func() {
		if err != nil {
			e.Close()
		}
	}()
	if err := e.kernels.Open(ctx); err != nil {
		return nil, err
	}
	if d.err != nil {
		return nil, d.err
	}
	if c.Resume != nil {
		if err := e.restore(c.Resume); err != nil {
			return nil, err
		}
		return e, d.Look(ctx, 0, 0)
	}
	if err := d.PutStates(); err != nil {
		return nil, err
	}
	if err := e.kernels.Start(ctx); err != nil {
		return nil, err
	}
	return e, d.Look(ctx, 0, 1)
}

// Step advances the running replicas.
func (e *onDevice) Step(ctx context.Context, atMost int) (search.Progress, error) {
	return e.device.Step(ctx, atMost, e.kernels.FirstSize, e.kernels.Advance)
}

// Best is the best solution of a replica.
func (e *onDevice) Best(r int) (search.Solution, error) {
	if err := e.CheckReplica(r); err != nil {
		return search.Solution{}, err
	}
	return e.Solution(r, e.device.States[r], e.device.Best(r, problem.NewGenomes(e.Rep, 1))), nil
}

// Save writes a checkpoint.
func (e *onDevice) Save(w io.Writer) error {
	list, err := e.Snapshot(0, e.Replicas())
	if err != nil {
		return err
	}
	return e.write(w, list)
}

// Top lists up to count different solutions, the best first.
func (e *onDevice) Top(count int) ([]search.Solution, error) {
	list, err := e.Snapshot(0, e.Replicas())
	if err != nil {
		return nil, err
	}
	return e.top(count, list), nil
}

// Close releases everything on the device.
func (e *onDevice) Close() error { return e.device.Close() }
