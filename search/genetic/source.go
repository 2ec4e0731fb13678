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
	"github.com/warbler-opt/warbler/problem"
)

//go:embed *.cl
var files embed.FS

// operators is how many of the plan's words, from the front, may be compiled in.
const operators = 9

// words is the plan as kernels have it.
func (p *plan) words() []population.Word {
	return slices.Concat([]population.Word{
		population.Int("SELECTION", p.selection), population.Int("SCALING", p.scaling), population.Int("TOURNAMENT", p.tournament),
		population.Flag("OVERLAPPING", p.overlapping), population.Int("ELITES", p.elites), population.Flag("UNIQUE", p.unique),
	}, population.OperatorWords(&p.Operators), []population.Word{
		{Name: "PRESSURE", Value: p.pressure}, population.Int("PARENTS", p.parents), population.Real("SCALE", p.scale),
		population.Int("DEME_SIZE", p.members), population.Int("CHILDREN", p.children), population.Int("PAIRS", p.pairs()),
		population.Int("DEMES", p.demes), population.Int("MIGRANTS", p.migrants), population.Int("INTERVAL", int(p.interval)),
		population.Int("ROWS", p.rows()), population.Int("BORN", p.born()),
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

// program assembles the kernels for a plan, a problem and a layout.
func (k *kernels) program() *population.Program {
	p := k.plan
	s := k.NewProgram(k.kernel, k.cached, p.words(), func(r int) []population.Word { return population.RateWords(k.rates[r]) })
	s.Name = fmt.Sprintf("genetic/%s", p.Rep.Kind)
	s.Team, s.Single = k.team, k.Replicas == 1
	s.Nodes = p.demes * k.groupsFor(max(p.members, p.children))
	if k.onChip {
		s.Field("LOCALPTR u64 *prefix")
	} else {
		s.Room("u64", "prefix", given(p.weighs(), p.demes*p.rows()))
	}
	s.Room("u32", "guide", given(p.weighs() && !k.resident, p.demes*(1<<p.guideBits()+2)))
	s.Room("u64", "sums", given(p.weighs() && !k.resident, p.demes*k.tiles()))
	s.Room("u32", "order", given(k.ordered(), p.demes*p.members))
	s.Room("u16", "inverse", given(p.Rep.Kind == problem.Permutation, p.demes*p.pairs()*p.Rep.Stride()))
	s.Field("LOCALPTR const u64 *cache, *rare") // the problem's tables, and what rare masks are drawn with
	s.Field("u64 pc, pm")
	s.Defines = append(s.Defines, variation.Names()...)
	s.Defines.Add("WHEEL_TILE", wheelTile)
	s.Defines.Add("WHEEL_ON_CHIP", k.onChip)
	s.Defines.Add("SINGLE", s.Single)
	s.Defines.Add("RESIDENT", k.resident)
	s.Defines.Add("MASK_ROLLED", !k.resident)
	s.Defines.Add("ITEM_PAIRS", k.itemPairs())
	s.Defines.Add("WIDE_GROUP", k.group)
	s.Defines.Add("WIDE_GROUPS", 7) // that should fit on a multiprocessor
	s.Defines.Add("GROUP_WORKERS", k.group)
	s.Defines.Add("FINISH_GROUP", k.finishGroup)
	s.Defines.Number("SEGMENT_", "BEST", "WORST", "AT", "MEAN", "DEVIATION", "TOTAL", "WORDS")
	s.Defines.Add("RARE_WORDS", population.RareWords)
	s.Defines.Add("RARE_THRESHOLD", rng.RareThreshold)
	s.Defines.Add("RARE_ALL", k.compiled && k.rareAll)
	s.Defines.Add("RARE_NONE", k.compiled && k.rareNone)
	s.Defines.Number("SELECT_", "UNIFORM", "ROULETTE", "RANK", "TOURNAMENT", "UNIVERSAL", "TRUNCATION")
	s.Defines.Number("SCALE_", "NONE", "LINEAR", "SIGMA", "POWER")
	if !k.compiled {
		s.Swaps = "!par[PAR_OVERLAPPING]"
	} else {
		for _, w := range p.words()[:operators] {
			s.Defines.Add("P_"+w.Name, fmt.Sprintf("%du", w.Value))
		}
		s.Defines.Add("P_MIGRATES", p.migrants > 0)
	}
	const folder = "search/genetic"
	s.Add(kernel.Gaussian)
	s.Problem()
	s.Files(folder, files, "plan.cl", "select.cl")
	s.Add(variation.Crossing, variation.Mutating)
	s.Files(folder, files, "breed.cl", "replace.cl", "wide.cl", "order.cl")
	if k.resident {
		s.Files(folder, files, "resident.cl")
	}
	return s
}
