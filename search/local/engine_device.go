package local

import (
	"context"
	"io"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// gpuLanes is the fewest work-items that a replica has on a GPU.
const gpuLanes = 32

// forced is what tests set to reach layouts that a device would not choose by
// itself; its zero value changes nothing.
var forced struct {
	lanes  int
	onChip bool
	part   int
}

// deviceEngine is the engine on a device, a group of work-items for each
// replica. The engine in Go makes what it begins with and writes its checkpoints.
type deviceEngine struct {
	*engine
	layout
	host population.Host
	part population.LaunchSize // items of a launch, where it has no room for all

	rows, others, searchWords, memories device.Buffer
}

func newDeviceEngine(ctx context.Context, e *engine, d device.Device) (_ search.Engine, err error) {
	k, err := e.kernel(d.Info())
	if err != nil {
		return nil, err
	}
	t := &deviceEngine{engine: e, layout: k}
	defer func() {
		if err != nil {
			t.Close()
		}
	}()
	if err := t.host.Open(ctx, d, &t.Frame, t.source, len(population.Raw(problem.NewGenomes(e.rep, 1)))); err != nil {
		return nil, err
	}
	t.part = t.firstPart(d.Info())
	// A checkpoint of goroutines may have stopped them at different steps.
	defer e.pool.Watch(ctx)()
	population.LevelOff(e.pool, e.searches)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := t.allocate(); err != nil {
		return nil, err
	}
	return t, nil
}

// firstPart guesses how many items fit into a launch.
func (t *deviceEngine) firstPart(info device.Info) population.LaunchSize {
	if forced.part > 0 {
		return population.LaunchSize(forced.part)
	}
	each, together := 1<<20, 1 // words that a work-item, or a device's unit, reads in a launch
	if !info.GPU {
		together = max(1, (len(t.searches)+info.ComputeUnits-1)/info.ComputeUnits)
	}
	return population.LaunchSize(max(t.lanes, t.lanes*each/(t.work*together)))
}

// buffer is one to be made on a device: of so many bytes, or with a content.
type buffer struct {
	to   *device.Buffer
	size int
	from []byte
}

func allocate(h *population.Host, list []buffer) error {
	for _, b := range list {
		if err := h.Alloc(b.to, max(b.size, len(b.from))); err != nil {
			return err
		}
		if err := h.Put(*b.to, b.from); err != nil {
			return err
		}
	}
	return nil
}

// allocate makes the buffers and brings the engine's state there.
func (t *deviceEngine) allocate() error {
	n := len(t.searches)
	rows, best, others := problem.NewGenomes(t.rep, n), problem.NewGenomes(t.rep, n), problem.NewGenomes(t.rep, 2*n)
	var words []uint64
	var until []int64
	t.host.States = t.host.States[:0]
	t.Samples = t.Samples[:0]
	for r, s := range t.searches {
		rows.At(r).Set(s.genome())
		best.At(r).Set(s.best)
		others.At(2 * r).Set(s.accepted)
		others.At(2*r + 1).Set(s.roundBest)
		words = append(words, s.words()...)
		until = append(until, s.tabuUntil...)
		t.host.States = append(t.host.States, s.state)
		t.Samples = append(t.Samples, s.samples...) // of step 0
		s.samples = nil
	}
	var copies, par, list, data, store device.Buffer
	if err := allocate(&t.host, []buffer{
		{&t.rows, 0, population.Raw(rows)},
		{&copies, t.copies * len(population.Raw(rows)), nil},
		{&t.others, 0, population.Raw(others)},
		{&t.searchWords, 0, population.Bytes(words)},
		{&t.memories, 0, population.Bytes(until)},
		{&par, 0, population.Bytes(t.parWords())},
		{&list, 0, population.Bytes(t.pairs())},
		{&data, 0, population.Bytes(t.data)},
		{&store, 8 * n * t.store, nil},
	}); err != nil {
		return err
	}
	if err := t.host.Put(t.host.Bests, population.Raw(best)); err != nil {
		return err
	}
	if err := t.host.PutStates(); err != nil {
		return err
	}
	t.host.Common = []any{t.host.State, t.rows, copies, t.host.Bests, t.others, t.searchWords, t.memories, par, list, data, store, t.host.Rules, t.host.Records}
	return t.host.Look(context.Background(), 0, 0)
}

// Step advances the running replicas.
func (t *deviceEngine) Step(ctx context.Context, atMost int) (search.Progress, error) {
	items := t.items()
	first := func() population.LaunchSize {
		each := items
		if t.temperatures != nil { // one move a step
			each = t.lanes
		}
		return max(1, min(1<<12, t.part/population.LaunchSize(max(1, each+t.kept/8))))
	}
	return t.host.Step(ctx, atMost, first, func(ctx context.Context, from int64, steps int) error {
		if int(t.part) >= items || t.temperatures != nil {
			return t.launch(from+1, steps, 0, 0)
		}
		for range steps {
			if err := t.inParts(ctx, from+1); err != nil || ctx.Err() != nil {
				return err
			}
		}
		return nil
	})
}

// launch queues some steps, or with none the items from to until-1 of one. The
// first record is of step base.
func (t *deviceEngine) launch(base int64, steps, from, until int) error {
	shape := device.Shape{Groups: len(t.searches), Group: t.lanes, Local: t.local}
	return t.host.Launch("local_search", shape, uint64(base), uint32(steps), uint32(from), uint32(until))
}

// inParts makes one step in several launches. When ctx ends between them, the
// step is left out: nothing counts before its last item.
func (t *deviceEngine) inParts(ctx context.Context, base int64) error {
	for from, items := 0, t.items(); from < items && ctx.Err() == nil; {
		until := min(items, from+int(t.part))
		launched := time.Now()
		if err := t.launch(base, 0, from, until); err != nil {
			return err
		}
		if err := t.host.Queue.Wait(context.WithoutCancel(ctx)); err != nil {
			return err
		}
		if forced.part == 0 {
			t.part = max(population.LaunchSize(t.lanes), t.part.Next(until-from, time.Since(launched)))
		}
		from = until
	}
	return nil
}

// Best is the best solution of a replica.
func (t *deviceEngine) Best(r int) (search.Solution, error) {
	if err := t.CheckReplica(r); err != nil {
		return search.Solution{}, err
	}
	return t.Solution(r, t.host.States[r], t.host.Best(r, problem.NewGenomes(t.rep, 1))), nil
}

// Save writes a checkpoint: that of the engine in Go, brought to this state.
func (t *deviceEngine) Save(to io.Writer) error {
	n, each := len(t.searches), t.remembered()
	rows, others := problem.NewGenomes(t.rep, n), problem.NewGenomes(t.rep, 2*n)
	words, until := make([]uint64, n*len(searchNames)), make([]int64, n*each)
	for _, b := range []struct {
		to   []byte
		from device.Buffer
	}{{population.Raw(rows), t.rows}, {population.Raw(others), t.others}, {population.Bytes(words), t.searchWords}, {population.Bytes(until), t.memories}} {
		if len(b.to) == 0 {
			continue
		}
		if err := t.host.Queue.Read(b.to, b.from, 0); err != nil {
			return err
		}
	}
	if err := t.host.Queue.Wait(context.Background()); err != nil {
		return err
	}
	one := problem.NewGenomes(t.rep, 1)
	for r, s := range t.searches {
		s.state = t.host.States[r]
		s.jump(rows.At(r))
		s.setWords(words[r*len(searchNames):])
		copy(s.tabuUntil, until[r*each:])
		s.accepted.Set(others.At(2 * r))
		s.roundBest.Set(others.At(2*r + 1))
		s.best.Set(t.host.Best(r, one))
	}
	return t.engine.Save(to)
}

// Close releases everything on the device.
func (t *deviceEngine) Close() error { return t.host.Close() }
