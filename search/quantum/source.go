package quantum

import (
	_ "embed"

	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search/population"
)

//go:embed quantum.cl
var quantumText string

//go:embed evolve.cl
var evolveText string

// parNames are the words of the plan's buffer, PAR_… in the dialect; behind them
// lie the chances, two to a word.
var parNames = []string{"MEMBERS", "TRACE", "STORE", "NODES"}

const (
	tableRow   = 104              // bytes of a case of the table on a device
	tableWords = 9 * tableRow / 8 // of the table and the upper bytes of chances
	ownWords   = 1 + tableWords   // a replica's seed and table
)

// words is the replica as the device has it.
func (r *replica) words() []uint64 {
	w := make([]uint64, ownWords)
	w[0] = r.seed
	put := func(at int, b uint8) { w[1+at/8] |= uint64(b) << (8 * (at % 8)) }
	for c, row := range r.table.next {
		for k, b := range row {
			put(c*tableRow+k, b)
		}
	}
	for k, x := range chances {
		put(8*tableRow+k, uint8(x>>24))
	}
	return w
}

// words is the plan in the order of parNames, and the chances.
func (p *plan) words(trace bool, store, nodes int) []uint64 {
	w := []uint64{uint64(p.members), 0, uint64(store), uint64(nodes)}
	if trace {
		w[1] = 1
	}
	for k, x := range chances {
		if k%2 == 0 {
			w = append(w, 0)
		}
		w[len(w)-1] |= uint64(x) << (32 * (k % 2))
	}
	return w
}

// layout is how populations lie on a device.
type layout struct {
	lanes  int  // work-items of a group
	team   int  // of which so many score a genome
	onChip bool // populations lie on chip
	cached bool // and so do the problem's tables
}

// source assembles the kernels for a problem.
func (p *plan) source(k problem.Kernel, l layout) kernel.Source {
	s := kernel.Source{Name: "quantum"}
	s.Defines = append(population.Defines(p.float), k.Defines...)
	add := func(name string, value any) { s.Defines = append(s.Defines, kernel.Define{Name: name, Value: value}) }
	flag := func(name string, b bool) {
		if b {
			add(name, 1)
		} else {
			add(name, 0)
		}
	}
	add("LEN", p.rep.Length)
	add("WORDS", p.rep.Words())
	add("STRIDE", p.rep.Stride())
	add("ROOM", p.room())
	add("RING", ring)
	flag("REPAIR", k.Repair)
	flag("CACHED", l.cached)
	add("CACHE_WORDS", k.Cache)
	flag("ON_CHIP", l.onChip)
	add("GROUP_WORKERS", l.lanes)
	add("RESIDENT", crowd)
	add("TEAM", l.team)
	add("OWN_WORDS", ownWords)
	for i, name := range parNames {
		add("PAR_"+name, i)
	}
	add("PAR_WORDS", len(parNames))
	s.Parts = append(s.Parts, kernel.Philox, kernel.Elementary, kernel.Group, population.Part,
		kernel.Part{Name: "search/quantum/quantum.cl", Text: quantumText})
	for _, q := range k.Parts {
		if q != kernel.Elementary {
			s.Parts = append(s.Parts, q)
		}
	}
	s.Parts = append(s.Parts, kernel.Part{Name: "search/quantum/evolve.cl", Text: evolveText})
	return s
}
