package nsga2

import (
	"context"
	"embed"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/parallel"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed *.cl
var files embed.FS

const (
	// itemGroup is the group of kernels with a work-item for each row or pair,
	// mostGroup that of kernels with a group for each replica: its scratch fits
	// into 16 KB.
	itemGroup = 128
	mostGroup = 256

	// mostSplit is how many work-items at most share a row that is compared with all
	// others; fullUnit is how many keep a compute unit of a GPU busy.
	mostSplit = 32
	fullUnit  = 2048

	// manyMembers is a population whose candidates are sorted; the pairs of smaller ones
	// are compared.
	manyMembers = 1 << 11
)

// forced is what tests set to reach layouts that a device would not choose by
// itself; its zero value changes nothing.
var forced struct {
	sorted bool // candidates are sorted, not compared
	single bool // a program for one replica
	split  int  // work-items for each row
}

// kernels are those of the .cl files, with a work-item for each candidate or pair
// of them, or a group for each replica.
type kernels struct {
	*population.Device
	plan  *plan
	rates []variation.Rates

	group, replicaGroup, peelGroup int
	split                          int     // work-items for each row
	sorter                         *sorter // or nil: all pairs are compared
	begun                          int     // groups that have made their part of the first population
}

// rows is the rows of a replica in a table: members and children, which come in
// pairs.
func (p *plan) rows() int { return p.members + 2*p.pairs() }

// pairs is how many pairs make the children of a step.
func (p *plan) pairs() int { return (p.members + 1) / 2 }

// groups is how many groups give each of so many elements a work-item.
func (k *kernels) groups(elements int) int { return (elements + k.group - 1) / k.group }

// Open arranges the candidates on the device.
func (k *kernels) Open(ctx context.Context) error {
	twin, ok := k.Frame.Problem.(problem.ScoresKernelled)
	if !ok {
		return unsuited("problem %s has no kernel, so it runs on the CPU only", k.Frame.Problem.Name())
	}
	k.arrange()
	if err := k.program(twin.ScoresKernel()).Compile(ctx); err != nil {
		return err
	}
	if k.sorter != nil {
		return k.sorter.open(ctx, k)
	}
	return nil
}

// arrange decides how many work-items share the candidates.
func (k *kernels) arrange() {
	k.group, k.replicaGroup = min(itemGroup, k.Info.MaxGroup), min(mostGroup, k.Info.MaxGroup)
	k.peelGroup = k.replicaGroup
	if k.Info.Driver == "cuda" { // whose compiler is told to keep registers for it
		k.peelGroup = min(2*mostGroup, k.Info.MaxGroup)
	}
	if k.plan.members >= manyMembers || forced.sorted {
		k.sorter = &sorter{}
	}
	k.split = max(1, forced.split)
	for k.Info.GPU && k.split < min(mostSplit, k.group) && k.Replicas*2*k.plan.members*k.split < k.Info.ComputeUnits*fullUnit {
		k.split *= 2
	}
}

// words is the plan as kernels have it.
func (p *plan) words() []population.Word {
	references := make([]uint64, len(p.criteria))
	for m, c := range p.criteria {
		references[m] = population.Real("", c.Number(c.Reference)).Value
	}
	return append(population.OperatorWords(&p.Operators),
		population.Flag("UNIQUE", p.unique), population.Word{Name: "REFERENCE", List: references})
}

// program assembles the kernels for a problem. Operators are data, so that few
// programs are compiled.
func (k *kernels) program(scores problem.Kernel) *population.Program {
	p := k.plan
	s := k.NewProgram(scores, false, p.words(), func(r int) []population.Word { return population.RateWords(k.rates[r]) })
	s.Nodes = 2 * k.groups(p.pairs())
	s.Single = k.Replicas == 1 && (k.Info.GPU || forced.single) // else one program is for any number
	inverse := 0
	if p.Rep.Kind == problem.Permutation {
		inverse = p.pairs() * p.Rep.Stride()
	}
	s.Room("u16", "inverse", inverse)
	s.Room("u32", "dominated", p.rows()) // by how many of the pool; later: whether it survives
	s.Room("u32", "twin", p.rows())      // equals an earlier one
	s.Room("u32", "list", p.rows())      // fronts; later: the survivors
	s.Room("u32", "edge", 2)             // the front that may not fit as a whole, and how many of it do
	s.Room("u32", "order", p.rows())     // by violation and scores
	parts := []string{"breed.cl", "split.cl", "rank.cl", "compare.cl", "sweep.cl", "peel.cl", "crowd.cl", "move.cl"}
	if k.sorter != nil {
		k.sorter.rooms(s, p, k.tiles(2*p.members))
		parts = []string{"breed.cl", "rank.cl", "order.cl", "fronts.cl", "choose.cl", "move.cl"}
	} else if k.sweeps() {
		s.Room("i64", "sorted", 2*p.rows()) // the scores in that order
	}
	floats := 0
	for m, c := range p.criteria {
		if c.Float {
			floats |= 1 << m
		}
	}
	s.Defines = append(s.Defines, variation.Names()...)
	s.Defines.Add("TABLES_APART", 1)
	s.Defines.Add("PEEL_GROUP", k.peelGroup)
	s.Defines.Add("SPLIT", k.split)
	s.Defines.Add("LARGE", k.sorter != nil)
	s.Defines.Add("COUNT_COLUMNS", countColumns)
	s.Defines.Add("OBJECTIVES", len(p.criteria))
	s.Defines.Add("CRITERION_FLOATS", floats)
	s.Defines.Add("MASK_ROLLED", 1)
	s.Defines.Add("RARE_WORDS", population.RareWords)
	s.Defines.Add("RARE_THRESHOLD", rng.RareThreshold)
	s.Add(kernel.Gaussian)
	s.Problem()
	s.Files("search/nsga2", files, "pool.cl")
	s.Add(variation.Crossing, variation.Mutating)
	s.Files("search/nsga2", files, parts...)
	return s
}

// FirstSize guesses how many steps fit into a launch: genes are made, and pairs
// compared.
func (k *kernels) FirstSize() population.LaunchSize {
	n := k.plan.members
	member := 4 + k.plan.Rep.Stride() + 8*n*len(k.plan.criteria)
	return k.Device.FirstSize(k.Replicas*n*member, k.group, 0)
}

// Start makes the first population, which takes long where it is large.
func (k *kernels) Start(ctx context.Context) bool {
	if k.begun == 0 {
		k.PutGiven(1)
	}
	n, groups := k.plan.members, k.groups(k.plan.members)
	if k.sorter == nil {
		k.start(0, k.Replicas*groups)
		k.survive(ctx, 1, n, 0)
		return true
	}
	if k.begun < k.Replicas*groups {
		k.begun = k.StartPieces(ctx, k.begun, k.Replicas*groups, k.start)
		k.Made = k.begun/groups*n + min(n, k.begun%groups*k.group)
		return false
	}
	return k.survive(ctx, 1, n, 0)
}

// start queues some groups that make members of the first population.
func (k *kernels) start(first, count int) {
	k.Launch("start", device.Shape{Groups: count, Group: k.group, Local: 8}, uint32(k.groups(k.plan.members)), uint32(1), uint32(first), uint32(len(k.Frame.Given)))
}

// Advance queues some steps after step from.
func (k *kernels) Advance(ctx context.Context, from int64, steps int) {
	for range steps {
		k.each("breed", 0, k.plan.pairs(), 8*population.RareWords)
		// Queues hold only so much; a step is long enough to look.
		if !k.survive(ctx, 0, 2*k.plan.members, from+1) || ctx.Err() != nil {
			return
		}
	}
}

// each queues a kernel with a work-item for each of a replica's elements. back
// is 1 before the first population.
func (k *kernels) each(name string, back uint32, elements, local int, args ...any) {
	groups := k.groups(elements)
	k.Launch(name, device.Shape{Groups: k.Replicas * groups, Group: k.group, Local: local}, append([]any{uint32(groups), back}, args...)...)
}

// survive queues what makes the next population of so many candidates. base is
// the step of the first record. It reports false when it was left, since ctx has ended:
// then everything is as it was.
func (k *kernels) survive(ctx context.Context, back uint32, size int, base int64) bool {
	if k.sorter != nil {
		if !k.sorter.survive(ctx, back, size) {
			return false
		}
	} else {
		k.rank(back, size)
		for _, name := range []string{"crowd", "survive", "place"} {
			k.compare(name, back, size)
		}
	}
	k.each("move", back, k.plan.pairs(), population.NodeBytes(k.group))
	k.Finish(k.replicaGroup, k.groups(k.plan.pairs()), back, base)
	return true
}

// compare queues a kernel that compares each of so many candidates with all.
func (k *kernels) compare(name string, back uint32, size int) {
	k.each(name, back, size*k.split, 8*k.group)
}

// sweeps tells that fronts are found in the order of the first of two objectives.
func (k *kernels) sweeps() bool { return len(k.plan.criteria) == 2 }

// rank queues what sorts so many candidates into fronts.
func (k *kernels) rank(back uint32, size int) {
	k.compare("compare", back, size)
	shape := device.Shape{Groups: k.Replicas, Group: k.peelGroup, Local: max(parallel.GroupScratch(k.peelGroup)+8, 40*k.peelGroup+8)}
	if k.sweeps() {
		k.Launch("sweep", shape, back)
		return
	}
	k.Launch("peel", shape, back)
}
