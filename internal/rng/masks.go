package rng

import "math/big"

// RareThreshold is the largest threshold, that of 1/16, at which Masks counts
// bits first and places them afterwards.
const RareThreshold = 1 << 28

// rareDigits is how many lanes a block names: six bits each, from its high half.
const rareDigits = 10

// Masks draws 64-lane masks like Address.MaskLow, and at less cost where bits
// are rare, as in a mutation.
//
// Comparing all lanes plane by plane wastes most of what it draws when hardly a
// bit is set. One block then decides how many bits a mask has, which follows a
// binomial distribution, and where they are: each six-bit digit names a lane,
// taken unless it is taken already. Cumulative probabilities are rounded down
// to multiples of 2^-64; nothing else is.
type Masks struct {
	threshold uint64
	table     *[64]uint64 // the probability of at most k bits; nil: not rare
}

// NewMasks makes masks whose bits are set with probability threshold/2^32.
func NewMasks(threshold uint64) Masks {
	m := Masks{threshold: threshold}
	if threshold > 0 && threshold <= RareThreshold {
		m.table = atMost(threshold)
	}
	return m
}

// atMost has at k the probability, in units of 2^-64, that at most k of 64
// lanes are set.
func atMost(threshold uint64) *[64]uint64 {
	var table [64]uint64
	set := new(big.Int).SetUint64(threshold)
	clear := new(big.Int).SetUint64(1<<32 - threshold)
	sum := new(big.Int)
	for k := range table {
		// C(64, k) · set^k · clear^(64-k), in units of 2^(-32·64).
		term := new(big.Int).Binomial(64, int64(k))
		term.Mul(term, new(big.Int).Exp(set, big.NewInt(int64(k)), nil))
		term.Mul(term, new(big.Int).Exp(clear, big.NewInt(int64(64-k)), nil))
		sum.Add(sum, term)
		table[k] = new(big.Int).Rsh(sum, 32*64-64).Uint64()
	}
	return &table
}

// Table is what a device needs to draw the same masks where bits are rare, and
// nil where they are not.
func (m *Masks) Table() []uint64 {
	if m.table == nil {
		return nil
	}
	return m.table[:]
}

// Low returns mask number i of the address, restricted to the lanes in open,
// which must be 2^k - 1.
func (m *Masks) Low(a Address, i uint32, open uint64) uint64 {
	if m.table == nil {
		return a.MaskLow(i, m.threshold, open)
	}
	block := i * MaskBlocks
	x0, x1, x2, x3 := a.Block(block)
	u := uint64(x1)<<32 | uint64(x0)
	if u < m.table[0] {
		return 0
	}
	left := 1
	for left < len(m.table) && u >= m.table[left] {
		left++
	}
	mask := uint64(0)
	for {
		digits := uint64(x3)<<32 | uint64(x2)
		for range rareDigits {
			bit := uint64(1) << (digits & 63)
			digits >>= 6
			if mask&bit == 0 {
				mask |= bit
				if left--; left == 0 {
					return mask & open
				}
			}
		}
		block++
		_, _, x2, x3 = a.Block(block)
	}
}
