package eax

import "github.com/warbler-opt/warbler/internal/rng"

// stream reads the words of an address one after the other.
type stream struct {
	at    rng.Address
	next  uint32 // word
	block [4]uint32
	bits  uint32 // of a word that are left
	left  int    // how many these are
}

// from begins with the first word of an address.
func (s *stream) from(at rng.Address) { *s = stream{at: at} }

// word is the next one.
func (s *stream) word() uint32 {
	k := s.next % 4
	if k == 0 {
		s.block[0], s.block[1], s.block[2], s.block[3] = s.at.Block(s.next / 4)
	}
	s.next++
	return s.block[k]
}

// below is uniform among 0 to n-1.
func (s *stream) below(n int) int {
	w := s.next
	return int(s.at.Bounded(s.word(), w, uint32(n)))
}

// bit is 0 or 1.
func (s *stream) bit() int32 {
	if s.left == 0 {
		s.bits, s.left = s.word(), 32
	}
	b := s.bits & 1
	s.bits >>= 1
	s.left--
	return int32(b)
}
