package local

import (
	_ "embed"
	"math"
	"slices"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/neighborhood"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

var (
	//go:embed trail.cl
	trailText string
	//go:embed hood.cl
	hoodText string
	//go:embed afresh.cl
	afreshText string
	//go:embed follow.cl
	followText string
	//go:embed hike.cl
	hikeText string
)

// The words of a replica and of the parameters, OWN_… and PAR_… in the dialect,
// and what is remembered, MEMORY_….
var (
	hikerNames    = []string{"SEED", "STARTS", "BEGUN", "GAIN", "MOVE", "HOME", "TOP", "TOPPED", "SCORE", "READY"}
	trailParNames = []string{"MEMORY", "REMEMBERED", "TENURE", "DRAWN", "PATIENCE", "ITERATED", "KICKS", "ANNEALING", "LENGTH", "TRACE"}
	memoryNames   = []string{"NOTHING", "MOVES", "VALUES"}
)

// mostPairs is how many genes have a list of all pairs; with more, a pair is
// found by a square root.
const mostPairs = 4096

// trailKernel is how a device makes the steps of a trail.
type trailKernel struct {
	source kernel.Source
	data   []uint64
	lanes  int // work-items of a replica
	copies int // of a genome, where every work-item has one
	store  int // words that a problem keeps of a genome in global memory
	local  int // bytes on chip
	work   int // words that are read for an item, about
	kept   int // words that making a move may change, at most
}

// followed is a problem's kernel of moves, of either kind.
type followed struct {
	defines []kernel.Define
	parts   []kernel.Part
	data    []uint64
	kept    int // words that are not aside
	words   int // all of them
}

// followed is the kernel of moves, if the problem has one for the neighborhood.
func (e *trail) followed() (f followed, ok bool) {
	switch e.kind {
	case flip:
		if m, ok := e.Problem.(problem.FlipKernelled); ok {
			k := m.FlipKernel()
			return followed{k.Defines, k.Parts, k.Data, k.Words, k.Words}, true
		}
	case change:
		if c, ok := e.Problem.(problem.Changer); ok {
			k := c.ChangeKernel()
			return followed{k.Defines, k.Parts, k.Data, k.Words, k.Words}, true
		}
	case exchange, rotation:
		if x, ok := e.Problem.(problem.Exchanger); ok {
			k := x.ExchangeKernel()
			return followed{k.Defines, k.Parts, k.Data, k.Words, k.Words + k.Aside}, true
		}
	}
	return f, false
}

// kernel arranges the work on a device.
func (e *trail) kernel(info device.Info) (k trailKernel, err error) {
	k.lanes = e.width(info)
	k.local = kernel.GroupScratch(k.lanes)
	k.source = kernel.Source{Name: "trail", Defines: population.Defines(e.float)}
	s := &k.source
	add := func(name string, value any) { s.Defines = append(s.Defines, kernel.Define{Name: name, Value: value}) }
	list := func(prefix string, names []string) {
		for i, n := range names {
			add(prefix+n, i)
		}
	}
	list("OWN_", hikerNames)
	add("OWN_WORDS", len(hikerNames))
	list("PAR_", trailParNames)
	add("PAR_WORDS", len(trailParNames))
	list("MEMORY_", memoryNames)
	list("HOOD_", []string{"FLIP", "PAIR", "CHANGE", "EXCHANGE", "ROTATION", "INSERTION"})
	add("GROUP_WORKERS", k.lanes)
	add("KIND", int(e.rep.Kind))
	add("LEN", e.rep.Length)
	add("WORDS", e.rep.Words())
	add("STRIDE", e.rep.Stride())
	add("ALPHABET", e.rep.Alphabet)
	add("HOOD", e.hood.kind)
	add("ROTATIONS", e.hood.rotations)
	add("MOVES", e.size())
	add("ITEMS", e.items())
	add("PAIRED", flag(e.paired()))
	add("HEATS", heats)
	add("LONGEST", longest)
	add("CACHED", 0)
	var parts []kernel.Part
	way := kernel.Part{Name: "search/local/afresh.cl", Text: afreshText}
	onChip, repair := false, false
	f, follows := e.followed()
	if !follows || e.Repairer != nil {
		p, err := population.KernelOf(e.Name, e.Problem)
		if err != nil {
			return k, err
		}
		parts, k.data, k.copies, repair = p.Parts, p.Data, k.lanes, p.Repair
		k.work = 8 + e.rep.Stride() + len(p.Data)
		s.Defines = append(s.Defines, p.Defines...)
	}
	if follows {
		way = kernel.Part{Name: "search/local/follow.cl", Text: followText}
		add("FOLLOW_AT", len(k.data))
		add("FOLLOW_KEPT", f.kept)
		parts, k.data = append(slices.Clip(parts), f.parts...), append(slices.Clip(k.data), f.data...)
		k.copies, k.work, k.kept, k.store = 0, 8, f.words, (e.n+1)/2+f.words
		if e.hood.kind == flip {
			k.work += 2 * len(f.data) / e.n
		}
		s.Defines = append(s.Defines, f.defines...)
		add("STORE_WORDS", k.store)
		if onChip = (info.GPU && forced.lanes == 0 || forced.onChip) && k.local+8*k.store <= info.LocalMemory; onChip {
			k.local += 8 * k.store
			k.store = 0
		}
	}
	if e.hood.kind == rotation { // an item has as many as there are first places
		k.work *= max(1, e.n/3)
	}
	add("REPAIR", flag(repair))
	add("ON_CHIP", flag(onChip))
	s.Parts = append(s.Parts, kernel.Philox, kernel.Elementary, kernel.Group, population.Part, neighborhood.Part,
		kernel.Part{Name: "search/local/trail.cl", Text: trailText}, kernel.Part{Name: "search/local/hood.cl", Text: hoodText})
	for _, q := range parts {
		if q != kernel.Elementary {
			s.Parts = append(s.Parts, q)
		}
	}
	s.Parts = append(s.Parts, way, kernel.Part{Name: "search/local/hike.cl", Text: hikeText})
	return k, nil
}

// width is how many work-items a replica has: on a GPU up to 256, by the moves
// that each looks at and by how many replicas there are to fill it. On a CPU it is
// one, which needs no barriers.
func (e *trail) width(info device.Info) int {
	if forced.lanes > 0 {
		return forced.lanes
	}
	if !info.GPU {
		return 1
	}
	items := e.items()
	if e.heat != nil { // one move a step
		items = 0
	}
	lanes := gpuLanes
	for lanes < 256 && 2*lanes <= info.MaxGroup && lanes < items && lanes*len(e.hikers) < info.ComputeUnits*512 {
		lanes *= 2
	}
	return lanes
}

// items is what work-items share: the moves, or of the rotations of each direction
// the pairs of their last two places.
func (p *plan) items() int {
	if p.kind == rotation && p.size() > 0 {
		return p.rotations * int(neighborhood.Pairs{N: p.n}.Size())
	}
	return p.size()
}

// paired reports whether there is a list of all pairs.
func (p *plan) paired() bool {
	return p.n <= mostPairs && (p.kind == pair || p.kind == exchange || p.kind == rotation)
}

// pairs is that list.
func (p *plan) pairs() (list []uint32) {
	if p.paired() {
		for i := range p.n {
			for j := i + 1; j < p.n; j++ {
				list = append(list, uint32(i)<<16|uint32(j))
			}
		}
	}
	return list
}

// parWords are the parameters, and the temperatures behind them.
func (e *trail) parWords() []uint64 {
	par := []uint64{
		uint64(e.memory), uint64(e.remembered()), uint64(e.tenure), uint64(e.tenureRange), uint64(e.patience), uint64(flag(e.iterated)), uint64(e.kicks),
		uint64(flag(e.heat != nil)), uint64(e.length), uint64(flag(e.Trace)),
	}
	for _, t := range e.heat {
		par = append(par, math.Float64bits(t))
	}
	return par
}

// words are a replica's, as the device has them; setWords is their inverse.
func (h *hiker) words() []uint64 {
	return []uint64{h.seed, uint64(h.starts), uint64(h.begun), 0, 0, uint64(h.homeScore), uint64(h.topScore), uint64(h.topped), 0, 0}
}

func (h *hiker) setWords(w []uint64) {
	h.starts, h.begun = uint32(w[1]), int64(w[2])
	h.homeScore, h.topScore, h.topped = problem.Score(w[5]), problem.Score(w[6]), int64(w[7])
}
