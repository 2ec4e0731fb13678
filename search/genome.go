package search

import (
	"fmt"

	"github.com/warbler-opt/warbler/problem"
)

// CheckGenome reports in what a genome does not follow a representation: its
// length, a symbol outside the alphabet, a place taken twice, a number outside
// the bounds. It is for genomes from outside: start solutions, checkpoints.
func CheckGenome(r problem.Representation, g problem.Genome) error {
	field, length, want := "Reals", len(g.Reals), r.Length
	switch r.Kind {
	case problem.Binary:
		field, length, want = "Bits", len(g.Bits), r.Words()
	case problem.Discrete:
		field, length = "Symbols", len(g.Symbols)
	case problem.Permutation:
		if field, length = "Order", len(g.Order); r.Long {
			field, length = "Long", len(g.Long)
		}
	}
	if length != want {
		return fmt.Errorf("search: a %v genome of %d genes has %s of length %d, not %d", r.Kind, r.Length, field, want, length)
	}
	if tail := r.Length & 63; r.Kind == problem.Binary && tail != 0 && g.Bits[want-1]>>tail != 0 {
		return fmt.Errorf("search: bits are set beyond gene %d", r.Length-1)
	}
	for j, s := range g.Symbols {
		if int(s) >= r.Alphabet {
			return fmt.Errorf("search: gene %d is symbol %d of an alphabet of %d", j, s, r.Alphabet)
		}
	}
	if r.Kind == problem.Permutation {
		seen := make([]bool, r.Length)
		for j, place := range g.List() {
			if place >= r.Length || seen[place] {
				return fmt.Errorf("search: gene %d, %d, is no place of its own among %d", j, place, r.Length)
			}
			seen[place] = true
		}
	}
	for j, x := range g.Reals {
		if !(x >= r.Lower[j] && x <= r.Upper[j]) {
			return fmt.Errorf("search: gene %d is %g, outside %g to %g", j, x, r.Lower[j], r.Upper[j])
		}
	}
	return nil
}
