package walk

import (
	"io"
	"slices"

	"github.com/warbler-opt/warbler/internal/checkpoint"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Save writes a checkpoint.
func (e *engine) Save(w io.Writer) error {
	c := search.Checkpoint{Header: e.Header}
	population.PutStates(&c, e.states())
	best := problem.NewGenomes(e.Problem.Representation(), len(e.replicas))
	var walkers []uint64
	for r, x := range e.replicas {
		copy(best.At(r).Bits, x.best)
		for _, w := range x.walkers {
			walkers = append(walkers, walkerWords(w)...)
		}
	}
	checkpoint.Put(&c, "best", best)
	checkpoint.Put(&c, "walkers", walkers)
	return c.Write(w)
}

// restore continues from a checkpoint.
func (e *engine) restore(from io.Reader) error {
	c, n := checkpoint.Resume(from, e.Header), len(e.replicas)
	size := 0
	for _, w := range e.replicas[0].walkers {
		size += len(walkerWords(w))
	}
	best, words := c.Genomes("best", e.Problem.Representation(), n), c.Uint64s("walkers", size*n)
	states := population.GetStates(c, n, e.Rules)
	if c.Err != nil {
		return c.Err
	}
	for r, x := range e.replicas {
		x.state, x.known, x.samples = states[r], false, nil
		copy(x.best, best.At(r).Bits)
		for _, w := range x.walkers {
			n := len(walkerWords(w))
			if err := setWalkerWords(w, words[:n]); err != nil {
				return err
			}
			words = words[n:]
		}
	}
	return nil
}

// walkerWords is a walk's state: the assignment, the lists of false clauses in
// their order, which later choices depend on, and what the kind of walk adds.
// It has the same size at all times.
func walkerWords(w walker) []uint64 {
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

// setWalkerWords is the inverse of walkerWords. It believes nothing that can
// be checked.
func setWalkerWords(w walker, words []uint64) error {
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
