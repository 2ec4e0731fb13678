package local

import (
	"context"
	"embed"
	"slices"
	"strings"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/neighborhood"
	"github.com/warbler-opt/warbler/internal/parallel"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed *.cl
var files embed.FS

// gpuLanes is the fewest work-items that a replica has on a GPU.
const gpuLanes = 32

// mostPairs is how many genes have a list of all pairs; with more, a pair is
// found by a square root.
const mostPairs = 4096

// forced is what tests set to reach layouts that a device would not choose by
// itself; its zero value changes nothing.
var forced struct {
	lanes  int
	onChip bool
	part   int
}

// kernels are the searches on a device, a group of work-items for each replica.
type kernels struct {
	*population.Device
	*plan
	lanes int                   // work-items of a replica
	local int                   // bytes on chip
	work  int                   // words that are read for an item, about
	kept  int                   // words that making a move may change, at most
	part  population.LaunchSize // items of a launch, where it has no room for all
}

// moveKernel is the problem's, if it has one for the neighborhood.
func (k *kernels) moveKernel() (m problem.MoveKernel, ok bool) {
	switch k.Kind {
	case neighborhood.Flip:
		if p, ok := k.problem.(problem.Mover); ok {
			m = p.FlipKernel()
		}
	case neighborhood.Change:
		if p, ok := k.problem.(problem.Changer); ok {
			m = p.ChangeKernel()
		}
	case neighborhood.Exchange, neighborhood.Rotation:
		if p, ok := k.problem.(problem.Exchanger); ok {
			m = p.ExchangeKernel()
		}
	case neighborhood.Reversal, neighborhood.OrOpt:
		if p, ok := k.problem.(problem.Reverser); ok {
			m = p.ReversalKernel()
		}
	}
	return m, len(m.Parts) > 0
}

// Open arranges the work on the device.
func (k *kernels) Open(ctx context.Context) (err error) {
	k.lanes = k.width()
	k.local = parallel.GroupScratch(k.lanes)
	var whole problem.Kernel // which scores genomes
	m, incremental := k.moveKernel()
	if !incremental || k.repairer != nil {
		if whole, err = k.ProblemKernel(); err != nil {
			return err
		}
	}
	evaluator, onChip, data := "full_evaluator.cl", false, whole.Data
	copies := k.lanes // of a genome, where every work-item has one
	store := 0        // words that a problem keeps of a genome in global memory
	k.work = 8 + k.rep.Stride() + len(data)
	s := population.NewSource(k.Frame, whole, false)
	if incremental {
		evaluator, copies, k.work, k.kept, store = "delta_evaluator.cl", 0, 8, (m.Words + m.Aside), (k.N+1)/2+(m.Words+m.Aside)
		if k.Kind == neighborhood.Flip {
			k.work += 2 * len(m.Data) / k.N
		}
		s.Defines = append(s.Defines, m.Defines...)
		s.Defines.Add("DELTA_DATA", len(data))
		s.Defines.Add("DELTA_KEPT", m.Words)
		s.Defines.Add("STORE_WORDS", store)
		data = append(slices.Clip(data), m.Data...)
		if onChip = (k.Info.GPU && forced.lanes == 0 || forced.onChip) && k.local+8*store <= k.Info.LocalMemory; onChip {
			k.local += 8 * store
			store = 0
		}
	}
	if k.Kind == neighborhood.Rotation { // an item has as many as there are first places
		k.work *= max(1, k.N/3)
	}
	k.part = k.firstPart()
	params := k.words()
	s.Words("PAR_", params)
	s.Defines.Number("OWN_", "GAIN", "MOVE", "SCORE", "READY", "WORDS")
	s.Defines.Number("MEMORY_", "NONE", "MOVES", "VALUES")
	for i, name := range neighborhood.Names {
		s.Defines.Add("NEIGHBORHOOD_"+strings.ReplaceAll(strings.ToUpper(name), "-", "_"), i)
	}
	s.Defines.Add("GROUP_WORKERS", k.lanes)
	s.Defines.Add("KIND", int(k.rep.Kind))
	s.Defines.Add("ALPHABET", k.Alphabet)
	s.Defines.Add("NEIGHBORHOOD", int(k.Kind))
	s.Defines.Add("ROTATIONS", k.Rotations)
	s.Defines.Add("MOVES", k.size)
	s.Defines.Add("ITEMS", k.items())
	s.Defines.Add("PAIRED", k.paired())
	s.Defines.Add("TEMPERATURES", temperatureCount)
	s.Defines.Add("MOST_DOUBLINGS", mostDoublings)
	s.Defines.Add("ON_CHIP", onChip)
	s.Add(neighborhood.Part)
	s.Files("search/local", files, "genome.cl", "moves.cl")
	s.Problem(whole)
	s.Problem(problem.Kernel{Parts: m.Parts})
	s.Files("search/local", files, evaluator, "local_search.cl")
	if err := k.Compile(ctx, s); err != nil {
		return err
	}
	own := k.Scratch(8 * 4 * k.Replicas)
	k.Arguments(k.Constant(population.Bytes(k.Frame.Seeds)), k.Scratch(k.Replicas*copies*k.rep.Bytes()), k.Bests, own,
		k.Constant(population.Bytes(population.Values(nil, params))), k.Constant(population.Bytes(k.pairs())), k.Constant(population.Bytes(data)),
		k.Scratch(8*k.Replicas*store), k.Rules, k.Records)
	k.Zero(own)
	return nil
}

// firstPart guesses how many items fit into a launch.
func (k *kernels) firstPart() population.LaunchSize {
	if forced.part > 0 {
		return population.LaunchSize(forced.part)
	}
	each, together := 1<<20, 1 // words that a work-item, or a device's unit, reads in a launch
	if !k.Info.GPU {
		together = max(1, (k.Replicas+k.Info.ComputeUnits-1)/k.Info.ComputeUnits)
	}
	return population.LaunchSize(max(k.lanes, k.lanes*each/(k.work*together)))
}

// width is how many work-items a replica has: on a GPU up to 256, by the moves
// that each looks at and by how many replicas there are to fill it. On a CPU it is
// one, which needs no barriers.
func (k *kernels) width() int {
	if forced.lanes > 0 {
		return forced.lanes
	}
	if !k.Info.GPU {
		return 1
	}
	items := k.items()
	if k.temperatures != nil { // one move a step
		items = 0
	}
	lanes := gpuLanes
	for lanes < 256 && 2*lanes <= k.Info.MaxGroup && lanes < items && lanes*k.Replicas < k.Info.ComputeUnits*512 {
		lanes *= 2
	}
	return lanes
}

// items is what work-items share: the moves, or of the rotations of each direction
// the pairs of their last two places.
func (p *plan) items() int {
	if p.Kind == neighborhood.Rotation && p.size > 0 {
		return p.Rotations * p.N * (p.N - 1) / 2
	}
	return p.size
}

// paired reports whether there is a list of all pairs.
func (p *plan) paired() bool {
	switch p.Kind {
	case neighborhood.Pair, neighborhood.Exchange, neighborhood.Rotation, neighborhood.Reversal:
		return p.N <= mostPairs
	}
	return false
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

// words are the parameters of all replicas, the last of which are temperatures.
func (k *kernels) words() []population.Word {
	list := []population.Word{
		population.Int("MEMORY", k.memory), population.Int("REMEMBERED", k.remembered()),
		population.Int("TENURE", int(k.tenure)), population.Int("TENURE_RANGE", int(k.tenureRange)), population.Int("PATIENCE", int(k.patience)), population.Flag("ITERATED", k.iterated), population.Int("PERTURBATION", k.perturbation),
		population.Flag("ANNEALING", k.temperatures != nil), population.Int("LENGTH", int(k.length)), population.Flag("TRACE", k.Frame.Trace),
	}
	if k.temperatures == nil {
		return append(list, population.Real("TEMPERATURE", 0))
	}
	return append(list, population.Reals("TEMPERATURE", k.temperatures))
}

// FirstSize guesses how many steps fit into a launch.
func (k *kernels) FirstSize() population.LaunchSize {
	each := k.items()
	if k.temperatures != nil { // one move a step
		each = k.lanes
	}
	return max(1, min(1<<12, k.part/population.LaunchSize(max(1, each+k.kept/8))))
}

// Advance queues some steps after step from, together or each in parts.
func (k *kernels) Advance(ctx context.Context, from int64, steps int) {
	if int(k.part) >= k.items() || k.temperatures != nil {
		k.launch(from+1, steps, 0, 0)
		return
	}
	for range steps {
		if !k.inParts(ctx, from+1) {
			return
		}
	}
}

// launch queues some steps, or with none the items from to until-1 of one. The
// first record is of step base.
func (k *kernels) launch(base int64, steps, from, until int) {
	shape := device.Shape{Groups: k.Replicas, Group: k.lanes, Local: k.local}
	k.Launch("local_search", shape, uint64(base), uint32(steps), uint32(from), uint32(until))
}

// inParts makes one step in several launches, and reports whether another may be
// made. When ctx ends between them, the step is left out: nothing counts before its
// last item.
func (k *kernels) inParts(ctx context.Context, base int64) bool {
	for from, items := 0, k.items(); from < items; {
		until := min(items, from+int(k.part))
		launched := time.Now()
		if k.launch(base, 0, from, until); !k.Wait(ctx) {
			return false
		}
		if forced.part == 0 {
			k.part = max(population.LaunchSize(k.lanes), k.part.Next(until-from, time.Since(launched)))
		}
		from = until
	}
	return true
}
