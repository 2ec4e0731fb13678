package local

import (
	_ "embed"

	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem/sat"
)

//go:embed sliced.cl
var slicedText string

//go:embed climb.cl
var climbText string

//go:embed plain.cl
var plainText string

// Kernel is a climb for a device. Its parts are compiled after the searcher's
// definitions and the problem's part. They define sliced_climb, which a group
// of SlicedGroup work-items calls for as many genomes, or climb_part, which a
// work-item calls for one, to make some places of its climb: a place is a gene
// that is visited, and a pass has one for each.
type Kernel struct {
	Sliced  bool
	Defines []kernel.Define
	Parts   []kernel.Part
	Ladder  []uint32 // the formula, where the climb reads it in a form of its own
	OnChip  int      // on-chip bytes that sliced_climb needs for itself
	Scratch int      // bytes of global memory that a group of sliced_climb, or a genome of climb_part, needs
	Lead    int      // passes' worth of places before the first pass of climb_part
	Marks   int      // 64-bit words that climb_part leaves between two launches
	Reads   int      // about how many words a work-item reads in a pass of sliced_climb or a place of climb_part
}

// Room is what a device has for climbs.
type Room struct {
	OnChip  int // bytes of on-chip memory
	Scratch int // bytes of global memory for a genome
}

// Sliced reports whether climbs are bit-sliced.
func (c *Climber) Sliced() bool {
	_, ok := c.way.(*sliced)
	return ok
}

// SlicedGroup is how many genomes, and work-items, a bit-sliced climb has.
const SlicedGroup = 32

// ladderNames are the words that a ladder begins with, LADDER_… in the dialect.
var ladderNames = []string{"RUNGS", "RUNG", "START", "NEGATIVE", "ENTRIES", "CLAUSES", "CLAUSE", "LITS", "LAST", "HARD", "VIOLATED", "BEST", "BEST_HIGH", "WORDS"}

// Kernel is the climb for a device. data is the words of the problem's kernel.
func (c *Climber) Kernel(room Room, data int) Kernel {
	switch w := c.way.(type) {
	case *sliced:
		return w.kernel(room.OnChip)
	case *plain:
		if k, ok := w.countedKernel(room); ok {
			return k
		}
		k := Kernel{Marks: 1, Reads: data + w.problem.Representation().Words()}
		w.inParts(&k, kernel.Part{Name: "search/local/plain.cl", Text: plainText})
		return k
	}
	return Kernel{}
}

// inParts adds to a kernel what every climb in parts needs.
func (c *plain) inParts(k *Kernel, way kernel.Part) {
	k.Defines = append(k.Defines,
		kernel.Define{Name: "CLIMB_LEAD", Value: k.Lead},
		kernel.Define{Name: "CLIMB_FIRST", Value: c.first},
		kernel.Define{Name: "CLIMB_REPORT", Value: flag(c.literal)})
	k.Parts = []kernel.Part{way, {Name: "search/local/climb.cl", Text: climbText}}
}

func (c *sliced) kernel(onChip int) Kernel {
	k := Kernel{Sliced: true, Reads: 4 + 2*len(c.ladder.entries)/SlicedGroup, Parts: []kernel.Part{{Name: "search/local/sliced.cl", Text: slicedText}}}
	words := 4 * (2*c.problem.Representation().Length + 2)
	told := 8 * (1 + SlicedGroup/2 + 1)
	k.OnChip = told + (words+7)&^7
	if k.OnChip > onChip {
		k.OnChip, k.Scratch = told, (words+7)&^7
	}
	for i, name := range ladderNames {
		k.Defines = append(k.Defines, kernel.Define{Name: "LADDER_" + name, Value: i})
	}
	k.Defines = append(k.Defines,
		kernel.Define{Name: "SLICED_PLANES", Value: c.ladder.planes},
		kernel.Define{Name: "SLICED_PACKED", Value: flag(c.ladder.packed)},
		kernel.Define{Name: "SLICED_ON_CHIP", Value: flag(k.Scratch == 0)},
		kernel.Define{Name: "SLICED_REPORT", Value: flag(c.literal)},
	)
	k.Ladder = c.ladder.words(c.problem.Table())
	return k
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

// words is the ladder as sliced.cl reads it.
func (l *ladder) words(t *sat.Table) []uint32 {
	best := uint64(t.Soft + t.Always)
	head := make([]uint32, len(ladderNames)-1)
	w := append(head, l.vars...)
	put := func(at int, list []uint32) {
		w[at] = uint32(len(w))
		w = append(w, list...)
	}
	put(1, l.rungs)
	put(2, l.start)
	put(3, l.negative)
	put(4, l.entries)
	put(6, t.ClauseStart)
	put(7, t.Lits)
	w[0], w[5], w[8] = uint32(len(l.rungs)-1), uint32(t.Clauses()), l.last
	if t.Hard > 0 {
		w[9] = 1
	}
	w[10], w[11], w[12] = uint32(t.Violated), uint32(best), uint32(best>>32)
	return w
}
