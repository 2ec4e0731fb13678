package local

import (
	_ "embed"

	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem/sat"
)

//go:embed sliced.cl
var slicedText string

//go:embed plain.cl
var plainText string

// Kernel is a climb for a device. Its part is compiled after the searcher's
// definitions and the problem's part, and defines sliced_climb, which a group
// of SlicedGroup work-items calls for as many genomes, or plain_climb, which a
// work-item calls for one.
type Kernel struct {
	Sliced  bool
	Defines []kernel.Define
	Part    kernel.Part
	Ladder  []uint32 // what sliced_climb reads
	OnChip  int      // on-chip bytes that sliced_climb needs for itself
	Scratch int      // bytes of global memory that it needs for each group, or 0
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

// Kernel is the climb for a device with so many bytes of on-chip memory for it.
func (c *Climber) Kernel(onChip int) Kernel {
	flag := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	switch w := c.way.(type) {
	case *sliced:
		k := Kernel{Sliced: true, Part: kernel.Part{Name: "search/local/sliced.cl", Text: slicedText}}
		words := 4 * (2*w.problem.Representation().Length + 2)
		told := 8 * (1 + SlicedGroup/2 + 1)
		k.OnChip = told + (words+7)&^7
		if k.OnChip > onChip {
			k.OnChip, k.Scratch = told, (words+7)&^7
		}
		for i, name := range ladderNames {
			k.Defines = append(k.Defines, kernel.Define{Name: "LADDER_" + name, Value: i})
		}
		k.Defines = append(k.Defines,
			kernel.Define{Name: "SLICED_PLANES", Value: w.ladder.planes},
			kernel.Define{Name: "SLICED_PACKED", Value: flag(w.ladder.packed)},
			kernel.Define{Name: "SLICED_ON_CHIP", Value: flag(k.Scratch == 0)},
			kernel.Define{Name: "SLICED_REPORT", Value: flag(w.literal)},
		)
		k.Ladder = w.ladder.words(w.problem.Table())
		return k
	case *plain:
		return Kernel{
			Defines: []kernel.Define{{Name: "PLAIN_FIRST", Value: w.first}, {Name: "PLAIN_REPORT", Value: flag(w.literal)}},
			Part:    kernel.Part{Name: "search/local/plain.cl", Text: plainText},
		}
	}
	return Kernel{}
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
