package walk

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// gpuLanes is how many work-items make the flips of a walk on a GPU. A device
// that is a CPU gains nothing from more than one.
const gpuLanes = 32

// forced is what tests set to reach layouts that a device would not choose by
// itself; its zero value changes nothing.
var forced struct {
	lanes  int
	onChip bool
}

// mostSamples bounds the bytes of samples on a device.
const mostSamples = 64 << 20

// deviceEngine is the engine on a device, a group of work-items for each walk.
// The engine in Go makes what it begins with and writes its checkpoints.
type deviceEngine struct {
	*engine
	host    population.Host
	frame   population.Frame // without a trace: samples are its own
	kernels []ways
	stride  int // words of a replica
	room    int // samples of a replica

	samples    device.Buffer
	store      device.Buffer
	launchSize population.LaunchSize
	fresh      bool // step 0 has not been reported
}

// ways is one way to walk: its kernel, and the place of its words among a replica's.
type ways struct {
	name          string
	lanes, local  int
	offset, words int
}

func newDeviceEngine(ctx context.Context, e *engine, d device.Device) (_ search.Engine, err error) {
	w := &deviceEngine{engine: e, frame: e.Frame, launchSize: 64, fresh: true}
	w.frame.Trace = false
	defer func() {
		if err != nil {
			w.Close()
		}
	}()
	for k, x := range e.replicas[0].walkers {
		words := len(toDevice(x))
		lanes, onChip := w.layout(d.Info(), words)
		y := ways{name: fmt.Sprintf("walk_run %d", k), lanes: lanes, local: kernel.GroupScratch(lanes), offset: w.stride, words: words}
		if onChip {
			y.local += 8 * words
		}
		source := sourceOf(x, lanes, onChip)
		if k == 0 {
			err = w.host.Open(ctx, d, &w.frame, source, w.row())
			y.name = "walk_run"
		} else {
			err = w.host.Add(ctx, source, "walk_run", y.name)
		}
		if err != nil {
			return nil, err
		}
		w.kernels = append(w.kernels, y)
		w.stride += words
	}
	if err := w.allocate(); err != nil {
		return nil, err
	}
	return w, w.host.Look(ctx, 0, 0)
}

// layout is how many work-items a walk has, and whether its words lie on chip:
// on a GPU if all replicas fit there at once, or four on each of its units.
func (w *deviceEngine) layout(info device.Info, words int) (lanes int, onChip bool) {
	lanes = 1
	if info.GPU && info.MaxGroup >= gpuLanes {
		lanes = gpuLanes
	}
	if forced.lanes > 0 {
		lanes = forced.lanes
	}
	fit := info.LocalMemory / (8*words + kernel.GroupScratch(lanes))
	if forced.onChip {
		return lanes, fit > 0
	}
	return lanes, info.GPU && (fit >= 4 || fit > 0 && fit*info.ComputeUnits >= len(w.replicas))
}

func (w *deviceEngine) row() int { return 8 * w.Problem.Representation().Stride() }

// allocate makes the buffers and brings the engine's state there.
func (w *deviceEngine) allocate() error {
	f, n := w.formula, len(w.replicas)
	log := 64 + (f.vars+63)/64
	if w.every > 0 {
		w.room = max(1, min(1024, mostSamples/(n*8*len(sampleNames))))
	}
	sampleWords := 1 + w.room*len(sampleNames)
	par := []uint64{number(f.hard == 0 && f.Hard > 0), uint64(f.Violated), uint64(f.Soft + f.Always), uint64(w.row() / 8), uint64(log), uint64(sampleWords)}
	for _, x := range w.replicas[0].walkers {
		if p, ok := x.(*probing); ok {
			par = append(par, p.odds...)
		}
	}
	var seeds, formula, weights, pars, logs device.Buffer
	if err := allocate(&w.host, []buffer{
		{&seeds, 0, population.Bytes(w.Seeds)},
		{&formula, 0, population.Bytes(f.words())},
		{&weights, 0, population.Bytes(slices.Concat(f.weight, f.scaled))},
		{&pars, 0, population.Bytes(par)},
		{&logs, 4 * n * log, nil},
		{&w.samples, 8 * n * sampleWords, nil},
		{&w.store, 8 * n * w.stride, nil},
	}); err != nil {
		return err
	}
	w.host.Common = []any{w.host.State, seeds, formula, weights, pars, w.host.Rules, w.host.Bests, logs, w.samples, w.store}
	best := problem.NewGenomes(w.Problem.Representation(), n)
	for r, c := range w.replicas {
		at := 8 * r * w.stride
		for _, x := range c.walkers {
			words := toDevice(x)
			if err := w.host.Queue.Write(w.store, at, population.Bytes(words)); err != nil {
				return err
			}
			at += 8 * len(words)
		}
		copy(best.At(r).Bits, c.best)
	}
	if err := w.host.Put(w.host.Bests, population.Raw(best)); err != nil {
		return err
	}
	w.host.States = w.states()
	return w.host.PutStates()
}

// Step makes flips of all running replicas, a bounded number in a launch.
func (w *deviceEngine) Step(ctx context.Context, atMost int) (search.Progress, error) {
	if !w.fresh {
		w.Samples = w.Samples[:0]
	} else { // those of step 0 are still with the replicas
		w.engine.progress()
	}
	w.fresh = false
	const total = 250 * time.Millisecond
	begin := time.Now()
	for done := int64(0); done < int64(atMost) && ctx.Err() == nil && time.Since(begin) < total; {
		from, running := slowest(w.host.States)
		if !running {
			break
		}
		until := w.until(from, int64(atMost)-done)
		launched := time.Now()
		if err := w.launch(ctx, from, until); err != nil {
			return search.Progress{}, fmt.Errorf("walk: flips %d to %d: %w", from+1, until, err)
		}
		w.launchSize = w.launchSize.Next(int(until-from), time.Since(launched))
		done += until - from
	}
	p := population.Progress(w.host.States, w.Evaluations)
	population.SortSamples(w.Samples)
	p.Samples = w.Samples
	return p, nil
}

// slowest is the first step of all running replicas: a checkpoint of the engine in
// Go may have stopped them at different ones.
func slowest(states []population.State) (step int64, running bool) {
	step = math.MaxInt64
	for _, s := range states {
		if s.Status == search.Running {
			step, running = min(step, s.Step), true
		}
	}
	return step, running
}

// until is the last flip of a launch: one way to walk, and room for the samples.
func (w *deviceEngine) until(from, atMost int64) int64 {
	flips := min(atMost, int64(w.launchSize))
	if left := w.Rules.Steps - from; left < flips {
		flips = left
	}
	if w.every > 0 {
		flips = min(flips, max(1, int64(w.room-1)*w.every))
	}
	return min(from+flips, (from>>turn+1)<<turn)
}

// launch makes the flips from+1 to until and fetches what came of them.
func (w *deviceEngine) launch(ctx context.Context, from, until int64) error {
	y := w.kernels[w.replicas[0].walkerAt(from+1)]
	shape := device.Shape{Groups: len(w.replicas), Group: y.lanes, Local: y.local}
	if err := w.host.Launch(y.name, shape, uint64(w.stride), uint64(y.offset), uint32(y.words), uint64(until), uint64(w.every)); err != nil {
		return err
	}
	// A launch is short, so it is waited for even when ctx has ended.
	if err := w.host.Look(context.WithoutCancel(ctx), 0, 0); err != nil {
		return err
	}
	return w.sample()
}

// sample fetches the samples of a launch.
func (w *deviceEngine) sample() error {
	if w.every == 0 {
		return nil
	}
	size := 1 + w.room*len(sampleNames)
	words := make([]uint64, size*len(w.replicas))
	if err := w.host.Queue.Read(population.Bytes(words), w.samples, 0); err != nil {
		return err
	}
	if err := w.host.Queue.Wait(context.Background()); err != nil {
		return err
	}
	for r := range w.replicas {
		mine := words[r*size : (r+1)*size]
		for k := range int(mine[0]) {
			x := mine[1+k*len(sampleNames):]
			w.Samples = append(w.Samples, sampleOf(r, int64(x[0]), problem.Score(x[1]), problem.Score(x[2]), math.Float64frombits(x[3]), math.Float64frombits(x[4])))
		}
	}
	return nil
}

// Best is the best solution of a replica.
func (w *deviceEngine) Best(r int) (search.Solution, error) {
	if err := w.CheckReplica(r); err != nil {
		return search.Solution{}, err
	}
	return w.Solution(r, w.host.States[r], w.host.Best(r, problem.NewGenomes(w.Problem.Representation(), 1))), nil
}

// Save writes a checkpoint: that of the engine in Go, brought to this state.
func (w *deviceEngine) Save(to io.Writer) error {
	words := make([]uint64, w.stride)
	row := problem.NewGenomes(w.Problem.Representation(), 1)
	for r, c := range w.replicas {
		if err := w.host.Queue.Read(population.Bytes(words), w.store, 8*r*w.stride); err != nil {
			return err
		}
		if err := w.host.Queue.Wait(context.Background()); err != nil {
			return err
		}
		for k, x := range c.walkers {
			fromDevice(x, words[w.kernels[k].offset:])
		}
		c.state = w.host.States[r]
		copy(c.best, w.host.Best(r, row).Bits)
	}
	return w.engine.Save(to)
}

// Close releases everything on the device.
func (w *deviceEngine) Close() error { return w.host.Close() }

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

func number(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
