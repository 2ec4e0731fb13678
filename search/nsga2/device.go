package nsga2

import (
	"context"
	"fmt"
	"math"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

const (
	// itemGroup is the group of kernels with a work-item for each row or pair,
	// mostGroup that of kernels with a group for each replica: its scratch fits
	// into 16 KB.
	itemGroup = 128
	mostGroup = 256

	// mostMembers is the largest population on a GPU and mostOnCPU on other
	// devices: all pairs are compared, and a launch may not last longer than about
	// a second.
	mostMembers = 1 << 15
	mostOnCPU   = 1 << 12

	// wideMembers is a population whose first wideRounds fronts are found by all
	// groups, each in a launch of its own, before one group finds the others.
	wideMembers = 1 << 11
	wideRounds  = 32
)

// forced is what tests set to reach layouts that a device would not choose by
// itself; its zero value changes nothing.
var forced struct {
	rounds int // of fronts that all groups find
}

// onDevice is the engine on a device.
type onDevice struct {
	frame
	population.Host
	kernel problem.Kernel

	pop, scores, violation, rank, crowding [2]device.Buffer
	own, par, data, bounds, inverse        device.Buffer
	dominated, twin, list, edge, nodes     device.Buffer
	found                                  device.Buffer
	group, replicaGroup, peelGroup         int
	rounds                                 int // of fronts that all groups find
}

func newDevice(ctx context.Context, c search.Config, f frame) (_ search.Engine, err error) {
	twin, ok := c.Problem.(problem.ScoresKernelled)
	if !ok {
		return nil, unsuited("problem %s has no kernel, so it runs on the CPU only: use --device cpu", c.Problem.Name())
	}
	info := c.Device.Info()
	most := mostOnCPU
	if info.GPU {
		most = mostMembers
	}
	if f.plan.members > most {
		return nil, &search.ParamError{Name: "population", Reason: fmt.Sprintf("%s compares all pairs and takes at most %d members, not %d: lower it or use --device cpu", info.ID(), most, f.plan.members)}
	}
	e := &onDevice{frame: f, kernel: twin.ScoresKernel(), group: min(itemGroup, info.MaxGroup), replicaGroup: min(mostGroup, info.MaxGroup)}
	e.peelGroup = e.replicaGroup
	if info.Driver == "cuda" { // whose compiler is told to keep registers for it
		e.peelGroup = min(2*mostGroup, info.MaxGroup)
	}
	if e.rounds = forced.rounds; info.GPU && f.plan.members >= wideMembers {
		e.rounds = wideRounds
	}
	defer func() {
		if err != nil {
			e.Close()
		}
	}()
	if err := e.Open(ctx, c.Device, &e.Frame, e.plan.source(e.kernel, e.peelGroup), e.rowBytes()); err != nil {
		return nil, err
	}
	if err := e.allocate(); err != nil {
		return nil, err
	}
	if c.Resume != nil {
		if err := e.restore(c.Resume); err != nil {
			return nil, err
		}
		return e, e.Look(ctx, 0, 0)
	}
	return e, e.seed(ctx)
}

// rows is the rows of a replica in a table: members and children, which come in
// pairs.
func (p *plan) rows() int { return p.members + 2*p.pairs() }

// pairs is how many pairs make the children of a step.
func (p *plan) pairs() int { return (p.members + 1) / 2 }

func (e *onDevice) rowBytes() int { return len(population.Raw(problem.NewGenomes(e.plan.Rep, 1))) }

// groups is how many groups give each of so many elements a work-item.
func (e *onDevice) groups(elements int) int { return (elements + e.group - 1) / e.group }

// allocate makes the buffers and fills those that never change.
func (e *onDevice) allocate() error {
	p, reps := &e.plan, len(e.replicas)
	all := reps * p.rows()
	inverse := 0
	if p.Rep.Kind == problem.Permutation {
		inverse = reps * p.pairs() * e.rowBytes()
	}
	type room struct {
		to   *device.Buffer
		size int
	}
	list := []room{
		{&e.own, reps * ownWords * 8},
		{&e.par, (len(parNames) + len(p.criteria)) * 8},
		{&e.data, len(e.kernel.Data) * 8},
		{&e.bounds, 2 * len(p.Rep.Lower) * 8},
		{&e.inverse, inverse},
		{&e.dominated, all * 4},
		{&e.twin, all * 4},
		{&e.list, all * 4},
		{&e.edge, reps * 2 * 4},
		{&e.found, reps * 2 * e.rounds * 4},
		{&e.nodes, reps * 2 * e.groups(p.pairs()) * 6 * 8},
	}
	for t := range 2 {
		list = append(list, room{&e.pop[t], all * e.rowBytes()}, room{&e.scores[t], all * len(p.criteria) * 8},
			room{&e.violation[t], all * 8}, room{&e.rank[t], all * 4}, room{&e.crowding[t], all * 8})
	}
	for _, b := range list {
		if err := e.Alloc(b.to, b.size); err != nil {
			return err
		}
	}
	// Rows keep zeros behind their last gene.
	for _, b := range []device.Buffer{e.pop[0], e.pop[1], e.Bests} {
		if err := e.Queue.Zero(b, 0, b.Size()); err != nil {
			return err
		}
	}
	e.Common = []any{e.pop[0], e.pop[1], e.scores[0], e.scores[1], e.violation[0], e.violation[1], e.rank[0], e.rank[1],
		e.crowding[0], e.crowding[1], e.State, e.own, e.par, e.data, e.bounds, e.inverse, e.dominated, e.twin, e.list, e.edge}
	var own, bounds []uint64
	for _, r := range e.replicas {
		words := r.words()
		own = append(own, words[:]...)
	}
	for _, ends := range [][]float64{p.Rep.Lower, p.Rep.Upper} {
		for _, x := range ends {
			bounds = append(bounds, math.Float64bits(x))
		}
	}
	for _, w := range []struct {
		to   device.Buffer
		from []uint64
	}{{e.own, own}, {e.par, p.words(e.Trace)}, {e.data, e.kernel.Data}, {e.bounds, bounds}} {
		if err := e.Put(w.to, population.Bytes(w.from)); err != nil {
			return err
		}
	}
	return nil
}
