package sat

import (
	"fmt"
	"slices"
)

// Report counts what is odd about a formula. None of it is an error.
type Report struct {
	Tautologies  int // clauses with a variable and its negation
	Repeated     int // clauses that have a literal twice
	EmptyHard    int // hard clauses without literals: nothing satisfies them
	EmptySoft    int // soft ones: their weight is always lost
	Weightless   int // soft clauses of weight 0
	UnusedVars   int // variables in no clause
	ExtraClauses int // clauses beyond the number that the header promises
}

// Report looks for oddities. It takes time proportional to the formula, up to
// a logarithm for its long clauses.
func (f *Formula) Report() Report {
	r := Report{ExtraClauses: f.Extra}
	var sorted []int32
	for c := range f.Clauses() {
		clause, w := f.Clause(c), f.Weight(c)
		switch {
		case len(clause) == 0 && w == Hard:
			r.EmptyHard++
		case len(clause) == 0:
			r.EmptySoft++
		}
		if w == 0 {
			r.Weightless++
		}
		tautology, repeated := false, false
		if len(clause) > 8 {
			sorted = append(sorted[:0], clause...)
			slices.SortFunc(sorted, func(a, b int32) int { return int(Literal(a)) - int(Literal(b)) })
			for i, x := range sorted[1:] {
				tautology = tautology || sorted[i] == -x
				repeated = repeated || sorted[i] == x
			}
		} else {
			for i, x := range clause {
				for _, y := range clause[:i] {
					tautology = tautology || y == -x
					repeated = repeated || y == x
				}
			}
		}
		if tautology {
			r.Tautologies++
		}
		if repeated {
			r.Repeated++
		}
	}
	r.UnusedVars = f.Vars - f.usedVars()
	return r
}

// usedVars counts the variables that occur, in memory proportional to the
// literals: a file of one clause may name variable 2147483646.
func (f *Formula) usedVars() (used int) {
	most := 0
	for _, x := range f.Lits {
		most = max(most, variable(x)+1)
	}
	if most/32 > len(f.Lits)+1024 {
		vars := make([]int32, len(f.Lits))
		for i, x := range f.Lits {
			vars[i] = max(x, -x)
		}
		slices.Sort(vars)
		return len(slices.Compact(vars))
	}
	seen := make([]uint64, (most+63)/64)
	for _, x := range f.Lits {
		v := variable(x)
		if seen[v>>6]>>(v&63)&1 == 0 {
			seen[v>>6] |= 1 << (v & 63)
			used++
		}
	}
	return used
}

// Notes are sentences about the oddities, for people; there may be none.
func (r Report) Notes() (notes []string) {
	for _, n := range []struct {
		count     int
		one, many string
	}{
		{r.EmptyHard, "hard clause is empty: the formula cannot be satisfied", "hard clauses are empty: the formula cannot be satisfied"},
		{r.EmptySoft, "soft clause is empty: its weight is always lost", "soft clauses are empty: their weight is always lost"},
		{r.Tautologies, "clause is a tautology: always satisfied", "clauses are tautologies: always satisfied"},
		{r.Repeated, "clause repeats a literal", "clauses repeat a literal"},
		{r.Weightless, "soft clause weighs 0", "soft clauses weigh 0"},
		{r.UnusedVars, "variable is in no clause", "variables are in no clause"},
		{r.ExtraClauses, "clause more than the header promises", "clauses more than the header promises"},
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
