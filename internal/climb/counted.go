package climb

import (
	"math"

	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/internal/population"
)

// tile is how many genomes have the counts of a clause side by side: those that
// a GPU reads together.
const tile = 32

// countedKernel is the climb on a formula that keeps the numbers of true literals
// of all clauses for each genome, or nil where there is no room for them.
func (c *Climber) countedKernel(scratch int) *Kernel {
	p, ok := c.problem.(cnf.Problem)
	if !ok {
		return nil
	}
	t := p.Table()
	bits := countBits(t)
	k := &Kernel{Lead: 1, Marks: 3, Scratch: bits / 8 * t.Clauses(), Reads: 4 + 2*len(t.Lits)/p.Representation().Length}
	if k.Scratch > scratch {
		return nil
	}
	k.Defines.Add("COUNTED_BITS", bits)
	k.Defines.Add("COUNTED_TILE", tile)
	k.Defines.Add("COUNTED_PARTIAL", t.Hard > 0)
	k.Defines.Add("COUNTED_WEIGHTED", t.Weight != nil)
	var weights []uint32
	for _, x := range t.Weight {
		weights = append(weights, uint32(x), uint32(uint64(x)>>32))
	}
	k.lay("COUNTED_", []population.Word{
		population.Int("CLAUSES", t.Clauses()), population.Int("HARD", t.Hard), population.Int("VIOLATED", t.Violated),
		{Name: "ALWAYS", Value: uint64(t.Always)}, {Name: "ALWAYS_HIGH", Value: uint64(t.Always) >> 32},
		{}, // so that the weights, of 64 bits, are aligned
	}, weights, []list{{"CLAUSE", t.ClauseStart}, {"LITS", t.Lits}, {"START", t.LitStart}, {"OCC", t.Occ}})
	return k
}

// countBits is how many bits can count the literals of any clause: 8, 16 or 32.
func countBits(t *cnf.Table) int {
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
