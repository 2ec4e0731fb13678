package warbler

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Crossover makes a child of two parents, in place of the algorithm's crossover: child
// holds a copy of a, of which it may keep what it likes. It is called for the share pc of
// the pairs, twice, with the parents in either order. It gets what the objective gets,
// or Genomes. The genetic algorithm, cellular and nsga2 take it.
//
// It is called from several goroutines, and all that is random in it must come from r: so it
// is the same in every run with the same seed. This holds for Mutate and First as well. What they
// make is checked: a genome that is none of the problem's ends the run with an error.
func Crossover[G any](cross func(a, b, child G, r *rand.Rand)) ProblemOption {
	return func(f *function) { f.said.cross = cross }
}

// Mutate changes a child in place, in place of the algorithm's mutation. It is called for
// every child, and may leave it as it is. The genetic algorithm, cellular and nsga2 take
// it.
func Mutate[G any](mutate func(child G, r *rand.Rand)) ProblemOption {
	return func(f *function) { f.said.mutate = mutate }
}

// First fills a genome of the first population, in place of a random one; it is all
// zeros before. The genetic algorithm, cellular, nsga2, differential, pso and the local searches
// take it.
func First[G any](fill func(genes G, r *rand.Rand)) ProblemOption {
	return func(f *function) { f.said.first = fill }
}

// adaptOperators makes the operators functions of genomes.
func adaptOperators[G any](f *function, genes func(Genome) G) {
	switch own := f.said.cross.(type) {
	case nil:
	case func(a, b, child G, r *rand.Rand):
		changing[G](f, "Crossover")
		f.setCross(own != nil, func(a, b, child Genome, r *rand.Rand) { own(genes(a), genes(b), genes(child), r) })
	case func(a, b, child Genome, r *rand.Rand):
		f.setCross(own != nil, own)
	default:
		f.wrong(mismatched[func(a, b, child G, r *rand.Rand)](own), "Crossover")
	}
	f.own.Mutate = adaptChange(f, "Mutate", f.said.mutate, genes)
	f.own.First = adaptChange(f, "First", f.said.first, genes)
	if first := f.own.First; first != nil {
		f.own.First = func(g Genome, at problem.Random) {
			clear(g.Bits)
			clear(g.Symbols)
			clear(g.Order)
			clear(g.Reals)
			first(g, at)
		}
	}
	if repair := f.repair; repair != nil {
		f.repair = func(g Genome) {
			repair(g)
			f.demand(g, "Repair")
		}
	}
}

func (f *function) setCross(is bool, cross func(a, b, child Genome, r *rand.Rand)) {
	f.present(is, "Crossover")
	f.own.Cross = func(a, b, child Genome, at problem.Random) {
		d := draw(at)
		cross(a, b, child, d.r)
		dice.Put(d)
		f.demand(child, "Crossover")
	}
}

// adaptChange makes an operator on one genome a function of genomes.
func adaptChange[G any](f *function, option string, said any, genes func(Genome) G) func(Genome, problem.Random) {
	var change func(Genome, *rand.Rand)
	switch own := said.(type) {
	case nil:
		return nil
	case func(G, *rand.Rand):
		f.present(own != nil, option)
		changing[G](f, option)
		change = func(g Genome, r *rand.Rand) { own(genes(g), r) }
	case func(Genome, *rand.Rand):
		f.present(own != nil, option)
		change = own
	default:
		f.wrong(mismatched[func(G, *rand.Rand)](own), "%s", option)
	}
	return func(g Genome, at problem.Random) {
		d := draw(at)
		change(g, d.r)
		dice.Put(d)
		f.demand(g, option)
	}
}

// demand ends the run where an operator has made something else than a genome.
func (f *function) demand(g Genome, option string) {
	if err := search.CheckGenome(f.representation, g); err != nil {
		panic(&brokenError{fmt.Sprintf("%s made what is no genome of the problem: %s", option, strings.TrimPrefix(err.Error(), "search: "))})
	}
}

// Operators implements what problem.Operators says of it.
func (f *function) Operators() problem.Operators { return f.own }

// generator is the numbers of an address, one after the other.
type generator struct {
	at    problem.Random
	block uint32
	next  uint64
	has   bool
	r     *rand.Rand
}

// dice are generators that are not in use.
var dice = sync.Pool{New: func() any {
	g := &generator{}
	g.r = rand.New(g)
	return g
}}

// draw is a generator of the numbers of an address.
func draw(at problem.Random) *generator {
	g := dice.Get().(*generator)
	g.at, g.block, g.has = at, 0, false
	return g
}

// Uint64 implements rand.Source.
func (g *generator) Uint64() uint64 {
	if g.has {
		g.has = false
		return g.next
	}
	x0, x1, x2, x3 := g.at.Block(g.block)
	g.block++
	g.next, g.has = uint64(x2)<<32|uint64(x3), true
	return uint64(x0)<<32 | uint64(x1)
}
