package genetic

import (
	"embed"
	"fmt"
	"math/bits"
	"slices"

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
	return slices.Concat([]population.Word{
		population.Int("SELECTION", p.selection), population.Int("SCALING", p.scaling), population.Int("TOURNAMENT", p.tournament),
		population.Flag("OVERLAPPING", p.overlapping), population.Int("ELITES", p.elites), population.Flag("UNIQUE", p.unique),
	}, population.OperatorWords(&p.Operators), []population.Word{
		{Name: "PRESSURE", Value: p.pressure}, population.Int("PARENTS", p.parents), population.Real("SCALE", p.scale),
		population.Int("MEMBERS", p.members), population.Int("CHILDREN", p.children), population.Int("PAIRS", p.pairs()),
		population.Int("DEMES", p.demes), population.Int("MIGRANTS", p.migrants), population.Int("INTERVAL", int(p.interval)),
		population.Int("ROWS", p.rows()), population.Int("BORN", p.born()), population.Flag("TRACE", trace),
		population.Int("GUIDE", p.guideBits()),
	})
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

// source assembles the kernels for a plan, a problem and a layout.
func (k *kernels) source() *population.Source {
	p := k.plan
	s := population.NewSource(k.Frame, k.kernel, k.cached)
	s.Name = fmt.Sprintf("genetic/%s", p.Rep.Kind)
	s.Defines = append(s.Defines, variation.Names(p.Rep)...)
	s.Defines.Add("TEAM", k.team)
	s.Defines.Add("WHEEL_TILE", wheelTile)
	s.Defines.Add("WHEEL_ON_CHIP", k.onChip)
	s.Defines.Add("SINGLE", k.Replicas == 1)
	s.Defines.Add("MASK_ROLLED", !k.resident)
	s.Defines.Add("ITEM_PAIRS", k.itemPairs())
	s.Defines.Add("WIDE_GROUP", k.group)
	s.Defines.Add("WIDE_GROUPS", 7) // that should fit on a multiprocessor
	s.Defines.Add("GROUP_WORKERS", k.group)
	s.Defines.Add("FINISH_GROUP", k.finishGroup)
	s.Words("PAR_", p.words(false))
	s.Defines.Number("SEGMENT_", "BEST", "WORST", "AT", "MEAN", "DEVIATION", "TOTAL")
	s.Defines.Add("SEGMENT_WORDS", segmentWords)
	s.Words("OWN_", population.RateWords(k.rates[0]))
	s.Defines.Add("RARE_WORDS", population.RareWords)
	s.Defines.Add("RARE_THRESHOLD", rng.RareThreshold)
	s.Defines.Add("RARE_ALL", k.compiled && k.rareAll)
	s.Defines.Add("RARE_NONE", k.compiled && k.rareNone)
	s.Defines.Number("SELECT_", "UNIFORM", "ROULETTE", "RANK", "TOURNAMENT", "UNIVERSAL", "TRUNCATION")
	s.Defines.Number("SCALE_", "NONE", "LINEAR", "SIGMA", "POWER")
	if k.compiled {
		for _, w := range p.words(false)[:operators] {
			s.Defines.Add("P_"+w.Name, fmt.Sprintf("%du", w.Value))
		}
		s.Defines.Add("P_MIGRATES", p.migrants > 0)
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
