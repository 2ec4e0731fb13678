package nsga2

import (
	_ "embed"
	"fmt"
	"math"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/rng"
)

//go:embed herd.cl
var herdText string

//go:embed breed.cl
var breedText string

//go:embed rank.cl
var rankText string

//go:embed survive.cl
var surviveText string

// parNames are the words of the plan's buffer, PAR_… in the dialect; behind them
// come the references of all criteria.
var parNames = []string{"CROSSOVER", "MUTATION", "PER_GENOME", "PU", "BLEND", "EXPONENT_C", "EXPONENT_M", "SIGMA", "MEMBERS", "ROWS", "UNIQUE", "TRACE"}

// A replica's words on the device: seed, pc, pm, and with what rare mutations
// are drawn, which groups keep on chip.
const (
	rareWords = 64
	ownWords  = 3 + rareWords
)

// words is the plan in the order of parNames.
func (p *plan) words(trace bool) []uint64 {
	f := math.Float64bits
	w := []uint64{
		uint64(p.Crossover), uint64(p.Mutation), word(p.PerGenome), p.PU, f(p.Blend), f(1 / (p.EtaC + 1)), f(1 / (p.EtaM + 1)), f(p.Sigma),
		uint64(p.members), uint64(p.rows()), word(p.unique), word(trace),
	}
	for _, c := range p.criteria {
		w = append(w, f(c.Number(c.Reference)))
	}
	return w
}

func word(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func (r *replica) words() (w [ownWords]uint64) {
	w[0], w[1], w[2] = r.seed, r.pc, r.pm
	copy(w[3:], r.genes.Table())
	return w
}

// source assembles the kernels for a problem. Operators are data, so that few
// programs are compiled. peelGroup is the group that finds a replica's fronts.
func (p *plan) source(k problem.Kernel, peelGroup int) kernel.Source {
	s := kernel.Source{Name: fmt.Sprintf("nsga2/%s", p.Rep.Kind)}
	s.Defines = append(population.Defines(p.criteria[0].Float), variation.Defines(p.Rep)...)
	s.Defines = append(s.Defines, k.Defines...)
	add := func(name string, value any) { s.Defines = append(s.Defines, kernel.Define{Name: name, Value: value}) }
	list := func(prefix string, names []string) {
		for i, n := range names {
			add(prefix+n, i)
		}
	}
	floats := 0
	for m, c := range p.criteria {
		if c.Float {
			floats |= 1 << m
		}
	}
	add("PEEL_GROUP", peelGroup)
	add("OBJECTIVES", len(p.criteria))
	add("CRITERION_FLOATS", floats)
	add("TEAM", 1)
	add("ROWS_ONLY", 1)
	add("MASK_ROLLED", 1)
	add("REPAIR", int(word(k.Repair)))
	add("CACHED", 0)
	add("CACHE_WORDS", 0)
	list("PAR_", append(parNames[:len(parNames):len(parNames)], "REFERENCE"))
	list("OWN_", []string{"SEED", "PC", "PM", "RARE"})
	add("OWN_WORDS", ownWords)
	add("RARE_WORDS", rareWords)
	add("RARE_THRESHOLD", rng.RareThreshold)
	s.Parts = append(s.Parts, kernel.Philox, kernel.Elementary, kernel.Gaussian, population.Part, variation.Genomes)
	for _, q := range k.Parts {
		if q != kernel.Elementary {
			s.Parts = append(s.Parts, q)
		}
	}
	part := func(name, text string) {
		s.Parts = append(s.Parts, kernel.Part{Name: "search/nsga2/" + name, Text: text})
	}
	part("herd.cl", herdText)
	s.Parts = append(s.Parts, variation.Crossing, variation.Mutating)
	part("breed.cl", breedText)
	part("rank.cl", rankText)
	part("survive.cl", surviveText)
	return s
}
