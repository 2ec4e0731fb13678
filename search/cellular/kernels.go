package cellular

import (
	"context"
	"embed"
	"fmt"

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

	kernel problem.Kernel
	climbs climbs
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
	if err := k.program().Compile(ctx); err != nil {
		return err
	}
	return k.openClimbs()
}

// tooLarge says what a device cannot do.
func (k *kernels) tooLarge() error {
	switch {
	case k.Info.MaxGroup < group:
		return &search.UnsuitedError{Algorithm: "cellular", Reason: fmt.Sprintf("%s has groups of %d work-items, and %d are needed: use the CPU", k.Info.ID(), k.Info.MaxGroup, group)}
	case uint64(k.plan.members())*uint64(k.plan.rep.Words()) >= 1<<32:
		return &search.UnsuitedError{Algorithm: "cellular", Reason: "these are too many genes for a device: use fewer cells or the CPU"}
	}
	return nil
}

// program assembles the kernels for the problem. The operators are data, so that
// few programs are compiled.
func (k *kernels) program() *population.Program {
	c, n := k.climbs.Kernel, k.plan.members()
	s := k.NewProgram(k.kernel, false, k.words(), func(r int) []population.Word { return k.params[r].words() })
	s.Nodes = k.pairGroups()
	s.Room("u32", "used", 1)  // climbs of this step that improved in their last pass
	s.Room("u32", "mates", n) // of the members
	s.Room("u32", "lasts", n) // improving pass of each climb
	s.Room("u32", "ends", 2*k.plan.islands())
	s.Defines = append(s.Defines, c.Defines...)
	s.Defines.Add("SLICED", c.Sliced)
	s.Defines.Add("SLICED_GROUP", climb.SlicedGroup)
	s.Defines.Add("RARE_WORDS", population.RareWords)
	s.Defines.Add("RARE_THRESHOLD", rng.RareThreshold)
	s.Defines.Number("SELECT_", "NEIGHBORS", "TOURNAMENT")
	s.Defines.Number("CROSS_", "MASK", "TWO_POINT")
	s.Defines.Number("MUTATE_", "MASK", "ONE")
	s.Defines.Number("MIGRATE_", "DIFFUSION", "BEST", "NONE")
	s.Defines.Number("FEEDBACK_", "ADAPTIVE", "LITERAL", "NONE")
	s.Files("search/cellular", files, "breed.cl")
	s.Problem()
	s.Add(c.Parts...)
	s.Measure()
	s.Files("search/cellular", files, "steps.cl")
	s.Finish()
	return s
}

// words is the plan as kernels have it.
func (k *kernels) words() []population.Word {
	p := k.plan
	return []population.Word{
		population.Int("CELLS", p.cells()),
		population.Int("WIDTH", p.width), population.Int("HEIGHT", p.height),
		population.Int("ACROSS", p.across), population.Int("DOWN", p.down),
		population.Int("SELECTION", p.selection), population.Int("CROSSOVER", p.crossover),
		population.Int("MUTATION", p.mutation), population.Int("MIGRATION", p.migration),
		population.Int("FEEDBACK", p.feedback),
	}
}

// words is a replica's parameters as kernels have them, with its tables for rare
// masks.
func (r *params) words() []population.Word {
	return []population.Word{
		{Name: "SEED", Value: r.seed}, {Name: "PC", Value: r.pc}, {Name: "PM", Value: r.pm}, {Name: "PD", Value: r.pd},
		population.Int("PASSES", r.passes), population.Int("DECREASE", r.decrease), population.Int("ENOUGH", r.enough),
		population.Rare("CROSS", r.cross), population.Rare("FLIPS", r.flips),
	}
}
