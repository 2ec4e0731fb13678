package walk

import (
	"github.com/warbler-opt/warbler/internal/rng"
)

// The constants of weighting. They were chosen on random 3-SAT with 250
// variables and on partial instances of the MaxSAT Evaluations.
const (
	window     = 50         // of the good variables, how many are looked at
	wander     = 655        // of 65536: how often a local minimum is left at random
	sidestep   = 9830       // of 65536: how often without raising weights, if that costs nothing
	softMost   = 100        // a soft clause's weight grows up to so many times its own
	softScale  = 256        // the mean weight of soft clauses beside hard ones
	minAge     = 3          // flips before a variable may be flipped again, with hard clauses
	patience   = 500_000    // flips without improvement before a restart, with hard clauses
	mostPeriod = 1000       // raises between two falls, with hard clauses
	satPeriod  = 16         // and without
	unflipped  = -(1 << 40) // when a variable was flipped that has not been yet
)

// weighting is a walk that flips the variable with the largest gain in the
// weights of clauses, and in a local minimum raises the weights of false
// clauses, in the line of SAPS, PAWS and SATLike.
type weighting struct {
	assignment
	partial bool    // there are hard and soft clauses
	own     []int64 // weights to begin with and to fall back to
	now     []int64 // weights
	gain    []int64 // of flipping each variable
	stamp   []int64 // when it was flipped
	good    *set    // variables of positive gain
	heavy   *set    // clauses above their own weight
	step    int64   // what hard clauses are raised by
	raises  int64   // since the last fall
	round   uint32  // restarts
	since   int64   // the flip of the last improvement or restart
}

func newWeighting(f *formula) walker {
	n, m := f.vars, len(f.weight)
	w := &weighting{
		assignment: newAssignment(f), partial: f.hard > 0,
		own: hugeSlice[int64](m), now: hugeSlice[int64](m), gain: hugeSlice[int64](n), stamp: hugeSlice[int64](n),
		good: newSet(n), heavy: newSet(max(1, m)),
	}
	copy(w.own, f.scaled)
	return w
}

func (w *weighting) begin(seed uint64) {
	w.seed = seed
	w.start()
}

// pace sets how fast hard clauses rise. Where there are soft ones too it
// alternates from round to round: instances differ in what they need.
func (w *weighting) pace() {
	w.step = 1
	if w.partial {
		w.step = softScale
		if w.round%2 == 0 {
			w.step = softScale / 8
		}
	}
	for c := range w.formula.hard {
		w.own[c] = w.step
	}
}

// start begins a round at a random assignment, with weights as they were.
func (w *weighting) start() {
	w.pace()
	copy(w.now, w.own)
	w.heavy.clear()
	for v := range w.stamp {
		w.stamp[v] = unflipped
	}
	w.raises = 0
	w.randomize(w.seed, w.round)
	w.resume()
}

// resume finds all that follows from the assignment and the weights.
func (w *weighting) resume() {
	w.recount()
	clear(w.gain)
	w.good.clear()
	for c, t := range w.clauses {
		switch t.count() {
		case 0:
			for _, l := range w.formula.Clause(c) {
				w.gain[l>>1] += w.now[c]
			}
		case 1:
			w.gain[t.which()] -= w.now[c]
		}
	}
	for v := range w.gain {
		w.change(uint32(v), 0)
	}
}

func (w *weighting) change(v uint32, d int64) {
	before := w.gain[v]
	after := before + d
	w.gain[v] = after
	if after > 0 {
		w.good.add(v)
	} else if before > 0 || d == 0 {
		w.good.remove(v)
	}
}

// weigh gives a clause another weight.
func (w *weighting) weigh(c uint32, x int64) {
	d := x - w.now[c]
	w.now[c] = x
	switch t := w.clauses[c]; t.count() {
	case 0:
		for _, l := range w.formula.clause(c) {
			w.change(l>>1, d)
		}
	case 1:
		w.change(t.which(), -d)
	}
	if x > w.own[c] {
		w.heavy.add(c)
	} else {
		w.heavy.remove(c)
	}
}

func (w *weighting) flip(v uint32, at int64) {
	old := w.gain[v]
	rising, falling, more, fewer := w.gather(v)
	w.value[v] ^= 1
	for i, c := range rising {
		t := more[i]
		switch t.count() {
		case 0:
			w.becomeTrue(c)
			for _, l := range w.formula.clause(c) {
				w.change(l>>1, -w.now[c])
			}
			w.clauses[c] = oneTrue | trueLits(v)
			continue
		case 1:
			w.change(t.which(), w.now[c])
		}
		w.clauses[c] = t.more(v)
	}
	for i, c := range falling {
		t := fewer[i].fewer(v)
		w.clauses[c] = t
		switch t.count() {
		case 0:
			w.becomeFalse(c)
			for _, l := range w.formula.clause(c) {
				w.change(l>>1, w.now[c])
			}
		case 1:
			w.change(t.which(), -w.now[c])
		}
	}
	w.change(v, -old-w.gain[v])
	w.stamp[v] = at
}

// best is the good variable to flip, if there is one.
func (w *weighting) best(x uint32, at int64) (v uint32, ok bool) {
	from := uint32(0)
	many := w.good.size > window
	if many {
		from = uint32(rng.Below(x, w.formula.vars))
	}
	u, there := w.good.next(from)
	for range min(w.good.size, window) {
		if !there {
			u, _ = w.good.next(0)
		}
		if !w.partial || at-w.stamp[u] > minAge {
			if !ok || w.gain[u] > w.gain[v] || w.gain[u] == w.gain[v] && w.first(u, v, x, many) {
				v, ok = u, true
			}
		}
		u, there = w.good.next(u + 1)
	}
	return v, ok
}

// first reports whether u goes before v, of equal gain: among many the one whose
// last flip was earlier, else at random.
func (w *weighting) first(u, v, x uint32, many bool) bool {
	if many && w.stamp[u] != w.stamp[v] {
		return w.stamp[u] < w.stamp[v]
	}
	return tie(u, x) > tie(v, x)
}

// advance makes flip number at from its random words.
func (w *weighting) advance(x0, x1, _, x3 uint32, at int64) (v uint32, fresh bool) {
	if fresh = w.partial && at-w.since > patience; fresh {
		w.round++
		w.since = at
		w.start()
	}
	v, ok := w.best(x0, at)
	if !ok {
		v = w.escape(x0, x1, x3)
	}
	w.flip(v, at)
	return v, fresh
}

// escape is the variable to flip in a local minimum: one of a false clause.
func (w *weighting) escape(x0, x1, x3 uint32) uint32 {
	from := w.falseHard
	if len(from) == 0 {
		from = w.falseSoft
	}
	if len(from) == 0 { // all clauses are satisfied
		return uint32(rng.Below(x0, w.formula.vars))
	}
	clause := w.formula.literals(&from[rng.Below(x0, len(from))])
	if x1>>16 < wander {
		return clause[rng.Below(x3, len(clause))] >> 1
	}
	if x1&0xFFFF < sidestep {
		if v, ok := w.pick(clause, x3, true); ok {
			return v
		}
	}
	w.raise()
	v, _ := w.pick(clause, x3, false)
	return v
}

// pick is the variable of a clause with the largest gain, or with zero one of
// gain 0 if there is any.
func (w *weighting) pick(clause []uint32, x uint32, zero bool) (v uint32, ok bool) {
	for _, l := range clause {
		u := l >> 1
		if zero && w.gain[u] != 0 {
			continue
		}
		if !ok || w.gain[u] > w.gain[v] || w.gain[u] == w.gain[v] && tie(u, x) > tie(v, x) {
			v, ok = u, true
		}
	}
	return v, ok
}

// period is how many raises lie between two falls.
func (f *formula) period() int64 {
	if f.hard > 0 {
		return mostPeriod
	}
	return satPeriod
}

// raise makes false clauses heavier and, once in a while, true ones lighter.
func (w *weighting) raise() {
	if w.raises++; w.raises == w.formula.period() {
		w.raises = 0
		for c, ok := w.heavy.next(0); ok; c, ok = w.heavy.next(c + 1) {
			if w.clauses[c].count() > 0 {
				less := w.own[c]
				if int(c) < w.formula.hard {
					less = w.step
				}
				w.weigh(c, max(w.own[c], w.now[c]-less))
			}
		}
		return
	}
	for _, o := range w.falseHard {
		w.weigh(o.clause, w.now[o.clause]+w.step)
	}
	if len(w.falseHard) == 0 {
		for _, o := range w.falseSoft {
			c := o.clause
			if w.now[c] < softMost*w.own[c] || !w.partial {
				w.weigh(c, w.now[c]+w.own[c])
			}
		}
	}
}

// improved tells the walk that a flip has found a new best.
func (w *weighting) improved(at int64) { w.since = at }

func (w *weighting) words() []uint64 {
	return appendInts([]uint64{uint64(w.raises), uint64(w.round), uint64(w.since)}, w.now, w.stamp)
}

func (w *weighting) setWords(words []uint64) {
	w.round = uint32(words[1])
	w.pace()
	w.raises, w.since = int64(words[0]), int64(words[2])
	words = words[3:]
	toInts(w.now, words)
	toInts(w.stamp, words[len(w.now):])
	w.heavy.clear()
	for c, x := range w.now {
		if x > w.own[c] {
			w.heavy.add(uint32(c))
		}
	}
}

func (w *weighting) toDevice(head []uint64) []uint64 {
	head[walkSize], head[walkRaises] = uint64(w.good.size), uint64(w.raises)
	head[walkRound], head[walkSince] = uint64(w.round), uint64(w.since)
	words := appendInts(w.listWords(), w.gain, w.stamp, w.now)
	return append(append(words, w.good.levels[0]...), w.heavy.levels[0]...)
}

func (w *weighting) fromDevice(head, words []uint64) {
	w.raises, w.round, w.since = int64(head[walkRaises]), uint32(head[walkRound]), int64(head[walkSince])
	words = w.setListWords(head, words)[len(w.gain):]
	toInts(w.stamp, words)
	toInts(w.now, words[len(w.stamp):])
}
