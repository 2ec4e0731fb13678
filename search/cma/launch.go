package cma

import (
	"context"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/search"
)

const (
	// workWords is what a launch of turn leaves for each replica: WORK_WORDS of
	// jacobi.cl.
	workWords = 3
	// toldBytes is the on-chip memory of move: TOLD_WORDS of update.cl.
	toldBytes = 8 * 4
)

// firstPace guesses how many steps fit into a launch.
func (e *onDevice) firstPace() population.Pace {
	n := e.plan.n
	each := e.plan.chunk*(16+2*n)*n/4 + 4*n*n*n
	return e.FirstPace(len(e.replicas)*each, e.modelGroup, each)
}

// seed makes the first models and their first chunk.
func (e *onDevice) seed(ctx context.Context) error {
	var words []uint64
	m := newModel(e.plan.n)
	for i := range e.replicas {
		e.plan.beginRun(&m, &e.replicas[i])
		words = m.words(words)
	}
	if err := e.Put(e.models, population.Bytes(words)); err != nil {
		return err
	}
	if err := e.PutStates(); err != nil {
		return err
	}
	if err := e.chunk(1, 0); err != nil {
		return err
	}
	return e.Look(ctx, 0, 1)
}

// chunk queues a step but for the decomposition. base is the step of the first
// record, back 1 for the first chunk.
func (e *onDevice) chunk(back uint32, base int64) error {
	reps, groups := len(e.replicas), e.groups()
	local := nodeBytes(e.sampleGroup)
	if e.cached {
		local += 8 * e.kernel.Cache
	}
	err := e.Launch("sample", device.Shape{Groups: reps * groups, Group: e.sampleGroup, Local: local}, e.nodes, uint32(groups), back)
	if err == nil {
		err = e.Launch("rank", device.Shape{Groups: reps, Group: e.modelGroup}, e.keys, e.orders, back)
	}
	if err == nil {
		err = e.Launch("gather", device.Shape{Groups: reps, Group: e.modelGroup}, e.orders, back)
	}
	if err == nil {
		err = e.Launch("move", device.Shape{Groups: reps, Group: e.modelGroup, Local: toldBytes}, e.keys, back)
	}
	if err != nil {
		return err
	}
	return e.Launch("settle", device.Shape{Groups: reps, Group: e.modelGroup, Local: nodeBytes(e.modelGroup)},
		e.nodes, uint32(groups), back, e.Host.Rules, e.Records, e.Bests, uint64(base))
}

// Step advances the running replicas.
func (e *onDevice) Step(ctx context.Context, atMost int) (search.Progress, error) {
	return e.Host.Step(ctx, atMost, e.firstPace, e.advance)
}

// advance queues some steps after step from, fewer when ctx ends. One whose
// matrices take long is then given up, and leaves everything as it was.
func (e *onDevice) advance(ctx context.Context, from int64, steps int) error {
	for range steps {
		whole, err := e.decompose(ctx)
		if err != nil || !whole {
			return err
		}
		if err := e.chunk(0, from+1); err != nil {
			return err
		}
		if on, err := e.Onward(ctx); err != nil || !on {
			return err
		}
	}
	return nil
}

// decompose queues what takes the matrices apart that are due, in one launch
// where it is short. It says false when ctx has ended before.
func (e *onDevice) decompose(ctx context.Context) (whole bool, err error) {
	n, side := e.plan.n, sideOf(e.plan.n)
	plain := device.Shape{Groups: len(e.replicas), Group: e.modelGroup}
	shape := plain
	shape.Local = turnBytes(side)
	if e.onChip {
		shape.Local += 8 * (side*side + n*n)
	}
	if err := e.Launch("prepare", plain, e.works); err != nil {
		return false, err
	}
	for open := true; open; {
		if err := e.Launch("turn", shape, e.works, uint32(e.rounds)); err != nil {
			return false, err
		}
		if e.rounds >= mostSweeps*(side-1) {
			break
		}
		if open, err = e.open(ctx); err != nil {
			return false, err
		}
		if open && ctx.Err() != nil {
			return false, nil
		}
	}
	return true, e.Launch("take", plain)
}

// open waits for the queue and says whether any matrix is not yet diagonal.
func (e *onDevice) open(ctx context.Context) (bool, error) {
	works := make([]uint32, len(e.replicas)*workWords)
	if err := e.Queue.Read(population.Bytes(works), e.works, 0); err != nil {
		return false, err
	}
	if err := e.Queue.Wait(context.WithoutCancel(ctx)); err != nil {
		return false, err
	}
	for r := 0; r < len(works); r += workWords {
		if works[r] != 0 {
			return true, nil
		}
	}
	return false, nil
}
