package quantum

import (
	"encoding/binary"
	"math/bits"

	"github.com/warbler-opt/warbler/internal/rng"
)

// qbits are the Q-bits of one member: their angles, and the upper bytes of
// their chances. Both have 64 bytes for each word of a genome, 0 behind its end.
type qbits struct {
	genes         int
	angle, chance []uint8
}

// The highest bits of eight bytes, and the product that gathers the lowest.
const (
	highs  = 0x8080808080808080
	gather = 0x0102040810204080
)

// observe draws a genome. Random bytes are compared with the
// upper bytes of the chances, eight at a time; where the two are equal, the
// other bits of that gene are drawn. at has purpose Observe.
func (q *qbits) observe(row []uint64, at rng.Address) {
	open := at
	open.Purpose = rng.ObserveTie
	for w := range row {
		word := uint64(0)
		for part := 0; part < 64 && 64*w+part < q.genes; part += 16 {
			at0 := 64*w + part
			x0, x1, x2, x3 := at.Block(uint32(at0 / 16))
			a, ta := less(uint64(x1)<<32|uint64(x0), binary.LittleEndian.Uint64(q.chance[at0:]))
			b, tb := less(uint64(x3)<<32|uint64(x2), binary.LittleEndian.Uint64(q.chance[at0+8:]))
			ones := a | b<<8
			for ties := ta | tb<<8; ties != 0; ties &= ties - 1 {
				i := bits.TrailingZeros64(ties)
				if j := at0 + i; j < q.genes && q.tie(j, open) {
					ones |= 1 << i
				}
			}
			word |= ones << part
		}
		row[w] = word
	}
}

// tie draws the lower bits of gene j.
func (q *qbits) tie(j int, at rng.Address) bool {
	k := q.angle[j]
	return k == ring || at.Word(uint32(j))>>8 < chances[k]&0xFFFFFF
}

// less compares eight bytes of r with those of p: bit i of the first result is
// whether byte i of r is less, of the second whether the two are equal.
func less(r, p uint64) (lower, same uint64) {
	atLeast := (r&^p | ^(r^p)&((r|highs)-(p&^highs))) & highs
	x := r ^ p
	equal := ^((x&^highs + ^uint64(highs)) | x | ^uint64(highs))
	return (^atLeast & highs) >> 7 * gather >> 56, equal >> 7 * gather >> 56
}

// rotate turns the Q-bits of a member whose genome is row. good is 1 if it
// scores at least what the best genome does, else 0.
func (q *qbits) rotate(t *table, row, best []uint64, good int) {
	for w, x := range row {
		b, all := best[w], ^uint64(0)
		if rest := q.genes - 64*w; rest < 64 {
			all = 1<<rest - 1
		}
		angle, chance := (*[64]uint8)(q.angle[64*w:]), (*[64]uint8)(q.chance[64*w:])
		for c, genes := range [4]uint64{all &^ (x | b), b &^ x, x &^ b, x & b} {
			if !t.moves[2*c|good] {
				continue
			}
			next := &t.next[2*c|good]
			for ; genes != 0; genes &= genes - 1 {
				j := bits.TrailingZeros64(genes) & 63
				if k := next[angle[j]]; k != angle[j] { // most have come to rest, late in a run
					angle[j], chance[j] = k, uppers[k]
				}
			}
		}
	}
}
