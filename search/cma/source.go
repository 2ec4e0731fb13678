package cma

import (
	_ "embed"
	"math"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed genome.cl
var genomeText string

//go:embed herd.cl
var herdText string

//go:embed jacobi.cl
var jacobiText string

//go:embed sample.cl
var sampleText string

//go:embed update.cl
var updateText string

// parNames are the words of the plan's buffer, PAR_… in the dialect, ownNames
// those of a replica's parameters, OWN_…, and levelNames those of a level,
// LEVEL_….
var (
	parNames   = []string{"CHUNK", "MOST", "LEVELS", "START", "TRACE", "GENES"}
	ownNames   = []string{"SEED", "SIGMA", "TOLFUN", "ACTIVE"}
	levelNames = []string{"LAMBDA", "MU", "CHUNKS", "OFFSET", "GAP", "WINDOW", "PATIENCE",
		"SUM", "CC", "CCN", "CS", "CSN", "FADE", "DAMP", "C1", "CMU", "CHI", "STALL"}
)

// tile is how many members' deviates a group draws again at a time.
const tile = 16

// words is the plan in the order of parNames.
func (p *plan) words(trace bool) []uint64 {
	return []uint64{uint64(p.chunk), uint64(p.most()), uint64(len(p.levels)), word(p.start != nil), word(trace), uint64(p.n)}
}

// words is the replica in the order of ownNames.
func (r *replica) words() []uint64 {
	return []uint64{r.seed, math.Float64bits(r.sigma), math.Float64bits(r.tolfun), word(r.active)}
}

// tables are the levels in the order of levelNames, and their weights.
func (p *plan) tables() (words []uint64, weights []float64) {
	for _, l := range p.levels {
		for _, n := range []int{l.lambda, l.mu, l.chunks, len(weights), l.gap, l.window, l.patience} {
			words = append(words, uint64(n))
		}
		for _, x := range []float64{l.sum, l.cc, l.ccn, l.cs, l.csn, l.fade, l.damp, l.c1, l.cmu, l.chi, l.stall} {
			words = append(words, math.Float64bits(x))
		}
		weights = append(weights, l.weights...)
	}
	return words, weights
}

func word(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// roomWords is the size of a replica's room: see herd.cl.
func (p *plan) roomWords() int {
	side := sideOf(p.n)
	return side*side + p.n*p.n + 2*tile*p.n + tile + 2*p.n + p.chunk*p.n
}

// source assembles the kernels for a problem. Parameters are data, so that few
// programs are compiled. cached says that the problem's tables are kept on
// chip, onChip that matrices are taken apart there.
func (p *plan) source(k problem.Kernel, cached, onChip bool) kernel.Source {
	s := kernel.Source{Name: "cma"}
	s.Defines = append(population.Defines(p.float), k.Defines...)
	add := func(name string, value any) { s.Defines = append(s.Defines, kernel.Define{Name: name, Value: value}) }
	list := func(prefix string, names []string) {
		for i, n := range names {
			add(prefix+n, i)
		}
	}
	add("LEN", p.n)
	add("SIDE", sideOf(p.n))
	add("WORDS", 0) // of a binary genome
	add("STRIDE", p.rep.Stride())
	add("REPAIR", word(k.Repair))
	add("CACHED", word(cached))
	add("CACHE_WORDS", k.Cache)
	add("ONCHIP", word(onChip))
	add("TILE", tile)
	list("PAR_", parNames)
	list("OWN_", ownNames)
	add("OWN_WORDS", len(ownNames))
	list("LEVEL_", levelNames)
	add("LEVEL_WORDS", len(levelNames))
	list("MODEL_", modelNames)
	add("MODEL_LISTS", len(modelNames))
	add("MODEL_WORDS", modelWords(p.n))
	add("NEGLIGIBLE", negligible)
	add("SMALL", small)
	add("MOST_SWEEPS", mostSweeps)
	add("TOL_X", tolX)
	add("TOL_X_UP", tolXUp)
	add("MOST_CONDITION", mostCondition)
	part := func(name, text string) {
		s.Parts = append(s.Parts, kernel.Part{Name: "search/cma/" + name, Text: text})
	}
	s.Parts = append(s.Parts, kernel.Philox, kernel.Elementary, kernel.Gaussian, kernel.Group, population.Part)
	part("genome.cl", genomeText)
	for _, q := range k.Parts {
		if q != kernel.Elementary {
			s.Parts = append(s.Parts, q)
		}
	}
	part("herd.cl", herdText)
	part("jacobi.cl", jacobiText)
	part("sample.cl", sampleText)
	part("update.cl", updateText)
	return s
}
