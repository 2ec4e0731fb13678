package climb

import (
	"embed"

	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/internal/population"
)

//go:embed *.cl
var files embed.FS

// Kernel is a climb for a device. Its parts are compiled after the searcher's
// definitions and the problem's part. They define sliced_climb, which a group
// of SlicedGroup work-items calls for as many genomes, or climb_part, which a
// work-item calls for one, to make some places of its climb: a place is a gene
// that is visited, and a pass has one for each.
type Kernel struct {
	population.Source
	Sliced  bool
	Formula []uint32 // the formula, where the climb reads it in a form of its own
	OnChip  int      // on-chip bytes that sliced_climb needs for itself
	Scratch int      // bytes of global memory that a group of sliced_climb, or a genome of climb_part, needs
	Lead    int      // passes' worth of places before the first pass of climb_part
	Marks   int      // 64-bit words that climb_part leaves between two launches
	Reads   int      // about how many words a work-item reads in a pass of sliced_climb or a place of climb_part
}

// SlicedGroup is how many genomes, and work-items, a bit-sliced climb has.
const SlicedGroup = 32

// Kernel is the climb for a device with so many bytes on chip, and in global memory
// for a genome. data is the words of the problem's kernel.
func (c *Climber) Kernel(onChip, scratch, data int) *Kernel {
	if c.schedule != nil {
		return c.slicedKernel(onChip)
	}
	k, method := c.countedKernel(scratch), "counted.cl"
	if k == nil {
		k, method = &Kernel{Marks: 1, Reads: data + c.problem.Representation().Words()}, "plain.cl"
	}
	k.Defines.Add("CLIMB_LEAD", k.Lead)
	k.Defines.Add("CLIMB_FIRST", c.first)
	k.Defines.Add("CLIMB_REPORT", c.literal)
	k.Files("internal/climb", files, method, "climb.cl")
	return k
}

func (c *Climber) slicedKernel(onChip int) *Kernel {
	s, t, vars := c.schedule, c.problem.(cnf.Problem).Table(), c.problem.Representation().Length
	k := &Kernel{Sliced: true, Reads: 4 + 2*len(s.entries)/SlicedGroup}
	words := (4*(2*vars+2) + 7) &^ 7
	shared := 8 * (1 + SlicedGroup/2 + 1)
	k.OnChip = shared + words
	if k.OnChip > onChip {
		k.OnChip, k.Scratch = shared, words
	}
	k.Defines.Add("SLICED_PLANES", s.planes)
	k.Defines.Add("SLICED_PACKED", s.packed)
	k.Defines.Add("SLICED_ON_CHIP", k.Scratch == 0)
	k.Defines.Add("SLICED_REPORT", c.literal)
	k.Files("internal/climb", files, "sliced.cl")
	best := uint64(t.Soft + t.Always)
	k.lay("SCHEDULE_", []population.Word{
		population.Int("LEVELS", len(s.levels)-1), population.Int("CLAUSES", t.Clauses()), population.Int("LAST", int(s.last)),
		population.Flag("HARD", t.Hard > 0), population.Int("VIOLATED", t.Violated), {Name: "BEST", Value: best}, {Name: "BEST_HIGH", Value: best >> 32},
	}, s.vars, []list{{"LEVEL", s.levels}, {"START", s.start}, {"NEGATIVE", s.negative}, {"ENTRIES", s.entries}, {"CLAUSE", t.ClauseStart}, {"LITS", t.Lits}})
	return k
}

// list is a part of a formula, by its name in the dialect.
type list struct {
	name  string
	words []uint32
}

// lay writes the formula: numbers, where the lists begin, a first list and the
// others. The numbers and the places of the lists have the names, behind a prefix.
func (k *Kernel) lay(prefix string, numbers []population.Word, first []uint32, lists []list) {
	at := len(numbers) + len(lists) + len(first)
	for _, l := range lists {
		numbers = append(numbers, population.Int(l.name, at))
		at += len(l.words)
	}
	k.Words(prefix, numbers)
	for _, n := range numbers {
		k.Formula = append(k.Formula, uint32(n.Value))
	}
	k.Formula = append(k.Formula, first...)
	for _, l := range lists {
		k.Formula = append(k.Formula, l.words...)
	}
}
