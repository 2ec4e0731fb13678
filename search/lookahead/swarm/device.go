package swarm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/internal/driver"
	"github.com/warbler-opt/warbler/internal/population"
)

// The words of a search and of the control block, SLOT_… and CONTROL_… in the
// dialect.
var (
	slotNames    = []string{"HEAD", "TAIL", "DEPTH", "BASE", "NODES", "CLOSED", "BUSY"}
	controlNames = []string{"STOP", "GIVEN", "HEAD", "TAIL", "ACTIVE"} // the first two are of a launch
)

const (
	slotTail   = 1
	slotDepth  = 2
	slotBase   = 3
	slotNodes  = 4
	slotClosed = 5
	slotBusy   = 6

	controlActive = 4

	// What a search's mail says, IDLE, HAS_MODEL, UNASKED and NEVER_RAN in the
	// dialect; any other number is the launch from which on it has work.
	hasModel    = 1
	unasked     = 2
	neverRan    = 3
	firstLaunch = 4

	lanes = 2 * candidates
	// mostNodes bounds a launch where searches do not share while they run.
	mostNodes = 64
	// firstNodes, over the variables, is a launch's where they do: 64 nodes of 512
	// variables take a GPU 30 ms.
	firstNodes = 1 << 15
	// launchTime is about how long searches that share work between two looks.
	launchTime = 50 * time.Millisecond
	// mostLaunch bounds a launch whose nodes are all very quick.
	mostLaunch = 1 << 14
	// worthwhile is how many nodes there must be for each search that joins the first.
	worthwhile = 64
	// polls is how often a search that is idle looks for mail, about 10 ms.
	polls = 1 << 14
	// These are places among the arguments of a launch.
	launchArgument, budgetArgument, activeArgument = 10, 11, 13
	// onSecond marks a decision whose second side is searched, SECOND in the dialect.
	onSecond = 0x4000
	// states is how many words of a group's state there are, STATES in the dialect.
	states = 7
)

// forced is what tests set to reach layouts that a device would not choose by
// itself; its zero value changes nothing.
var forced struct {
	workers, slots, budget int
	waiting                bool
	share                  int // which part of the searches begins, see firstShare
}

// swarm is the searches on a device.
type swarm struct {
	*Formula
	Options
	device  device.Device
	queue   device.Queue
	closers []io.Closer
	workers int
	slots   int
	local   int
	waiting bool // searches share while they run

	slot, path, place, mail, control, ring, bound device.Buffer
	search                                        device.Launcher
	known                                         []uint64 // the slots' words, as of the last look
	mails                                         []uint32 // likewise
	launch                                        uint32
	launchSize                                    population.LaunchSize // nodes of a launch
	active                                        int                   // searches that may take part
	offered                                       float64               // what they could have worked, in ns
	opening                                       time.Duration
}

// Options are how to search on a device.
type Options struct {
	// Deterministic demands the model and the nodes of Decide, for which the tree up
	// to the model is searched a second time. Else any of several models may be
	// returned, and the nodes are those that happened to be searched until then.
	Deterministic bool
	Memory        uint64         // of the device, in bytes; 0 is half of what it has free
	Watch         func(Progress) // knows how far the search is, or is nil
	Turn          sync.Locker    // held while the device works; nil where nothing else does
}

// On searches the whole tree on a device. The literals are those that satisfy
// the formula; there are none where nothing does. When ctx ends before, its error
// is returned.
func On(ctx context.Context, d device.Device, f *Formula, o Options) (model []uint32, p Progress, err error) {
	// With less there are fewer searches, and on the CPU one.
	s := &swarm{Formula: f, Options: o, device: driver.Hinted(d, "lower Options.Memory, or use the CPU")}
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
	s.opening = time.Since(opening)
	first, p, err := s.until(ctx, nil)
	if err != nil || first == nil {
		return nil, p, err
	}
	if s.Deterministic && len(first.sides) > 0 {
		if err := s.begin(); err != nil {
			return nil, p, err
		}
		if first, p, err = s.until(ctx, first); err != nil {
			return nil, p, err
		}
	}
	return s.literals(first.truth), p, nil
}

// until searches until everything is closed or, unless it is to be the first,
// there is a model. What comes after a known one is left alone.
func (s *swarm) until(ctx context.Context, known *model) (*model, Progress, error) {
	for {
		over, found, err := s.round()
		p := s.progress()
		if err != nil {
			return nil, p, err
		}
		if s.Watch != nil {
			s.Watch(p)
		}
		if found {
			if known, err = s.earliest(known); err != nil || !s.Deterministic || len(known.sides) == 0 {
				return known, p, err
			}
		}
		switch {
		case over:
			return known, p, nil
		case ctx.Err() != nil:
			return nil, p, ctx.Err()
		}
	}
}

// open compiles the kernels and puts the root into the first search.
func (s *swarm) open(ctx context.Context) error {
	s.arrange(s.device.Info())
	if err := s.fit(); err != nil {
		return err
	}
	if info := s.device.Info(); s.local > info.LocalMemory {
		return &cnf.LimitError{By: "swarm", Text: fmt.Sprintf("a search needs %d bytes on chip, and %s has %d", s.local, info.ID(), info.LocalMemory)}
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
	s.known, s.launch = make([]uint64, s.slots*len(slotNames)), firstLaunch
	var root, first, pairs device.Buffer
	for _, b := range []struct {
		to   *device.Buffer
		size int
		from []byte
	}{
		{&s.slot, 8 * len(s.known), nil},
		{&s.path, 2 * s.slots * 3 * s.vars, nil},
		{&s.place, 4 * s.slots * s.sides(), nil},
		{&s.mail, 4 * s.slots, nil},
		{&s.control, 4 * len(controlNames), nil},
		{&s.ring, 4 * s.places(), nil},
		{&s.bound, 4 * (1 + s.sides()), make([]byte, 4*(1+s.sides()))},
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
	if err := s.begin(); err != nil {
		return err
	}
	return s.prepare(program, root, first, pairs)
}

// begin puts the root into the first search, and nothing into the others.
func (s *swarm) begin() error {
	clear(s.known)
	s.offered = 0
	s.mails = slices.Repeat([]uint32{neverRan}, s.slots)
	s.mails[0] = s.launch
	control := make([]uint32, len(controlNames))
	control[controlActive] = 1
	ring := slices.Repeat([]uint32{none}, s.places())
	for _, b := range []struct {
		to   device.Buffer
		from []byte
	}{
		{s.slot, population.Bytes(s.known)},
		{s.mail, population.Bytes(s.mails)},
		{s.control, population.Bytes(control)},
		{s.ring, population.Bytes(ring)},
	} {
		if err := s.queue.Write(b.to, 0, b.from); err != nil {
			return err
		}
	}
	return nil
}

// prepare makes the launch.
func (s *swarm) prepare(program device.Program, root, first, pairs device.Buffer) error {
	s.launchSize = 1
	if s.waiting {
		s.launchSize = population.LaunchSize(firstNodes / s.vars)
	}
	if forced.budget > 0 {
		s.launchSize = population.LaunchSize(forced.budget)
	}
	s.active = s.slots
	if s.waiting {
		s.active = max(1, s.slots/s.firstShare())
	}
	k, err := program.Kernel("swarm_search")
	if err != nil {
		return err
	}
	s.search, err = s.queue.Prepare(k, device.Shape{Groups: s.slots, Group: s.workers, Local: s.local},
		s.slot, s.path, s.place, s.mail, s.control, s.ring, s.bound, root, first, pairs, s.launch, uint32(s.launchSize), uint32(s.slots/16), uint32(s.active))
	if err == nil {
		s.closers = append(s.closers, s.search)
	}
	return err
}

// round lets the searches work for a while, and reports whether all is done, and
// whether some have a model.
func (s *swarm) round() (over, found bool, err error) {
	if s.Turn != nil {
		s.Turn.Lock()
		defer s.Turn.Unlock()
	}
	began := time.Now()
	if err := cmp.Or(
		s.queue.Zero(s.control, 0, 8), // STOP and GIVEN
		s.search.Set(launchArgument, s.launch), s.search.Launch(),
		s.queue.Read(population.Bytes(s.known), s.slot, 0), s.queue.Read(population.Bytes(s.mails), s.mail, 0),
	); err != nil {
		return false, false, err
	}
	if s.launch++; s.launch == 0 {
		return false, false, errors.New("a swarm has launched 2^32 times, which is as far as it counts")
	}
	over = true
	for _, m := range s.mails {
		over = over && m < firstLaunch
		found = found || m == hasModel
	}
	took := time.Since(began)
	s.offered += float64(s.active) * float64(took)
	// More take part where what is left of the tree has enough work for them.
	s.active = max(s.active, min(s.slots, s.progress().worth()))
	if err := s.search.Set(activeArgument, uint32(s.active)); err != nil {
		return over, found, err
	}
	if forced.budget == 0 && !found { // a model has cut the launch short, which tells nothing
		if s.waiting {
			s.launchSize = steer(s.launchSize, took)
		} else {
			s.launchSize = min(s.launchSize.Next(int(s.launchSize), took), mostNodes)
		}
		err = s.search.Set(budgetArgument, uint32(s.launchSize))
	}
	return over, found, err
}

// worth is for how many searches there is work left, if the tree goes on as it
// began.
func (p Progress) worth() int {
	left := float64(p.Nodes) * (1 - p.Closed) / max(p.Closed, 1e-9)
	return int(min(left/worthwhile, math.MaxInt32))
}

// steer corrects a launch size so that launches take launchTime: at the end of each all
// wait for the slowest node, so they should be as long as a search that is to stop
// may take.
func steer(size population.LaunchSize, took time.Duration) population.LaunchSize {
	want := float64(size) * float64(launchTime) / float64(max(took, time.Microsecond))
	return population.LaunchSize(max(1, min(want, 2*float64(size), mostLaunch)))
}

func (s *swarm) progress() (p Progress) {
	for i := range s.slots {
		slot := s.known[i*len(slotNames):]
		p.Nodes += int64(slot[slotNodes])
		p.Closed += float64(slot[slotClosed]) / (1 << 62)
		p.Busy += float64(slot[slotBusy])
	}
	p.Opening = s.opening
	p.Busy /= max(1, s.offered)
	return p
}
