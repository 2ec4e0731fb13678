package genetic

import (
	"context"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/population"
)

// FirstSize guesses how many steps fit into a launch.
func (k *kernels) FirstSize() population.LaunchSize {
	serial := 0
	if k.resident {
		serial = 4 + k.plan.Rep.Stride()
	}
	return k.Host.FirstSize(k.work(), k.group, serial)
}

// work is that of a step of all replicas, in genes.
func (k *kernels) work() int {
	return k.segments() * max(k.plan.members, k.plan.children) * (4 + k.plan.Rep.Stride())
}

// launch queues a kernel that scores or measures genomes.
func (k *kernels) launch(name string, groups int, args ...any) error {
	return k.Launch(name, device.Shape{Groups: groups, Group: k.group, Local: k.local()}, args...)
}

// Start queues the first population and its statistics.
func (k *kernels) Start(ctx context.Context) error {
	if err := k.PutGiven(0); err != nil {
		return err
	}
	groups := k.groupsFor(k.plan.members)
	whole, err := k.inPieces(ctx, k.segments()*groups, func(first, count int) error {
		return k.launch("wide_start", count, uint32(groups), uint32(len(k.Frame.Given)), uint32(first))
	})
	if err != nil {
		return err
	}
	if !whole {
		return ctx.Err()
	}
	if err := k.measure(1); err != nil {
		return err
	}
	return k.finish(1, 0)
}

func (k *kernels) measure(back uint32) error {
	groups := k.groupsFor(k.plan.members)
	return k.launch("wide_measure", k.segments()*groups, k.nodes, uint32(groups), back)
}

func (k *kernels) finish(back uint32, base int64) error {
	return k.Finish("wide_finish", k.finishGroup, k.nodes, k.groupsFor(k.plan.members), back, base)
}

// Advance queues some steps after step from.
func (k *kernels) Advance(ctx context.Context, from int64, steps int) error {
	if k.resident {
		return k.Launch("evolve", device.Shape{Groups: k.Replicas, Group: k.group, Local: k.residentBytes()},
			k.keys, k.index, k.flags, k.firsts, k.places,
			k.Rules, k.Records, k.Bests, k.nodes, uint64(from+1), uint32(steps), uint32(k.local()/8))
	}
	for s := from + 1; s <= from+int64(steps); s++ {
		if err := k.generation(ctx, s, from+1); err != nil {
			return err
		}
		// Queues hold only so much; a wide generation is long enough to look.
		if ctx.Err() != nil {
			return nil
		}
	}
	return nil
}

// inPieces launches the groups of a kernel, no more at once than take about as long as
// a launch may, and reports whether ctx has let it make all of them.
func (k *kernels) inPieces(ctx context.Context, groups int, launch func(first, count int) error) (bool, error) {
	if k.pieces == 0 {
		k.pieces = population.LaunchSize(groups)
		if !k.Info.GPU {
			k.pieces = k.Host.FirstSize(max(1, k.work()/groups), k.group, 0)
		}
	}
	for first := 0; first < groups; {
		if ctx.Err() != nil {
			return false, nil
		}
		began, count := time.Now(), min(int(k.pieces), groups-first)
		if err := launch(first, count); err != nil {
			return false, err
		}
		if err := k.Queue.Wait(context.WithoutCancel(ctx)); err != nil {
			return false, err
		}
		k.pieces = k.pieces.Next(count, time.Since(began))
		first += count
	}
	return true, nil
}

// generation queues one step in several launches. Where a single one takes long, it is
// made in pieces, and left unfinished when ctx ends: the population is as it was.
func (k *kernels) generation(ctx context.Context, step, base int64) error {
	p := k.plan
	if p.weighs() {
		if err := k.weigh(); err != nil {
			return err
		}
	}
	if p.sorts() {
		if err := k.rank(0); err != nil {
			return err
		}
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
	breed := func(first, count int) error {
		return k.launch("wide_breed", count, k.nodes, k.guide, uint32(groups), measured, uint32(first))
	}
	if all := k.segments() * groups; !k.Slow() {
		if err := breed(0, all); err != nil {
			return err
		}
	} else if whole, err := k.inPieces(ctx, all, breed); err != nil || !whole {
		return err
	}
	if p.overlapping {
		if err := k.cull(); err != nil {
			return err
		}
	}
	if p.migrates(step) {
		if err := k.migrate(); err != nil {
			return err
		}
	}
	if measured == 0 {
		if err := k.measure(0); err != nil {
			return err
		}
	}
	return k.finish(0, base)
}

// weigh queues the prefix sums of the wheel.
func (k *kernels) weigh() error {
	tiles := k.tiles()
	shape := device.Shape{Groups: k.segments() * tiles, Group: k.group, Local: scratchBytes(k.group)}
	if err := k.Launch("wheel_sums", shape, k.sums, uint32(tiles)); err != nil {
		return err
	}
	shape.Local += 8 * k.group * (wheelTile + 1)
	return k.Launch("wheel_prefix", shape, k.sums, k.guide, uint32(tiles))
}
