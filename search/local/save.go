package local

import "github.com/warbler-opt/warbler/search"

// footingWords is a walk's state: the assignment, the lists of false clauses in
// their order, which later choices depend on, and what the kind of walk adds.
// It has the same size at all times.
func footingWords(w walker) []uint64 {
	f := w.on()
	n, m := (f.ground.vars+63)/64, len(f.tally)
	words := make([]uint64, n+2+m)
	f.pack(words[:n])
	words[n], words[n+1] = uint64(len(f.above.clauses)), uint64(len(f.below.clauses))
	at := words[n+2:]
	for _, l := range []list{f.above, f.below} {
		for i, o := range l.clauses {
			at[i] = uint64(o.clause)
		}
		at = at[len(l.clauses):]
	}
	return append(words, w.words()...)
}

// setFootingWords is the inverse of footingWords. It believes nothing that can
// be checked.
func setFootingWords(w walker, words []uint64) error {
	f := w.on()
	n, m := (f.ground.vars+63)/64, len(f.tally)
	f.unpack(words[:n])
	above, below, at := words[n], words[n+1], words[n+2:n+2+m]
	w.setWords(words[n+2+m:])
	w.resume()
	if above != uint64(len(f.above.clauses)) || below != uint64(len(f.below.clauses)) {
		return &search.DamagedError{Reason: "section walkers: the false clauses are not those of the assignment"}
	}
	seen := make(map[uint64]bool, above+below)
	for k, l := range []*list{&f.above, &f.below} {
		size := len(l.clauses)
		l.clauses = l.clauses[:0]
		for i := range size {
			c := at[i]
			if c >= uint64(m) || f.tally[c].count() != 0 || seen[c] || (int(c) < f.ground.hard) != (k == 0) {
				return &search.DamagedError{Reason: "section walkers: the list of false clauses is damaged"}
			}
			seen[c] = true
			l.push(uint32(c), f.ground, f.tally)
		}
		at = at[len(l.clauses):]
	}
	return nil
}

func (w *weighting) words() []uint64 {
	words := []uint64{uint64(w.raises), uint64(w.round), uint64(w.since)}
	for _, x := range w.now {
		words = append(words, uint64(x))
	}
	for _, x := range w.stamp {
		words = append(words, uint64(x))
	}
	return words
}

func (w *weighting) setWords(words []uint64) {
	w.round = uint32(words[1])
	w.pace()
	w.raises, w.since = int64(words[0]), int64(words[2])
	words = words[3:]
	w.heavy.clear()
	for c := range w.now {
		w.now[c] = int64(words[c])
		if w.now[c] > w.own[c] {
			w.heavy.add(uint32(c))
		}
	}
	for v := range w.stamp {
		w.stamp[v] = int64(words[len(w.now)+v])
	}
}

func (t *tabu) words() []uint64 {
	words := []uint64{uint64(t.least)}
	for _, x := range t.until {
		words = append(words, uint64(x))
	}
	return words
}

func (t *tabu) setWords(words []uint64) {
	t.least = int64(words[0])
	for v := range t.until {
		t.until[v] = int64(words[1+v])
	}
}

func (p *probing) words() []uint64   { return nil }
func (p *probing) setWords([]uint64) {}
