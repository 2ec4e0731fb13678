package population

import (
	"context"
	"embed"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/problem"
)

const (
	// residentMembers is the largest population that one group evolves alone.
	residentMembers = 2048
	// wideGroup is the group of a population that many groups share, mostGroup
	// the largest of all: its scratch fits into 16 KB.
	wideGroup = 128
	mostGroup = 256
	// sharedBytes is the on-chip memory in which work-item 0 shares how a step
	// ended: SHARED_WORDS of resident.cl.
	sharedBytes = 8 * 4
)

// MemberKernels are the Kernels of an algorithm whose step makes every member on its
// own, in global memory, from the population of the step before. Large
// populations take two launches a step (wide.cl), small ones a launch for many
// steps, in which a group evolves a replica (resident.cl). What the algorithm's
// files define for them is said in wide.cl.
type MemberKernels struct {
	*Device
	Folder  string   // of the algorithm's files in the repository
	Files   embed.FS // the files
	Names   []string // in their order
	Define  func(s *Program)
	Params  []Word                   // of all replicas: PAR_…
	Replica func(replica int) []Word // of a replica: OWN_…, of which the first is SEED

	kernel             problem.Kernel
	resident           bool // a group a replica, many steps a launch
	cached             bool // the problem's tables are on chip
	group, finishGroup int
	groups             int // of a replica
	begun              int // groups that have made their part of the first population
}

// Open arranges the members on the device.
func (k *MemberKernels) Open(ctx context.Context) (err error) {
	if k.kernel, err = k.ProblemKernel(); err != nil {
		return err
	}
	k.arrange()
	s := k.NewProgram(k.kernel, k.cached, k.Params, k.Replica)
	s.Nodes = k.groups
	s.Field("LOCALPTR const u64 *cache")
	s.Field("u32 best")
	k.Define(s)
	s.Problem()
	s.Measure()
	s.Files(k.Folder, k.Files, k.Names...)
	s.Files("internal/population", files, "wide.cl", "finish.cl", "resident.cl")
	return s.Compile(ctx)
}

// arrange decides how the members are shared among work-items.
func (k *MemberKernels) arrange() {
	members := k.about.Members
	k.resident = members <= residentMembers && !Forced.Wide
	k.group = wideGroup
	if k.resident { // a work-item for each member, as far as they reach
		k.group = 32
		for k.group < mostGroup && k.group < members {
			k.group *= 2
		}
	}
	k.group = min(k.group, k.Info.MaxGroup)
	k.finishGroup = min(mostGroup, k.Info.MaxGroup)
	k.groups = (members + 2*k.group - 1) / (2 * k.group)
	k.cached = k.kernel.Cache > 0 && 8*k.kernel.Cache+NodeBytes(k.group)+sharedBytes <= k.LocalMemory()
}

// shape is that of a launch whose groups score genomes.
func (k *MemberKernels) shape(groups int) device.Shape {
	local := NodeBytes(k.group) + sharedBytes
	if k.cached {
		local += 8 * k.kernel.Cache
	}
	return device.Shape{Groups: k.Replicas * groups, Group: k.group, Local: local}
}

// Start queues the first population.
func (k *MemberKernels) Start(ctx context.Context) bool {
	if k.begun == 0 {
		k.PutGiven(0)
	}
	all := k.Replicas * k.groups
	k.begun = k.StartPieces(ctx, k.begun, all, func(first, count int) {
		shape := k.shape(1)
		shape.Groups = count
		k.Launch("wide_start", shape, uint32(k.groups), uint32(len(k.Frame.Given)), uint32(first))
	})
	if k.begun < all {
		k.Made = k.begun/k.groups*k.about.Members + min(k.about.Members, k.begun%k.groups*2*k.group)
		return false
	}
	k.Finish(k.finishGroup, k.groups, 1, 0)
	return true
}

// FirstSize guesses how many steps fit into a launch.
func (k *MemberKernels) FirstSize() LaunchSize {
	genome, serial := 4+k.Frame.Rep.Stride(), 0
	if k.resident {
		serial = genome
	}
	return k.Device.FirstSize(k.Replicas*k.about.Members*genome, k.group, serial)
}

// Advance queues some steps after step from.
func (k *MemberKernels) Advance(_ context.Context, from int64, steps int) {
	if k.resident {
		k.Launch("evolve", k.shape(1), uint64(from+1), uint32(steps))
		return
	}
	for range steps {
		k.Launch("wide_step", k.shape(k.groups), uint32(k.groups))
		k.Finish(k.finishGroup, k.groups, 0, from+1)
	}
}
