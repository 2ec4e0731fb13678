package swarm

import (
	"cmp"
	"slices"

	"github.com/warbler-opt/warbler/internal/population"
)

// model is a model and its place in the tree.
type model struct {
	truth truth
	sides []byte // of the decisions on its path: 1 where it is on the second
}

// before reports whether a depth-first search finds m first.
func (m *model) before(other *model) bool { return slices.Compare(m.sides, other.sides) < 0 }

// earliest is the first of a model that is known, or nil, and those that the
// searches have. It becomes the bound of what is searched from here on.
func (s *swarm) earliest(known *model) (*model, error) {
	for i, mail := range s.mails {
		if mail != hasModel {
			continue
		}
		m, err := s.read(i, s.known[i*len(slotNames):])
		if err != nil {
			return nil, err
		}
		if known == nil || m.before(known) {
			known = m
		}
		s.mails[i] = unasked
		if err := s.queue.Write(s.mail, 4*i, population.Bytes(s.mails[i:i+1])); err != nil {
			return nil, err
		}
	}
	bound := make([]uint32, 1+s.sides())
	bound[0] = uint32(len(known.sides))
	for i, side := range known.sides {
		bound[1+i/32] |= uint32(side) << (i % 32)
	}
	return known, s.queue.Write(s.bound, 0, population.Bytes(bound))
}

// read fetches the model of a search.
func (s *swarm) read(i int, slot []uint64) (*model, error) {
	path, place := make([]uint16, 3*s.vars), make([]uint32, s.sides())
	if err := cmp.Or(
		s.queue.Read(population.Bytes(path), s.path, 2*i*len(path)), s.queue.Read(population.Bytes(place), s.place, 4*i*len(place)),
	); err != nil {
		return nil, err
	}
	m := &model{truth: slices.Clone(s.root)}
	for _, l := range path[:slot[slotTail]] {
		m.truth.set(uint32(l))
	}
	for k := range slot[slotBase] {
		m.sides = append(m.sides, byte(place[k/32]>>(k%32)&1))
	}
	for _, d := range path[2*s.vars:][:slot[slotDepth]] {
		m.sides = append(m.sides, byte(d/onSecond&1))
	}
	return m, nil
}
