package quantum

import (
	_ "embed"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed quantum.cl
var quantumText string

//go:embed evolve.cl
var evolveText string

// parNames are the words of the plan's buffer, PAR_… in the dialect; behind them
// lie the upper bytes of the chances, and the chances, two to a word.
var parNames = []string{"REPLICAS", "TRACE", "STORE", "HERDS"}

const (
	tableRow   = 104 // bytes of a case of the table on a device
	tableWords = 8 * tableRow / 8
	ownWords   = 1 + tableWords // a replica's seed and table
	toldWords  = 4              // what the judge of a population tells its group
	noiseRows  = 2              // members whose random bytes are made together
)

// words is the replica as the device has it.
func (r *replica) words() []uint64 {
	w := make([]uint64, ownWords)
	w[0] = r.seed
	put := func(at int, b uint8) { w[1+at/8] |= uint64(b) << (8 * (at % 8)) }
	for c, row := range r.table.next {
		for k, b := range row[:ring+1] {
			put(c*tableRow+k, b)
		}
	}
	return w
}

// words is the plan in the order of parNames, and the chances.
func (p *plan) words(replicas int, trace bool, store, herds int) []uint64 {
	w := []uint64{uint64(replicas), 0, uint64(store), uint64(herds)}
	if trace {
		w[1] = 1
	}
	upper := make([]uint64, tableRow/8)
	for k, x := range uppers[:ring+1] {
		upper[k/8] |= uint64(x) << (8 * (k % 8))
	}
	w = append(w, upper...)
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
	herds  int  // populations of a group
	onChip bool // populations lie on chip
}

// front is the bytes on chip besides populations.
func (l layout) front() int { return 8 * (l.herds*(tableWords+toldWords) + tableRow/8) }

// words is how many words the populations of a group take.
func (l layout) words(p *plan) int {
	all, columns, row := l.herds*p.members, p.room()/8, p.rep.Stride()|1
	return (all+noiseRows)*columns + (all+l.herds)*row + all
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
	add("CACHED", 0) // a cache would leave room for fewer populations
	flag("ON_CHIP", l.onChip)
	add("GROUP_WORKERS", l.lanes)
	add("RESIDENT", crowd)
	add("HERDS", l.herds)
	add("MEMBERS", p.members)
	leaves := 8 // pairs of members, rounded up for the tree
	for 2*leaves < p.members {
		leaves *= 2
	}
	add("LEAVES", leaves)
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
