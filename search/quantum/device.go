package quantum

import (
	"context"
	"io"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

const (
	// gpuLanes is how many work-items evolve a population on a GPU. A device that
	// is a CPU gains nothing from more than one.
	gpuLanes = 32
	// crowd is how many groups a unit of a GPU should hold at once.
	crowd = 16
)

// forced is what tests set to reach layouts that a device would not choose by
// itself; its zero value changes nothing.
var forced struct {
	lanes, herds int
	onChip       bool
}

// onDevice is the engine on a device, a group of work-items for each replica.
type onDevice struct {
	frame
	population.Host
	kernel problem.Kernel
	layout layout

	angles, rows, scores device.Buffer
}

func newDevice(ctx context.Context, c search.Config, f frame) (_ search.Engine, err error) {
	k, err := population.KernelOf("quantum", c.Problem)
	if err != nil {
		return nil, err
	}
	e := &onDevice{frame: f, kernel: k}
	defer func() {
		if err != nil {
			e.Close()
		}
	}()
	e.layout = e.arrange(c.Device.Info())
	if err := e.Open(ctx, c.Device, &e.Frame, e.plan.source(k, e.layout), e.rowBytes()); err != nil {
		return nil, err
	}
	if err := e.allocate(); err != nil {
		return nil, err
	}
	if c.Resume != nil {
		if err := e.restore(c.Resume); err != nil {
			return nil, err
		}
		return e, e.Look(ctx, 0, 0)
	}
	return e, e.seed(ctx)
}

// arrange decides how populations lie on a device: as many in a group as have a
// work-item for each member, and on chip if they fit.
func (e *onDevice) arrange(info device.Info) layout {
	l := layout{lanes: 1, herds: 1}
	if info.GPU && info.MaxGroup >= gpuLanes {
		l.lanes = gpuLanes
		l.herds = max(1, min(gpuLanes/e.plan.members, len(e.replicas)))
	}
	if forced.lanes > 0 {
		l.lanes, l.herds = forced.lanes, forced.herds
	}
	for {
		l.onChip = (info.GPU || forced.onChip) && l.front()+8*l.words(&e.plan) <= info.LocalMemory
		if l.onChip || l.herds == 1 || forced.lanes > 0 {
			return l
		}
		l.herds--
	}
}

// groups is how many groups evolve all populations.
func (e *onDevice) groups() int { return (len(e.replicas) + e.layout.herds - 1) / e.layout.herds }

func (e *onDevice) rowBytes() int { return 8 * e.plan.rep.Stride() }

// allocate makes the buffers and fills those that never change.
func (e *onDevice) allocate() error {
	reps, n := len(e.replicas), e.plan.members
	store := 0
	if !e.layout.onChip {
		store = e.layout.words(&e.plan)
	}
	par := e.plan.words(reps, e.Trace, store, e.layout.herds)
	var own, parBuffer, data, room device.Buffer
	for _, b := range []struct {
		to   *device.Buffer
		size int
	}{
		{&e.angles, reps * n * e.plan.room()},
		{&e.rows, reps * n * e.rowBytes()},
		{&e.scores, reps * n * 8},
		{&own, reps * ownWords * 8},
		{&parBuffer, len(par) * 8},
		{&data, len(e.kernel.Data) * 8},
		{&room, e.groups() * store * 8},
	} {
		if err := e.Alloc(b.to, b.size); err != nil {
			return err
		}
	}
	e.Common = []any{e.State, e.angles, e.rows, e.scores, e.Bests, own, parBuffer, data, e.Host.Rules, e.Records, room}
	for _, b := range []device.Buffer{e.rows, e.Bests} { // rows keep zeros behind their last word
		if err := e.Queue.Zero(b, 0, b.Size()); err != nil {
			return err
		}
	}
	words := make([]uint64, 0, reps*ownWords)
	for _, r := range e.replicas {
		words = append(words, r.words()...)
	}
	if err := e.Put(own, population.Bytes(words)); err != nil {
		return err
	}
	if err := e.Put(parBuffer, population.Bytes(par)); err != nil {
		return err
	}
	return e.Put(data, population.Bytes(e.kernel.Data))
}

// seed observes the first populations: every gene is as likely 0 as 1.
func (e *onDevice) seed(ctx context.Context) error {
	n := e.plan.members
	angles := make([]uint8, len(e.replicas)*n*e.plan.room())
	for m := range len(e.replicas) * n {
		row := angles[m*e.plan.room():]
		for j := range e.plan.rep.Length {
			row[j] = even
		}
	}
	if err := e.Put(e.angles, angles); err != nil {
		return err
	}
	for r := range e.replicas {
		for i, g := range e.Given {
			if err := e.Queue.Write(e.rows, (r*n+i)*e.rowBytes(), population.Bytes(g.Bits)); err != nil {
				return err
			}
		}
	}
	if err := e.PutStates(); err != nil {
		return err
	}
	if err := e.evolve(0, 1, 1); err != nil {
		return err
	}
	return e.Look(ctx, 0, 1)
}

// evolve queues a launch whose first record is of step base.
func (e *onDevice) evolve(base int64, steps int, first uint32) error {
	local := e.layout.front()
	if e.layout.onChip {
		local += 8 * e.layout.words(&e.plan)
	}
	return e.Launch("evolve", device.Shape{Groups: e.groups(), Group: e.layout.lanes, Local: local},
		uint64(base), uint32(steps), uint32(len(e.Given)), first)
}

// Step advances the running replicas.
func (e *onDevice) Step(ctx context.Context, atMost int) (search.Progress, error) {
	first := func() population.Pace {
		genes := e.plan.members * (8 + e.plan.rep.Length)
		return e.FirstPace(len(e.replicas)*genes, e.layout.lanes, e.layout.herds*genes)
	}
	return e.Host.Step(ctx, atMost, first, func(_ context.Context, from int64, steps int) error {
		return e.evolve(from+1, steps, 0)
	})
}

// Best is the best solution of a replica.
func (e *onDevice) Best(r int) (search.Solution, error) {
	if err := e.CheckReplica(r); err != nil {
		return search.Solution{}, err
	}
	return e.Solution(r, e.States[r], e.Host.Best(r, problem.NewGenomes(e.plan.rep, 1))), nil
}

// snapshot fetches the whole state.
func (e *onDevice) snapshot() (snapshot, error) {
	s := e.newSnapshot()
	copy(s.states, e.States)
	for _, p := range []struct {
		to   []byte
		from device.Buffer
	}{{s.angles, e.angles}, {population.Raw(s.genomes), e.rows}, {population.Bytes(s.scores), e.scores}, {population.Raw(s.best), e.Bests}} {
		if err := e.Queue.Read(p.to, p.from, 0); err != nil {
			return s, err
		}
	}
	return s, nil
}

// Save writes a checkpoint.
func (e *onDevice) Save(w io.Writer) error {
	s, err := e.snapshot()
	if err != nil {
		return err
	}
	return e.write(w, s)
}

// Top lists up to count different solutions, the best first.
func (e *onDevice) Top(count int) ([]search.Solution, error) {
	s, err := e.snapshot()
	if err != nil {
		return nil, err
	}
	return e.Frame.Top(count, s.states, s.best, s.genomes, s.scores), nil
}

// restore puts a checkpoint's state on the device.
func (e *onDevice) restore(r io.Reader) error {
	s, err := e.read(r)
	if err != nil {
		return err
	}
	s = e.leveled(s)
	e.Continue(s.states)
	for _, p := range []struct {
		to   device.Buffer
		from []byte
	}{{e.angles, s.angles}, {e.rows, population.Raw(s.genomes)}, {e.scores, population.Bytes(s.scores)}, {e.Bests, population.Raw(s.best)}} {
		if err := e.Put(p.to, p.from); err != nil {
			return err
		}
	}
	return e.PutStates()
}
