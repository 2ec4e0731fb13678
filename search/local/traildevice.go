package local

import (
	"context"
	_ "embed"
	"io"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
	"github.com/warbler-opt/warbler/search/population"
)

//go:embed trail.cl
var trailText string

//go:embed hike.cl
var hikeText string

// The words of a replica before its resting genes, and of the parameters, OWN_…
// and PAR_… in the dialect.
var (
	hikerNames    = []string{"SEED", "STARTS", "BEGUN", "GAIN", "GENE"}
	trailParNames = []string{"TENURE", "DRAWN", "PATIENCE", "TRACE"}
)

// trailOnDevice is the engine on a device, a group of work-items for each
// replica. The engine in Go makes what it begins with and writes its checkpoints.
type trailOnDevice struct {
	*trail
	host  population.Host
	lanes int
	part  population.Pace // neighbours of a launch, where it has no room for all
	words int             // of a neighbour's score, about

	rows, scores, hikes device.Buffer
}

func newTrailOnDevice(ctx context.Context, e *trail, d device.Device) (_ search.Engine, err error) {
	k, err := population.KernelOf(e.Name, e.Problem)
	if err != nil {
		return nil, err
	}
	t := &trailOnDevice{trail: e, words: 8 + e.rep.Words() + len(k.Data)}
	defer func() {
		if err != nil {
			t.Close()
		}
	}()
	t.lanes = t.width(d.Info())
	if err := t.host.Open(ctx, d, &t.Frame, t.source(k), t.row()); err != nil {
		return nil, err
	}
	t.part = t.firstPart(d.Info())
	// A checkpoint of goroutines may have stopped them at different steps.
	defer e.crew.Watch(ctx)()
	population.LevelOff(e.crew, e.hikers)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := t.allocate(k); err != nil {
		return nil, err
	}
	return t, nil
}

// width is how many work-items a replica has: on a GPU up to 256, by the genes
// and by how many replicas there are to fill it.
func (t *trailOnDevice) width(info device.Info) int {
	if forced.lanes > 0 {
		return forced.lanes
	}
	if !info.GPU {
		return 1
	}
	lanes := gpuLanes
	for lanes < 256 && 2*lanes <= info.MaxGroup && lanes < t.rep.Length && lanes*len(t.hikers) < info.ComputeUnits*512 {
		lanes *= 2
	}
	return lanes
}

// firstPart guesses how many neighbours fit into a launch.
func (t *trailOnDevice) firstPart(info device.Info) population.Pace {
	if forced.part > 0 {
		return population.Pace(forced.part)
	}
	each, together := 1<<20, 1 // words that a work-item, or a device's unit, reads in a launch
	if !info.GPU {
		together = max(1, (len(t.hikers)+info.ComputeUnits-1)/info.ComputeUnits)
	}
	return population.Pace(max(t.lanes, t.lanes*each/(t.words*together)))
}

func (t *trailOnDevice) row() int { return 8 * t.rep.Stride() }

// source assembles the kernel.
func (t *trailOnDevice) source(k problem.Kernel) kernel.Source {
	s := kernel.Source{Name: t.Name, Defines: append(population.Defines(t.float), k.Defines...)}
	add := func(name string, value any) { s.Defines = append(s.Defines, kernel.Define{Name: name, Value: value}) }
	for i, n := range hikerNames {
		add("OWN_"+n, i)
	}
	add("OWN_WORDS", len(hikerNames))
	for i, n := range trailParNames {
		add("PAR_"+n, i)
	}
	add("GROUP_WORKERS", t.lanes)
	add("LEN", t.rep.Length)
	add("WORDS", t.rep.Words())
	add("STRIDE", t.rep.Stride())
	add("CACHED", 0)
	add("REPAIR", flag(k.Repair))
	add("TRAIL_TABU", flag(t.tabu))
	s.Parts = append(s.Parts, kernel.Philox, kernel.Elementary, kernel.Group, population.Part, kernel.Part{Name: "search/local/trail.cl", Text: trailText})
	for _, q := range k.Parts {
		if q != kernel.Elementary {
			s.Parts = append(s.Parts, q)
		}
	}
	s.Parts = append(s.Parts, kernel.Part{Name: "search/local/hike.cl", Text: hikeText})
	return s
}

// allocate makes the buffers and brings the engine's state there.
func (t *trailOnDevice) allocate(k problem.Kernel) error {
	n := len(t.hikers)
	par := []uint64{uint64(t.tenure), uint64(t.drawn), uint64(t.patience), uint64(flag(t.Trace))}
	rows, best := problem.NewGenomes(t.rep, n*t.lanes), problem.NewGenomes(t.rep, n)
	var scores []problem.Score
	var hikes []uint64
	t.host.States = t.host.States[:0]
	t.Samples = t.Samples[:0]
	for r, h := range t.hikers {
		for lane := range t.lanes {
			rows.At(r*t.lanes + lane).Set(h.moves.Genome())
		}
		best.At(r).Set(h.best)
		scores = append(scores, h.moves.Score())
		hikes = appendInts(append(hikes, h.seed, uint64(h.starts), uint64(h.begun), 0, 0), h.until)
		t.host.States = append(t.host.States, h.state)
		t.Samples = append(t.Samples, h.samples...) // of step 0
		h.samples = nil
	}
	var parBuffer, data device.Buffer
	for _, b := range []struct {
		to   *device.Buffer
		from []byte
	}{
		{&t.rows, population.Raw(rows)},
		{&t.scores, population.Bytes(scores)},
		{&t.hikes, population.Bytes(hikes)},
		{&parBuffer, population.Bytes(par)},
		{&data, population.Bytes(k.Data)},
	} {
		if err := t.host.Alloc(b.to, len(b.from)); err != nil {
			return err
		}
		if err := t.host.Put(*b.to, b.from); err != nil {
			return err
		}
	}
	if err := t.host.Put(t.host.Bests, population.Raw(best)); err != nil {
		return err
	}
	if err := t.host.PutStates(); err != nil {
		return err
	}
	t.host.Common = []any{t.host.State, t.rows, t.scores, t.host.Bests, t.hikes, parBuffer, data, t.host.Rules, t.host.Records}
	return t.host.Look(context.Background(), 0, 0)
}

// Step advances the running replicas.
func (t *trailOnDevice) Step(ctx context.Context, atMost int) (search.Progress, error) {
	first := func() population.Pace { return max(1, t.part/population.Pace(t.rep.Length)) }
	return t.host.Step(ctx, atMost, first, func(ctx context.Context, from int64, steps int) error {
		if int(t.part) >= t.rep.Length {
			return t.hike(from+1, steps, 0, 0)
		}
		for range steps {
			if err := t.inParts(ctx, from+1); err != nil || ctx.Err() != nil {
				return err
			}
		}
		return nil
	})
}

// hike queues some steps, or with none the neighbours from to until-1 of one.
// The first record is of step base.
func (t *trailOnDevice) hike(base int64, steps, from, until int) error {
	shape := device.Shape{Groups: len(t.hikers), Group: t.lanes, Local: kernel.GroupScratch(t.lanes)}
	return t.host.Launch("hike", shape, uint64(base), uint32(steps), uint32(from), uint32(until))
}

// inParts makes one step in several launches. When ctx ends between them, the
// step is left out: nothing counts before its last neighbour.
func (t *trailOnDevice) inParts(ctx context.Context, base int64) error {
	for from := 0; from < t.rep.Length && ctx.Err() == nil; {
		until := min(t.rep.Length, from+int(t.part))
		launched := time.Now()
		if err := t.hike(base, 0, from, until); err != nil {
			return err
		}
		if err := t.host.Queue.Wait(context.WithoutCancel(ctx)); err != nil {
			return err
		}
		if forced.part == 0 {
			t.part = max(population.Pace(t.lanes), t.part.Next(until-from, time.Since(launched)))
		}
		from = until
	}
	return nil
}

// Best is the best solution of a replica.
func (t *trailOnDevice) Best(r int) (search.Solution, error) {
	if err := t.CheckReplica(r); err != nil {
		return search.Solution{}, err
	}
	return t.Solution(r, t.host.States[r], t.host.Best(r, problem.NewGenomes(t.rep, 1))), nil
}

// Save writes a checkpoint: that of the engine in Go, brought to this state.
func (t *trailOnDevice) Save(to io.Writer) error {
	n := len(t.hikers)
	rows := problem.NewGenomes(t.rep, n*t.lanes)
	each := len(hikerNames) + len(t.hikers[0].until)
	hikes := make([]uint64, n*each)
	if err := t.host.Queue.Read(population.Raw(rows), t.rows, 0); err != nil {
		return err
	}
	if err := t.host.Queue.Read(population.Bytes(hikes), t.hikes, 0); err != nil {
		return err
	}
	if err := t.host.Queue.Wait(context.Background()); err != nil {
		return err
	}
	one := problem.NewGenomes(t.rep, 1)
	for r, h := range t.hikers {
		own := hikes[r*each:]
		h.state, h.starts, h.begun = t.host.States[r], uint32(own[1]), int64(own[2])
		h.moves.Reset(rows.At(r * t.lanes))
		toInts(h.until, own[len(hikerNames):])
		h.best.Set(t.host.Best(r, one))
	}
	return t.trail.Save(to)
}

// Close releases everything on the device.
func (t *trailOnDevice) Close() error { return t.host.Close() }
