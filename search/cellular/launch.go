package cellular

import (
	"context"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/climb"
	"github.com/warbler-opt/warbler/internal/population"
)

// groupsOf is how many groups give each of so many things a work-item.
func groupsOf(things int) int { return (things + group - 1) / group }

// pairGroups is how many groups give each pair of a replica's members a
// work-item.
func (k *kernels) pairGroups() int { return groupsOf((k.plan.members() + 1) / 2) }

// each queues a kernel with a work-item for each of so many things of every
// replica.
func (k *kernels) each(name string, things, local int, args ...any) {
	k.Each(name, things, group, local, args...)
}

// Start queues the first population and its statistics.
func (k *kernels) Start(context.Context) bool {
	k.PutGiven(0)
	k.each("step_start", k.plan.members(), 8, uint32(len(k.Frame.Given)))
	k.measure(1)
	k.Finish(group, k.pairGroups(), 1, 0)
	return true
}

// measure queues the statistics of what step 0 (back 1) or another has made.
func (k *kernels) measure(back uint32) {
	k.each("step_measure", (k.plan.members()+1)/2, population.NodeBytes(group), back)
}

// FirstSize guesses how many steps fit into a launch, by the climbs.
func (k *kernels) FirstSize() population.LaunchSize {
	work := float64(k.Replicas) * float64(k.plan.members()) * float64(4+k.plan.rep.Length) * float64(1+k.plan.passes)
	if k.climbs.Sliced {
		work /= climb.SlicedGroup / 4
	} else {
		work *= float64(k.climbs.Reads)
	}
	return k.Device.FirstSize(int(min(work, 1<<60)), group, 0)
}

// Advance queues some steps after step from.
func (k *kernels) Advance(ctx context.Context, from int64, steps int) {
	for s := from + 1; s <= from+int64(steps) && ctx.Err() == nil; s++ {
		k.generation(ctx, s, from+1)
	}
}

// generation queues one step: an operator after the other. When ctx ends before
// its climbs do, the step may be given up: up to there it has only written what
// the next one writes anew.
func (k *kernels) generation(ctx context.Context, step, base int64) {
	n := k.plan.members()
	k.each("step_mate", n, 8)
	for _, name := range []string{"step_cross", "step_mutate"} {
		if k.each(name, n*k.plan.rep.Words(), 8*population.RareWords); !k.pause(ctx) {
			return
		}
	}
	if k.kernel.Repair {
		if k.each("step_repair", n, 8); !k.pause(ctx) {
			return
		}
	}
	if !k.climb(ctx) {
		return
	}
	k.each("step_replace", (n+1)/2, population.NodeBytes(group))
	if k.migrates(step) {
		k.migrate()
	}
	k.Finish(group, k.pairGroups(), 0, base)
}

// migrates reports whether a replica has a migration at the end of a step; the
// device draws for itself which ones do.
func (k *kernels) migrates(step int64) bool {
	if k.plan.migration != migrateBest {
		return false
	}
	for r := range k.params {
		if k.plan.event(&k.params[r], step) {
			return true
		}
	}
	return false
}

// migrate queues a migration, after which the statistics are taken again.
func (k *kernels) migrate() {
	islands := k.plan.islands()
	shape := device.Shape{Groups: k.Replicas * islands, Group: group, Local: 8 * (2*group + 32)}
	for _, name := range []string{"step_find", "step_move"} {
		k.Launch(name, shape, uint32(islands))
	}
	k.measure(0)
}
