package quantum

import (
	"context"
	"io"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
	"github.com/warbler-opt/warbler/search/population"
)

const (
	// gpuLanes is how many work-items evolve a population on a GPU. A device that
	// is a CPU gains nothing from more than one.
	gpuLanes = 32
	// crowd is how many populations a unit of a GPU should hold at once.
	crowd = 16
)

// forced is what tests set to reach layouts that a device would not choose by
// itself; its zero value changes nothing.
var forced struct {
	lanes  int
	onChip bool
	cached bool
}

// onDevice is the engine on a device, a group of work-items for each replica.
type onDevice struct {
	frame
	population.Host
	kernel problem.Kernel
	layout layout

	angles, rows, scores, nodes, store device.Buffer
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

// arrange decides how populations lie on a device: on chip if they fit, and the
// problem's tables too if a unit still holds a crowd.
func (e *onDevice) arrange(info device.Info) layout {
	l := layout{lanes: 1}
	if info.GPU && info.MaxGroup >= gpuLanes {
		l.lanes = gpuLanes
	}
	if forced.lanes > 0 {
		l.lanes = forced.lanes
	}
	l.team = l.lanes
	if e.kernel.Serial {
		l.team = 1
	}
	front, own, cache := l.front(), 8*e.plan.words8(), 8*e.kernel.Cache
	l.onChip = (info.GPU || forced.onChip) && front+own <= info.LocalMemory
	most := info.LocalMemory / crowd
	if forced.cached || !info.GPU {
		most = info.LocalMemory
	}
	if l.onChip {
		front += own
	}
	l.cached = cache > 0 && front+cache <= most
	return l
}

// front is the bytes on chip before the problem's tables: scratch, what
// work-item 0 tells the others, and the table of rotations.
func (l layout) front() int {
	return max(kernel.GroupScratch(l.lanes), 8*6*l.lanes) + 8*(8+tableWords)
}

// words8 is the words of a population in the midst of a launch.
func (p *plan) words8() int {
	return (2*p.members+2)*p.room()/8 + (p.members+1)*p.rep.Stride() + p.members
}

// local is the on-chip memory of a launch.
func (e *onDevice) local() int {
	n := e.layout.front()
	if e.layout.cached {
		n += 8 * e.kernel.Cache
	}
	if e.layout.onChip {
		n += 8 * e.plan.words8()
	}
	return n
}

func (e *onDevice) rowBytes() int { return 8 * e.plan.rep.Stride() }

// rounds is how many nodes the statistics of a population are joined from.
func (e *onDevice) rounds() int {
	return (e.plan.members + 2*e.layout.lanes - 1) / (2 * e.layout.lanes)
}

// allocate makes the buffers and fills those that never change.
func (e *onDevice) allocate() error {
	reps, n := len(e.replicas), e.plan.members
	store := 0
	if !e.layout.onChip {
		store = e.plan.words8()
	}
	par := e.plan.words(e.Trace, store, e.rounds())
	var own, parBuffer, data device.Buffer
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
		{&e.nodes, reps * e.rounds() * 6 * 8},
		{&e.store, reps * store * 8},
	} {
		if err := e.Alloc(b.to, b.size); err != nil {
			return err
		}
	}
	e.Common = []any{e.State, e.angles, e.rows, e.scores, e.Bests, own, parBuffer, data, e.Host.Rules, e.Records, e.nodes, e.store}
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
	return e.Launch("evolve", device.Shape{Groups: len(e.replicas), Group: e.layout.lanes, Local: e.local()},
		uint64(base), uint32(steps), first, uint32(len(e.Given)))
}

// Step advances the running replicas.
func (e *onDevice) Step(ctx context.Context, atMost int) (search.Progress, error) {
	first := func() population.Pace {
		genes := e.plan.members * (8 + e.plan.rep.Length)
		return e.FirstPace(len(e.replicas)*genes, e.layout.lanes, genes)
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
