package cma

import (
	"context"
	"math"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// forced is what tests set to reach layouts that a device would not choose by
// itself; its zero value changes nothing.
var forced struct {
	localMemory int // bytes of on-chip memory
	rounds      int // of a launch
}

// onDevice is the engine on a device.
type onDevice struct {
	frame
	population.Host
	kernel problem.Kernel
	cached bool // the problem's tables are on chip
	onChip bool // matrices are taken apart on chip
	rounds int  // of Jacobi's that a launch makes

	rows, latest, scores    device.Buffer
	models, own, par        device.Buffer
	levels, weights, data   device.Buffer
	bounds, rooms, nodes    device.Buffer
	works, keys, orders     device.Buffer
	sampleGroup, modelGroup int
}

func newDevice(ctx context.Context, c search.Config, f frame) (_ search.Engine, err error) {
	k, err := population.KernelOf("cma", c.Problem)
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
	if err := e.Open(ctx, c.Device, &e.Frame, e.plan.source(k, e.cached, e.onChip), e.rowBytes()); err != nil {
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
	e.sampleGroup = min(32, info.MaxGroup)
	if e.plan.chunk > 512 {
		e.sampleGroup = min(128, info.MaxGroup)
	}
	e.modelGroup = min(64, info.MaxGroup)
	if e.plan.n > 24 {
		e.modelGroup = min(256, info.MaxGroup)
	}
	local := info.LocalMemory
	if forced.localMemory > 0 {
		local = min(local, forced.localMemory)
	}
	e.cached = e.kernel.Cache > 0 && 8*e.kernel.Cache+nodeBytes(e.sampleGroup) <= local
	n, side := e.plan.n, sideOf(e.plan.n)
	e.onChip = turnBytes(side)+8*(side*side+n*n) <= local
	// A launch of long matrices makes some of the rounds, so that it stays short.
	e.rounds = max(8, (1<<23)/(side*side))
	if forced.rounds > 0 {
		e.rounds = forced.rounds
	}
	if most := mostSweeps * (side - 1); e.onChip || e.rounds > most {
		e.rounds = most
	}
}

// nodeBytes is the on-chip memory that group_node needs: NODE_WORDS of
// population.cl for each work-item.
func nodeBytes(group int) int { return 8 * 6 * group }

// turnBytes is the on-chip memory of the turns of a round: TURN_WORDS of
// jacobi.cl.
func turnBytes(side int) int { return 8 * (2*side + 1) }

// groups is how many groups fill the chunk of a replica.
func (e *onDevice) groups() int {
	return (e.plan.chunk + 2*e.sampleGroup - 1) / (2 * e.sampleGroup)
}

func (e *onDevice) rowBytes() int { return 8 * e.plan.rep.Stride() }

// allocate makes the buffers and fills those that never change.
func (e *onDevice) allocate() error {
	reps := len(e.replicas)
	levels, weights := e.plan.tables()
	for _, b := range []struct {
		to   *device.Buffer
		size int
	}{
		{&e.rows, reps * e.plan.chunk * e.rowBytes()},
		{&e.latest, reps * e.plan.chunk * 8},
		{&e.scores, reps * e.plan.most() * 8},
		{&e.models, reps * modelWords(e.plan.n) * 8},
		{&e.own, reps * len(ownNames) * 8},
		{&e.par, len(parNames) * 8},
		{&e.levels, len(levels) * 8},
		{&e.weights, len(weights) * 8},
		{&e.data, len(e.kernel.Data) * 8},
		{&e.bounds, 2 * e.plan.n * 8},
		{&e.rooms, reps * e.plan.roomWords() * 8},
		{&e.nodes, reps * e.groups() * 6 * 8},
		{&e.works, reps * workWords * 4},
		{&e.keys, reps * e.plan.most() * 8},
		{&e.orders, reps * e.plan.most() * 4},
	} {
		if err := e.Alloc(b.to, b.size); err != nil {
			return err
		}
	}
	e.Common = []any{e.rows, e.latest, e.scores, e.models, e.State, e.own, e.levels, e.weights, e.par, e.data, e.bounds, e.rooms}

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
		from []byte
	}{
		{e.own, population.Bytes(own)},
		{e.par, population.Bytes(e.plan.words(e.Trace))},
		{e.levels, population.Bytes(levels)},
		{e.weights, population.Bytes(weights)},
		{e.data, population.Bytes(e.kernel.Data)},
		{e.bounds, population.Bytes(bounds)},
	} {
		if err := e.Put(p.to, p.from); err != nil {
			return err
		}
	}
	return nil
}
