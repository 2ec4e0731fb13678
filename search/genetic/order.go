package genetic

import (
	"context"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/parallel"
)

// openBlocks readies sorts and scans over the whole population.
func (k *kernels) openBlocks(ctx context.Context) (err error) {
	if k.blocks, err = parallel.New(ctx, k.Device.Device); err != nil {
		return err
	}
	k.Keep(k.blocks)
	longest := k.plan.members
	if k.plan.overlapping {
		longest += k.plan.children
	}
	if k.scratch, err = k.blocks.Scratch(longest, k.segments()); err != nil {
		return err
	}
	k.Keep(k.scratch)
	return nil
}

// rank queues an order of each segment's members from best to worst: of those
// that the step starts with or, with made, of those that it has made.
func (k *kernels) rank(made uint32) {
	k.element("rank_keys", k.plan.members, k.keys, made)
	k.sort(k.Buffer("order"), k.plan.members)
}

// sort queues a sort of keys and what goes with them; n is the length of a segment.
func (k *kernels) sort(values device.Buffer, n int) {
	if k.Err == nil {
		k.Err = k.blocks.Sort(k.Queue, k.keys, values, n, k.segments(), k.scratch)
	}
}

// scan queues prefix sums of flags in places.
func (k *kernels) scan(flags device.Buffer, n int) {
	if k.Err == nil {
		k.Err = k.blocks.Scan(k.Queue, k.places, flags, n, k.segments(), k.scratch)
	}
}

// cull queues the replacement of the worst members by children.
func (k *kernels) cull() {
	n, all := k.plan.members, k.plan.members+k.plan.children
	k.element("cull_keys", all, k.keys, k.index)
	k.sort(k.index, all)
	k.element("cull_firsts", all, k.keys, k.firsts)
	k.scan(k.firsts, all)
	k.element("cull_flags", all, k.index, k.flags, k.firsts, k.places)
	k.scan(k.flags, all)
	k.element("cull_gone", n, k.index, k.flags, k.places)
	k.element("cull_fill", k.plan.children, k.index, k.flags, k.places)
}

// element launches a kernel with a work-item for each element of a segment.
func (k *kernels) element(name string, elements int, args ...any) {
	groups := (elements + k.finishGroup - 1) / k.finishGroup
	shape := device.Shape{Groups: k.segments() * groups, Group: k.finishGroup}
	k.Launch(name, shape, append([]any{uint32(groups)}, args...)...)
}
