package memetic

import (
	"context"
	"embed"
	"slices"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/parallel"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed *.cl
var files embed.FS

// The words of a search and of the parameters, SEARCH_… and PAR_… in the dialect.
var (
	searchNames = []string{"SEED", "INDIVIDUAL", "RUNS", "SCORE", "BEST", "HIT", "CLASS"}
	parNames    = []string{"GOAL", "TENURES"}
)

const (
	searchRuns = 2
	searchBest = 4
	searchHit  = 5
)

// forced is what tests set to reach layouts that a device would not choose by
// itself; its zero value changes nothing.
var forced struct {
	lanes      int
	offChip    bool
	aside      bool // on chip, but not what may lie aside
	leaves     bool // on chip, and left to the next launch
	launchSize int  // iterations of the first launches
	long       bool // iterations of 32 bits
}

// onDevice is a searcher on a device, a group of work-items for each search: all of
// them, or with several devices those from first on.
type onDevice struct {
	population.Device
	engine     *engine
	frame      population.Frame // the engine's, with kernel times of its own
	first      int
	count      int
	lanes      int
	onChip     bool
	resident   int  // groups that a unit of a GPU should hold at once
	words      int  // that a search keeps of its permutation
	aside      int  // more of them, which may lie off chip
	near       int  // words of a search on chip
	left       int  // words that a launch leaves in global memory for the next
	tabuWords  int  // words of them that say until when pairs are tabu
	short      bool // 16 bits are enough for an iteration
	launchSize population.LaunchSize
	begun      int                   // searches that have started, where they do not with every launch
	starts     population.LaunchSize // how many start in a launch

	searches, orders, bests, memory device.Buffer
	known                           []uint64 // the searches' words, as of the last look
	fetched                         problem.Genomes
	current                         bool // fetched has the bests of the last look
}

func newDevice(ctx context.Context, e *engine, d device.Device, first, count int) (_ *onDevice, err error) {
	x := e.Problem.(problem.Exchanger)
	if _, err := e.plan.evaluator(e.Problem); err != nil {
		return nil, err
	}
	t := &onDevice{engine: e, frame: e.Frame, first: first, count: count, fetched: problem.NewGenomes(e.plan.rep, count)}
	t.Device = population.Device{Device: d, Frame: &t.frame, Info: d.Info()}
	if e.KernelTimes != nil {
		t.frame.KernelTimes = map[string]time.Duration{}
	}
	defer func() {
		if err != nil {
			t.close()
		}
	}()
	k := x.ExchangeKernel()
	t.arrange(t.Info, k)
	if err := t.Compile(ctx, t.source(k)); err != nil {
		return nil, err
	}
	t.allocate(k)
	return t, t.Err
}

// arrange decides how many work-items a search has, and whether what it keeps of
// its permutation lies on chip.
func (t *onDevice) arrange(info device.Info, k problem.MoveKernel) {
	p := &t.engine.plan
	n := p.rep.Length
	t.words, t.aside = (n+1)/2+k.Words, k.Aside
	if p.moves.Rotations == 0 {
		t.short = p.iterations+max(p.tenures[0].least+p.tenures[0].spread, p.tenures[1].least+p.tenures[1].spread) < 1<<16 && !forced.long
		t.tabuWords = (p.moves.Size() + 1) / 2
		if t.short {
			t.tabuWords = (p.moves.Size() + 3) / 4
		}
	}
	t.lanes = 1
	if info.GPU {
		t.lanes = t.fill(info)
	}
	if forced.lanes > 0 {
		t.lanes = forced.lanes
	}
	t.resident = max(1, unitLanes/t.lanes)
	kept := t.words + t.tabuWords
	t.near, t.left = 0, kept+t.aside
	switch {
	case forced.offChip || !info.GPU && forced.lanes <= 1:
	case t.onChipBytes(kept+t.aside) <= info.LocalMemory && !forced.aside:
		t.near = kept + t.aside
		if n < manyPlaces && !forced.leaves {
			t.left = 0
		}
	case t.onChipBytes(kept) <= info.LocalMemory:
		t.near = kept
	}
	t.onChip = t.near > 0
}

// manyPlaces is from how many places on a launch leaves what it knows to the next:
// to find it anew takes as long as many iterations.
const manyPlaces = 128

// unitLanes is how many work-items a unit of a GPU should hold at once, with 64
// registers each.
const unitLanes = 1024

// fill is how many work-items a search needs for the units to be full: the fewer
// they are, the less they wait for each other.
func (t *onDevice) fill(info device.Info) int {
	n := t.engine.plan.rep.Length
	most, work := min(unitLanes, info.MaxGroup), n*n/8
	if info.Driver == "opencl" { // whose compilers give a kernel registers for groups of 256
		most = min(most, 256)
	}
	searches := 1 // of a unit at once
	if t.engine.plan.moves.Rotations > 0 {
		work = n * n
	} else {
		searches = max(1, min(info.LocalMemory/(parallel.GroupScratch(32)+8*(t.words+t.tabuWords+t.aside)), (t.count+info.ComputeUnits-1)/info.ComputeUnits))
	}
	lanes := 32
	for lanes < work && lanes*searches < unitLanes && 2*lanes <= most {
		lanes *= 2
	}
	return lanes
}

// onChipBytes is the bytes on chip of a group that keeps so many words there.
func (t *onDevice) onChipBytes(words int) int { return parallel.GroupScratch(t.lanes) + 8*words }

// source assembles the kernel.
func (t *onDevice) source(k problem.MoveKernel) *population.Source {
	p := &t.engine.plan
	s := &population.Source{Source: kernel.Source{Name: "memetic", Defines: slices.Clone(k.Defines)}}
	d := &s.Defines
	d.Number("SEARCH_", append(searchNames, "WORDS")...)
	d.Number("PAR_", parNames...)
	d.Add("GROUP_WORKERS", t.lanes)
	d.Add("RESIDENT", t.resident)
	d.Add("LEN", p.rep.Length)
	d.Add("ORDER_ROW", p.rep.Stride())
	d.Add("MEMORY", p.memory())
	d.Add("STORE_WORDS", t.words)
	d.Add("TABU_WORDS", t.tabuWords)
	d.Add("ROBUST", p.robust)
	d.Add("ROTATIONS", p.moves.Rotations)
	onChip := 0
	switch {
	case t.near == t.words+t.tabuWords+t.aside:
		onChip = 1
	case t.onChip:
		onChip = 2
	}
	d.Add("ON_CHIP", onChip)
	d.Add("ON_CHIP_WORDS", t.near)
	d.Add("LEFT_WORDS", t.left)
	d.Add("SHORT_TABU", t.short)
	d.Add("TILED", t.tiled())
	s.Add(kernel.Philox, kernel.Group)
	s.Files("search/memetic", files, "kept.cl")
	s.Add(k.Parts...)
	s.Files("search/memetic", files, "tabu.cl")
	return s
}

// tile is how many places on a side the squares have that pairs are taken in where
// the table lies off chip: as many numbers as a GPU fetches at once.
const tile = 8

// tiled reports whether pairs are taken in squares.
func (t *onDevice) tiled() bool {
	return !t.onChip && t.lanes > 1 && t.engine.plan.moves.Rotations == 0
}

// pairsOf lists all i < j of n as i<<16 | j, square by square; with one square they
// are in their order.
func pairsOf(n, side int) []uint32 {
	pairs := make([]uint32, 0, n*(n-1)/2)
	for top := 0; top < n; top += side {
		for left := top; left < n; left += side {
			for i := top; i < min(n, top+side); i++ {
				for j := max(left, i+1); j < min(n, left+side); j++ {
					pairs = append(pairs, uint32(i)<<16|uint32(j))
				}
			}
		}
	}
	return pairs
}

// allocate makes the buffers and fills those that never change.
func (t *onDevice) allocate(k problem.MoveKernel) {
	p, n := &t.engine.plan, t.count
	side := p.rep.Length
	if t.tiled() {
		side = tile
	}
	pairs := pairsOf(p.rep.Length, side)
	par := []uint64{uint64(t.engine.goal)}
	for _, x := range p.tenures {
		par = append(par, uint64(x.least), uint64(x.spread))
	}
	t.searches, t.memory = t.Scratch(8*n*len(searchNames)), t.Scratch(4*n*p.memory())
	t.orders, t.bests = t.Scratch(2*n*p.rep.Stride()), t.Scratch(2*n*p.rep.Stride())
	t.Common = []any{t.searches, t.orders, t.bests, t.memory, t.Constant(population.Bytes(pairs)), t.Constant(population.Bytes(k.Data)),
		t.Scratch(8 * n * t.left), t.Constant(population.Bytes(par))}
	t.Wait(context.Background())
}

// begin puts all searches where they start.
func (t *onDevice) begin(ctx context.Context, orders problem.Genomes, runs []bool) error {
	t.known = t.known[:0]
	for k := range t.count {
		h, i := t.engine.replicas[(t.first+k)/t.engine.plan.children], (t.first+k)%t.engine.plan.children
		run := uint64(0)
		if runs[k] {
			run = 1
		}
		worst := problem.Worst
		t.known = append(t.known, h.Seed, uint64(i), run, 0, uint64(worst), 0, uint64(h.class(i)))
	}
	t.begun = 0
	t.Put(t.searches, population.Bytes(t.known))
	t.Put(t.orders, population.Raw(orders))
	t.Zero(t.memory)
	t.Wait(ctx)
	return t.Err
}

// advance makes as many iterations as fit into a launch. Where searches leave what
// they know of their permutations to the next launch, they start first, as many as
// fit: with many places, that takes as long as many iterations.
func (t *onDevice) advance(ctx context.Context, base uint64, from, until int) (int, error) {
	if t.launchSize == 0 {
		t.launchSize, t.starts = t.firstSizes()
	}
	if t.left > 0 && t.begun < t.count {
		count := min(t.count-t.begun, int(t.starts))
		took, err := t.launch(ctx, base, 0, 0, t.begun, count, 1)
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
	took, err := t.launch(ctx, base, from, until, 0, t.count, 0)
	if err != nil {
		return from, err
	}
	t.launchSize = t.launchSize.Next(until-from, took)
	return until, nil
}

// launch makes iterations of the searches from first on, and returns how long it took.
// With fresh 1 they begin.
func (t *onDevice) launch(ctx context.Context, base uint64, from, until, first, count int, fresh uint32) (time.Duration, error) {
	launched := time.Now()
	shape := device.Shape{Groups: count, Group: t.lanes, Local: t.onChipBytes(t.near)}
	t.Launch("tabu_run", shape, base, uint32(from), uint32(until), uint32(first), fresh)
	t.Read(population.Bytes(t.known), t.searches)
	if t.Wait(ctx); t.Err != nil {
		return 0, t.Err
	}
	t.current = false
	return time.Since(launched), t.AddTimes()
}

// firstSizes guesses how many iterations, and how many starts, fit into a launch. A
// work-item of a GPU waits for memory in most steps, above all of a start.
func (t *onDevice) firstSizes() (iterations, starts population.LaunchSize) {
	info := t.Info
	n := t.engine.plan.rep.Length
	work := (t.engine.plan.moves.Size() + n*n) * ((t.count + info.ComputeUnits - 1) / info.ComputeUnits) / t.lanes
	start := max(1, n*n*n/t.lanes/info.ComputeUnits)
	steps, startSteps := 1<<20, 1<<23
	if info.GPU {
		steps, startSteps = 1<<18, 1<<16
	}
	if forced.launchSize > 0 {
		return population.LaunchSize(forced.launchSize), population.LaunchSize(forced.launchSize)
	}
	return population.LaunchSize(max(1, min(1<<12, steps/max(1, work)))), population.LaunchSize(max(1, min(1<<20, startSteps/start)))
}

func (t *onDevice) result(k int) (problem.Score, uint32) {
	own := t.known[k*len(searchNames):]
	return problem.Score(own[searchBest]), uint32(own[searchHit])
}

// order fetches the bests of all searches once for each look.
func (t *onDevice) order(k int) ([]uint16, error) {
	if !t.current {
		t.Read(population.Raw(t.fetched), t.bests)
		if t.Wait(context.Background()); t.Err != nil {
			return nil, t.Err
		}
		t.current = true
	}
	return t.fetched.At(k).Order, nil
}

// retire stops a search.
func (t *onDevice) retire(k int) error {
	at := k*len(searchNames) + searchRuns
	t.known[at] = 0
	return t.Queue.Write(t.searches, 8*at, population.Bytes(t.known[at:at+1]))
}

func (t *onDevice) close() error { return t.Close() }
