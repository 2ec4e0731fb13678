package differential

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

//go:embed trial.cl
var trialText string

//go:embed wide.cl
var wideText string

//go:embed resident.cl
var residentText string

// parNames are the words of the plan's buffer, PAR_… in the dialect, and
// ownNames those of a replica's parameters, OWN_….
var (
	parNames = []string{"MEMBERS", "BASE", "PLUS", "MINUS", "PLUS2", "MINUS2", "PAIRS", "DONORS", "ADAPTIVE", "TRACE"}
	ownNames = []string{"SEED", "F", "CR", "TAU", "DITHER"}
)

// words is the plan in the order of parNames.
func (p *plan) words(trace bool) []uint64 {
	w := []uint64{uint64(p.members), uint64(p.strategy.base), 0, 0, 0, 0,
		uint64(len(p.strategy.pairs)), uint64(p.donors), word(p.adaptive), word(trace)}
	for i, pair := range p.strategy.pairs {
		w[2+2*i], w[3+2*i] = uint64(pair[0]), uint64(pair[1])
	}
	return w
}

// words is the replica in the order of ownNames.
func (r *replica) words() []uint64 {
	return []uint64{r.seed, math.Float64bits(r.start.f), r.start.cr, r.tau, math.Float64bits(r.dither)}
}

func word(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// source assembles the kernels for a problem. Strategy and adaptation are
// data, so that few programs are compiled. cached says that the problem's
// tables are kept on chip.
func (p *plan) source(k problem.Kernel, cached bool) kernel.Source {
	s := kernel.Source{Name: "differential"}
	s.Defines = append(population.Defines(p.float), k.Defines...)
	add := func(name string, value any) { s.Defines = append(s.Defines, kernel.Define{Name: name, Value: value}) }
	list := func(prefix string, names []string) {
		for i, n := range names {
			add(prefix+n, i)
		}
	}
	add("LEN", p.rep.Length)
	add("WORDS", 0) // of a binary genome
	add("STRIDE", p.rep.Stride())
	add("REPAIR", word(k.Repair))
	add("CACHED", word(cached))
	add("CACHE_WORDS", k.Cache)
	list("PAR_", parNames)
	list("OWN_", ownNames)
	add("OWN_WORDS", len(ownNames))
	add("CONTROL_WORDS", controlWords)
	list("ROLE_", []string{"SELF", "BEST", "DONOR"})
	add("MOST_DONORS", mostDonors)
	add("LEAST_WEIGHT", leastWeight)
	add("WEIGHT_RANGE", weightRange)
	part := func(name, text string) {
		s.Parts = append(s.Parts, kernel.Part{Name: "search/differential/" + name, Text: text})
	}
	s.Parts = append(s.Parts, kernel.Philox, kernel.Elementary, kernel.Group, population.Part)
	part("genome.cl", genomeText)
	for _, q := range k.Parts {
		if q != kernel.Elementary {
			s.Parts = append(s.Parts, q)
		}
	}
	part("herd.cl", herdText)
	part("trial.cl", trialText)
	part("wide.cl", wideText)
	part("resident.cl", residentText)
	return s
}
