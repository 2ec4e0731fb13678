package differential

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"unsafe"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
	"github.com/warbler-opt/warbler/search/population"
)

const (
	// residentMembers is the largest population that one group evolves alone.
	residentMembers = 2048
	// wideGroup is the group of a population that many groups share, mostGroup
	// the largest of all: its scratch fits into 16 KB.
	wideGroup = 128
	mostGroup = 256
	// mostRecords is how many bytes of records are kept on the device.
	mostRecords = 64 << 20
)

// forced is what tests set to reach layouts that a device would not choose by
// itself; its zero value changes nothing.
var forced struct {
	wide        bool // never resident
	localMemory int  // bytes of on-chip memory
}

// onDevice is the engine on a device.
type onDevice struct {
	frame
	dev      device.Device
	queue    device.Queue
	program  device.Program
	kernels  map[string]device.Kernel
	kernel   problem.Kernel
	states   []population.State // as of the last look
	pace     population.Pace
	closers  []io.Closer
	resident bool // a group per replica, many steps a launch
	cached   bool // the problem's tables are on chip
	reported bool // the sample of step 0 has been

	pop, scores                  [2]device.Buffer
	controls, state, leaders     device.Buffer
	own, par, data, bounds       device.Buffer
	nodes, rules, records, bests device.Buffer
	recordSteps                  int // steps that records has room for
	group, settleGroup           int
	herdArgs                     []any
}

func newDevice(ctx context.Context, c search.Config, f frame) (_ search.Engine, err error) {
	twin, ok := c.Problem.(problem.Kernelled)
	if !ok {
		return nil, fmt.Errorf("differential: problem %s has no kernel, so it runs on the CPU only: use --device cpu", c.Problem.Name())
	}
	e := &onDevice{frame: f, dev: c.Device, kernel: twin.Kernel(), kernels: map[string]device.Kernel{}}
	defer func() {
		if err != nil {
			e.Close()
			err = hint(err)
		}
	}()
	e.arrange(e.dev.Info())
	if e.program, err = e.dev.Compile(ctx, e.plan.source(e.kernel, e.cached)); err != nil {
		return nil, err
	}
	e.closers = append(e.closers, e.program)
	if e.queue, err = e.dev.NewQueue(); err != nil {
		return nil, err
	}
	e.closers = append(e.closers, e.queue)
	if err := e.allocate(); err != nil {
		return nil, err
	}
	if c.Resume != nil {
		err = e.restore(c.Resume)
	} else {
		err = e.seed(ctx)
	}
	if err != nil {
		return nil, err
	}
	return e, nil
}

// arrange decides how the plan is spread over the device.
func (e *onDevice) arrange(info device.Info) {
	e.resident = e.plan.members <= residentMembers && !forced.wide
	e.group = wideGroup
	if e.resident { // a work-item for each member, as far as they reach
		e.group = 32
		for e.group < mostGroup && e.group < e.plan.members {
			e.group *= 2
		}
	}
	e.group = min(e.group, info.MaxGroup)
	e.settleGroup = min(mostGroup, info.MaxGroup)
	local := info.LocalMemory
	if forced.localMemory > 0 {
		local = min(local, forced.localMemory)
	}
	e.cached = e.kernel.Cache > 0 && 8*e.kernel.Cache+scratch(e.group)+told <= local
}

// scratch is the on-chip memory that group_node needs, in bytes: NODE_WORDS of
// population.cl for each work-item.
func scratch(group int) int { return 8 * 6 * group }

// told is the on-chip memory in which a resident group is told how a step
// ended, in bytes.
const told = 8 * 4

// local is the on-chip memory of a launch that scores genomes.
func (e *onDevice) local() int {
	n := scratch(e.group) + told
	if e.cached {
		n += 8 * e.kernel.Cache
	}
	return n
}

// groups is how many groups fill the places of a replica.
func (e *onDevice) groups() int {
	return (e.plan.members + 2*e.group - 1) / (2 * e.group)
}

// hint names the option that lowers a need for memory.
func hint(err error) error {
	var oom *device.OutOfMemoryError
	if errors.As(err, &oom) && oom.Hint == "" {
		oom.Hint = "lower -p population or --replicas"
	}
	return err
}

// allocate makes the buffers and fills those that never change.
func (e *onDevice) allocate() error {
	reps := len(e.replicas)
	all := reps * e.plan.members
	e.recordSteps = 1
	if e.trace {
		e.recordSteps = max(1, min(1024, mostRecords/(reps*8*population.RecordWords)))
	}
	for _, b := range []struct {
		to   *device.Buffer
		size int
	}{
		{&e.pop[0], all * e.rowBytes()},
		{&e.pop[1], all * e.rowBytes()},
		{&e.scores[0], all * 8},
		{&e.scores[1], all * 8},
		{&e.controls, e.controlCount() * 8},
		{&e.state, reps * population.StateWords * 8},
		{&e.leaders, reps * 4},
		{&e.own, reps * len(ownNames) * 8},
		{&e.par, len(parNames) * 8},
		{&e.data, len(e.kernel.Data) * 8},
		{&e.bounds, 2 * e.plan.rep.Length * 8},
		{&e.nodes, reps * e.groups() * 6 * 8},
		{&e.rules, population.RuleWords * 8},
		{&e.records, e.recordSteps * reps * population.RecordWords * 8},
		{&e.bests, reps * e.rowBytes()},
	} {
		buf, err := e.dev.Alloc(max(16, b.size))
		if err != nil {
			return err
		}
		*b.to = buf
		e.closers = append(e.closers, buf)
	}
	e.herdArgs = []any{e.pop[0], e.pop[1], e.scores[0], e.scores[1], e.controls, e.state, e.leaders, e.own, e.par, e.data, e.bounds}

	var own, bounds []uint64
	for _, r := range e.replicas {
		own = append(own, r.words()...)
	}
	for _, list := range [][]float64{e.plan.rep.Lower, e.plan.rep.Upper} {
		for _, x := range list {
			bounds = append(bounds, math.Float64bits(x))
		}
	}
	rules := e.frame.rules.Words()
	return e.put(
		put{e.own, bytesOf(own)}, put{e.par, bytesOf(e.plan.words(e.trace))}, put{e.data, bytesOf(e.kernel.Data)},
		put{e.bounds, bytesOf(bounds)}, put{e.rules, bytesOf(rules[:])},
	)
}

// put is something to be written to the front of a buffer.
type put struct {
	to   device.Buffer
	from []byte
}

func (e *onDevice) put(list ...put) error {
	for _, p := range list {
		if len(p.from) == 0 {
			continue
		}
		if err := e.queue.Write(p.to, 0, p.from); err != nil {
			return err
		}
	}
	return nil
}

func (e *onDevice) rowBytes() int { return 8 * e.plan.rep.Stride() }

// bytesOf is the memory of a slice. Devices are little-endian like every
// machine they are driven from.
func bytesOf[T uint32 | uint64 | int64 | float64](s []T) []byte {
	if len(s) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&s[0])), len(s)*int(unsafe.Sizeof(s[0])))
}

// Close releases everything on the device.
func (e *onDevice) Close() error {
	var errs []error
	if e.queue != nil {
		errs = append(errs, e.queue.Wait(context.Background()))
	}
	for i := len(e.closers) - 1; i >= 0; i-- {
		errs = append(errs, e.closers[i].Close())
	}
	e.closers, e.queue = nil, nil
	return errors.Join(errs...)
}
