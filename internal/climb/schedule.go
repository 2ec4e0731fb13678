package climb

import (
	"math/bits"
	"slices"

	"github.com/warbler-opt/warbler/internal/cnf"
)

// schedule is a formula in the order in which a climb meets it. Variables of one
// level share no clause, and a level has all that later levels depend on, so
// visiting level by level is the same as visiting in order.
type schedule struct {
	vars   []uint32 // by level, then in the order of the pass
	levels []uint32 // level k is vars[levels[k]:levels[k+1]]
	// An entry is an occurrence of a variable, with the other literals of its
	// clause; those of vars[k] are entries[start[k]:start[k+1]].
	start    []uint32
	entries  []uint32
	negative []uint32 // how many entries of vars[k] are negated
	planes   int      // bits that can count the entries of any variable
	packed   bool     // an entry is one word
	last     uint32   // the variable that a pass visits last
}

// Packed entries have two literals of 15 bits and, in the top bit, whether the
// occurrence is positive. Others begin with a word that has the number of
// literals times two and that same bit lowest.
const (
	literalBits = 15
	literalMask = 1<<literalBits - 1
	positive    = 1 << 31
	// Packed entries come in fours, so that they are added in fours.
	fours = 4
)

// newSchedule lays out a table. A pass begins with variable first and ends with
// the one before it.
func newSchedule(t *cnf.Table, vars, first int) *schedule {
	l := &schedule{last: uint32((first + vars - 1) % vars), packed: 2*vars+2 <= literalMask}
	for c := range t.Clauses() {
		l.packed = l.packed && len(t.Clause(c)) <= 3
	}
	place := func(v uint32) int { return (int(v) - first + vars) % vars }
	level := make([]int, vars)
	highest := 0
	for k := range vars {
		v := (first + k) % vars
		for _, c := range occurrences(t, v) {
			for _, x := range t.Clause(int(c)) {
				if u := x >> 1; place(u) < k {
					level[v] = max(level[v], level[u]+1)
				}
			}
		}
		highest = max(highest, level[v])
	}
	for k := range vars {
		l.vars = append(l.vars, uint32((first+k)%vars))
	}
	slices.SortStableFunc(l.vars, func(a, b uint32) int { return level[a] - level[b] })
	l.levels = make([]uint32, highest+2)
	for _, v := range l.vars {
		l.levels[level[v]+1]++
	}
	for k := 1; k < len(l.levels); k++ {
		l.levels[k] += l.levels[k-1]
	}
	l.start = append(l.start, 0)
	most := 0
	for _, v := range l.vars {
		list := occurrences(t, int(v))
		most = max(most, len(list))
		negative := uint32(0)
		for _, c := range list {
			negative += l.add(t.Clause(int(c)), v, vars)
		}
		for l.packed && (len(l.entries)-int(l.start[len(l.start)-1]))%fours != 0 {
			always := uint32(2 * vars)
			l.entries = append(l.entries, positive|always<<literalBits|always) // adds nothing
		}
		l.negative = append(l.negative, negative)
		l.start = append(l.start, uint32(len(l.entries)))
	}
	l.planes = max(2, bits.Len(uint(most)))
	return l
}

// mostEntries bounds a schedule, which has a clause of k literals k times.
const mostEntries = 1 << 28

// fits reports whether a schedule of the table is of a reasonable size.
func fits(t *cnf.Table) bool {
	words := 0
	for c := range t.Clauses() {
		k := len(t.Clause(c))
		if words += k * k; words > mostEntries {
			return false
		}
	}
	return words <= 16*len(t.Lits)
}

// occurrences is the clauses that have variable v.
func occurrences(t *cnf.Table, v int) []uint32 {
	return t.Occ[t.LitStart[2*v]:t.LitStart[2*v+2]]
}

// add appends the entry of variable v in a clause and returns 1 if it is
// negated there.
func (l *schedule) add(clause []uint32, v uint32, vars int) (negated uint32) {
	falsehood := uint32(2*vars + 1)
	others := [2]uint32{falsehood, falsehood}
	head := len(l.entries)
	if !l.packed {
		l.entries = append(l.entries, uint32(len(clause)-1)*2)
	}
	k := 0
	for _, x := range clause {
		switch {
		case x>>1 == v:
			negated = x & 1
		case l.packed:
			others[k] = x
			k++
		default:
			l.entries = append(l.entries, x)
		}
	}
	if l.packed {
		l.entries = append(l.entries, (1-negated)<<31|others[1]<<literalBits|others[0])
	} else {
		l.entries[head] |= 1 - negated
	}
	return negated
}
