package swarm

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/search/population"
)

//go:embed swarm.cl
var text string

// The words of a search and of the control block, SLOT_… and CONTROL_… in the
// dialect.
var (
	slotNames    = []string{"ACTIVE", "HEAD", "TAIL", "DEPTH", "BASE", "GIVE", "NODES", "CLOSED", "BUSY"}
	controlNames = []string{"DRY", "RICH", "IDLE", "FOUND"}
)

const (
	slotNodes    = 6
	slotClosed   = 7
	slotBusy     = 8
	controlIdle  = 2
	controlFound = 3

	lanes = 2 * lookers
	// together is how many times searches work and share before the host looks at
	// them; what comes after the end is empty.
	together = 8
	// mostNodes bounds a launch: searches should share now and then.
	mostNodes = 64
	// budgetArgument is the place of the nodes of a launch among its arguments.
	budgetArgument = 7
)

// forced is what tests set to reach layouts that a device would not choose by
// itself; its zero value changes nothing.
var forced struct {
	workers, slots, budget int
}

// swarm is the searches on a device.
type swarm struct {
	*Formula
	device  device.Device
	queue   device.Queue
	closers []io.Closer
	workers int
	slots   int
	local   int

	slot, path, control, model, lists device.Buffer
	search, offer, take               device.Launcher // in this order
	known                             []uint64        // the slots' words, as of the last look
	pace                              population.Pace // nodes of a launch
	began                             time.Time
	opening                           time.Duration
}

// On searches the whole tree on a device. The literals are those that satisfy
// the formula; there are none where nothing does. When ctx ends before, its error
// is returned, and watch, which may be nil, knows how far the search was.
func On(ctx context.Context, d device.Device, f *Formula, watch func(Progress)) (model []uint32, p Progress, err error) {
	s := &swarm{Formula: f, device: d}
	defer func() {
		for i := len(s.closers) - 1; i >= 0; i-- {
			if e := s.closers[i].Close(); err == nil {
				err = e
			}
		}
	}()
	opening := time.Now()
	if err := s.open(ctx); err != nil {
		return nil, p, err
	}
	s.began = time.Now()
	s.opening = s.began.Sub(opening)
	for {
		over, err := s.round()
		if err != nil {
			return nil, p, err
		}
		p = s.progress()
		if watch != nil {
			watch(p)
		}
		switch {
		case over:
			model, err := s.found()
			return model, p, err
		case ctx.Err() != nil:
			return nil, p, ctx.Err()
		}
	}
}

// open compiles the kernels and puts the root into the first search.
func (s *swarm) open(ctx context.Context) error {
	s.arrange(s.device.Info())
	if s.local > s.device.Info().LocalMemory {
		return fmt.Errorf("a search needs %d bytes on chip, and %s has %d: use --device cpu", s.local, s.device.Info().ID(), s.device.Info().LocalMemory)
	}
	program, err := s.device.Compile(ctx, s.source())
	if err != nil {
		return err
	}
	s.closers = append(s.closers, program)
	if s.queue, err = s.device.NewQueue(); err != nil {
		return err
	}
	s.closers = append(s.closers, s.queue)
	s.known = make([]uint64, s.slots*len(slotNames))
	s.known[0] = 1
	var root, first, pairs device.Buffer
	for _, b := range []struct {
		to   *device.Buffer
		size int
		from []byte
	}{
		{&s.slot, 8 * len(s.known), population.Bytes(s.known)},
		{&s.path, 2 * s.slots * 3 * s.vars, nil},
		{&s.control, 4 * len(controlNames), make([]byte, 4*len(controlNames))},
		{&s.model, 4 * s.words(), nil},
		{&s.lists, 4 * 2 * s.slots, nil},
		{&root, 4 * len(s.root), population.Bytes(s.root)},
		{&first, 4 * len(s.first), population.Bytes(s.first)},
		{&pairs, 4 * len(s.pairs), population.Bytes(s.pairs)},
	} {
		if *b.to, err = s.device.Alloc(max(16, b.size)); err != nil {
			return err
		}
		s.closers = append(s.closers, *b.to)
		if len(b.from) > 0 {
			if err := s.queue.Write(*b.to, 0, b.from); err != nil {
				return err
			}
		}
	}
	return s.prepare(program, root, first, pairs)
}

// prepare makes the launches.
func (s *swarm) prepare(program device.Program, root, first, pairs device.Buffer) error {
	s.pace = 1
	if forced.budget > 0 {
		s.pace = population.Pace(forced.budget)
	}
	const group = 64
	for _, l := range []struct {
		to    *device.Launcher
		name  string
		shape device.Shape
		args  []any
	}{
		{&s.search, "swarm_search", device.Shape{Groups: s.slots, Group: s.workers, Local: s.local}, []any{s.slot, s.path, s.control, s.model, root, first, pairs, uint32(s.pace), uint32(s.slots / 16)}},
		{&s.offer, "swarm_offer", device.Shape{Groups: (s.slots + group - 1) / group, Group: group}, []any{s.slot, s.control, s.lists, uint32(s.slots)}},
		{&s.take, "swarm_take", device.Shape{Groups: s.slots, Group: s.workers}, []any{s.slot, s.path, s.control, s.lists, uint32(s.slots)}},
	} {
		k, err := program.Kernel(l.name)
		if err != nil {
			return err
		}
		if *l.to, err = s.queue.Prepare(k, l.shape, l.args...); err != nil {
			return err
		}
	}
	return nil
}

// arrange decides how many searches there are.
func (s *swarm) arrange(info device.Info) {
	s.workers, s.slots = 1, 2*max(1, info.ComputeUnits)
	if info.GPU {
		s.workers = lanes
	}
	if forced.workers > 0 {
		s.workers = forced.workers
	}
	w := s.words()
	s.local = 4*(w+w*lanes+s.pends()*lanes+2*lanes+lookers+2*s.workers+4) + 2*(2*(2*s.vars+2)+3*s.vars)
	s.local = (s.local + 7) / 8 * 8
	if info.GPU {
		s.slots = info.ComputeUnits * s.resident(info)
	}
	if forced.slots > 0 {
		s.slots = forced.slots
	}
}

// resident is how many searches a unit of a GPU holds at once.
func (s *swarm) resident(info device.Info) int {
	return max(1, min(32, info.LocalMemory/(s.local+1024)))
}

func (s *swarm) pends() int { return (s.vars + 1) / 32 }

func (s *swarm) source() kernel.Source {
	src := kernel.Source{Name: "swarm"}
	add := func(name string, value any) {
		src.Defines = append(src.Defines, kernel.Define{Name: name, Value: value})
	}
	for i, n := range slotNames {
		add("SLOT_"+n, i)
	}
	add("SLOT_WORDS", len(slotNames))
	for i, n := range controlNames {
		add("CONTROL_"+n, i)
	}
	for _, d := range []struct {
		name  string
		value int
	}{
		{"GROUP_WORKERS", s.workers}, {"RESIDENT", s.resident(s.device.Info())}, {"VARS", s.vars}, {"WORDS", s.words()}, {"PENDS", s.pends()},
		{"ONE", one}, {"LEAST_WEIGHT", leastWeight}, {"MOST_WEIGHT", mostWeight}, {"ALPHA", alpha}, {"LOOKERS", lookers}, {"MAX_VARS", MaxVars},
		{"MOST_TWO", mostTwo}, {"MOST_THREE", mostThree},
	} {
		add(d.name, d.value)
	}
	src.Defines = append(src.Defines, kernel.Define{Name: "MOST_GAIN", Value: "0x80000000u"})
	src.Parts = []kernel.Part{{Name: "search/divide/swarm/swarm.cl", Text: text}}
	return src
}

// round lets the searches work and share some times, and reports whether all is
// done.
func (s *swarm) round() (over bool, err error) {
	began := time.Now()
	for range together {
		if err := s.search.Launch(); err != nil {
			return false, err
		}
		if err := s.queue.Zero(s.control, 0, 8); err != nil { // dry and rich
			return false, err
		}
		if err := s.offer.Launch(); err != nil {
			return false, err
		}
		if err := s.take.Launch(); err != nil {
			return false, err
		}
	}
	var control [4]uint32
	if err := s.queue.Read(population.Bytes(s.known), s.slot, 0); err != nil {
		return false, err
	}
	if err := s.queue.Read(population.Bytes(control[:]), s.control, 0); err != nil {
		return false, err
	}
	if forced.budget == 0 {
		s.pace = min(s.pace.Next(int(s.pace), time.Since(began)), mostNodes)
		if err := s.search.Set(budgetArgument, uint32(s.pace)); err != nil {
			return false, err
		}
	}
	return control[controlFound] > 0 || int(control[controlIdle]) == s.slots, nil
}

func (s *swarm) progress() (p Progress) {
	for i := range s.slots {
		slot := s.known[i*len(slotNames):]
		p.Nodes += int64(slot[slotNodes])
		p.Closed += float64(slot[slotClosed]) / (1 << 62)
		p.Busy += float64(slot[slotBusy])
	}
	p.Opening = s.opening
	p.Busy /= float64(s.slots) * float64(max(1, time.Since(s.began)))
	return p
}

// found reads the model, if there is one.
func (s *swarm) found() ([]uint32, error) {
	var control [4]uint32
	if err := s.queue.Read(population.Bytes(control[:]), s.control, 0); err != nil {
		return nil, err
	}
	if control[controlFound] == 0 {
		return nil, nil
	}
	t := make(truth, s.words())
	if err := s.queue.Read(population.Bytes(t), s.model, 0); err != nil {
		return nil, err
	}
	return s.literals(t), nil
}
