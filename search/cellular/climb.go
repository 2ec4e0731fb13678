package cellular

import (
	"context"
	"encoding/binary"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/search/local"
)

// slice is how much of the climbs is made in one launch, so that a run can be
// canceled: groups of members times places of their climbs.
type slice int64

// A launch of climbs should take between shortSlice and longSlice.
const (
	shortSlice = 10 * time.Millisecond
	goodSlice  = 20 * time.Millisecond
	longSlice  = 30 * time.Millisecond
)

// next corrects a slice after a launch that made so much.
func (s slice) next(made slice, took time.Duration) slice {
	switch {
	case forced.slice > 0:
		return forced.slice
	case took > longSlice:
		// Not too small at once: perhaps the machine was busy otherwise.
		return max(1, s/4, min(s, slice(float64(made)*float64(goodSlice)/float64(took))))
	case took < shortSlice && made > s/2:
		return 2 * s
	}
	return s
}

// firstSlice guesses a slice from the words that a place reads, for groups of so
// many work-items.
func firstSlice(info device.Info, reads, group, groups int) slice {
	const longest = 1 << 14 // words that one work-item reads
	budget := info.ComputeUnits << 19
	if info.GPU {
		budget = info.ComputeUnits << 22
	}
	return slice(max(1, min(budget/(group*reads), groups*max(1, longest/reads))))
}

// fewest is how many groups of so many work-items a device makes in the time of
// one. A GPU needs many to be busy at all.
func fewest(info device.Info, group int) int {
	switch {
	case forced.slice > 0:
		return 1
	case info.GPU:
		return info.ComputeUnits * max(1, 512/group)
	}
	return info.ComputeUnits
}

// parts is how climbs are cut into launches: by members, and by places but for
// bit-sliced climbs, each of which is one place.
type parts struct {
	group    int           // work-items of a group
	all      int           // groups of all replicas
	least    int           // groups that climb together: no fewer, for the sake of speed
	most     int           // nor more, because there is no room
	places   int64         // of the longest climb
	slice    slice         // that a climb begins with
	measured bool          // it is more than a guess
	launch   uint32        // the number of the last one
	marks    device.Buffer // of climbs between two launches
	open     device.Buffer // the last launch that left something to do
	window   []byte        // page-locked memory, to look at open
}

// openParts sizes and makes what climbs need besides the genomes.
func (e *onDevice) openParts() error {
	p, info, c := &e.parts, e.Device.Info(), e.climb
	p.group, p.all, p.places = local.SlicedGroup, len(e.replicas)*e.columns(), 1
	scratch, reads := c.Scratch, c.Reads*max(1, e.plan.passes)
	if !c.Sliced {
		p.group, p.all = group, len(e.replicas)*e.groups(e.plan.members())
		// A climb of no pass has a place all the same, in which it is scored.
		p.places = max(1, int64(c.Lead+e.plan.passes)*int64(e.plan.rep.Length))
		scratch, reads = c.Scratch*group, c.Reads
	}
	p.most = p.all
	if scratch > 0 {
		room, err := scratchRoom(e.Device)
		if err != nil {
			return err
		}
		p.most = max(1, min(p.all, room/scratch))
	}
	p.least = min(p.most, fewest(info, p.group))
	p.slice = firstSlice(info, reads, p.group, p.all)
	if forced.slice > 0 {
		p.slice = forced.slice
	}
	for _, b := range []struct {
		to   *device.Buffer
		size int
	}{
		{&e.scratch, scratch * p.most},
		{&p.marks, 8 * c.Marks * p.most * p.group},
		{&p.open, 4},
	} {
		if err := e.Alloc(b.to, b.size); err != nil {
			return err
		}
	}
	m, err := e.Device.AllocHost(4)
	if err != nil {
		return err
	}
	e.Keep(m)
	p.window = m.Bytes()
	return nil
}

// scratchRoom is how many bytes of a device climbs may take: half of what is
// free, and less on the CPU, which gains nothing from climbing with all members
// at once.
func scratchRoom(d device.Device) (int, error) {
	if forced.scratch > 0 {
		return forced.scratch, nil
	}
	free, err := d.FreeMemory()
	room := min(free/2, d.Info().MaxAlloc)
	if !d.Info().GPU {
		room = min(room, 1<<30)
	}
	return int(room), err
}

// quick reports whether the climbs of a step are one short launch. Other steps
// are waited for time and again.
func (p *parts) quick() bool {
	return p.measured && p.most == p.all && p.slice >= slice(p.all)*slice(p.places)
}

// pause reports whether a step should go on. A step that is not quick waits for
// the launches so far: they are short, so that is done even when ctx has ended.
func (e *onDevice) pause(ctx context.Context) (on bool, err error) {
	if e.parts.quick() {
		return true, nil
	}
	err = e.Queue.Wait(context.WithoutCancel(ctx))
	return err == nil && ctx.Err() == nil, err
}

// hillClimb queues the climbs of all children, or those of ever more of them
// until ctx ends. whole says that they will be complete.
func (e *onDevice) hillClimb(ctx context.Context) (whole bool, err error) {
	p := &e.parts
	if p.quick() {
		return true, e.climbPart(0, p.all, 0, p.places)
	}
	for first := 0; first < p.all; {
		together := min(p.all-first, p.most, max(p.least, int(min(p.slice, slice(p.all)))))
		if whole, err := e.climbTogether(ctx, first, together); err != nil || !whole {
			return false, err
		}
		first += together
	}
	return true, nil
}

// climbTogether makes the climbs of some groups, part after part.
func (e *onDevice) climbTogether(ctx context.Context, first, together int) (whole bool, err error) {
	p, now := &e.parts, e.parts.slice
	for from, open := int64(0), true; from < p.places && open; {
		if ctx.Err() != nil {
			return false, nil
		}
		until := min(p.places, from+max(1, int64(now)/int64(together)))
		begin := time.Now()
		if err := e.climbPart(first, together, from, until); err != nil {
			return false, err
		}
		if open, err = e.stillOpen(ctx); err != nil {
			return false, err
		}
		now = now.next(slice(together)*slice(until-from), time.Since(begin))
		// Climbs end after their first pass or later, and then slices become too
		// large to begin with.
		if p.measured = true; from == 0 || until <= int64(e.climb.Lead+1)*int64(e.plan.rep.Length) {
			p.slice = now
		}
		from = until
	}
	return true, nil
}

// climbPart queues the places from to until-1 of some groups' climbs.
func (e *onDevice) climbPart(first, together int, from, until int64) error {
	p := &e.parts
	p.launch++
	shape, groups := device.Shape{Groups: together, Group: p.group, Local: 8}, uint32(p.all/len(e.replicas))
	if e.climb.Sliced {
		shape.Local = e.climb.OnChip
		return e.Launch("step_climb", shape, e.ladder, e.scratch, groups, uint32(first))
	}
	return e.Launch("step_climb_part", shape, e.ladder, e.scratch, p.marks, p.open, groups, uint32(first), uint64(from), uint64(until), p.launch)
}

// stillOpen waits for the last part, as pause does, and reports whether any of
// its climbs goes on.
func (e *onDevice) stillOpen(ctx context.Context) (bool, error) {
	p := &e.parts
	if !e.climb.Sliced {
		if err := e.Queue.Read(p.window[:4], p.open, 0); err != nil {
			return false, err
		}
	}
	if err := e.Queue.Wait(context.WithoutCancel(ctx)); err != nil {
		return false, err
	}
	return binary.LittleEndian.Uint32(p.window) == p.launch, nil
}
