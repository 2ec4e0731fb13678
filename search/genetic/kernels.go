package genetic

import (
	"context"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/parallel"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/problem"
)

const (
	// residentMembers is the largest population that one group evolves alone.
	residentMembers = 2048
	// registerWords is the longest binary genome, in words, that one work-item
	// keeps in registers; longer ones are shared by a team.
	registerWords = 16
	// wheelTile is how many members a work-item adds up for the wheel.
	wheelTile = 8
	// sharedWords is the on-chip memory in which work-item 0 shares how a step ended:
	// SHARED_WORDS of resident.cl.
	sharedWords = 4
)

// forced is what tests set to reach layouts that a device would not choose by
// itself, besides population.Forced; its zero value changes nothing.
var forced struct {
	uncompiled bool // operators as arguments, also on a GPU
	compiled   bool // operators compiled in, also on a CPU
}

// kernels are the launches on a device.
type kernels struct {
	*population.Device
	layout
	plan   *plan
	rates  []variation.Rates
	kernel problem.Kernel
	pieces population.LaunchSize // groups that are launched at once where a step takes long
	begun  int                   // groups that have made their part of the first population

	blocks  *parallel.Blocks // sorts and scans over whole populations
	scratch *parallel.Scratch

	keys, index, flags, firsts, places device.Buffer
}

// layout is how a plan is spread over a device.
type layout struct {
	team     int  // work-items per pair
	resident bool // a group per replica, many steps a launch
	cached   bool // the problem's tables are on chip
	compiled bool // the operators are compiled in; always when resident
	onChip   bool // the wheel is on chip
	rareAll  bool // mutations are rare in all replicas
	rareNone bool // and in none
	group    int  // work-items of a group

	finishGroup int // work-items of a group that finishes a step or visits elements
}

// Open arranges the population on the device.
func (k *kernels) Open(ctx context.Context) (err error) {
	if k.kernel, err = k.ProblemKernel(); err != nil {
		return err
	}
	k.arrange()
	if err := k.program().Compile(ctx); err != nil {
		return err
	}
	p := k.plan
	if !k.resident && (k.ordered() || p.overlapping) {
		if err := k.openBlocks(ctx); err != nil {
			return err
		}
	}
	joint := k.segments() * (p.members + p.children)
	k.keys = k.Scratch(given(k.ordered() || p.overlapping, joint*8))
	for _, b := range []*device.Buffer{&k.index, &k.flags, &k.firsts, &k.places} {
		*b = k.Scratch(given(p.overlapping, joint*4))
	}
	return nil
}

// given is a size that is needed under a condition only.
func given(needed bool, size int) int {
	if needed {
		return size
	}
	return 0
}

// ordered reports whether members are put in order.
func (k *kernels) ordered() bool { return k.plan.sorts() || k.plan.migrants > 0 }

// arrange decides how the plan is spread over the device.
func (k *kernels) arrange() {
	p := k.plan
	k.team = 1
	if p.Rep.Kind == problem.Binary && p.Rep.Words() > registerWords && !k.kernel.Serial {
		k.team = 64
	}
	k.resident = k.team == 1 && p.population() <= residentMembers && !population.Forced.Wide
	k.compiled = k.resident || (k.Info.GPU || forced.compiled) && !forced.uncompiled
	k.rareAll, k.rareNone = true, true
	for _, r := range k.rates {
		rare := r.Genes.Table() != nil
		k.rareAll, k.rareNone = k.rareAll && rare, k.rareNone && !rare
	}
	k.group = 128
	if k.resident {
		// A pair for each work-item; where there is a wheel, a member.
		items := p.members / 2
		if p.weighs() {
			items = p.members
		}
		k.group = 32
		for k.group < 256 && k.group < items {
			k.group *= 2
		}
	}
	if k.team > 1 {
		k.group = k.team
	}
	k.group = min(k.group, k.Info.MaxGroup)
	k.finishGroup = 256
	if k.Info.Driver == "cuda" { // whose compiler is told to keep registers for it
		k.finishGroup = 512
	}
	k.finishGroup = min(k.finishGroup, k.Info.MaxGroup)
	k.cached = k.kernel.Cache > 0 && 8*k.kernel.Cache+k.local() <= k.LocalMemory()
	k.onChip = k.resident && p.weighs()
	k.onChip = k.onChip && k.residentBytes() <= k.LocalMemory()
}

// scratchBytes is the on-chip memory that a group's collective functions need.
func scratchBytes(group int) int { return max(population.NodeBytes(group), 8*(2*group+32)) }

// local is the on-chip memory of a launch that scores genomes.
func (k *kernels) local() int {
	n := scratchBytes(k.group) + 8*population.RareWords
	if k.cached {
		n += 8 * k.kernel.Cache
	}
	return n
}

// residentBytes is the on-chip memory of a group that evolves a replica.
func (k *kernels) residentBytes() int {
	n := k.local() + 8*sharedWords
	if k.onChip {
		n += 8 * k.plan.members
	}
	return n
}

// segments is how many demes all replicas have.
func (k *kernels) segments() int { return k.Replicas * k.plan.demes }

// groupsFor is how many groups fill so many slots of a segment in pairs.
func (k *kernels) groupsFor(slots int) int {
	pairs := (slots + 1) / 2
	if k.team > 1 {
		return pairs
	}
	item := k.itemPairs()
	if k.resident {
		item = 1
	}
	return (pairs + item*k.group - 1) / (item * k.group)
}

// itemPairs is how many pairs a work-item has in the wide layout.
func (l layout) itemPairs() int {
	if l.team > 1 {
		return 1
	}
	return 2
}

// tiles is how many groups add up a segment's wheel.
func (k *kernels) tiles() int {
	tile := k.group * wheelTile
	return (k.plan.members + tile - 1) / tile
}
