package walk

import (
	"slices"

	"github.com/warbler-opt/warbler/search"
)

// savedWords is a walk's state: the assignment, the lists of false clauses in
// their order, which later choices depend on, and what the kind of walk adds.
// It has the same size at all times, savedSize.
func savedWords(w walker) []uint64 {
	a := w.assigned()
	n, m := (a.formula.vars+63)/64, len(a.clauses)
	words := make([]uint64, n+2+m)
	a.pack(words[:n])
	words[n], words[n+1] = uint64(len(a.falseHard)), uint64(len(a.falseSoft))
	at := words[n+2:]
	for i, c := range slices.Concat(a.falseHard, a.falseSoft) {
		at[i] = uint64(c.clause)
	}
	return append(words, w.words()...)
}

func savedSize(w walker) int {
	a := w.assigned()
	return (a.formula.vars+63)/64 + 2 + len(a.clauses) + len(w.words())
}

// setSavedWords is the inverse of savedWords. It believes nothing that can
// be checked.
func setSavedWords(w walker, words []uint64) error {
	a := w.assigned()
	n, m := (a.formula.vars+63)/64, len(a.clauses)
	a.unpack(words[:n])
	hard, soft, at := words[n], words[n+1], words[n+2:n+2+m]
	w.setWords(words[n+2+m:])
	w.resume()
	if hard != uint64(len(a.falseHard)) || soft != uint64(len(a.falseSoft)) {
		return &search.CheckpointError{Reason: "section walkers: the false clauses are not those of the assignment"}
	}
	seen := make(map[uint64]bool, hard+soft)
	for k, l := range []*falseClauses{&a.falseHard, &a.falseSoft} {
		size := len(*l)
		*l = (*l)[:0]
		for i := range size {
			c := at[i]
			if c >= uint64(m) || a.clauses[c].count() != 0 || seen[c] || (int(c) < a.formula.hard) != (k == 0) {
				return &search.CheckpointError{Reason: "section walkers: the list of false clauses is damaged"}
			}
			seen[c] = true
			l.push(uint32(c), a.formula, a.clauses)
		}
		at = at[size:]
	}
	return nil
}
