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
	if k.scratch, err = k.blocks.SortScratch(longest, k.segments(), 8); err != nil {
		return err
	}
	k.Keep(k.scratch)
	return nil
}

// rank queues an order of each segment's members from best to worst: of those
// that the step starts with or, with made, of those that it has made.
func (k *kernels) rank(made uint32) error {
	n := k.plan.members
	if err := k.element("rank_keys", n, k.keys, made); err != nil {
		return err
	}
	return k.blocks.SortU64(k.Queue, k.keys, k.order, n, k.segments(), 64, k.scratch)
}

// cull queues the replacement of the worst members by children.
func (k *kernels) cull() error {
	n, all := k.plan.members, k.plan.members+k.plan.children
	if err := k.element("cull_keys", all, k.keys, k.index); err != nil {
		return err
	}
	if err := k.blocks.SortU64(k.Queue, k.keys, k.index, all, k.segments(), 64, k.scratch); err != nil {
		return err
	}
	if err := k.plain("cull_firsts", all, k.par, k.keys, k.firsts); err != nil {
		return err
	}
	if err := k.blocks.ScanU32(k.Queue, k.places, nil, k.firsts, all, k.segments(), k.scratch); err != nil {
		return err
	}
	if err := k.plain("cull_flags", all, k.par, k.index, k.flags, k.firsts, k.places); err != nil {
		return err
	}
	if err := k.blocks.ScanU32(k.Queue, k.places, nil, k.flags, all, k.segments(), k.scratch); err != nil {
		return err
	}
	if err := k.plain("cull_gone", n, k.par, k.index, k.flags, k.places); err != nil {
		return err
	}
	return k.element("cull_fill", k.plan.children, k.index, k.flags, k.places)
}

// migrate queues the exchange of migrants.
func (k *kernels) migrate() error {
	if err := k.rank(1); err != nil {
		return err
	}
	return k.element("migrate", k.plan.migrants)
}

// element launches a kernel with a work-item for each element of a segment.
func (k *kernels) element(name string, elements int, args ...any) error {
	s, groups := k.elements(elements)
	s.Local = scratchBytes(k.finishGroup)
	return k.Launch(name, s, append(args, groups)...)
}

// plain is element for a kernel without the parameters of REPLICA_PARAMS.
func (k *kernels) plain(name string, elements int, args ...any) error {
	code, err := k.Kernel(name)
	if err != nil {
		return err
	}
	s, groups := k.elements(elements)
	return k.Queue.Launch(code, s, append(args, groups)...)
}

// elements is the shape of a launch with a work-item for each element, and how many
// groups of it a segment has.
func (k *kernels) elements(count int) (device.Shape, uint32) {
	groups := (count + k.finishGroup - 1) / k.finishGroup
	return device.Shape{Groups: k.segments() * groups, Group: k.finishGroup}, uint32(groups)
}
