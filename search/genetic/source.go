package genetic

import (
	_ "embed"
	"fmt"
	"math"
	"math/bits"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/rng"
)

//go:embed plan.cl
var planText string

//go:embed select.cl
var selectText string

//go:embed breed.cl
var breedText string

//go:embed replace.cl
var replaceText string

//go:embed wide.cl
var wideText string

//go:embed order.cl
var orderText string

//go:embed resident.cl
var residentText string

// registerWords is the longest binary genome, in words, that one work-item
// keeps in registers; longer ones are shared by a team.
const registerWords = 16

// wheelTile is how many members a work-item adds up for the wheel.
const wheelTile = 8

// parNames are the words of the plan's buffer, PAR_… in the dialect.
var parNames = []string{
	"SELECTION", "SCALING", "CROSSOVER", "MUTATION", "PER_GENOME", "TOURNAMENT", "OVERLAPPING", "ELITES", "UNIQUE",
	"PRESSURE", "PARENTS", "SCALE", "PU", "BLEND", "EXPONENT_C", "EXPONENT_M", "SIGMA",
	"MEMBERS", "CHILDREN", "PAIRS", "DEMES", "MIGRANTS", "INTERVAL", "ROWS", "BORN", "TRACE", "GUIDE",
}

// operators is how many of parNames, from the front, may be compiled in.
const operators = 9

// words is the plan in the order of parNames.
func (p *plan) words(trace bool) []uint64 {
	b := func(x bool) uint64 {
		if x {
			return 1
		}
		return 0
	}
	f := math.Float64bits
	return []uint64{
		uint64(p.selection), uint64(p.scaling), uint64(p.Crossover), uint64(p.Mutation), b(p.PerGenome), uint64(p.tournament), b(p.overlapping), uint64(p.elites), b(p.unique),
		p.pressure, uint64(p.parents), f(p.scale), p.PU, f(p.Blend), f(1 / (p.EtaC + 1)), f(1 / (p.EtaM + 1)), f(p.Sigma),
		uint64(p.members), uint64(p.children), uint64(p.pairs()), uint64(p.demes), uint64(p.migrants), uint64(p.interval), uint64(p.rows()), uint64(p.born()), b(trace), uint64(p.guideBits()),
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

// layout is how a plan is spread over a device.
type layout struct {
	team     int  // work-items per pair
	resident bool // a group per replica, many steps a launch
	cached   bool // the problem's tables are on chip
	single   bool // there is one replica
	compiled bool // the operators are compiled in; always when resident
	onChip   bool // the wheel is on chip
	rareAll  bool // mutations are rare in all replicas
	rareNone bool // and in none
	group    int  // work-items of a group
	fits     int  // groups that should fit on a multiprocessor

	settleGroup int // work-items of a group that settles a step or visits elements
}

// itemPairs is how many pairs a work-item has in the wide layout.
func (l layout) itemPairs() int {
	if l.team > 1 {
		return 1
	}
	return 2
}

// replicaWords are those of a replica on the device.
const replicaWords = 3 + rareWords

// rareWords are those of them with which rare mutations are drawn; groups keep
// them on chip.
const rareWords = 64

// words is the replica as the device has it.
func (r *replica) words() (w [replicaWords]uint64) {
	w[0], w[1], w[2] = r.seed, r.pc, r.pm
	copy(w[3:], r.genes.Table())
	return w
}

// source assembles the kernels for a plan, a problem and a layout.
func (p *plan) source(k problem.Kernel, l layout) kernel.Source {
	flag := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	s := kernel.Source{Name: fmt.Sprintf("genetic/%s", p.Rep.Kind)}
	s.Defines = append(population.Defines(p.float), k.Defines...)
	add := func(name string, value any) { s.Defines = append(s.Defines, kernel.Define{Name: name, Value: value}) }
	list := func(prefix string, names ...string) {
		for i, n := range names {
			add(prefix+n, i)
		}
	}
	s.Defines = append(s.Defines, variation.Defines(p.Rep)...)
	add("TEAM", l.team)
	add("REPAIR", flag(k.Repair))
	add("CACHED", flag(l.cached))
	add("CACHE_WORDS", k.Cache)
	add("WHEEL_TILE", wheelTile)
	add("WHEEL_ON_CHIP", flag(l.onChip))
	add("SINGLE", flag(l.single))
	add("MASK_ROLLED", flag(!l.resident))
	add("ITEM_PAIRS", l.itemPairs())
	add("WIDE_GROUP", l.group)
	add("WIDE_GROUPS", l.fits)
	add("GROUP_WORKERS", l.group)
	add("SETTLE_GROUP", l.settleGroup)
	list("PAR_", parNames...)
	list("SEGMENT_", "BEST", "WORST", "AT", "MEAN", "DEVIATION", "TOTAL")
	add("SEGMENT_WORDS", segmentWords)
	list("REPLICA_", "SEED", "PC", "PM", "RARE")
	add("REPLICA_WORDS", replicaWords)
	add("RARE_WORDS", rareWords)
	add("RARE_THRESHOLD", rng.RareThreshold)
	add("RARE_ALL", flag(l.compiled && l.rareAll))
	add("RARE_NONE", flag(l.compiled && l.rareNone))
	list("SELECT_", "UNIFORM", "ROULETTE", "RANK", "TOURNAMENT", "UNIVERSAL", "TRUNCATION")
	list("SCALE_", "NONE", "LINEAR", "SIGMA", "POWER")
	if l.compiled {
		for i, w := range p.words(false)[:operators] {
			add("P_"+parNames[i], fmt.Sprintf("%du", w))
		}
		add("P_MIGRATES", flag(p.migrants > 0))
	}
	part := func(name, text string) {
		s.Parts = append(s.Parts, kernel.Part{Name: "search/genetic/" + name, Text: text})
	}
	s.Parts = append(s.Parts, kernel.Philox, kernel.Elementary, kernel.Gaussian, kernel.Group, population.Part)
	s.Parts = append(s.Parts, variation.Genomes)
	for _, q := range k.Parts {
		if q != kernel.Elementary {
			s.Parts = append(s.Parts, q)
		}
	}
	part("plan.cl", planText)
	part("select.cl", selectText)
	s.Parts = append(s.Parts, variation.Crossing)
	s.Parts = append(s.Parts, variation.Mutating)
	part("breed.cl", breedText)
	part("replace.cl", replaceText)
	part("wide.cl", wideText)
	part("order.cl", orderText)
	if l.resident {
		part("resident.cl", residentText)
	}
	return s
}
