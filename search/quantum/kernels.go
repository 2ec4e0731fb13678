package quantum

import (
	"context"
	"embed"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/variation"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed *.cl
var files embed.FS

const (
	// gpuLanes is how many work-items evolve a population on a GPU. A device that
	// is a CPU gains nothing from more than one.
	gpuLanes = 32
	// crowd is how many groups a unit of a GPU should hold at once.
	crowd = 16

	tableRow    = 104 // bytes of a case of the table on a device
	tableWords  = 8 * tableRow / 8
	sharedWords = 4 // what the judge of a population shares with its group
	noiseRows   = 2 // members whose random bytes are made together

	// registerWords is the longest genome, in words, that a work-item scores in
	// registers.
	registerWords = 16
)

// forced is what tests set to reach layouts that a device would not choose by
// itself; its zero value changes nothing.
var forced layout

// layout is how populations lie on a device.
type layout struct {
	lanes    int  // work-items of a group
	together int  // populations of a group
	onChip   bool // populations lie on chip
}

// front is the bytes on chip besides populations.
func (l layout) front() int { return 8 * (l.together*(tableWords+sharedWords) + tableRow/8) }

// words is how many words the populations of a group take.
func (l layout) words(p *plan) int {
	all, columns, row := l.together*p.members, p.room()/8, p.rep.Stride()|1
	return (all+noiseRows)*columns + (all+l.together)*row + all
}

// kernels evolve all populations, a group of work-items for some of them.
type kernels struct {
	*population.Device
	plan   *plan
	params []params
	layout layout
}

// Open arranges the populations on the device.
func (k *kernels) Open(ctx context.Context) error {
	twin, err := k.ProblemKernel()
	if err != nil {
		return err
	}
	k.layout = k.arrange()
	store := 0 // words of a group's populations in global memory
	if !k.layout.onChip {
		store = k.layout.words(k.plan)
	}
	return k.program(twin, store).Compile(ctx)
}

// arrange decides how populations lie on a device: as many in a group as have a
// work-item for each member, and on chip if they fit.
func (k *kernels) arrange() layout {
	l := layout{lanes: 1, together: 1}
	if k.Info.GPU && k.Info.MaxGroup >= gpuLanes {
		l.lanes = gpuLanes
		l.together = max(1, min(gpuLanes/k.plan.members, k.Replicas))
	}
	if forced.lanes > 0 {
		l.lanes, l.together = forced.lanes, forced.together
	}
	for {
		l.onChip = (k.Info.GPU || forced.onChip) && l.front()+8*l.words(k.plan) <= k.Info.LocalMemory
		if l.onChip || l.together == 1 || forced.lanes > 0 {
			return l
		}
		l.together--
	}
}

// groups is how many groups evolve all populations.
func (k *kernels) groups() int { return (k.Replicas + k.layout.together - 1) / k.layout.together }

// program assembles the kernels for a problem, with so many words for a group's
// populations in global memory. The problem's tables are not kept on chip: they
// would leave room for fewer populations.
func (k *kernels) program(twin problem.Kernel, store int) *population.Program {
	tables := variation.Shared((*table).words)
	s := k.NewProgram(twin, false, []population.Word{
		population.Int("REPLICAS", k.Replicas), population.Int("STORE", store), population.Int("TOGETHER", k.layout.together),
	}, func(r int) []population.Word {
		return []population.Word{{Name: "SEED", Value: k.params[r].seed}, {Name: "TABLE", List: tables(k.params[r].table)}}
	})
	if k.plan.rep.Words() <= registerWords { // it is scored in registers
		s.Team = 1
	}
	space := "GLOBAL"
	if k.layout.onChip {
		space = "LOCALPTR"
	}
	s.Defines.Add("GENOME_SPACE", space)
	s.Defines.Add("ROOM", k.plan.room())
	s.Defines.Add("RING", ring)
	s.Defines.Add("ON_CHIP", k.layout.onChip)
	s.Defines.Add("GROUP_WORKERS", k.layout.lanes)
	s.Defines.Add("RESIDENT", crowd)
	s.Defines.Add("TOGETHER", k.layout.together)
	s.Defines.Add("MEMBERS", k.plan.members)
	leaves := 8 // pairs of members, rounded up for the tree
	for 2*leaves < k.plan.members {
		leaves *= 2
	}
	s.Defines.Add("LEAVES", leaves)
	s.Constant("u64", "chances", population.Bytes(chanceWords()))
	s.Room("u64", "store", (k.groups()*store+k.Replicas-1)/k.Replicas)
	s.Problem()
	s.Files("search/quantum", files, "evolve.cl")
	return s
}

// words is the table as the device has it.
func (t *table) words() []uint64 {
	words := make([]uint64, tableWords)
	for c, row := range t.next {
		copy(population.Bytes(words)[c*tableRow:], row[:ring+1])
	}
	return words
}

// chanceWords are the upper bytes of the chances, and the chances, two to a word.
func chanceWords() []uint64 {
	w := make([]uint64, tableRow/8+(len(chances)+1)/2)
	copy(population.Bytes(w), uppers[:ring+1])
	copy(population.Bytes(w[tableRow/8:]), population.Bytes(chances[:]))
	return w
}

// Start queues the first observation: every gene is as likely 0 as 1.
func (k *kernels) Start(context.Context) bool {
	angles := make([]uint8, k.Replicas*k.plan.members*k.plan.room())
	k.plan.fillEven(angles)
	k.Put(k.Buffer("angles"), angles)
	k.PutGiven(0)
	k.evolve(0, 1, 1)
	return true
}

// evolve queues a launch whose first record is of step base.
func (k *kernels) evolve(base int64, steps int, first uint32) {
	local := k.layout.front()
	if k.layout.onChip {
		local += 8 * k.layout.words(k.plan)
	}
	k.Launch("evolve", device.Shape{Groups: k.groups(), Group: k.layout.lanes, Local: local},
		uint64(base), uint32(steps), uint32(len(k.Frame.Given)), first)
}

// FirstSize guesses how many steps fit into a launch.
func (k *kernels) FirstSize() population.LaunchSize {
	genes := k.plan.members * (8 + k.plan.rep.Length)
	return k.Device.FirstSize(k.Replicas*genes, k.layout.lanes, k.layout.together*genes)
}

// Advance queues some steps after step from.
func (k *kernels) Advance(_ context.Context, from int64, steps int) { k.evolve(from+1, steps, 0) }
