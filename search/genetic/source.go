package genetic

import (
	"embed"
	"fmt"
	"math/bits"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/kernel"
)

//go:embed *.cl
var files embed.FS

// operators is how many of the plan's words, from the front, may be compiled in.
const operators = 9

// words is the plan as kernels have it.
func (p *plan) words(trace bool) []population.Word {
	return []population.Word{
		population.Int("SELECTION", p.selection), population.Int("SCALING", p.scaling),
		population.Int("CROSSOVER", p.Crossover), population.Int("MUTATION", p.Mutation), population.Flag("PER_GENOME", p.PerGenome),
		population.Int("TOURNAMENT", p.tournament), population.Flag("OVERLAPPING", p.overlapping),
		population.Int("ELITES", p.elites), population.Flag("UNIQUE", p.unique),

		{Name: "PRESSURE", Value: p.pressure}, population.Int("PARENTS", p.parents), population.Real("SCALE", p.scale),
		{Name: "PU", Value: p.PU}, population.Real("BLEND", p.Blend),
		population.Real("EXPONENT_C", 1/(p.EtaC+1)), population.Real("EXPONENT_M", 1/(p.EtaM+1)), population.Real("SIGMA", p.Sigma),
		population.Int("MEMBERS", p.members), population.Int("CHILDREN", p.children), population.Int("PAIRS", p.pairs()),
		population.Int("DEMES", p.demes), population.Int("MIGRANTS", p.migrants), population.Int("INTERVAL", int(p.interval)),
		population.Int("ROWS", p.rows()), population.Int("BORN", p.born()), population.Flag("TRACE", trace),
		population.Int("GUIDE", p.guideBits()),
	}
}

// rows is the rows of a segment's members on a device: an even number, for
// slots are filled in pairs.
func (p *plan) rows() int { return p.members + p.members&1 }

// born is the rows of a segment's children, or of its next generation.
func (p *plan) born() int {
	if p.overlapping {
		return 2 * p.pairs()
	}
	return p.rows()
}

// guideBits says how fine the guide to the wheel is: a bucket for each member,
// or two.
func (p *plan) guideBits() int { return bits.Len(uint(p.members)) }

// rareWords are those of a replica's words with which rare mutations are drawn;
// groups keep them on chip.
const rareWords = 64

// words is a replica's parameters as kernels have them.
func (r *params) words() []population.Word {
	rare := make([]uint64, rareWords)
	copy(rare, r.genes.Table())
	return append([]population.Word{{Name: "SEED", Value: r.seed}, {Name: "PC", Value: r.pc}, {Name: "PM", Value: r.pm}},
		population.List("RARE", rare)...)
}

// source assembles the kernels for a plan, a problem and a layout.
func (k *kernels) source() *population.Source {
	p := k.plan
	s := population.NewSource(k.Frame, k.kernel, k.cached)
	s.Name = fmt.Sprintf("genetic/%s", p.Rep.Kind)
	s.Defines = append(s.Defines, variation.Names(p.Rep)...)
	s.Define("TEAM", k.team)
	s.Define("WHEEL_TILE", wheelTile)
	s.Define("WHEEL_ON_CHIP", k.onChip)
	s.Define("SINGLE", k.Replicas == 1)
	s.Define("MASK_ROLLED", !k.resident)
	s.Define("ITEM_PAIRS", k.itemPairs())
	s.Define("WIDE_GROUP", k.group)
	s.Define("WIDE_GROUPS", 7) // that should fit on a multiprocessor
	s.Define("GROUP_WORKERS", k.group)
	s.Define("FINISH_GROUP", k.finishGroup)
	s.Words("PAR_", p.words(false))
	s.Index("SEGMENT_", "BEST", "WORST", "AT", "MEAN", "DEVIATION", "TOTAL")
	s.Define("SEGMENT_WORDS", segmentWords)
	s.Words("OWN_", k.params[0].words())
	s.Define("RARE_WORDS", rareWords)
	s.Define("RARE_THRESHOLD", rng.RareThreshold)
	s.Define("RARE_ALL", k.compiled && k.rareAll)
	s.Define("RARE_NONE", k.compiled && k.rareNone)
	s.Index("SELECT_", "UNIFORM", "ROULETTE", "RANK", "TOURNAMENT", "UNIVERSAL", "TRUNCATION")
	s.Index("SCALE_", "NONE", "LINEAR", "SIGMA", "POWER")
	if k.compiled {
		for _, w := range p.words(false)[:operators] {
			s.Define("P_"+w.Name, fmt.Sprintf("%du", w.Value))
		}
		s.Define("P_MIGRATES", p.migrants > 0)
	}
	const folder = "search/genetic"
	s.Add(kernel.Gaussian, variation.Genomes)
	s.Problem(k.kernel)
	s.Files(folder, files, "plan.cl", "select.cl")
	s.Add(variation.Crossing, variation.Mutating)
	s.Files(folder, files, "breed.cl", "replace.cl", "wide.cl", "order.cl")
	if k.resident {
		s.Files(folder, files, "resident.cl")
	}
	return s
}
