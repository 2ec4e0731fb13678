package sat

import (
	"fmt"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/internal/cnf"
)

// maxSearched is the largest formula that is searched: a population of 200 such
// assignments and the room to score them take about 2 GB.
const maxSearched = 1 << 25

// Examine refuses a formula with more variables than can be searched, and tells what
// is strange about the file it comes from: all of it, or what may mean that the file
// is not what its user thinks it is.
func (f *Formula) Examine(all bool) (notes []string, err error) {
	if f.Vars > maxSearched {
		return nil, fmt.Errorf("%s: it has %d variables; at most %d can be searched, so number them without gaps", f.Name, f.Vars, maxSearched)
	}
	if odd := f.oddities(all); len(odd) > 0 {
		notes = append(notes, f.Name+": "+strings.Join(odd, "; "))
	}
	return notes, nil
}

// oddities are sentences about what is odd about a formula; none of it is an error.
// Memory is proportional to the literals: a file of one clause may name variable
// 2147483646.
func (f *Formula) oddities(all bool) (notes []string) {
	var emptyHard, emptySoft, tautologies, repeated, weightless, unused int
	var clause, vars []uint32
	for c := range f.Clauses() {
		w := f.weight(c)
		switch empty := len(f.Clause(c)) == 0; {
		case empty && w == Hard:
			emptyHard++
		case empty && all:
			emptySoft++
		}
		if !all {
			continue
		}
		if w == 0 {
			weightless++
		}
		clause = clause[:0]
		for _, x := range f.Clause(c) {
			clause = append(clause, cnf.Literal(x))
			vars = append(vars, cnf.Literal(x)>>1)
		}
		slices.Sort(clause)
		twice, both := false, false
		for i := 1; i < len(clause); i++ {
			twice = twice || clause[i] == clause[i-1]
			both = both || clause[i] == clause[i-1]^1
		}
		if twice {
			repeated++
		}
		if both {
			tautologies++
		}
	}
	if all {
		slices.Sort(vars)
		unused = f.Vars - len(slices.Compact(vars))
	}
	for _, n := range []struct {
		count     int
		one, many string
	}{
		{emptyHard, "hard clause is empty: the formula cannot be satisfied", "hard clauses are empty: the formula cannot be satisfied"},
		{emptySoft, "soft clause is empty: its weight is always lost", "soft clauses are empty: their weight is always lost"},
		{tautologies, "clause is a tautology: always satisfied", "clauses are tautologies: always satisfied"},
		{repeated, "clause repeats a literal", "clauses repeat a literal"},
		{weightless, "soft clause weighs 0", "soft clauses weigh 0"},
		{unused, "variable is in no clause", "variables are in no clause"},
		{f.Extra, "clause more than the header promises", "clauses more than the header promises"},
	} {
		switch {
		case n.count == 1:
			notes = append(notes, "1 "+n.one)
		case n.count > 1:
			notes = append(notes, fmt.Sprintf("%d %s", n.count, n.many))
		}
	}
	return notes
}
