package local

import (
	"math"

	"github.com/warbler-opt/warbler/problem/sat"
)

// countedNames are the words that a formula begins with in climb_counted.cl, COUNTED_…
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
	k.Defines.Number("COUNTED_", countedNames...)
	k.Defines.Add("COUNTED_BITS", bits)
	k.Defines.Add("COUNTED_TILE", tile)
	k.Defines.Add("COUNTED_PARTIAL", t.Hard > 0)
	k.Defines.Add("COUNTED_WEIGHTED", t.Weight != nil)
	c.inParts(&k, part("climb_counted.cl"))
	k.Formula = countedWords(t)
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

// countedWords is a formula as climb_counted.cl reads it.
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
