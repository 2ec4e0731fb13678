package cma

import (
	"context"
	"embed"
	"slices"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed *.cl
var files embed.FS

const (
	// tile is how many members are added to the rank-μ update at a time; a group
	// draws their deviates again.
	tile = 16
	// workWords is what a launch of turn leaves for each replica: WORK_WORDS of
	// eigen.cl.
	workWords = 3
	// sharedBytes is the on-chip memory of move: SHARED_WORDS of update.cl.
	sharedBytes = 8 * 4
)

// forcedSweeps is what tests set to make few sweeps of QL in a launch; 0 changes
// nothing.
var forcedSweeps int

// kernels are the launches of a step.
type kernels struct {
	*population.Device
	plan   *plan
	params []params

	kernel problem.Kernel
	cached bool // the problem's tables are on chip
	onChip bool // matrices are taken apart on chip
	sweeps int  // of QL that a launch makes

	works                   device.Buffer
	sampleGroup, modelGroup int
	groups                  int // that sample the chunk of a replica
}

// Open arranges the chunks and matrices on the device.
func (k *kernels) Open(ctx context.Context) (err error) {
	if k.kernel, err = k.ProblemKernel(); err != nil {
		return err
	}
	k.arrange()
	if err := k.program().Compile(ctx); err != nil {
		return err
	}
	k.works = k.Scratch(k.Replicas * workWords * 4)
	return nil
}

// arrange decides how the plan is spread over the device.
func (k *kernels) arrange() {
	k.sampleGroup = min(32, k.Info.MaxGroup)
	if k.plan.chunk > 512 {
		k.sampleGroup = min(128, k.Info.MaxGroup)
	}
	k.modelGroup = min(64, k.Info.MaxGroup)
	if k.plan.n > 24 {
		k.modelGroup = min(256, k.Info.MaxGroup)
	}
	k.groups = (k.plan.chunk + 2*k.sampleGroup - 1) / (2 * k.sampleGroup)
	local := k.LocalMemory()
	k.cached = k.kernel.Cache > 0 && 8*k.kernel.Cache+population.NodeBytes(k.sampleGroup) <= local
	n := k.plan.n
	k.onChip = !k.plan.separable() && eigenBytes(n)+16*n*n <= local
	// A launch of long matrices makes some of the sweeps, so that it stays short.
	k.sweeps = mostSweeps * n
	if n > 100 {
		k.sweeps = (1 << 21) / (n * n)
	}
	if forcedSweeps > 0 {
		k.sweeps = forcedSweeps
	}
}

// eigenBytes is the on-chip memory for taking a matrix apart, without matrices:
// four vectors and two words.
func eigenBytes(n int) int { return 8 * (4*n + 2) }

// words is the plan as kernels have it.
func (p *plan) words() []population.Word {
	return []population.Word{population.Int("LEVELS", len(p.levels)), population.Flag("START", p.start != nil), population.Int("GENES", p.n),
		population.Flag("BIPOP", p.bipop)}
}

// words is a replica's parameters as kernels have them.
func (p *params) words() []population.Word {
	return []population.Word{
		{Name: "SEED", Value: p.seed}, population.Real("SIGMA", p.sigma),
		population.Real("TOLFUN", p.tolfun), population.Flag("ACTIVE", p.active),
	}
}

// words is a level as kernels have it, whose weights begin at offset.
func (l *level) words(offset int) []population.Word {
	return []population.Word{
		population.Int("LAMBDA", l.lambda), population.Int("MU", l.mu), population.Int("CHUNKS", l.chunks),
		population.Int("OFFSET", offset), population.Int("GAP", l.gap), population.Int("WINDOW", l.window),
		population.Int("PATIENCE", l.patience), population.Real("SUM", l.sum), population.Real("CC", l.cc),
		population.Real("CCN", l.ccn), population.Real("CS", l.cs), population.Real("CSN", l.csn),
		population.Real("FADE", l.fade), population.Real("DAMP", l.damp), population.Real("C1", l.c1),
		population.Real("CMU", l.cmu), population.Real("CHI", l.chi), population.Real("STALL", l.stall),
	}
}

// roomWords is the size of a replica's room: see model.cl.
func (p *plan) roomWords() int {
	return 2*p.cells + 2*p.n + 2*tile*p.n + tile + 2*p.n + p.chunk*p.n
}

// program assembles the kernels for a problem. Parameters are data, so that few
// programs are compiled.
func (k *kernels) program() *population.Program {
	s := k.NewProgram(k.kernel, k.cached, k.plan.words(), func(r int) []population.Word { return k.params[r].words() })
	s.Nodes = k.groups
	s.Room("f64", "room", k.plan.roomWords())
	s.Room("i64", "keys", k.plan.most())
	s.Room("u32", "orders", k.plan.most())
	var levels []uint64
	var weights []float64
	for _, l := range k.plan.levels {
		levels = population.Values(levels, l.words(len(weights)))
		weights = append(weights, l.weights...)
	}
	s.Constant("u64", "levels", population.Bytes(levels))
	s.Constant("f64", "weights", population.Bytes(weights))
	s.Field("GLOBAL f64 *mean, *ps, *pc, *d, *c, *b") // in the model
	s.Field("GLOBAL const u64 *level")
	s.Defines.Add("SEPARABLE", k.plan.separable())
	s.Defines.Add("ONCHIP", k.onChip)
	s.Defines.Add("TILE", tile)
	s.Words("LEVEL_", k.plan.levels[0].words(0))
	s.Defines.Number("MODEL_", append(slices.Clip(modelNames), "LISTS")...)
	s.Defines.Add("NEGLIGIBLE", negligible)
	s.Defines.Add("TINY", tiny)
	s.Defines.Add("MOST_SWEEPS", mostSweeps)
	s.Defines.Add("SHRINK", shrink)
	s.Defines.Add("TOL_X", tolX)
	s.Defines.Add("TOL_X_UP", tolXUp)
	s.Defines.Add("MOST_CONDITION", mostCondition)
	s.Add(kernel.Gaussian)
	s.Problem()
	s.Measure()
	names := []string{"model.cl", "sample.cl", "update.cl"}
	if !k.plan.separable() {
		names = append(names, "eigen.cl")
	}
	s.Files("search/cma", files, names...)
	s.Finish()
	return s
}
