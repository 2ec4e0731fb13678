package cellular

import (
	"context"
	"fmt"
	"io"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
	"github.com/warbler-opt/warbler/search/local"
)

// group is the work-items of a group, but for a bit-sliced climb.
const group = 128

// forced is what tests set to reach layouts that a device would not choose by
// itself; its zero value changes nothing.
var forced struct {
	localMemory int   // bytes of on-chip memory
	scratch     int   // bytes for climbs in global memory
	slice       slice // of climbs
}

// onDevice is the engine on a device: every operator is a kernel, and a few
// launches make a step of all replicas.
type onDevice struct {
	frame
	population.Host
	kernel problem.Kernel
	climb  local.Kernel

	pop, scores                [2]device.Buffer
	control, mates, last, ends device.Buffer
	own, par, data, nodes      device.Buffer
	ladder, scratch            device.Buffer
	parts                      parts
}

func newDevice(ctx context.Context, c search.Config, f frame) (_ search.Engine, err error) {
	k, err := population.KernelOf("cellular", c.Problem)
	if err != nil {
		return nil, err
	}
	e := &onDevice{frame: f, kernel: k}
	if err := e.tooLarge(c.Device.Info()); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			e.Close()
		}
	}()
	room, err := climbRoom(c.Device)
	if err != nil {
		return nil, err
	}
	e.climb = f.climber.Kernel(room, len(k.Data))
	if err := e.Open(ctx, c.Device, &e.Frame, e.plan.source(k, e.climb), e.rowBytes()); err != nil {
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

// climbRoom is what a device has for climbs.
func climbRoom(d device.Device) (room local.Room, err error) {
	room.OnChip = d.Info().LocalMemory
	if forced.localMemory > 0 {
		room.OnChip = min(room.OnChip, forced.localMemory)
	}
	all, err := scratchRoom(d)
	room.Scratch = all / group
	return room, err
}

// tooLarge says what a device cannot do.
func (e *onDevice) tooLarge(info device.Info) error {
	switch {
	case info.MaxGroup < group:
		return &search.UnsuitedError{Algorithm: "cellular", Reason: fmt.Sprintf("%s has groups of %d work-items, and %d are needed: use --device cpu", info.ID(), info.MaxGroup, group)}
	case uint64(e.plan.members())*uint64(e.plan.rep.Words()) >= 1<<32:
		return &search.UnsuitedError{Algorithm: "cellular", Reason: "these are too many genes for a device: use fewer cells or --device cpu"}
	}
	return nil
}

func (e *onDevice) rowBytes() int { return 8 * e.plan.rep.Stride() }

// allocate makes the buffers and fills those that never change.
func (e *onDevice) allocate() error {
	reps := len(e.replicas)
	all := reps * e.plan.members()
	for _, b := range []struct {
		to   *device.Buffer
		size int
	}{
		{&e.pop[0], all * e.rowBytes()},
		{&e.pop[1], all * e.rowBytes()},
		{&e.scores[0], all * 8},
		{&e.scores[1], all * 8},
		{&e.control, reps * 2 * 4},
		{&e.mates, all * 4},
		{&e.last, all * 4},
		{&e.ends, reps * e.islands() * 2 * 4},
		{&e.own, reps * ownWords * 8},
		{&e.par, len(parNames) * 8},
		{&e.data, len(e.kernel.Data) * 8},
		{&e.nodes, reps * e.groups((e.plan.members()+1)/2) * 6 * 8},
		{&e.ladder, len(e.climb.Ladder) * 4},
	} {
		if err := e.Alloc(b.to, b.size); err != nil {
			return err
		}
	}
	if err := e.openParts(); err != nil {
		return err
	}
	e.Common = []any{e.pop[0], e.pop[1], e.scores[0], e.scores[1], e.State, e.control, e.mates, e.last, e.own, e.par, e.data}
	// Rows keep zeros behind their last word.
	for _, b := range []device.Buffer{e.pop[0], e.pop[1], e.Bests} {
		if err := e.Queue.Zero(b, 0, b.Size()); err != nil {
			return err
		}
	}
	var own []uint64
	for _, r := range e.replicas {
		w := r.words()
		own = append(own, w[:]...)
	}
	for _, p := range []struct {
		to   device.Buffer
		from []byte
	}{
		{e.own, population.Bytes(own)},
		{e.par, population.Bytes(e.plan.words(e.Trace))},
		{e.data, population.Bytes(e.kernel.Data)},
		{e.ladder, population.Bytes(e.climb.Ladder)},
	} {
		if err := e.Put(p.to, p.from); err != nil {
			return err
		}
	}
	return nil
}

// groups is how many groups give each of so many things a work-item.
func (e *onDevice) groups(things int) int { return (things + group - 1) / group }

func (e *onDevice) islands() int { return e.plan.across * e.plan.down }

// columns is how many groups a bit-sliced climb has for a replica.
func (e *onDevice) columns() int {
	return (e.plan.members() + local.SlicedGroup - 1) / local.SlicedGroup
}

// controls writes the passes of every replica's next climbs.
func (e *onDevice) controls(passes []uint64) error {
	words := make([]uint32, 2*len(e.replicas))
	for r, n := range passes {
		words[2*r] = uint32(n)
	}
	return e.Put(e.control, population.Bytes(words))
}

// Best is the best solution of a replica.
func (e *onDevice) Best(r int) (search.Solution, error) {
	if err := e.CheckReplica(r); err != nil {
		return search.Solution{}, err
	}
	return e.Solution(r, e.States[r], e.Host.Best(r, problem.NewGenomes(e.plan.rep, 1))), nil
}

// eachReplica calls f with the table that holds a replica's population, in its
// rows lo to hi-1.
func (e *onDevice) eachReplica(f func(table, lo, hi int) error) error {
	n := e.plan.members()
	for r, s := range e.States {
		if err := f(int(s.Step&1), r*n, (r+1)*n); err != nil {
			return err
		}
	}
	return nil
}

// snapshot fetches the whole state.
func (e *onDevice) snapshot() (snapshot, error) {
	s := e.newSnapshot()
	copy(s.states, e.States)
	err := e.eachReplica(func(table, lo, hi int) error {
		if err := e.Queue.Read(population.Raw(s.genomes.Slice(lo, hi)), e.pop[table], lo*e.rowBytes()); err != nil {
			return err
		}
		return e.Queue.Read(population.Bytes(s.scores[lo:hi]), e.scores[table], lo*8)
	})
	if err != nil {
		return s, err
	}
	words := make([]uint32, 2*len(e.replicas))
	if err := e.Queue.Read(population.Bytes(words), e.control, 0); err != nil {
		return s, err
	}
	for r := range s.passes {
		s.passes[r] = uint64(words[2*r])
	}
	return s, e.Queue.Read(population.Raw(s.best), e.Bests, 0)
}

// Save writes a checkpoint.
func (e *onDevice) Save(w io.Writer) error {
	s, err := e.snapshot()
	if err != nil {
		return err
	}
	return e.write(w, s)
}

// restore puts a checkpoint's state on the device.
func (e *onDevice) restore(r io.Reader) error {
	s, err := e.read(r)
	if err != nil {
		return err
	}
	s = e.leveled(s)
	e.Continue(s.states)
	err = e.eachReplica(func(table, lo, hi int) error {
		if err := e.Queue.Write(e.pop[table], lo*e.rowBytes(), population.Raw(s.genomes.Slice(lo, hi))); err != nil {
			return err
		}
		return e.Queue.Write(e.scores[table], lo*8, population.Bytes(s.scores[lo:hi]))
	})
	if err != nil {
		return err
	}
	if err := e.controls(s.passes); err != nil {
		return err
	}
	if err := e.Put(e.Bests, population.Raw(s.best)); err != nil {
		return err
	}
	return e.PutStates()
}
