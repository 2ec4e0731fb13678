package local

import (
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem/sat"
)

// Kernel is a climb for a device. Its parts are compiled after the searcher's
// definitions and the problem's part. They define sliced_climb, which a group
// of SlicedGroup work-items calls for as many genomes, or climb_part, which a
// work-item calls for one, to make some places of its climb: a place is a gene
// that is visited, and a pass has one for each.
type Kernel struct {
	Sliced  bool
	Defines kernel.Defines
	Parts   []kernel.Part
	Formula []uint32 // the formula, where the climb reads it in a form of its own
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
	_, ok := c.method.(*sliced)
	return ok
}

// SlicedGroup is how many genomes, and work-items, a bit-sliced climb has.
const SlicedGroup = 32

// scheduleNames are the words that a schedule begins with, SCHEDULE_… in the dialect.
var scheduleNames = []string{"LEVELS", "LEVEL", "START", "NEGATIVE", "ENTRIES", "CLAUSES", "CLAUSE", "LITS", "LAST", "HARD", "VIOLATED", "BEST", "BEST_HIGH", "WORDS"}

// Kernel is the climb for a device. data is the words of the problem's kernel.
func (c *Climber) Kernel(room Room, data int) Kernel {
	switch w := c.method.(type) {
	case *sliced:
		return w.kernel(room.OnChip)
	case *plain:
		if k, ok := w.countedKernel(room); ok {
			return k
		}
		k := Kernel{Marks: 1, Reads: data + w.problem.Representation().Words()}
		w.inParts(&k, part("climb_plain.cl"))
		return k
	}
	return Kernel{}
}

// inParts adds to a kernel what every climb in parts needs.
func (c *plain) inParts(k *Kernel, method kernel.Part) {
	k.Defines.Add("CLIMB_LEAD", k.Lead)
	k.Defines.Add("CLIMB_FIRST", c.first)
	k.Defines.Add("CLIMB_REPORT", c.literal)
	k.Parts = []kernel.Part{method, part("climb.cl")}
}

func (c *sliced) kernel(onChip int) Kernel {
	k := Kernel{Sliced: true, Reads: 4 + 2*len(c.schedule.entries)/SlicedGroup, Parts: []kernel.Part{part("climb_sliced.cl")}}
	words := 4 * (2*c.problem.Representation().Length + 2)
	shared := 8 * (1 + SlicedGroup/2 + 1)
	k.OnChip = shared + (words+7)&^7
	if k.OnChip > onChip {
		k.OnChip, k.Scratch = shared, (words+7)&^7
	}
	k.Defines.Number("SCHEDULE_", scheduleNames...)
	k.Defines.Add("SLICED_PLANES", c.schedule.planes)
	k.Defines.Add("SLICED_PACKED", c.schedule.packed)
	k.Defines.Add("SLICED_ON_CHIP", k.Scratch == 0)
	k.Defines.Add("SLICED_REPORT", c.literal)
	k.Formula = c.schedule.words(c.problem.Table())
	return k
}

// words is the schedule as climb_sliced.cl reads it.
func (l *schedule) words(t *sat.Table) []uint32 {
	best := uint64(t.Soft + t.Always)
	head := make([]uint32, len(scheduleNames)-1)
	w := append(head, l.vars...)
	put := func(at int, list []uint32) {
		w[at] = uint32(len(w))
		w = append(w, list...)
	}
	put(1, l.levels)
	put(2, l.start)
	put(3, l.negative)
	put(4, l.entries)
	put(6, t.ClauseStart)
	put(7, t.Lits)
	w[0], w[5], w[8] = uint32(len(l.levels)-1), uint32(t.Clauses()), l.last
	if t.Hard > 0 {
		w[9] = 1
	}
	w[10], w[11], w[12] = uint32(t.Violated), uint32(best), uint32(best>>32)
	return w
}
