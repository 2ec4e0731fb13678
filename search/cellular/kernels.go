package cellular

import (
	"context"
	"embed"
	"fmt"
	"slices"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/climb"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

//go:embed *.cl
var files embed.FS

// group is the work-items of a group, but for a bit-sliced climb.
const group = 128

// kernels are those of steps.cl: every operator is one, and a few launches make
// a step of all replicas.
type kernels struct {
	*population.Device
	plan    *plan
	params  []params
	climber *climb.Climber

	kernel      problem.Kernel
	nodes, ends device.Buffer
	climbs      climbs
}

// Open compiles the kernels and makes their buffers.
func (k *kernels) Open(ctx context.Context) (err error) {
	if k.kernel, err = k.ProblemKernel(); err != nil {
		return err
	}
	if err := k.tooLarge(); err != nil {
		return err
	}
	if err := k.chooseClimb(); err != nil {
		return err
	}
	if err := k.Compile(ctx, k.source()); err != nil {
		return err
	}
	members := k.Replicas * k.plan.members()
	var own []uint64
	for i := range k.params {
		own = population.Values(own, k.params[i].words())
	}
	k.Arguments(k.Scratch(4*k.Replicas), k.Scratch(4*members), k.Scratch(4*members), // used, mates, lasts
		k.Constant(population.Bytes(own)), k.Constant(population.Bytes(population.Values(nil, k.words()))),
		k.Constant(population.Bytes(k.kernel.Data)))
	k.nodes = k.Nodes(k.pairGroups())
	k.ends = k.Scratch(k.Replicas * k.plan.islands() * 2 * 4)
	return k.openClimbs()
}

// tooLarge says what a device cannot do.
func (k *kernels) tooLarge() error {
	switch {
	case k.Info.MaxGroup < group:
		return &search.UnsuitedError{Algorithm: "cellular", Reason: fmt.Sprintf("%s has groups of %d work-items, and %d are needed: use --device cpu", k.Info.ID(), k.Info.MaxGroup, group)}
	case uint64(k.plan.members())*uint64(k.plan.rep.Words()) >= 1<<32:
		return &search.UnsuitedError{Algorithm: "cellular", Reason: "these are too many genes for a device: use fewer cells or --device cpu"}
	}
	return nil
}

// source assembles the kernels for the problem. The operators are data, so that
// few programs are compiled.
func (k *kernels) source() *population.Source {
	s := population.NewSource(k.Frame, k.kernel, false)
	c := k.climbs.Kernel
	s.Defines = append(s.Defines, c.Defines...)
	s.Defines.Add("SLICED", c.Sliced)
	s.Defines.Add("SLICED_GROUP", climb.SlicedGroup)
	s.Words("PAR_", k.words())
	s.Words("OWN_", k.params[0].words())
	s.Defines.Add("RARE_WORDS", population.RareWords)
	s.Defines.Add("RARE_THRESHOLD", rng.RareThreshold)
	s.Defines.Number("SELECT_", "NEIGHBORS", "TOURNAMENT")
	s.Defines.Number("CROSS_", "MASK", "TWO_POINT")
	s.Defines.Number("MUTATE_", "MASK", "ONE")
	s.Defines.Number("MIGRATE_", "DIFFUSION", "BEST", "NONE")
	s.Defines.Number("FEEDBACK_", "ADAPTIVE", "LITERAL", "NONE")
	s.Files("search/cellular", files, "replica.cl", "breed.cl")
	s.Problem(k.kernel)
	s.Add(c.Parts...)
	s.Files("search/cellular", files, "steps.cl")
	return s
}

// words is the plan as kernels have it.
func (k *kernels) words() []population.Word {
	p := k.plan
	return []population.Word{
		population.Int("MEMBERS", p.members()), population.Int("CELLS", p.cells()),
		population.Int("WIDTH", p.width), population.Int("HEIGHT", p.height),
		population.Int("ACROSS", p.across), population.Int("DOWN", p.down),
		population.Int("SELECTION", p.selection), population.Int("CROSSOVER", p.crossover),
		population.Int("MUTATION", p.mutation), population.Int("MIGRATION", p.migration),
		population.Int("FEEDBACK", p.feedback), population.Flag("TRACE", k.Frame.Trace),
	}
}

// words is a replica's parameters as kernels have them, with its tables for rare
// masks.
func (r *params) words() []population.Word {
	return slices.Concat([]population.Word{
		{Name: "SEED", Value: r.seed}, {Name: "PC", Value: r.pc}, {Name: "PM", Value: r.pm}, {Name: "PD", Value: r.pd},
		population.Int("PASSES", r.passes), population.Int("DECREASE", r.decrease), population.Int("ENOUGH", r.enough),
	}, population.Rare("CROSS", r.cross), population.Rare("FLIPS", r.flips))
}
