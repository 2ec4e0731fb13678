package differential

import (
	"context"
	"math"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

const (
	// residentMembers is the largest population that one group evolves alone.
	residentMembers = 2048
	// wideGroup is the group of a population that many groups share, mostGroup
	// the largest of all: its scratch fits into 16 KB.
	wideGroup = 128
	mostGroup = 256
)

// forced is what tests set to reach layouts that a device would not choose by
// itself; its zero value changes nothing.
var forced struct {
	wide        bool // never resident
	localMemory int  // bytes of on-chip memory
}

// onDevice is the engine on a device.
type onDevice struct {
	frame
	population.Host
	kernel   problem.Kernel
	resident bool // a group per replica, many steps a launch
	cached   bool // the problem's tables are on chip

	pop, scores            [2]device.Buffer
	controls, leaders      device.Buffer
	own, par, data, bounds device.Buffer
	nodes                  device.Buffer
	group, settleGroup     int
}

func newDevice(ctx context.Context, c search.Config, f frame) (_ search.Engine, err error) {
	k, err := population.KernelOf("differential", c.Problem)
	if err != nil {
		return nil, err
	}
	e := &onDevice{frame: f, kernel: k}
	defer func() {
		if err != nil {
			e.Close()
		}
	}()
	e.arrange(c.Device.Info())
	if err := e.Open(ctx, c.Device, &e.Frame, e.plan.source(k, e.cached), e.rowBytes()); err != nil {
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

// arrange decides how the plan is spread over the device.
func (e *onDevice) arrange(info device.Info) {
	e.resident = e.plan.members <= residentMembers && !forced.wide
	e.group = wideGroup
	if e.resident { // a work-item for each member, as far as they reach
		e.group = 32
		for e.group < mostGroup && e.group < e.plan.members {
			e.group *= 2
		}
	}
	e.group = min(e.group, info.MaxGroup)
	e.settleGroup = min(mostGroup, info.MaxGroup)
	local := info.LocalMemory
	if forced.localMemory > 0 {
		local = min(local, forced.localMemory)
	}
	e.cached = e.kernel.Cache > 0 && 8*e.kernel.Cache+scratch(e.group)+told <= local
}

// scratch is the on-chip memory that group_node needs, in bytes: NODE_WORDS of
// population.cl for each work-item.
func scratch(group int) int { return 8 * 6 * group }

// told is the on-chip memory in which a resident group is told how a step
// ended, in bytes.
const told = 8 * 4

// local is the on-chip memory of a launch that scores genomes.
func (e *onDevice) local() int {
	n := scratch(e.group) + told
	if e.cached {
		n += 8 * e.kernel.Cache
	}
	return n
}

// groups is how many groups fill the places of a replica.
func (e *onDevice) groups() int {
	return (e.plan.members + 2*e.group - 1) / (2 * e.group)
}

// allocate makes the buffers and fills those that never change.
func (e *onDevice) allocate() error {
	reps := len(e.replicas)
	all := reps * e.plan.members
	for _, b := range []struct {
		to   *device.Buffer
		size int
	}{
		{&e.pop[0], all * e.rowBytes()},
		{&e.pop[1], all * e.rowBytes()},
		{&e.scores[0], all * 8},
		{&e.scores[1], all * 8},
		{&e.controls, e.controlCount() * 8},
		{&e.leaders, reps * 4},
		{&e.own, reps * len(ownNames) * 8},
		{&e.par, len(parNames) * 8},
		{&e.data, len(e.kernel.Data) * 8},
		{&e.bounds, 2 * e.plan.rep.Length * 8},
		{&e.nodes, reps * e.groups() * 6 * 8},
	} {
		if err := e.Alloc(b.to, b.size); err != nil {
			return err
		}
	}
	e.Common = []any{e.pop[0], e.pop[1], e.scores[0], e.scores[1], e.controls, e.State, e.leaders, e.own, e.par, e.data, e.bounds}

	var own, bounds []uint64
	for _, r := range e.replicas {
		own = append(own, r.words()...)
	}
	for _, list := range [][]float64{e.plan.rep.Lower, e.plan.rep.Upper} {
		for _, x := range list {
			bounds = append(bounds, math.Float64bits(x))
		}
	}
	for _, p := range []struct {
		to   device.Buffer
		from []uint64
	}{{e.own, own}, {e.par, e.plan.words(e.Trace)}, {e.data, e.kernel.Data}, {e.bounds, bounds}} {
		if err := e.Put(p.to, population.Bytes(p.from)); err != nil {
			return err
		}
	}
	return nil
}

func (e *onDevice) rowBytes() int { return 8 * e.plan.rep.Stride() }
