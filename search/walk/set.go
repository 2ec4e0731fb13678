package walk

import "math/bits"

// set is a set of small numbers that finds its next member quickly: bit i of
// level k+1 says whether word i of level k has any. Its order is that of the
// numbers, however it came about.
type set struct {
	levels [][]uint64
	size   int
}

func newSet(n int) *set {
	s := &set{}
	for {
		n = (n + 63) / 64
		s.levels = append(s.levels, make([]uint64, n))
		if n == 1 {
			return s
		}
	}
}

func (s *set) has(i uint32) bool { return s.levels[0][i>>6]>>(i&63)&1 != 0 }

func (s *set) add(i uint32) {
	if s.has(i) {
		return
	}
	s.size++
	for _, words := range s.levels {
		before := words[i>>6]
		words[i>>6] = before | 1<<(i&63)
		if before != 0 {
			return
		}
		i >>= 6
	}
}

func (s *set) remove(i uint32) {
	if !s.has(i) {
		return
	}
	s.size--
	for _, words := range s.levels {
		words[i>>6] &^= 1 << (i & 63)
		if words[i>>6] != 0 {
			return
		}
		i >>= 6
	}
}

func (s *set) clear() {
	for _, words := range s.levels {
		clear(words)
	}
	s.size = 0
}

// next is the smallest member that is not below i.
func (s *set) next(i uint32) (member uint32, ok bool) {
	for k, words := range s.levels {
		w := i >> 6
		if int(w) >= len(words) {
			return 0, false
		}
		if x := words[w] >> (i & 63); x != 0 {
			i += uint32(bits.TrailingZeros64(x))
			for ; k > 0; k-- { // down to the first member under it
				i = i<<6 + uint32(bits.TrailingZeros64(s.levels[k-1][i]))
			}
			return i, true
		}
		i = w + 1
	}
	return 0, false
}
