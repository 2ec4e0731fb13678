package genetic

import (
	"context"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/population"
)

// FirstSize guesses how many steps fit into a launch.
func (k *kernels) FirstSize() population.LaunchSize {
	serial := 0
	if k.resident {
		serial = 4 + k.plan.Rep.Stride()
	}
	return k.Device.FirstSize(k.work(), k.group, serial)
}

// work is that of a step of all replicas, in genes.
func (k *kernels) work() int {
	return k.segments() * max(k.plan.members, k.plan.children) * (4 + k.plan.Rep.Stride())
}

// launch queues a kernel that scores or measures genomes.
func (k *kernels) launch(name string, groups int, args ...any) {
	k.Launch(name, device.Shape{Groups: groups, Group: k.group, Local: k.local()}, args...)
}

// Start queues the first population, in pieces, and its statistics.
func (k *kernels) Start(ctx context.Context) bool {
	if k.begun == 0 {
		k.PutGiven(0)
	}
	groups := k.groupsFor(k.plan.members)
	all := k.segments() * groups
	k.begun = k.StartPieces(ctx, k.begun, all, func(first, count int) {
		k.launch("wide_start", count, uint32(groups), uint32(len(k.Frame.Given)), uint32(first))
	})
	if k.begun < all {
		slots := 2 * k.itemPairs() * k.group / k.team
		k.Made = k.begun/groups*k.plan.members + min(k.plan.members, k.begun%groups*slots)
		return false
	}
	k.measure(1)
	k.finish(1, 0)
	return true
}

func (k *kernels) measure(back uint32) {
	groups := k.groupsFor(k.plan.members)
	k.launch("wide_measure", k.segments()*groups, uint32(groups), back)
}

func (k *kernels) finish(back uint32, base int64) {
	k.Finish(k.finishGroup, k.groupsFor(k.plan.members), back, base)
}

// Advance queues some steps after step from.
func (k *kernels) Advance(ctx context.Context, from int64, steps int) {
	if k.resident {
		k.Launch("evolve", device.Shape{Groups: k.Replicas, Group: k.group, Local: k.residentBytes()},
			k.keys, k.index, k.flags, k.firsts, k.places, uint64(from+1), uint32(steps), uint32(k.local()/8), k.rates[0].Seed)
		return
	}
	// Queues hold only so much; a wide generation is long enough to look.
	for s := from + 1; s <= from+int64(steps) && ctx.Err() == nil; s++ {
		k.generation(ctx, s, from+1)
	}
}

// inPieces launches the groups of a kernel, no more at once than take about as long as
// a launch may, and reports whether ctx has let it make all of them.
func (k *kernels) inPieces(ctx context.Context, groups int, launch func(first, count int)) bool {
	if k.pieces == 0 {
		k.pieces = population.LaunchSize(groups)
		if !k.Info.GPU {
			k.pieces = k.Device.FirstSize(max(1, k.work()/groups), k.group, 0)
		}
	}
	for first := 0; first < groups; {
		if ctx.Err() != nil || k.Err != nil {
			return false
		}
		first = k.Piece(ctx, &k.pieces, first, groups, launch)
	}
	return true
}

// generation queues one step in several launches. Where a single one takes long, it is
// made in pieces, and left unfinished when ctx ends: the population is as it was.
func (k *kernels) generation(ctx context.Context, step, base int64) {
	p := k.plan
	if p.weighs() {
		k.weigh()
	}
	if p.sorts() {
		k.rank(0)
	}
	slots := p.members
	if p.overlapping {
		slots = p.children
	}
	groups := k.groupsFor(slots)
	measured := uint32(0) // while breeding: nothing changes the children afterwards
	if !p.overlapping && !p.migrates(step) {
		measured = 1
	}
	breed := func(first, count int) {
		k.launch("wide_breed", count, uint32(groups), measured, uint32(first), k.rates[0].Seed)
	}
	if all := k.segments() * groups; !k.Slow() {
		breed(0, all)
	} else if !k.inPieces(ctx, all, breed) {
		return
	}
	if p.overlapping {
		k.cull()
	}
	if p.migrates(step) {
		k.rank(1)
		k.element("migrate", p.migrants)
	}
	if measured == 0 {
		k.measure(0)
	}
	k.finish(0, base)
}

// weigh queues the prefix sums of the wheel.
func (k *kernels) weigh() {
	tiles := k.tiles()
	shape := device.Shape{Groups: k.segments() * tiles, Group: k.group, Local: scratchBytes(k.group)}
	k.Launch("wheel_sums", shape, uint32(tiles))
	shape.Local += 8 * k.group * (wheelTile + 1)
	k.Launch("wheel_prefix", shape, uint32(tiles))
}
