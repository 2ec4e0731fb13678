package genetic

import (
	"context"
	"math"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/parallel"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// residentMembers is the largest population that one group evolves alone.
const residentMembers = 2048

// onDevice is the engine on a device.
type onDevice struct {
	frame
	layout
	population.Host
	pieces  population.Pace // groups that are launched at once where a step takes long
	blocks  *parallel.Blocks
	scratch *parallel.Scratch
	kernel  problem.Kernel

	pop, scores                        [2]device.Buffer
	segments, prefix, order            device.Buffer
	seeds, par, data, bounds           device.Buffer
	inverse, nodes, sums, guide        device.Buffer
	keys, index, flags, firsts, places device.Buffer
}

func newDevice(ctx context.Context, c search.Config, f frame) (_ search.Engine, err error) {
	k, err := population.KernelOf("genetic", c.Problem)
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
	if err := e.Open(ctx, c.Device, &e.Frame, e.plan.source(k, e.layout), e.rowBytes()); err != nil {
		return nil, err
	}
	if err := e.allocate(ctx); err != nil {
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
	e.team = 1
	if e.plan.Rep.Kind == problem.Binary && e.plan.Rep.Words() > registerWords && !e.kernel.Serial {
		e.team = 64
	}
	e.resident = e.team == 1 && e.plan.population() <= residentMembers
	e.compiled = info.GPU
	e.single = len(e.replicas) == 1
	e.rareAll, e.rareNone = true, true
	for _, r := range e.replicas {
		rare := r.genes.Table() != nil
		e.rareAll, e.rareNone = e.rareAll && rare, e.rareNone && !rare
	}
	e.override()
	e.group, e.fits = 128, 7
	if e.resident {
		// A pair for each work-item; where there is a wheel, a member.
		items := e.plan.members / 2
		if e.plan.weighs() {
			items = e.plan.members
		}
		e.group = 32
		for e.group < 256 && e.group < items {
			e.group *= 2
		}
	}
	if e.team > 1 {
		e.group = e.team
	}
	e.group = min(e.group, info.MaxGroup)
	e.settleGroup = 256
	if info.Driver == "cuda" { // whose compiler is told to keep registers for it
		e.settleGroup = 512
	}
	e.settleGroup = min(e.settleGroup, info.MaxGroup)
	limit := e.localLimit(info)
	e.cached = e.kernel.Cache > 0 && 8*e.kernel.Cache+e.local(e.group) <= limit
	e.onChip = e.resident && e.plan.weighs()
	e.onChip = e.onChip && e.residentBytes() <= limit
}

// scratchBytes is the on-chip memory that a group's collective functions need.
func (e *onDevice) scratchBytes(group int) int {
	return 8 * max(6*group, 2*group+32)
}

// local is the on-chip memory of a launch that scores genomes.
func (e *onDevice) local(group int) int {
	n := e.scratchBytes(group) + 8*rareWords
	if e.cached {
		n += 8 * e.kernel.Cache
	}
	return n
}

// residentBytes is the on-chip memory of a group that evolves a replica.
func (e *onDevice) residentBytes() int {
	n := e.local(e.group) + 8*toldWords
	if e.onChip {
		n += 8 * e.plan.members
	}
	return n
}

// allocate makes the buffers and fills those that never change.
func (e *onDevice) allocate(ctx context.Context) error {
	p := &e.plan
	reps := len(e.replicas)
	segs := reps * p.demes
	row := e.rowBytes()
	joint := segs * (p.members + p.children)
	ordered := p.sorts() || p.migrants > 0
	when := func(b bool, n int) int {
		if b {
			return n
		}
		return 0
	}
	most := e.groupsFor(max(p.members, p.children))
	for _, b := range []struct {
		to   *device.Buffer
		size int
	}{
		{&e.pop[0], segs * p.rows() * row},
		{&e.pop[1], segs * p.born() * row},
		{&e.scores[0], segs * p.rows() * 8},
		{&e.scores[1], segs * p.born() * 8},
		{&e.segments, segs * segmentWords * 8},
		{&e.prefix, when(p.weighs(), segs*p.rows()*8)},
		{&e.order, when(ordered, segs*p.members*4)},
		{&e.seeds, reps * replicaWords * 8},
		{&e.par, len(parNames) * 8},
		{&e.data, len(e.kernel.Data) * 8},
		{&e.bounds, 2 * len(p.Rep.Lower) * 8},
		{&e.inverse, when(p.Rep.Kind == problem.Permutation, segs*p.pairs()*row)},
		{&e.nodes, segs * most * 6 * 8},
		{&e.sums, when(p.weighs() && !e.resident, segs*e.tiles()*8)},
		{&e.guide, when(p.weighs() && !e.resident, segs*(1<<p.guideBits()+2)*4)},
		{&e.keys, when(ordered || p.overlapping, joint*8)},
		{&e.index, when(p.overlapping, joint*4)},
		{&e.flags, when(p.overlapping, joint*4)},
		{&e.firsts, when(p.overlapping, joint*4)},
		{&e.places, when(p.overlapping, joint*4)},
	} {
		if err := e.Alloc(b.to, b.size); err != nil {
			return err
		}
	}
	// Rows keep zeros behind their last gene.
	for _, b := range []device.Buffer{e.pop[0], e.pop[1], e.Bests} {
		if err := e.Queue.Zero(b, 0, b.Size()); err != nil {
			return err
		}
	}
	e.Common = []any{e.pop[0], e.pop[1], e.scores[0], e.scores[1], e.State, e.segments, e.prefix, e.order,
		e.seeds, e.par, e.data, e.bounds, e.inverse, e.replicas[0].seed}
	if !e.resident && (ordered || p.overlapping) {
		if err := e.makeBlocks(ctx, segs); err != nil {
			return err
		}
	}
	seeds := make([]uint64, 0, replicaWords*reps)
	for _, r := range e.replicas {
		words := r.words()
		seeds = append(seeds, words[:]...)
	}
	bounds := make([]uint64, 0, 2*len(p.Rep.Lower))
	for _, list := range [][]float64{p.Rep.Lower, p.Rep.Upper} {
		for _, x := range list {
			bounds = append(bounds, math.Float64bits(x))
		}
	}
	for _, w := range []struct {
		to    device.Buffer
		words []uint64
	}{
		{e.seeds, seeds}, {e.par, p.words(e.Trace)}, {e.data, e.kernel.Data}, {e.bounds, bounds},
	} {
		if err := e.Put(w.to, population.Bytes(w.words)); err != nil {
			return err
		}
	}
	return nil
}

// groupsFor is how many groups fill so many slots of a segment in pairs.
func (e *onDevice) groupsFor(slots int) int {
	pairs := (slots + 1) / 2
	if e.team > 1 {
		return pairs
	}
	item := e.itemPairs()
	if e.resident {
		item = 1
	}
	return (pairs + item*e.group - 1) / (item * e.group)
}

// tiles is how many groups add up a segment's wheel.
func (e *onDevice) tiles() int {
	tile := e.group * wheelTile
	return (e.plan.members + tile - 1) / tile
}
