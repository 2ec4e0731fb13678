package local

import (
	_ "embed"
	"math"

	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem/sat"
)

//go:embed counted.cl
var countedText string

// countedNames are the words that a formula begins with in counted.cl, COUNTED_…
// in the dialect. They are even in number, because the weights that follow have
// 64 bits.
var countedNames = []string{"CLAUSES", "HARD", "VIOLATED", "ALWAYS", "ALWAYS_HIGH", "CLAUSE", "LITS", "START", "OCC", "UNUSED", "WORDS"}

// tile is how many genomes have the counts of a clause side by side: those that
// a GPU reads together.
const tile = 32

// countedKernel is the climb on a formula that keeps the numbers of true literals
// of all clauses for each genome, if there is room for them.
func (c *plain) countedKernel(room Room) (k Kernel, ok bool) {
	p, ok := c.problem.(*sat.Problem)
	if !ok {
		return k, false
	}
	t := p.Table()
	bits := countBits(t)
	k = Kernel{Lead: 1, Marks: 3, Scratch: bits / 8 * t.Clauses(), Reads: 4 + 2*len(t.Lits)/p.Representation().Length}
	if k.Scratch > room.Scratch {
		return k, false
	}
	for i, name := range countedNames {
		k.Defines = append(k.Defines, kernel.Define{Name: "COUNTED_" + name, Value: i})
	}
	k.Defines = append(k.Defines,
		kernel.Define{Name: "COUNTED_BITS", Value: bits},
		kernel.Define{Name: "COUNTED_TILE", Value: tile},
		kernel.Define{Name: "COUNTED_PARTIAL", Value: flag(t.Hard > 0)},
		kernel.Define{Name: "COUNTED_WEIGHTED", Value: flag(t.Weight != nil)},
	)
	c.inParts(&k, kernel.Part{Name: "search/local/counted.cl", Text: countedText})
	k.Ladder = countedWords(t)
	return k, true
}

// countBits is how many bits can count the literals of any clause: 8, 16 or 32.
func countBits(t *sat.Table) int {
	longest := 0
	for c := range t.Clauses() {
		longest = max(longest, len(t.Clause(c)))
	}
	switch {
	case longest <= math.MaxUint8:
		return 8
	case longest <= math.MaxUint16:
		return 16
	}
	return 32
}

// countedWords is a formula as counted.cl reads it.
func countedWords(t *sat.Table) []uint32 {
	w := make([]uint32, len(countedNames)-1)
	w[0], w[1], w[2] = uint32(t.Clauses()), uint32(t.Hard), uint32(t.Violated)
	w[3], w[4] = uint32(t.Always), uint32(uint64(t.Always)>>32)
	for _, x := range t.Weight {
		w = append(w, uint32(x), uint32(uint64(x)>>32))
	}
	for i, list := range [][]uint32{t.ClauseStart, t.Lits, t.LitStart, t.Occ} {
		w[5+i] = uint32(len(w))
		w = append(w, list...)
	}
	return w
}
