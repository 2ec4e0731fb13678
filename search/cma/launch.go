package cma

import (
	"context"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/population"
)

// FirstSize guesses how many steps fit into a launch.
func (k *kernels) FirstSize() population.LaunchSize {
	n := k.plan.n
	each := k.plan.chunk*(16+2*n)*n/4 + 4*n*n*n
	return k.Host.FirstSize(k.Replicas*each, k.modelGroup, each)
}

// Start queues the first chunks of the first models.
func (k *kernels) Start(context.Context) error {
	var words []uint64
	m := newModel(k.plan.n)
	for i := range k.params {
		k.plan.beginRun(&m, &k.params[i])
		words = m.words(words)
	}
	if err := k.Put(k.Buffer("models"), population.Bytes(words)); err != nil {
		return err
	}
	return k.chunk(1, 0)
}

// chunk queues a step but for the decomposition. base is the step of the first
// record, back 1 for the first chunk.
func (k *kernels) chunk(back uint32, base int64) error {
	local := population.NodeBytes(k.sampleGroup)
	if k.cached {
		local += 8 * k.kernel.Cache
	}
	shape := device.Shape{Groups: k.Replicas, Group: k.modelGroup}
	err := k.Launch("sample", device.Shape{Groups: k.Replicas * k.groups, Group: k.sampleGroup, Local: local}, k.nodes, uint32(k.groups), back)
	if err == nil {
		err = k.Launch("rank", shape, k.keys, k.orders, back)
	}
	if err == nil {
		err = k.Launch("gather", shape, k.orders, back)
	}
	if shape.Local = sharedBytes; err == nil {
		err = k.Launch("move", shape, k.keys, back)
	}
	if err != nil {
		return err
	}
	return k.Finish("finish", k.modelGroup, k.nodes, k.groups, back, base)
}

// Advance queues some steps after step from, fewer when ctx ends. One whose
// matrices take long is then given up, and leaves everything as it was.
func (k *kernels) Advance(ctx context.Context, from int64, steps int) error {
	for range steps {
		whole, err := k.decompose(ctx)
		if err != nil || !whole {
			return err
		}
		if err := k.chunk(0, from+1); err != nil {
			return err
		}
		if on, err := k.Throttle(ctx); err != nil || !on {
			return err
		}
	}
	return nil
}

// decompose queues what takes the matrices apart that are due, in one launch
// where it is short. It says false when ctx has ended before.
func (k *kernels) decompose(ctx context.Context) (whole bool, err error) {
	n, side := k.plan.n, sideOf(k.plan.n)
	plain := device.Shape{Groups: k.Replicas, Group: k.modelGroup}
	shape := plain
	shape.Local = turnBytes(side)
	if k.onChip {
		shape.Local += 8 * (side*side + n*n)
	}
	if err := k.Launch("prepare", plain, k.works); err != nil {
		return false, err
	}
	for open := true; open; {
		if err := k.Launch("turn", shape, k.works, uint32(k.rounds)); err != nil {
			return false, err
		}
		if k.rounds >= mostSweeps*(side-1) {
			break
		}
		if open, err = k.open(ctx); err != nil {
			return false, err
		}
		if open && ctx.Err() != nil {
			return false, nil
		}
	}
	return true, k.Launch("take", plain)
}

// open waits for the queue and says whether any matrix is not yet diagonal.
func (k *kernels) open(ctx context.Context) (bool, error) {
	works := make([]uint32, k.Replicas*workWords)
	if err := k.Queue.Read(population.Bytes(works), k.works, 0); err != nil {
		return false, err
	}
	if err := k.Queue.Wait(context.WithoutCancel(ctx)); err != nil {
		return false, err
	}
	for r := 0; r < len(works); r += workWords {
		if works[r] != 0 {
			return true, nil
		}
	}
	return false, nil
}
