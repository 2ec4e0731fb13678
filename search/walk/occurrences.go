package walk

import "github.com/warbler-opt/warbler/internal/cnf"

// blocks has, for each variable, the clauses that it is in, all blocks of one
// size: a power of two, so that short ones do not lie across cache lines, and
// what a flip needs can be read without first reading where it begins.
//
// A block begins with the number of clauses and how many of them have the
// variable itself, those first; where there are too many clauses, they are the
// part of the table's Occ that it tells.
type blocks struct {
	words []uint32
	shift int // a block has 1<<shift words
}

// The limits of blocks.
const (
	blockVars  = 1 << 14 // with fewer variables the table is in the caches anyway
	blockLeast = 2       // the smallest shift
	blockMost  = 5       // the largest; what is larger takes its time anyway
	blockRare  = 16      // one variable of so many may be in too many clauses
)

// The words of a block in front of the clauses, or instead of them.
const (
	blockCount = iota
	blockOwn
	blockClauses
	blockStart = blockClauses
)

// newBlocks makes the blocks, or none if they would not be good for anything.
func newBlocks(t *cnf.Table, vars int) blocks {
	if vars < blockVars {
		return blocks{}
	}
	b := blocks{shift: blockLeast}
	for b.misfits(t, vars) > vars/blockRare {
		if b.shift++; b.shift > blockMost {
			return blocks{}
		}
	}
	b.words = hugeSlice[uint32](vars << b.shift)
	for v := range vars {
		lo, mid, hi := t.LitStart[2*v], t.LitStart[2*v+1], t.LitStart[2*v+2]
		words := b.of(uint32(v))
		words[blockCount], words[blockOwn] = hi-lo, mid-lo
		if int(hi-lo) <= len(words)-blockClauses {
			copy(words[blockClauses:], t.Occ[lo:hi])
		} else {
			words[blockStart] = lo
		}
	}
	return b
}

// misfits counts the variables that are in too many clauses for a block.
func (b *blocks) misfits(t *cnf.Table, vars int) int {
	n := 0
	for v := range vars {
		if int(t.LitStart[2*v+2]-t.LitStart[2*v]) > 1<<b.shift-blockClauses {
			n++
		}
	}
	return n
}

func (b *blocks) of(v uint32) []uint32 { return b.words[int(v)<<b.shift:][:1<<b.shift] }

// around is the clauses that have a variable: the first own of them itself, the
// others its negation.
func (f *formula) around(v uint32) (clauses []uint32, own int) {
	if f.blocks.words == nil {
		lo := f.LitStart[2*v]
		return f.Occ[lo:f.LitStart[2*v+2]], int(f.LitStart[2*v+1] - lo)
	}
	b := f.blocks.of(v)
	n := int(b[blockCount])
	if n > len(b)-blockClauses {
		return f.Occ[b[blockStart]:][:n], int(b[blockOwn])
	}
	return b[blockClauses:][:n], int(b[blockOwn])
}
