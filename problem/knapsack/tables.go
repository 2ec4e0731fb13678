package knapsack

import (
	"math"
	"math/bits"

	"github.com/warbler-opt/warbler/problem"
)

// The largest tables, in bytes: those of eight genes a lookup should stay in
// the second-level cache, those of four in the third.
const (
	maxByteTable   = 1 << 20
	maxNibbleTable = 8 << 20
)

// tables has the sums of every subset of each group of neighboring items, so
// that a genome is summed up group by group instead of item by item.
type tables struct {
	group int      // items per lookup: 8, 4, or 1 (no table, the set bits are walked)
	plane int      // entries per plane
	sums  []uint64 // [plane][group index][subset]; with group 1 [item][plane]
}

func newTables(t *packing) tables {
	// Whole words, so that the last one needs no care.
	words := (t.n + 63) / 64
	byteTable, nibbleTable := words*2048*t.planes, words*256*t.planes
	switch {
	case byteTable*8 <= maxByteTable:
		return tables{8, words * 2048, t.subsets(8, words*8)}
	case nibbleTable*8 <= maxNibbleTable:
		return tables{4, words * 256, t.subsets(4, words*16)}
	}
	return tables{1, t.n, t.rows}
}

// subsets sums up every subset of every group of items, [plane][group][subset];
// items beyond the last weigh nothing.
func (t *packing) subsets(group, groups int) []uint64 {
	sums := make([]uint64, groups<<group*t.planes)
	for p := range t.planes {
		for q := range groups {
			table := sums[(p*groups+q)<<group:][:1<<group]
			for s := 1; s < len(table); s++ {
				table[s] = table[s&(s-1)]
				if j := q*group + bits.TrailingZeros(uint(s)); j < t.n {
					table[s] += t.rows[j*t.planes+p]
				}
			}
		}
	}
	return sums
}

// evaluate scores genomes.
func (t *tables) evaluate(k *packing, g problem.Genomes, scores []problem.Score) {
	words, stride := g.Words(), g.Stride()
	if t.group == 8 && k.planes == 1 && words == 1 {
		t.evaluateWords(k, g.Bits[:len(scores)], scores)
		return
	}
	var space [16]uint64
	sum := space[:]
	if k.planes > len(space) {
		sum = make([]uint64, k.planes)
	}
	sum = sum[:k.planes]
	for i := range scores {
		t.add(g.Bits[i*stride:i*stride+words], sum)
		scores[i] = k.score(sum)
	}
}

// evaluateWords is the commonest case: one constraint, profit and weight in one
// word, and no more than 64 items.
func (t *tables) evaluateWords(k *packing, genomes []uint64, scores []problem.Score) {
	room, scale, capacity, profitScale := uint64(k.room[0]), k.scale[0], k.capacity[0], k.profitScale
	table := (*[2048]uint64)(t.sums)
	scores = scores[:len(genomes)]
	for i, x := range genomes {
		sum := lookup8(table, x)
		if w := sum >> 32; w > room {
			scores[i] = capacity - int64(w)*scale
		} else {
			scores[i] = int64(sum&math.MaxUint32) * profitScale
		}
	}
}

// add sets sum to the sum of the chosen items' rows.
func (t *tables) add(genome, sum []uint64) {
	switch t.group {
	case 8:
		for p := range sum {
			table, total := t.sums[p*t.plane:(p+1)*t.plane], uint64(0)
			for w, x := range genome {
				total += lookup8((*[2048]uint64)(table[w*2048:]), x)
			}
			sum[p] = total
		}
	case 4:
		for p := range sum {
			table, total := t.sums[p*t.plane:(p+1)*t.plane], uint64(0)
			for w, x := range genome {
				total += lookup4((*[256]uint64)(table[w*256:]), x)
			}
			sum[p] = total
		}
	default:
		clear(sum)
		for w, x := range genome {
			for ; x != 0; x &= x - 1 {
				row := t.sums[(w<<6+bits.TrailingZeros64(x))*len(sum):][:len(sum)]
				for p, v := range row {
					sum[p] += v
				}
			}
		}
	}
}

// lookup8 adds up the table entries of the eight bytes of a word.
func lookup8(t *[2048]uint64, x uint64) uint64 {
	a := t[x&255] + t[256+x>>8&255]
	b := t[512+x>>16&255] + t[768+x>>24&255]
	c := t[1024+x>>32&255] + t[1280+x>>40&255]
	d := t[1536+x>>48&255] + t[1792+x>>56]
	return a + b + (c + d)
}

// lookup4 adds up the table entries of the sixteen nibbles of a word.
func lookup4(t *[256]uint64, x uint64) uint64 {
	a := t[x&15] + t[16+x>>4&15] + (t[32+x>>8&15] + t[48+x>>12&15])
	b := t[64+x>>16&15] + t[80+x>>20&15] + (t[96+x>>24&15] + t[112+x>>28&15])
	c := t[128+x>>32&15] + t[144+x>>36&15] + (t[160+x>>40&15] + t[176+x>>44&15])
	d := t[192+x>>48&15] + t[208+x>>52&15] + (t[224+x>>56&15] + t[240+x>>60])
	return a + b + (c + d)
}
