package cellular

import (
	"context"
	"encoding/binary"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/climb"
	"github.com/warbler-opt/warbler/internal/population"
)

// work is how much of the climbs one launch makes, so that a run can be canceled:
// groups of members times places of their climbs.
type work int64

// A launch of climbs should take between shortLaunch and longLaunch.
const (
	shortLaunch = 10 * time.Millisecond
	goodLaunch  = 20 * time.Millisecond
	longLaunch  = 30 * time.Millisecond
)

// forced is what tests set to reach layouts that a device would not choose by
// itself; its zero value changes nothing.
var forced struct {
	scratch int  // bytes for climbs in global memory
	work    work // of a launch
}

// next corrects the work of a launch after one that made so much.
func (w work) next(made work, took time.Duration) work {
	switch {
	case forced.work > 0:
		return forced.work
	case took > longLaunch:
		// Not too little at once: perhaps the machine was busy otherwise.
		return max(1, w/4, min(w, work(float64(made)*float64(goodLaunch)/float64(took))))
	case took < shortLaunch && made > w/2:
		return 2 * w
	}
	return w
}

// firstWork guesses the work of a launch from the words that a place reads, for
// groups of so many work-items.
func firstWork(info device.Info, reads, group, groups int) work {
	const longest = 1 << 14 // words that one work-item reads
	budget := info.ComputeUnits << 19
	if info.GPU {
		budget = info.ComputeUnits << 22
	}
	return work(max(1, min(budget/(group*reads), groups*max(1, longest/reads))))
}

// fewest is how many groups of so many work-items a device makes in the time of
// one. A GPU needs many to be busy at all.
func fewest(info device.Info, group int) int {
	switch {
	case forced.work > 0:
		return 1
	case info.GPU:
		return info.ComputeUnits * max(1, 512/group)
	}
	return info.ComputeUnits
}

// climbs is how climbs are cut into launches: by members, and by places but for
// bit-sliced climbs, each of which is one place.
type climbs struct {
	*climb.Kernel
	formula, scratch device.Buffer

	group    int           // work-items of a group
	all      int           // groups of all replicas
	least    int           // groups that climb together: no fewer, for the sake of speed
	most     int           // nor more, because there is no room
	places   int64         // of the longest climb
	work     work          // that a climb begins with
	measured bool          // it is more than a guess
	launch   uint32        // the number of the last one
	marks    device.Buffer // of climbs between two launches
	open     device.Buffer // the last launch that left something to do
	window   []byte        // page-locked memory, to look at open
}

// chooseClimb chooses the climb by what the device has for it.
func (k *kernels) chooseClimb() error {
	scratch, err := k.scratchRoom()
	if err != nil {
		return err
	}
	k.climbs.Kernel = k.climber.Kernel(k.LocalMemory(), scratch/group, len(k.kernel.Data))
	return nil
}

// openClimbs sizes and makes what climbs need besides the genomes.
func (k *kernels) openClimbs() error {
	c, n := &k.climbs, k.plan.members()
	c.formula = k.Constant(population.Bytes(c.Formula))
	c.group, c.all, c.places = climb.SlicedGroup, k.Replicas*((n+climb.SlicedGroup-1)/climb.SlicedGroup), 1
	scratch, reads := c.Scratch, c.Reads*max(1, k.plan.passes)
	if !c.Sliced {
		c.group, c.all = group, k.Replicas*groupsOf(n)
		// A climb of no pass has a place all the same, in which it is scored.
		c.places = max(1, int64(c.Lead+k.plan.passes)*int64(k.plan.rep.Length))
		scratch, reads = c.Scratch*group, c.Reads
	}
	c.most = c.all
	if scratch > 0 {
		room, err := k.scratchRoom()
		if err != nil {
			return err
		}
		c.most = max(1, min(c.all, room/scratch))
	}
	c.least = min(c.most, fewest(k.Info, c.group))
	c.work = firstWork(k.Info, reads, c.group, c.all)
	if forced.work > 0 {
		c.work = forced.work
	}
	c.scratch = k.Scratch(scratch * c.most)
	c.marks = k.Scratch(8 * c.Marks * c.most * c.group)
	c.open = k.Scratch(4)
	m, err := k.Device.Device.AllocHost(4)
	if err != nil {
		return err
	}
	k.Keep(m)
	c.window = m.Bytes()
	return nil
}

// scratchRoom is how many bytes of a device climbs may take: half of what is
// free, and less on the CPU, which gains nothing from climbing with all members
// at once.
func (k *kernels) scratchRoom() (int, error) {
	if forced.scratch > 0 {
		return forced.scratch, nil
	}
	free, err := k.Device.Device.FreeMemory()
	room := min(free/2, k.Info.MaxAlloc)
	if !k.Info.GPU {
		room = min(room, 1<<30)
	}
	return int(room), err
}

// quick reports whether the climbs of a step are one short launch. Other steps
// are waited for time and again.
func (c *climbs) quick() bool {
	return c.measured && c.most == c.all && c.work >= work(c.all)*work(c.places)
}

// pause reports whether a step should go on. A step that is not quick waits for
// the launches so far.
func (k *kernels) pause(ctx context.Context) bool { return k.climbs.quick() || k.Wait(ctx) }

// climb queues the climbs of all children, or those of ever more of them until
// ctx ends. It reports whether none is left out.
func (k *kernels) climb(ctx context.Context) bool {
	c := &k.climbs
	if c.quick() {
		k.climbPart(0, c.all, 0, c.places)
		return true
	}
	for first := 0; first < c.all; {
		together := min(c.all-first, c.most, max(c.least, int(min(c.work, work(c.all)))))
		if !k.climbTogether(ctx, first, together) {
			return false
		}
		first += together
	}
	return true
}

// climbTogether makes the climbs of some groups, part after part.
func (k *kernels) climbTogether(ctx context.Context, first, together int) bool {
	c, now := &k.climbs, k.climbs.work
	for from, open := int64(0), true; from < c.places && open; {
		if ctx.Err() != nil {
			return false
		}
		until := min(c.places, from+max(1, int64(now)/int64(together)))
		begin := time.Now()
		k.climbPart(first, together, from, until)
		open = k.stillOpen(ctx)
		now = now.next(work(together)*work(until-from), time.Since(begin))
		// Climbs end after their first pass or later, and then launches would become
		// too large to begin with.
		if c.measured = true; from == 0 || until <= int64(c.Lead+1)*int64(k.plan.rep.Length) {
			c.work = now
		}
		from = until
	}
	return k.Err == nil
}

// climbPart queues the places from to until-1 of some groups' climbs.
func (k *kernels) climbPart(first, together int, from, until int64) {
	c := &k.climbs
	c.launch++
	shape, groups := device.Shape{Groups: together, Group: c.group, Local: 8}, uint32(c.all/k.Replicas)
	if c.Sliced {
		shape.Local = c.OnChip
		k.Launch("step_climb", shape, c.formula, c.scratch, groups, uint32(first))
		return
	}
	k.Launch("step_climb_part", shape, c.formula, c.scratch, c.marks, c.open, groups, uint32(first), uint64(from), uint64(until), c.launch)
}

// stillOpen waits for the last part and reports whether any of its climbs goes on.
func (k *kernels) stillOpen(ctx context.Context) bool {
	c := &k.climbs
	if !c.Sliced {
		k.Read(c.window[:4], c.open)
	}
	k.Wait(ctx)
	return k.Err == nil && binary.LittleEndian.Uint32(c.window) == c.launch
}
