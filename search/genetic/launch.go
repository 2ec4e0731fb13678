package genetic

import (
	"context"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/search"
)

// toldWords is the on-chip memory in which a resident group is told how a step
// ended.
const toldWords = 4

// firstPace guesses how many steps fit into a launch.
func (e *onDevice) firstPace() population.Pace {
	genome, serial := 4+e.plan.Rep.Stride(), 0
	if e.resident {
		serial = genome
	}
	return e.FirstPace(e.work(), e.group, serial)
}

// work is that of a step of all replicas, in genes.
func (e *onDevice) work() int {
	return len(e.replicas) * e.plan.demes * max(e.plan.members, e.plan.children) * (4 + e.plan.Rep.Stride())
}

// herd launches a kernel that begins with the parameters of HERD_PARAMS.
func (e *onDevice) herd(name string, groups, group, local int, args ...any) error {
	return e.Launch(name, device.Shape{Groups: groups, Group: group, Local: local}, args...)
}

// seed makes the first population and its statistics.
func (e *onDevice) seed(ctx context.Context) error {
	for r := range e.replicas {
		for i, g := range e.Given {
			if err := e.writeGenome(r, i, g); err != nil {
				return err
			}
		}
	}
	if err := e.PutStates(); err != nil {
		return err
	}
	segs := e.segmentCount()
	groups := e.groupsFor(e.plan.members)
	whole, err := e.inPieces(ctx, segs*groups, func(first, count int) error {
		return e.herd("wide_seed", count, e.group, e.local(e.group), uint32(groups), uint32(len(e.Given)), uint32(first))
	})
	if err != nil {
		return err
	}
	if !whole {
		return ctx.Err()
	}
	if err := e.measure(1); err != nil {
		return err
	}
	if err := e.settle(e.groupsFor(e.plan.members), 1, 0); err != nil {
		return err
	}
	return e.Look(ctx, 0, 1)
}

func (e *onDevice) segmentCount() int { return len(e.replicas) * e.plan.demes }

func (e *onDevice) measure(back uint32) error {
	groups := e.groupsFor(e.plan.members)
	return e.herd("wide_measure", e.segmentCount()*groups, e.group, e.local(e.group), e.nodes, uint32(groups), back)
}

func (e *onDevice) settle(groups int, back uint32, base int64) error {
	return e.herd("wide_settle", len(e.replicas), e.settleGroup, e.scratchBytes(e.settleGroup),
		e.nodes, uint32(groups), back, e.Host.Rules, e.Records, e.Bests, uint64(base))
}

// Step advances the running replicas.
func (e *onDevice) Step(ctx context.Context, atMost int) (search.Progress, error) {
	return e.Host.Step(ctx, atMost, e.firstPace, e.advance)
}

// advance queues some steps after step from.
func (e *onDevice) advance(ctx context.Context, from int64, steps int) error {
	if e.resident {
		told := e.local(e.group)
		return e.herd("evolve", len(e.replicas), e.group, e.residentBytes(), e.keys, e.index, e.flags, e.firsts, e.places,
			e.Host.Rules, e.Records, e.Bests, e.nodes, uint64(from+1), uint32(steps), uint32(told/8))
	}
	for s := from + 1; s <= from+int64(steps); s++ {
		if err := e.generation(ctx, s, from+1); err != nil {
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
func (e *onDevice) inPieces(ctx context.Context, groups int, launch func(first, count int) error) (bool, error) {
	if e.pieces == 0 {
		e.pieces = population.Pace(groups)
		if !e.Device.Info().GPU {
			e.pieces = e.FirstPace(max(1, e.work()/groups), e.group, 0)
		}
	}
	for first := 0; first < groups; {
		if ctx.Err() != nil {
			return false, nil
		}
		began, count := time.Now(), min(int(e.pieces), groups-first)
		if err := launch(first, count); err != nil {
			return false, err
		}
		if err := e.Queue.Wait(context.WithoutCancel(ctx)); err != nil {
			return false, err
		}
		e.pieces = e.pieces.Next(count, time.Since(began))
		first += count
	}
	return true, nil
}

// generation queues one step in several launches. Where a single one takes long, it is
// made in pieces, and left unfinished when ctx ends: the population is as it was.
func (e *onDevice) generation(ctx context.Context, step, base int64) error {
	p := &e.plan
	if p.weighs() {
		if err := e.weigh(); err != nil {
			return err
		}
	}
	if p.sorts() {
		if err := e.rank(0); err != nil {
			return err
		}
	}
	slots := p.members
	if p.overlapping {
		slots = p.children
	}
	groups := e.groupsFor(slots)
	measured := !p.overlapping && !p.migrates(step)
	breed := func(first, count int) error {
		return e.herd("wide_breed", count, e.group, e.local(e.group), e.nodes, e.guide, uint32(groups), boolWord(measured), uint32(first))
	}
	if all := e.segmentCount() * groups; !e.Slow() {
		if err := breed(0, all); err != nil {
			return err
		}
	} else if whole, err := e.inPieces(ctx, all, breed); err != nil || !whole {
		return err
	}
	if p.overlapping {
		if err := e.cull(); err != nil {
			return err
		}
	}
	if p.migrates(step) {
		if err := e.migrate(); err != nil {
			return err
		}
	}
	if !measured {
		if err := e.measure(0); err != nil {
			return err
		}
	}
	return e.settle(e.groupsFor(p.members), 0, base)
}

func boolWord(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

// weigh queues the prefix sums of the wheel.
func (e *onDevice) weigh() error {
	tiles := e.tiles()
	local := e.scratchBytes(e.group)
	if err := e.herd("wheel_sums", e.segmentCount()*tiles, e.group, local, e.sums, uint32(tiles)); err != nil {
		return err
	}
	return e.herd("wheel_prefix", e.segmentCount()*tiles, e.group, local+8*e.group*(wheelTile+1), e.sums, e.guide, uint32(tiles))
}

// elementGroups is how many groups give each element of a segment a work-item.
func (e *onDevice) elementGroups(elements int) int {
	return (elements + e.settleGroup - 1) / e.settleGroup
}

// element launches a kernel with a work-item for each element of a segment.
func (e *onDevice) element(name string, elements int, args ...any) error {
	groups := e.elementGroups(elements)
	return e.herd(name, e.segmentCount()*groups, e.settleGroup, e.scratchBytes(e.settleGroup), append(args, uint32(groups))...)
}
