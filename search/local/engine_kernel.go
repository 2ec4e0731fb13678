package local

import (
	"math"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/neighborhood"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

// The words of a replica and of the parameters, OWN_… and PAR_… in the dialect,
// and what is remembered, MEMORY_….
var (
	searchNames    = []string{"SEED", "STARTS", "BEGUN", "GAIN", "MOVE", "ACCEPTED", "ROUND_BEST", "ROUND_FOUND", "SCORE", "READY"}
	parameterNames = []string{"MEMORY", "REMEMBERED", "TENURE", "TENURE_RANGE", "PATIENCE", "ITERATED", "PERTURBATION", "ANNEALING", "LENGTH", "TRACE"}
	memoryNames    = []string{"NONE", "MOVES", "VALUES"}
)

// mostPairs is how many genes have a list of all pairs; with more, a pair is
// found by a square root.
const mostPairs = 4096

// layout is how a device makes the steps.
type layout struct {
	source kernel.Source
	data   []uint64
	lanes  int // work-items of a replica
	copies int // of a genome, where every work-item has one
	store  int // words that a problem keeps of a genome in global memory
	local  int // bytes on chip
	work   int // words that are read for an item, about
	kept   int // words that making a move may change, at most
}

// moveKernel is a problem's kernel that values moves, of any kind.
type moveKernel struct {
	defines []kernel.Define
	parts   []kernel.Part
	data    []uint64
	kept    int // words that are not aside
	words   int // all of them
}

// moveKernel is the problem's, if it has one for the neighborhood.
func (e *engine) moveKernel() (m moveKernel, ok bool) {
	switch e.Kind {
	case neighborhood.Flip:
		if f, ok := e.Problem.(problem.FlipKernelled); ok {
			k := f.FlipKernel()
			return moveKernel{k.Defines, k.Parts, k.Data, k.Words, k.Words}, true
		}
	case neighborhood.Change:
		if c, ok := e.Problem.(problem.Changer); ok {
			k := c.ChangeKernel()
			return moveKernel{k.Defines, k.Parts, k.Data, k.Words, k.Words}, true
		}
	case neighborhood.Exchange, neighborhood.Rotation:
		if x, ok := e.Problem.(problem.Exchanger); ok {
			k := x.ExchangeKernel()
			return moveKernel{k.Defines, k.Parts, k.Data, k.Words, k.Words + k.Aside}, true
		}
	}
	return m, false
}

// kernel arranges the work on a device.
func (e *engine) kernel(info device.Info) (k layout, err error) {
	k.lanes = e.width(info)
	k.local = kernel.GroupScratch(k.lanes)
	k.source = kernel.Source{Name: "local", Defines: population.Defines(e.objective.Float)}
	s, d := &k.source, &k.source.Defines
	d.Number("OWN_", append(searchNames, "WORDS")...)
	d.Number("PAR_", append(parameterNames, "WORDS")...)
	d.Number("MEMORY_", memoryNames...)
	for k, name := range neighborhood.Names {
		d.Add("NEIGHBORHOOD_"+strings.ToUpper(name), k)
	}
	d.Add("GROUP_WORKERS", k.lanes)
	d.Add("KIND", int(e.rep.Kind))
	d.Add("LEN", e.rep.Length)
	d.Add("WORDS", e.rep.Words())
	d.Add("STRIDE", e.rep.Stride())
	d.Add("ALPHABET", e.rep.Alphabet)
	d.Add("NEIGHBORHOOD", int(e.Kind))
	d.Add("ROTATIONS", e.Rotations)
	d.Add("MOVES", e.Size())
	d.Add("ITEMS", e.items())
	d.Add("PAIRED", e.paired())
	d.Add("TEMPERATURES", temperatureCount)
	d.Add("MOST_DOUBLINGS", mostDoublings)
	d.Add("CACHED", false)
	var parts []kernel.Part
	evaluator := part("full_evaluator.cl")
	onChip, repair := false, false
	m, incremental := e.moveKernel()
	if !incremental || e.Repairer != nil {
		p, err := population.KernelOf(e.Name, e.Problem)
		if err != nil {
			return k, err
		}
		parts, k.data, k.copies, repair = p.Parts, p.Data, k.lanes, p.Repair
		k.work = 8 + e.rep.Stride() + len(p.Data)
		s.Defines = append(s.Defines, p.Defines...)
	}
	if incremental {
		evaluator = part("delta_evaluator.cl")
		d.Add("DELTA_DATA", len(k.data))
		d.Add("DELTA_KEPT", m.kept)
		parts, k.data = append(slices.Clip(parts), m.parts...), append(slices.Clip(k.data), m.data...)
		k.copies, k.work, k.kept, k.store = 0, 8, m.words, (e.N+1)/2+m.words
		if e.Kind == neighborhood.Flip {
			k.work += 2 * len(m.data) / e.N
		}
		s.Defines = append(s.Defines, m.defines...)
		d.Add("STORE_WORDS", k.store)
		if onChip = (info.GPU && forced.lanes == 0 || forced.onChip) && k.local+8*k.store <= info.LocalMemory; onChip {
			k.local += 8 * k.store
			k.store = 0
		}
	}
	if e.Kind == neighborhood.Rotation { // an item has as many as there are first places
		k.work *= max(1, e.N/3)
	}
	d.Add("REPAIR", repair)
	d.Add("ON_CHIP", onChip)
	s.Parts = append(s.Parts, kernel.Philox, kernel.Elementary, kernel.Group, population.Part, neighborhood.Part,
		part("genome.cl"), part("moves.cl"))
	for _, q := range parts {
		if q != kernel.Elementary {
			s.Parts = append(s.Parts, q)
		}
	}
	s.Parts = append(s.Parts, evaluator, part("local_search.cl"))
	return k, nil
}

// width is how many work-items a replica has: on a GPU up to 256, by the moves
// that each looks at and by how many replicas there are to fill it. On a CPU it is
// one, which needs no barriers.
func (e *engine) width(info device.Info) int {
	if forced.lanes > 0 {
		return forced.lanes
	}
	if !info.GPU {
		return 1
	}
	items := e.items()
	if e.temperatures != nil { // one move a step
		items = 0
	}
	lanes := gpuLanes
	for lanes < 256 && 2*lanes <= info.MaxGroup && lanes < items && lanes*len(e.searches) < info.ComputeUnits*512 {
		lanes *= 2
	}
	return lanes
}

// items is what work-items share: the moves, or of the rotations of each direction
// the pairs of their last two places.
func (p *plan) items() int {
	if p.Kind == neighborhood.Rotation && p.Size() > 0 {
		return p.Rotations * p.N * (p.N - 1) / 2
	}
	return p.Size()
}

// paired reports whether there is a list of all pairs.
func (p *plan) paired() bool {
	return p.N <= mostPairs && (p.Kind == neighborhood.Pair || p.Kind == neighborhood.Exchange || p.Kind == neighborhood.Rotation)
}

// pairs is that list.
func (p *plan) pairs() (list []uint32) {
	if p.paired() {
		for i := range p.N {
			for j := i + 1; j < p.N; j++ {
				list = append(list, uint32(i)<<16|uint32(j))
			}
		}
	}
	return list
}

// parWords are the parameters, and the temperatures behind them.
func (e *engine) parWords() []uint64 {
	par := []uint64{
		uint64(e.memory), uint64(e.remembered()), uint64(e.tenure), uint64(e.tenureRange), uint64(e.patience), number(e.iterated), uint64(e.perturbation),
		number(e.temperatures != nil), uint64(e.length), number(e.Trace),
	}
	for _, t := range e.temperatures {
		par = append(par, math.Float64bits(t))
	}
	return par
}

func number(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// words are a replica's, as the device has them; setWords is their inverse.
func (s *localSearch) words() []uint64 {
	return []uint64{s.seed, uint64(s.starts), uint64(s.begun), 0, 0, uint64(s.acceptedScore), uint64(s.roundBestScore), uint64(s.roundFound), 0, 0}
}

func (s *localSearch) setWords(w []uint64) {
	s.starts, s.begun = uint32(w[1]), int64(w[2])
	s.acceptedScore, s.roundBestScore, s.roundFound = problem.Score(w[5]), problem.Score(w[6]), int64(w[7])
}
