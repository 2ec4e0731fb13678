package cma

import (
	"context"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/population"
)

// FirstSize guesses how many steps fit into a launch.
func (k *kernels) FirstSize() population.LaunchSize {
	n := k.plan.n
	each := k.plan.chunk*(16*n+2*k.plan.cells)/4 + 4*n*k.plan.axes()
	return k.Device.FirstSize(k.Replicas*each, k.modelGroup, each)
}

// Start queues the first chunks of the first models.
func (k *kernels) Start(context.Context) bool {
	var words []uint64
	m := k.plan.newModel()
	for i := range k.params {
		k.plan.beginRun(&m, &k.params[i])
		words = m.words(words)
	}
	k.Put(k.Buffer("model"), population.Bytes(words))
	k.chunk(1, 0)
	return true
}

// chunk queues a step but for the decomposition. base is the step of the first
// record, back 1 for the first chunk.
func (k *kernels) chunk(back uint32, base int64) {
	local := population.NodeBytes(k.sampleGroup)
	if k.cached {
		local += 8 * k.kernel.Cache
	}
	shape := device.Shape{Groups: k.Replicas, Group: k.modelGroup}
	k.Launch("sample", device.Shape{Groups: k.Replicas * k.groups, Group: k.sampleGroup, Local: local}, uint32(k.groups), back)
	k.Launch("rank", shape, back)
	k.Launch("gather", shape, back)
	shape.Local = sharedBytes
	k.Launch("move", shape, back)
	k.Finish(k.modelGroup, k.groups, back, base)
}

// Advance queues some steps after step from, fewer when ctx ends. One whose
// matrices take long is then given up, and leaves everything as it was.
func (k *kernels) Advance(ctx context.Context, from int64, steps int) {
	for range steps {
		if !k.plan.separable() && !k.decompose(ctx) {
			return
		}
		k.chunk(0, from+1)
		if !k.Throttle(ctx) {
			return
		}
	}
}

// decompose queues what takes the matrices apart that are due, in one launch
// where it is short. It says false when ctx has ended before.
func (k *kernels) decompose(ctx context.Context) bool {
	n := k.plan.n
	plain := device.Shape{Groups: k.Replicas, Group: k.modelGroup}
	reflect, turn := plain, plain
	reflect.Local, turn.Local = eigenBytes(n), eigenBytes(n)
	if k.onChip {
		reflect.Local += 16 * n * n
		turn.Local += 8 * n * n
	}
	k.Launch("reflect", reflect, k.works)
	k.Launch("turn", turn, k.works, uint32(k.sweeps))
	for k.sweeps < mostSweeps*n && k.open(ctx) {
		if ctx.Err() != nil {
			return false
		}
		k.Launch("turn", turn, k.works, uint32(k.sweeps))
	}
	k.Launch("take", plain)
	return true
}

// open waits for the queue and says whether any matrix is not yet diagonal.
func (k *kernels) open(ctx context.Context) bool {
	works := make([]uint32, k.Replicas*workWords)
	k.Read(population.Bytes(works), k.works)
	k.Wait(ctx)
	for r := 0; r < len(works); r += workWords {
		if works[r] != 0 {
			return k.Err == nil
		}
	}
	return false
}
