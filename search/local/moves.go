package local

import (
	"fmt"
	"math"

	"github.com/warbler-opt/warbler/internal/neighborhood"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// The neighborhoods, in the order of their numbers in the dialect.
const (
	flip = iota
	pair
	change
	exchange
	rotation
	insertion
)

var neighborhoodNames = []string{"flip", "pair", "change", "exchange", "rotation", "insertion"}

// moveSet is a neighborhood of genomes: moves from 0 to size-1, numbered as in
// package neighborhood. It is the twin of moves.cl.
type moveSet struct {
	kind      int
	n         int // genes
	alphabet  int
	rotations int // their directions, or 0
}

// neighborhoodParam is a row of every table of local searches.
var neighborhoodParam = search.Param{Name: "neighborhood", Type: search.Choice, Default: "auto", Choices: append([]string{"auto"}, neighborhoodNames...),
	Help: "moves: flip (a bit) or pair (two); change (a gene's symbol); exchange (two places), rotation (three) or insertion; auto: insertion where the problem knows what it is worth, else the first of a representation"}

// rotationsParam stands behind it.
var rotationsParam = search.Param{Name: "rotations", Type: search.Int, Default: "1", Min: 1, Max: 2,
	Help: "rotation: directions in which three places pass round what they have; 1: as Luong et al. 2010, 2: both"}

// newMoveSet is the neighborhood of a name for genomes of a representation, with
// rotations of so many directions.
func newMoveSet(name string, rotations int, r problem.Representation) (moveSet, error) {
	fitting := map[problem.GenomeKind][]int{problem.Binary: {flip, pair}, problem.Discrete: {change}, problem.Permutation: {exchange, rotation, insertion}}[r.Kind]
	m := moveSet{kind: -1, n: r.Length, alphabet: r.Alphabet}
	for i, kind := range fitting {
		if name == neighborhoodNames[kind] || name == "auto" && i == 0 {
			m.kind = kind
		}
	}
	if m.kind == rotation {
		m.rotations = rotations
	}
	refuse := func(reason string) (moveSet, error) {
		return m, &search.ParamError{Name: neighborhoodParam.Name, Value: name, Reason: reason}
	}
	switch {
	case m.kind < 0:
		return refuse(fmt.Sprintf("%s is no move of %v genomes", name, r.Kind))
	case rotations > 1 && m.kind != rotation:
		return m, &search.ParamError{Name: rotationsParam.Name, Value: fmt.Sprint(rotations), Reason: fmt.Sprintf("%d is for neighborhood=rotation, not for %s", rotations, neighborhoodNames[m.kind]), With: []string{neighborhoodParam.Name}}
	case m.count() > math.MaxInt32:
		return refuse(fmt.Sprintf("%d moves are more than a search can look at", m.count()))
	}
	return m, nil
}

// count is how many moves there are, however many.
func (m moveSet) count() uint64 {
	switch m.kind {
	case pair, exchange:
		return neighborhood.Pairs{N: m.n}.Size()
	case change:
		return neighborhood.Changes{N: m.n, Alphabet: m.alphabet}.Size()
	case rotation:
		if m.n < 3 {
			return 0
		}
		return neighborhood.Rotations{N: m.n, Both: m.rotations == 2}.Size()
	case insertion:
		return neighborhood.Insertions{N: m.n}.Size()
	}
	return neighborhood.Flips{N: m.n}.Size()
}

// size is how many moves there are.
func (m moveSet) size() int { return int(m.count()) }

// positions are the genes of move t; those it does not have are 0. The second of a
// change is the rank of its symbol.
func (m moveSet) positions(t int) (i, j, k int) {
	switch m.kind {
	case pair, exchange:
		i, j = neighborhood.Pairs{N: m.n}.At(uint64(t))
	case change:
		i, j = neighborhood.Changes{N: m.n, Alphabet: m.alphabet}.At(uint64(t))
	case rotation:
		i, j, k = neighborhood.Rotations{N: m.n, Both: m.rotations == 2}.At(uint64(t))
	case insertion:
		i, j = neighborhood.Insertions{N: m.n}.At(uint64(t))
	default:
		i = t
	}
	return i, j, k
}

// apply makes move t.
func (m moveSet) apply(g problem.Genome, t int) {
	i, j, k := m.positions(t)
	switch m.kind {
	case flip:
		g.Bits[i>>6] ^= 1 << (i & 63)
	case pair:
		g.Bits[i>>6] ^= 1 << (i & 63)
		g.Bits[j>>6] ^= 1 << (j & 63)
	case change:
		g.Symbols[i] = neighborhood.Symbol(j, g.Symbols[i])
	case exchange:
		g.Order[i], g.Order[j] = g.Order[j], g.Order[i]
	case rotation:
		neighborhood.Rotate(g.Order, i, j, k)
	case insertion:
		neighborhood.Insert(g.Order, i, j)
	}
}

// values is how many a gene can have.
func (m moveSet) values() int {
	switch m.kind {
	case flip, pair:
		return 2
	case change:
		return m.alphabet
	}
	return m.n
}

// attributes are what a move does in terms of genes and values, each pair a number
// from 0 to n·values-1: those that it brings about (enter) and those that it ends.
type attributes struct {
	count        int
	enter, leave [3]int
}

func (a *attributes) add(enter, leave int) {
	a.enter[a.count], a.leave[a.count] = enter, leave
	a.count++
}

func (m moveSet) attributes(g problem.Genome, t int) (a attributes) {
	i, j, k := m.positions(t)
	v := m.values()
	bit := func(i int) int { return int(g.Bits[i>>6] >> (i & 63) & 1) }
	switch m.kind {
	case flip:
		a.add(2*i+1-bit(i), 2*i+bit(i))
	case pair:
		a.add(2*i+1-bit(i), 2*i+bit(i))
		a.add(2*j+1-bit(j), 2*j+bit(j))
	case change:
		s := g.Symbols[i]
		a.add(v*i+int(neighborhood.Symbol(j, s)), v*i+int(s))
	case exchange:
		x, y := int(g.Order[i]), int(g.Order[j])
		a.add(v*i+y, v*i+x)
		a.add(v*j+x, v*j+y)
	case rotation:
		x, y, z := int(g.Order[i]), int(g.Order[j]), int(g.Order[k])
		a.add(v*i+y, v*i+x)
		a.add(v*j+z, v*j+y)
		a.add(v*k+x, v*k+z)
	case insertion:
		x := int(g.Order[i])
		a.add(v*j+x, v*i+x)
	}
	return a
}

// tabuEntry is the number of the entry of the tabu list that forbids move t: one for the
// gene of a change; one for a rotation and its inverse, which undoes it as two more of
// its own do; else one for each move.
func (m moveSet) tabuEntry(t int) int {
	switch {
	case m.kind == change:
		return t / (m.alphabet - 1)
	case m.rotations == 2:
		return t % m.tabuEntries()
	}
	return t
}

// tabuEntryAfter is the entry that move t makes tabu: that of the move which undoes it,
// if there is one.
func (m moveSet) tabuEntryAfter(t int) int {
	if m.kind == insertion {
		if i, j, _ := m.positions(t); j != i+1 { // else it undoes itself
			return int(neighborhood.Insertions{N: m.n}.Index(j, i))
		}
	}
	return m.tabuEntry(t)
}

// tabuEntries is how many there are.
func (m moveSet) tabuEntries() int {
	switch {
	case m.kind == change:
		return m.n
	case m.rotations == 2:
		return m.size() / 2
	}
	return m.size()
}
