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

var hoodNames = []string{"flip", "pair", "change", "exchange", "rotation", "insertion"}

// hood is a neighborhood of genomes: moves from 0 to size-1, numbered as in
// package neighborhood. It is the twin of hood.cl.
type hood struct {
	kind      int
	n         int // genes
	alphabet  int
	rotations int // their directions, or 0
}

// neighborhoodParam is a row of every table of local searches.
var neighborhoodParam = search.Param{Name: "neighborhood", Type: search.Choice, Default: "auto", Choices: append([]string{"auto"}, hoodNames...),
	Help: "moves: flip (a bit) or pair (two); change (a gene's symbol); exchange (two places), rotation (three) or insertion; auto: the first of a representation"}

// rotationsParam stands behind it.
var rotationsParam = search.Param{Name: "rotations", Type: search.Int, Default: "1", Min: 1, Max: 2,
	Help: "rotation: directions in which three places pass round what they have; 1: as Luong et al. 2010, 2: both"}

// newHood is the neighborhood of a name for genomes of a representation, with
// rotations of so many directions.
func newHood(name string, rotations int, r problem.Representation) (hood, error) {
	fitting := map[problem.GenomeKind][]int{problem.Binary: {flip, pair}, problem.Discrete: {change}, problem.Permutation: {exchange, rotation, insertion}}[r.Kind]
	h := hood{kind: -1, n: r.Length, alphabet: r.Alphabet}
	for i, kind := range fitting {
		if name == hoodNames[kind] || name == "auto" && i == 0 {
			h.kind = kind
		}
	}
	if h.kind == rotation {
		h.rotations = rotations
	}
	refuse := func(reason string) (hood, error) {
		return h, &search.ParamError{Name: neighborhoodParam.Name, Value: name, Reason: reason}
	}
	switch {
	case h.kind < 0:
		return refuse(fmt.Sprintf("%s is no move of %v genomes", name, r.Kind))
	case rotations > 1 && h.kind != rotation:
		return h, &search.ParamError{Name: rotationsParam.Name, Value: fmt.Sprint(rotations), Reason: fmt.Sprintf("%d is for neighborhood=rotation, not for %s", rotations, hoodNames[h.kind]), With: []string{neighborhoodParam.Name}}
	case h.count() > math.MaxInt32:
		return refuse(fmt.Sprintf("%d moves are more than a search can look at", h.count()))
	}
	return h, nil
}

// count is how many moves there are, however many.
func (h hood) count() uint64 {
	switch h.kind {
	case pair, exchange:
		return neighborhood.Pairs{N: h.n}.Size()
	case change:
		return neighborhood.Changes{N: h.n, Alphabet: h.alphabet}.Size()
	case rotation:
		if h.n < 3 {
			return 0
		}
		return neighborhood.Rotations{N: h.n, Both: h.rotations == 2}.Size()
	case insertion:
		return neighborhood.Insertions{N: h.n}.Size()
	}
	return neighborhood.Flips{N: h.n}.Size()
}

// size is how many moves there are.
func (h hood) size() int { return int(h.count()) }

// spots are the genes of move t; those it does not have are 0. The second of a
// change is the rank of its symbol.
func (h hood) spots(t int) (i, j, k int) {
	switch h.kind {
	case pair, exchange:
		i, j = neighborhood.Pairs{N: h.n}.At(uint64(t))
	case change:
		i, j = neighborhood.Changes{N: h.n, Alphabet: h.alphabet}.At(uint64(t))
	case rotation:
		i, j, k = neighborhood.Rotations{N: h.n, Both: h.rotations == 2}.At(uint64(t))
	case insertion:
		i, j = neighborhood.Insertions{N: h.n}.At(uint64(t))
	default:
		i = t
	}
	return i, j, k
}

// apply makes move t.
func (h hood) apply(g problem.Genome, t int) {
	i, j, k := h.spots(t)
	switch h.kind {
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
func (h hood) values() int {
	switch h.kind {
	case flip, pair:
		return 2
	case change:
		return h.alphabet
	}
	return h.n
}

// marks are what a move does in terms of genes and values, each pair a number
// from 0 to n·values-1: those that it brings about, and those that it ends.
type marks struct {
	count        int
	enter, leave [3]int
}

func (m *marks) add(enter, leave int) {
	m.enter[m.count], m.leave[m.count] = enter, leave
	m.count++
}

func (h hood) marks(g problem.Genome, t int) (m marks) {
	i, j, k := h.spots(t)
	v := h.values()
	bit := func(i int) int { return int(g.Bits[i>>6] >> (i & 63) & 1) }
	switch h.kind {
	case flip:
		m.add(2*i+1-bit(i), 2*i+bit(i))
	case pair:
		m.add(2*i+1-bit(i), 2*i+bit(i))
		m.add(2*j+1-bit(j), 2*j+bit(j))
	case change:
		s := g.Symbols[i]
		m.add(v*i+int(neighborhood.Symbol(j, s)), v*i+int(s))
	case exchange:
		a, b := int(g.Order[i]), int(g.Order[j])
		m.add(v*i+b, v*i+a)
		m.add(v*j+a, v*j+b)
	case rotation:
		a, b, c := int(g.Order[i]), int(g.Order[j]), int(g.Order[k])
		m.add(v*i+b, v*i+a)
		m.add(v*j+c, v*j+b)
		m.add(v*k+a, v*k+c)
	case insertion:
		a := int(g.Order[i])
		m.add(v*j+a, v*i+a)
	}
	return m
}

// rests is the number of what must not rest for move t to be made: the gene of a
// change, the places of a rotation that has an inverse, which undoes it as two more
// of its own do, and otherwise the move itself.
func (h hood) rests(t int) int {
	switch {
	case h.kind == change:
		return t / (h.alphabet - 1)
	case h.rotations == 2:
		return t % h.resting()
	}
	return t
}

// tires is the number of what rests after move t: what would undo it, if that is
// a move too.
func (h hood) tires(t int) int {
	if h.kind == insertion {
		if i, j, _ := h.spots(t); j != i+1 { // else it undoes itself
			return int(neighborhood.Insertions{N: h.n}.Index(j, i))
		}
	}
	return h.rests(t)
}

// resting is how many numbers rests has.
func (h hood) resting() int {
	switch {
	case h.kind == change:
		return h.n
	case h.rotations == 2:
		return h.size() / 2
	}
	return h.size()
}
