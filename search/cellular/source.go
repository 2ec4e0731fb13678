package cellular

import (
	_ "embed"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/rng"
	"github.com/warbler-opt/warbler/search/local"
)

//go:embed cells.cl
var cellsText string

//go:embed steps.cl
var stepsText string

// parNames are the words of the plan's buffer, PAR_… in the dialect, and
// ownNames the first ones of a replica's, OWN_…; behind those come two tables
// for rare masks.
var (
	parNames = []string{"MEMBERS", "CELLS", "WIDTH", "HEIGHT", "ACROSS", "DOWN", "SELECTION", "CROSSOVER",
		"MUTATION", "MIGRATION", "FEEDBACK", "TRACE"}
	ownNames = []string{"SEED", "PC", "PM", "PD", "PASSES", "DECREASE", "ENOUGH"}
)

const (
	rareWords = 64
	ownFirst  = 7 // the words of ownNames
	ownWords  = ownFirst + 2*rareWords
)

// words is the plan in the order of parNames.
func (p *plan) words(trace bool) []uint64 {
	w := []uint64{uint64(p.members()), uint64(p.cells()), uint64(p.width), uint64(p.height), uint64(p.across), uint64(p.down),
		uint64(p.selection), uint64(p.crossover), uint64(p.mutation), uint64(p.migration), uint64(p.feedback), 0}
	if trace {
		w[len(w)-1] = 1
	}
	return w
}

// words is the replica as the device has it.
func (r *replica) words() (w [ownWords]uint64) {
	w[0], w[1], w[2], w[3] = r.seed, r.pc, r.pm, r.pd
	w[4], w[5], w[6] = uint64(r.passes), uint64(r.decrease), uint64(r.enough)
	copy(w[ownFirst:], r.cross.Table())
	copy(w[ownFirst+rareWords:], r.flips.Table())
	return w
}

// source assembles the kernels for a problem. The operators are data, so that
// few programs are compiled.
func (p *plan) source(k problem.Kernel, c local.Kernel) kernel.Source {
	s := kernel.Source{Name: "cellular"}
	s.Defines = append(append(population.Defines(p.float), k.Defines...), c.Defines...)
	add := func(name string, value any) { s.Defines = append(s.Defines, kernel.Define{Name: name, Value: value}) }
	flag := func(name string, b bool) {
		if b {
			add(name, 1)
		} else {
			add(name, 0)
		}
	}
	list := func(prefix string, names ...string) {
		for i, n := range names {
			add(prefix+n, i)
		}
	}
	add("LEN", p.rep.Length)
	add("WORDS", p.rep.Words())
	add("STRIDE", p.rep.Stride())
	add("CACHED", 0)
	flag("REPAIR", k.Repair)
	flag("SLICED", c.Sliced)
	add("SLICED_GROUP", local.SlicedGroup)
	list("PAR_", parNames...)
	list("OWN_", ownNames...)
	add("OWN_CROSS", len(ownNames))
	add("OWN_FLIPS", len(ownNames)+rareWords)
	add("OWN_WORDS", ownWords)
	add("RARE_WORDS", rareWords)
	add("RARE_THRESHOLD", rng.RareThreshold)
	list("SELECT_", "NEIGHBORS", "TOURNAMENT")
	list("CROSS_", "MASK", "TWO_POINT")
	list("MUTATE_", "MASK", "ONE")
	list("MIGRATE_", "DIFFUSION", "BEST", "NONE")
	list("FEEDBACK_", "ADAPTIVE", "LITERAL", "NONE")
	s.Parts = append(s.Parts, kernel.Philox, kernel.Elementary, kernel.Group, population.Part,
		kernel.Part{Name: "search/cellular/cells.cl", Text: cellsText})
	for _, q := range k.Parts {
		if q != kernel.Elementary {
			s.Parts = append(s.Parts, q)
		}
	}
	s.Parts = append(append(s.Parts, c.Parts...), kernel.Part{Name: "search/cellular/steps.cl", Text: stepsText})
	return s
}
