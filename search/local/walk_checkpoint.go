package local

import "github.com/warbler-opt/warbler/search"

// walkerWords is a walk's state: the assignment, the lists of false clauses in
// their order, which later choices depend on, and what the kind of walk adds.
// It has the same size at all times.
func walkerWords(w walker) []uint64 {
	f := w.assigned()
	n, m := (f.formula.vars+63)/64, len(f.lits)
	words := make([]uint64, n+2+m)
	f.pack(words[:n])
	words[n], words[n+1] = uint64(len(f.falseHard.clauses)), uint64(len(f.falseSoft.clauses))
	at := words[n+2:]
	for _, l := range []list{f.falseHard, f.falseSoft} {
		for i, o := range l.clauses {
			at[i] = uint64(o.clause)
		}
		at = at[len(l.clauses):]
	}
	return append(words, w.words()...)
}

// setWalkerWords is the inverse of walkerWords. It believes nothing that can
// be checked.
func setWalkerWords(w walker, words []uint64) error {
	f := w.assigned()
	n, m := (f.formula.vars+63)/64, len(f.lits)
	f.unpack(words[:n])
	above, below, at := words[n], words[n+1], words[n+2:n+2+m]
	w.setWords(words[n+2+m:])
	w.resume()
	if above != uint64(len(f.falseHard.clauses)) || below != uint64(len(f.falseSoft.clauses)) {
		return &search.DamagedError{Reason: "section walkers: the false clauses are not those of the assignment"}
	}
	seen := make(map[uint64]bool, above+below)
	for k, l := range []*list{&f.falseHard, &f.falseSoft} {
		size := len(l.clauses)
		l.clauses = l.clauses[:0]
		for i := range size {
			c := at[i]
			if c >= uint64(m) || f.lits[c].count() != 0 || seen[c] || (int(c) < f.formula.hard) != (k == 0) {
				return &search.DamagedError{Reason: "section walkers: the list of false clauses is damaged"}
			}
			seen[c] = true
			l.push(uint32(c), f.formula, f.lits)
		}
		at = at[len(l.clauses):]
	}
	return nil
}
