package head

import (
	"context"
	"embed"
	"math"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/parallel"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed *.cl
var files embed.FS

// searchNames are the words of a search, SEARCH_… in the dialect.
var searchNames = []string{"SEED", "INDIVIDUAL", "LENGTH", "BEFORE", "CONFLICTS", "BEST", "HIT"}

const (
	searchLength = 2
	searchBest   = 5
	searchHit    = 6
)

// forced is what tests set to reach layouts that a device would not choose by itself;
// its zero value changes nothing.
var forced struct {
	lanes      int
	launchSize int // iterations of the first launches
}

// onDevice is a searcher on a device, a group of work-items for each search. Its program
// does not depend on the graph or the number of colors.
type onDevice struct {
	population.Device
	engine     *engine
	count      int // searches
	lanes      int
	launchSize population.LaunchSize
	starts     population.LaunchSize // searches that begin in a launch
	begun      int                   // searches that have begun
	reached    int

	searches, colors, bests device.Buffer
	known                   []uint64 // the searches' words, as of the last look
	fetched                 problem.Genomes
	current                 bool // fetched has the bests of the last look
}

func newDevice(ctx context.Context, e *engine, d device.Device) (_ searcher, err error) {
	t := &onDevice{engine: e, count: e.plan.members * len(e.replicas)}
	t.Device = population.Device{Device: d, Frame: &e.Frame, Info: d.Info()}
	t.fetched = problem.NewGenomes(e.plan.rep, t.count)
	t.known = make([]uint64, t.count*len(searchNames))
	defer func() {
		if err != nil {
			t.close()
		}
	}()
	t.lanes = t.fill()
	if err := t.Compile(ctx, t.source()); err != nil {
		return nil, err
	}
	t.allocate()
	return t, t.Err
}

// fill is how many work-items a search has: those that share the neighbors of a vertex
// wait for each other several times in an iteration.
func (t *onDevice) fill() int {
	if forced.lanes > 0 {
		return forced.lanes
	}
	if !t.Info.GPU {
		return 1
	}
	g := t.engine.plan.graph
	lanes := 32
	for lanes < 128 && 2*lanes <= t.Info.MaxGroup && 2*lanes*g.Vertices() <= len(g.List) {
		lanes *= 2
	}
	return lanes
}

// source assembles the kernel.
func (t *onDevice) source() *population.Source {
	s := &population.Source{Source: kernel.Source{Name: "head"}}
	d := &s.Defines
	d.Number("SEARCH_", append(searchNames, "WORDS")...)
	d.Add("GROUP_WORKERS", t.lanes)
	d.Add("BLOCK", block)
	d.Add("TENURE_TENTHS", tenureTenths)
	d.Add("TENURE_RANGE", tenureRange)
	s.Add(kernel.Philox, kernel.Group)
	s.Files("search/head", files, "tabucol.cl")
	return s
}

// allocate makes the buffers and fills those that never change.
func (t *onDevice) allocate() {
	p := &t.engine.plan
	n, ring := p.rep.Length, ringOf(p.rep.Length)
	t.searches = t.Scratch(8 * len(t.known))
	t.colors, t.bests = t.Scratch(t.count*p.rep.Bytes()), t.Scratch(t.count*p.rep.Bytes())
	t.Common = []any{
		t.searches, t.colors, t.bests, t.Scratch(2 * t.count * n * p.stride), t.Scratch(4 * t.count * ((n + 31) / 32)), t.Scratch(4 * t.count * n), t.Scratch(12 * t.count * ring),
		t.Constant(population.Bytes(p.graph.Start)), t.Constant(population.Bytes(p.graph.List)),
		uint32(n), uint32(p.colors), uint32(p.stride), uint32(ring), uint32(p.rep.Bytes()), int64(-t.engine.goal),
	}
	t.Wait(context.Background())
}

func (t *onDevice) begin(ctx context.Context, starts problem.Genomes, lengths []int, before []int64) error {
	members := t.engine.plan.members
	t.known = t.known[:0]
	for k := range t.count {
		t.known = append(t.known, t.engine.Seeds[k/members], uint64(k%members), uint64(lengths[k]), uint64(before[k]), 0, math.MaxUint32, 0)
	}
	t.begun, t.reached = 0, 0
	t.Put(t.searches, population.Bytes(t.known))
	t.Put(t.colors, population.Raw(starts))
	t.Wait(ctx)
	return t.Err
}

// advance makes as many iterations as fit into a launch. The searches begin first, as
// many at once as fit: with many neighbors, that takes as long as many iterations.
func (t *onDevice) advance(ctx context.Context, from, until int) (int, error) {
	if t.launchSize == 0 {
		t.launchSize, t.starts = t.firstSizes()
	}
	if t.begun < t.count {
		count := min(t.count-t.begun, int(t.starts))
		took, err := t.launch(ctx, t.begun, count, 1, 0, 0)
		if err != nil {
			return waiting, err
		}
		t.starts = t.starts.Next(count, took)
		if t.begun += count; t.begun < t.count {
			return waiting, nil
		}
		return 0, nil
	}
	from = max(from, 0)
	until = min(until, from+int(t.launchSize))
	took, err := t.launch(ctx, 0, t.count, 0, from, until)
	if err != nil {
		return from, err
	}
	t.launchSize = t.launchSize.Next(until-from, took)
	t.reached = until
	return until, nil
}

// launch makes iterations of the searches from first on, and returns how long it took.
func (t *onDevice) launch(ctx context.Context, first, count int, fresh uint32, from, until int) (time.Duration, error) {
	launched := time.Now()
	shape := device.Shape{Groups: count, Group: t.lanes, Local: parallel.GroupScratch(t.lanes)}
	t.Launch("tabucol_run", shape, uint32(first), fresh, uint32(from), uint32(until))
	t.Read(population.Bytes(t.known), t.searches)
	if t.Wait(ctx); t.Err != nil {
		return 0, t.Err
	}
	t.current = false
	return time.Since(launched), t.AddTimes()
}

// firstSizes guesses how many iterations, and how many starts, fit into a launch.
func (t *onDevice) firstSizes() (iterations, starts population.LaunchSize) {
	if forced.launchSize > 0 {
		return population.LaunchSize(forced.launchSize), population.LaunchSize(forced.launchSize)
	}
	g := t.engine.plan.graph
	rounds := (t.count + t.Info.ComputeUnits - 1) / t.Info.ComputeUnits
	neighbors := max(1, len(g.List)/g.Vertices()) + t.engine.plan.stride
	work := max(1, rounds*neighbors/t.lanes)
	start := max(1, (len(g.List)+len(g.List)/max(1, neighbors))/t.lanes/t.Info.ComputeUnits)
	return population.LaunchSize(max(1, min(1<<12, 1<<18/work))), population.LaunchSize(max(1, min(1<<20, 1<<20/start)))
}

func (t *onDevice) result(k int) (problem.Score, uint32) {
	own := t.known[k*len(searchNames):]
	if own[searchBest] == math.MaxUint32 { // it has not begun
		return problem.Worst, 0
	}
	return -problem.Score(own[searchBest]), uint32(own[searchHit])
}

// made is how many iterations a search has made, of which one that has reached the goal
// makes no more.
func (t *onDevice) made(k int) int {
	own := t.known[k*len(searchNames):]
	if hit := int(own[searchHit]); hit > 0 {
		return hit - 1
	}
	return min(t.reached, int(own[searchLength]))
}

// coloring fetches the bests of all searches once for each look.
func (t *onDevice) coloring(k int) ([]uint8, error) {
	if !t.current {
		t.Read(population.Raw(t.fetched), t.bests)
		if t.Wait(context.Background()); t.Err != nil {
			return nil, t.Err
		}
		t.current = true
	}
	return t.fetched.At(k).Symbols, nil
}

func (t *onDevice) retire(k int) error {
	at := k*len(searchNames) + searchLength
	t.known[at] = 0
	return t.Queue.Write(t.searches, 8*at, population.Bytes(t.known[at:at+1]))
}

func (t *onDevice) close() error { return t.Close() }
