// Package words lays numbers out as others read them: kernels, which read 64-bit words, and
// hashes.
package words

import (
	"crypto/sha256"
	"encoding/binary"
	"strconv"
)

// Pack lays lists of numbers one after the other, each number in so many bits, a power
// of two, from the lowest bit of a word.
func Pack[T int32 | uint32 | int64 | uint64](width int, lists ...[]T) []uint64 {
	count := 0
	for _, list := range lists {
		count += len(list)
	}
	per, mask, at := 64/width, ^uint64(0)>>(64-width), 0
	data := make([]uint64, (count+per-1)/per)
	for _, list := range lists {
		for _, v := range list {
			data[at/per] |= uint64(v) & mask << (at % per * width)
			at++
		}
	}
	return data
}

// Float is a number as a #define has it: seventeen digits name a float64 exactly in every
// compiler.
func Float(v float64) string { return strconv.FormatFloat(v, 'e', 17, 64) }

// Hash identifies lists of numbers, each of which has its size.
func Hash(lists ...any) [32]byte {
	h := sha256.New()
	for _, list := range lists {
		_ = binary.Write(h, binary.LittleEndian, list) // a hash does not fail
	}
	return [32]byte(h.Sum(nil))
}
