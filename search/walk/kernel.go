package walk

import (
	"slices"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/kernel"
)

// The words that a formula, a walk and a sample begin with or
// consist of, FORMULA_… and so on in the dialect.
var (
	formulaNames = []string{"VARS", "CLAUSES", "HARD"}
	walkNames    = []string{"COST", "FALSE_HARD", "FALSE_SOFT", "SIZE", "RAISES", "ROUND", "SINCE", "LEAST"}
	sampleNames  = []string{"STEP", "SCORE", "BEST", "ONLINE", "OFFLINE"}
)

// constants are those of all ways to walk.
var constants = []kernel.Define{
	{Name: "WINDOW", Value: window}, {Name: "WANDER", Value: wander}, {Name: "SIDESTEP", Value: sidestep}, {Name: "SOFT_MOST", Value: softMost},
	{Name: "SOFT_SCALE", Value: softScale}, {Name: "MIN_AGE", Value: minAge}, {Name: "PATIENCE", Value: patience}, {Name: "UNFLIPPED", Value: "(-((i64)1 << 40))"},
	{Name: "TENURE", Value: tenure}, {Name: "TENURE_SHARE", Value: tenureShare}, {Name: "TENURE_RANGE", Value: tenureRange},
	{Name: "SCANNED", Value: scanned}, {Name: "SCAN_BLOCK", Value: scanBlock}, {Name: "SCAN_SHARE", Value: scanShare}, {Name: "ODDS_COUNT", Value: oddsCount},
}

// The places of a walk's words.
const (
	walkCost = iota
	walkFalseHard
	walkFalseSoft
	walkSize
	walkRaises
	walkRound
	walkSince
	walkLeast
	walkWords
)

// words is a formula as assignment.cl reads it.
func (f *formula) words() []uint32 {
	w := []uint32{uint32(f.vars), uint32(f.Clauses()), uint32(f.hard)}
	w = append(append(w, f.ClauseStart...), f.Lits...)
	w = append(w, f.LitStart...)
	for len(w) < len(formulaNames)+f.Clauses()+1+len(f.Lits)+2*f.vars+1 { // literals beyond the last that occurs
		w = append(w, uint32(len(f.Occ)))
	}
	return append(w, f.Occ...)
}

// toDevice is a walk's state as walk.cl has it.
func toDevice(w walker) []uint64 {
	a := w.assigned()
	n := walkWords + (a.formula.vars+63)/64
	words := make([]uint64, n, n+len(a.clauses))
	words[walkCost] = uint64(a.cost)
	words[walkFalseHard], words[walkFalseSoft] = uint64(len(a.falseHard)), uint64(len(a.falseSoft))
	a.pack(words[walkWords:])
	for _, t := range a.clauses {
		if t.count() == 0 {
			t = 0 // the place of a false clause is elsewhere
		}
		words = append(words, uint64(t.which())<<32|uint64(t.count()))
	}
	return append(words, w.toDevice(words[:walkWords])...)
}

// fromDevice brings a walk to a state of walk.cl, as far as a checkpoint needs it.
func fromDevice(w walker, words []uint64) {
	a := w.assigned()
	a.unpack(words[walkWords:])
	w.fromDevice(words[:walkWords], words[walkWords+(a.formula.vars+63)/64+len(a.clauses):])
}

// listWords is the lists of false clauses, and the place of each clause in its list.
func (a *assignment) listWords() []uint64 {
	list, place := make([]uint32, len(a.clauses)), make([]uint32, len(a.clauses))
	for i, c := range a.falseHard {
		list[i], place[c.clause] = c.clause, uint32(i)
	}
	for i, c := range a.falseSoft {
		list[a.formula.hard+i], place[c.clause] = c.clause, uint32(i)
	}
	return append(pairs(list), pairs(place)...)
}

// setListWords is the inverse of listWords, and returns the words behind them. The
// head of the walk says how long the lists are.
func (a *assignment) setListWords(head, words []uint64) []uint64 {
	each := (len(a.clauses) + 1) / 2
	clause := func(i uint64) uint32 { return uint32(words[i/2] >> (32 * (i & 1))) }
	a.falseHard, a.falseSoft = a.falseHard[:0], a.falseSoft[:0]
	for i := range head[walkFalseHard] {
		a.falseHard.push(clause(i), a.formula, a.clauses)
	}
	for i := range head[walkFalseSoft] {
		a.falseSoft.push(clause(uint64(a.formula.hard)+i), a.formula, a.clauses)
	}
	return words[2*each:]
}

// pairs puts two numbers into a word, the first one below.
func pairs(list []uint32) []uint64 {
	words := make([]uint64, (len(list)+1)/2)
	copy(population.Bytes(words), population.Bytes(list))
	return words
}

func appendInts(words []uint64, lists ...[]int64) []uint64 {
	for _, x := range slices.Concat(lists...) {
		words = append(words, uint64(x))
	}
	return words
}

func toInts(to []int64, words []uint64) { copy(population.Bytes(to), population.Bytes(words)) }
