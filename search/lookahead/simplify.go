package lookahead

import (
	"cmp"
	"slices"

	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/problem/sat"
)

// simplifier does what is cheap before a search: literals that stand alone in a
// clause, literals that fail, literals whose opposite occurs nowhere, and clauses
// that another one implies. Only those that fail take lines in a proof: clauses of
// one literal are followed by whoever checks it, and a proof need not use every
// clause.
type simplifier struct {
	clauses [][]uint32 // nil when it is gone
	value   []int8     // by variable: 1, -1, or 0 for open
	occurs  [][]uint32 // by literal: the clauses it is in
	left    []uint32   // by literal: in how many it still is
	queue   []uint32   // true literals to be followed
	alone   []uint32   // literals whose opposite may occur no more
	frozen  []bool     // by variable: it gets no value but one that follows
	empty   bool
	probing int       // literals that may be read to find such that fail
	learned [][]int32 // what a proof says of them
	counts  simplified
}

// subsumeWork is how many pairs of clauses are compared at most.
const subsumeWork = 50_000_000

func newSimplifier(f *sat.Formula, assume []int32) *simplifier {
	s := &simplifier{
		clauses: make([][]uint32, 0, f.Clauses()),
		value:   make([]int8, f.Vars), frozen: make([]bool, f.Vars), probing: probeWork,
		occurs: make([][]uint32, 2*f.Vars), left: make([]uint32, 2*f.Vars),
	}
	// All clauses lie in one array, and so do all lists: of a large formula that
	// takes a third of the time.
	lits := make([]uint32, 0, len(f.Lits))
	for c := range f.Clauses() {
		from := len(lits)
		for _, x := range f.Clause(c) {
			lits = append(lits, cnf.Literal(x))
		}
		s.add(lits[from:len(lits):len(lits)])
	}
	for _, x := range assume {
		s.set(cnf.Literal(x))
	}
	places := make([]uint32, len(lits))
	for l, n := range s.left {
		s.occurs[l], places = places[:0:n], places[n:]
	}
	for c, list := range s.clauses {
		for _, l := range list {
			s.occurs[l] = append(s.occurs[l], uint32(c))
		}
	}
	return s
}

// add adds a clause, unless it has a literal and its opposite.
func (s *simplifier) add(list []uint32) {
	slices.Sort(list)
	list = slices.Compact(list)
	for i := 1; i < len(list); i++ {
		if list[i] == list[i-1]^1 {
			return
		}
	}
	switch len(list) {
	case 0:
		s.empty = true
		return
	case 1:
		s.set(list[0])
		return
	}
	s.clauses = append(s.clauses, list)
	for _, l := range list {
		s.left[l]++
	}
}

// run simplifies: units, then what is subsumed, then literals that fail, then pure
// literals until there are no more. false: there is an empty clause.
func (s *simplifier) run() bool {
	s.follow()
	if s.empty {
		return false
	}
	for _, x := range s.value {
		if x != 0 {
			s.counts.Units++
		}
	}
	s.subsume()
	if s.probe(); s.empty {
		return false
	}
	for l := range s.left {
		s.alone = append(s.alone, uint32(l))
	}
	for len(s.alone) > 0 {
		l := s.alone[len(s.alone)-1]
		s.alone = s.alone[:len(s.alone)-1]
		if s.left[l] > 0 && s.left[l^1] == 0 && s.value[l>>1] == 0 && !s.frozen[l>>1] {
			s.counts.Pure++
			s.set(l)
			s.follow() // nothing can become empty: the opposite is in no clause
		}
	}
	return true
}

// set makes a literal true.
func (s *simplifier) set(l uint32) {
	sign := 1 - 2*int8(l&1)
	switch s.value[l>>1] {
	case 0:
		s.value[l>>1] = sign
		s.queue = append(s.queue, l)
	case -sign:
		s.empty = true
	}
}

// follow takes satisfied clauses and false literals away.
func (s *simplifier) follow() {
	for len(s.queue) > 0 && !s.empty {
		l := s.queue[len(s.queue)-1]
		s.queue = s.queue[:len(s.queue)-1]
		for _, c := range s.occurs[l] {
			s.remove(c)
		}
		for _, c := range s.occurs[l^1] {
			if open := s.open(int(c)); len(open) == 1 {
				s.set(open[0])
			} else if s.clauses[c] != nil && len(open) == 0 {
				s.empty = true
			}
		}
	}
}

// remove takes a clause away.
func (s *simplifier) remove(c uint32) {
	for _, l := range s.clauses[c] {
		if s.left[l]--; s.left[l] == 0 {
			s.alone = append(s.alone, l^1)
		}
	}
	s.clauses[c] = nil
}

// open is the literals of a clause that are not false.
func (s *simplifier) open(c int) []uint32 {
	list := s.clauses[c]
	for i, l := range list {
		if s.value[l>>1] == 2*int8(l&1)-1 {
			kept := list[:i]
			s.left[l]--
			for _, m := range list[i+1:] {
				if s.value[m>>1] == 2*int8(m&1)-1 {
					s.left[m]--
				} else {
					kept = append(kept, m)
				}
			}
			s.clauses[c] = kept
			return kept
		}
	}
	return list
}

// subsume takes away the clauses that a shorter one, or an equal one before
// them, implies.
func (s *simplifier) subsume() {
	signs := make([]uint64, len(s.clauses))
	for c := range s.clauses {
		for _, l := range s.open(c) {
			signs[c] |= 1 << (l * 0x9e3779b1 >> 26)
		}
	}
	work := 0
	for _, c := range s.byLength() {
		list := s.clauses[c]
		if list == nil {
			continue
		}
		rare := slices.MinFunc(list, func(a, b uint32) int { return cmp.Compare(s.left[a], s.left[b]) })
		for _, d := range s.occurs[rare] {
			other := s.clauses[d]
			if work++; work > subsumeWork {
				return
			}
			if d == c || len(other) < len(list) || signs[c]&^signs[d] != 0 || len(other) == len(list) && d < c {
				continue
			}
			if contains(other, list) {
				s.counts.Subsumed++
				s.remove(d)
			}
		}
	}
}

// byLength is the clauses that are left, the shortest first.
func (s *simplifier) byLength() []uint32 {
	longest := 0
	for _, list := range s.clauses {
		longest = max(longest, len(list))
	}
	at := make([]int, longest+2) // by length: where the next one goes
	for _, list := range s.clauses {
		at[len(list)+1]++
	}
	gone := at[1] // of no length
	for k := range longest {
		at[k+2] += at[k+1]
	}
	order := make([]uint32, len(s.clauses))
	for c, list := range s.clauses {
		order[at[len(list)]] = uint32(c)
		at[len(list)]++
	}
	return order[gone:]
}

// contains reports whether a sorted list has all members of another.
func contains(list, part []uint32) bool {
	i := 0
	for _, l := range list {
		if i < len(part) && part[i] == l {
			i++
		}
	}
	return i == len(part)
}

// splitSize is how many clauses of at most three literals these would become.
func (s *simplifier) splitSize() int {
	n := 0
	for c := range s.clauses {
		if k := len(s.clauses[c]); k > 0 {
			n += max(k-2, 1)
		}
	}
	return n
}
