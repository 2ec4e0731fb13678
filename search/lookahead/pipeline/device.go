package pipeline

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/parallel"
	"github.com/warbler-opt/warbler/internal/population"
)

const (
	// largestGroup is the size of groups where the device allows it; the scan of
	// a group counts in ten bits.
	largestGroup = 128
	// usualRing is how many batches a device keeps, if it has the memory.
	usualRing = 32
	// leastRing is with how many the ring can swap: two for the children of a batch,
	// and a quarter that goes or comes at once.
	leastRing = 4
	// slowFormulas and slowClauses are how many formulas, and clauses of them, a
	// device that is no GPU is given in a launch.
	slowFormulas = 1 << 14
	slowClauses  = 1 << 20
)

// forced is what tests set to reach layouts that a device would not choose by
// itself; its zero value changes nothing.
var forced struct {
	ring   int // batches
	group  int
	onChip bool
	slice  int
}

// onDevice is a part on a device.
type onDevice struct {
	*plan
	*report
	*workspace
	ring
	state       []uint32
	group       int
	slice       int // groups of a launch; 0: all of a batch
	local       int // bytes of on-chip memory
	launchers   map[string]device.Launcher
	interrupted bool    // a step was left in its midst
	lastOpen    float64 // as of the last look
}

func newOnDevice(ctx context.Context, at *workspace, p *plan, memory uint64, share int) (part, error) {
	d := &onDevice{plan: p, report: &report{}, workspace: at, launchers: map[string]device.Launcher{}, lastOpen: p.whole()}
	s := d.layout()
	if err := d.allocate(memory, share); err != nil {
		return nil, err
	}
	if err := d.prepare(ctx, s); err != nil {
		return nil, errors.Join(err, d.close())
	}
	return d, nil
}

// table is what a device reads of an instance.
func (p *instance) table() []uint32 { return slices.Concat(p.clauses, p.start, p.others, p.often) }

// layout chooses the size of groups, and whether the table lies on chip: on a GPU,
// where a group then needs at most half of what it may have.
func (d *onDevice) layout() source {
	info := d.device.Info()
	d.group = largestGroup
	if forced.group > 0 {
		d.group = forced.group
	}
	for d.group > info.MaxGroup {
		d.group /= 2
	}
	s := source{formulas: d.formulas}
	own := 4 * d.words // bytes of each work-item
	if d.formulas {
		own = 0
	}
	need := func() int { return parallel.GroupScratch(d.group) + own*d.group }
	for need() > info.LocalMemory && d.group > 1 {
		d.group /= 2
	}
	d.local = need()
	if !d.formulas {
		chip := d.local + 4*(len(d.clauses)+len(d.start)+len(d.others))
		if info.GPU && 2*chip <= info.LocalMemory || forced.onChip && chip <= info.LocalMemory {
			s.onChip, d.local = true, chip
		}
	}
	if !info.GPU {
		slow := slowFormulas
		if d.formulas {
			slow = min(slow, slowClauses/d.row)
		}
		if d.slice = max(1, slow/d.group); d.slice >= d.groups(d.batch) {
			d.slice = 0
		}
	}
	if forced.slice > 0 {
		d.slice = forced.slice
	}
	s.group = d.group
	return s
}

// groups is how many groups so many formulas need.
func (d *onDevice) groups(formulas int) int { return max(1, (formulas+d.group-1)/d.group) }

// allocate makes the buffers. memory is what they may have, or 0 for half of what is
// free, which so many parts share.
func (d *onDevice) allocate(memory uint64, share int) error {
	if memory == 0 {
		if d.half == 0 { // drivers take their time to tell
			free, err := d.device.FreeMemory()
			if err != nil {
				return err
			}
			d.half = free / 2 / uint64(share)
		}
		memory = d.half
	}
	table := d.table()
	groups := d.groups(d.batch)
	fixed := map[string]int{
		"state": 4 * len(stateNames), "data": 4 * len(table), "batch": 4 * d.batch * d.row, "decided": 4 * d.batch, "found": 12 * d.batch,
		"sums": 8 * groups, "offsets": 12 * groups, "counts": 4 * mostSteps, "model": 4 * d.words, "histogram": 4 * (maxVars + 1),
	}
	used := uint64(0)
	for _, size := range fixed {
		used += uint64(max(16, size))
	}
	row := uint64(4 * d.row)
	most := d.device.Info().MaxAlloc
	if most == 0 {
		most = math.MaxUint64
	}
	need := used + leastRing*uint64(d.batch)*row
	if need > memory {
		return d.roomError(need, d.device.Info().ID())
	}
	batches := uint64(usualRing)
	if forced.ring > 0 {
		batches = uint64(forced.ring)
	}
	d.capacity = int(min((memory-used)/row, most/row, batches*uint64(d.batch), mostRoom/2))
	if d.capacity < leastRing*d.batch {
		return d.roomError(leastRing*uint64(d.batch)*row, "one buffer of "+d.device.Info().ID())
	}
	fixed["arena"] = d.capacity * int(row)
	for name, size := range fixed {
		if err := d.fit(name, size); err != nil {
			return err
		}
	}
	return d.queue.Write(d.buffers["data"], 0, population.Bytes(table))
}

// prepare brings the state to the device and makes the launches.
func (d *onDevice) prepare(ctx context.Context, s source) error {
	starts := len(d.clauses)
	others := starts + len(d.start)
	often := others + len(d.others)
	d.state = []uint32{
		0, uint32(d.count), 0, uint32(d.count), 0, none, 0, 0, 0, 0, 0, 0,
		uint32(d.capacity), uint32(d.room), uint32(d.reserve), uint32(d.batch), one(d.branch), one(d.last), one(d.shortest), uint32(d.words), uint32(len(d.clauses)),
		uint32(starts), uint32(others), uint32(often), uint32(often), uint32(d.bits), uint32(d.from),
	}
	if err := d.queue.Write(d.buffers["state"], 0, population.Bytes(d.state)); err != nil {
		return err
	}
	b := d.buffers
	all := d.groups(d.batch)
	if d.slice > 0 {
		all = min(all, d.slice)
	}
	for _, l := range []struct {
		name          string
		groups, local int
		args          []any
	}{
		{"begin", all, d.local, []any{b["state"], b["data"], b["batch"], b["decided"], b["found"], b["sums"], uint32(0)}},
		{"expand", all, d.local, []any{b["state"], b["data"], b["arena"], b["batch"], b["decided"], b["found"], b["sums"], uint32(0)}},
		{"scan", 1, parallel.GroupScratch(d.group), []any{b["state"], b["sums"], b["offsets"], b["counts"], uint32(1)}},
		{"spread", all, parallel.GroupScratch(d.group), []any{b["state"], b["arena"], b["batch"], b["decided"], b["found"], b["offsets"], b["model"], uint32(0)}},
		{"measure", d.groups(d.capacity), 0, []any{b["state"], b["arena"], b["histogram"]}},
	} {
		k, err := d.kernel(ctx, s, l.name)
		if err != nil {
			return err
		}
		if d.launchers[l.name], err = d.queue.Prepare(k, device.Shape{Groups: l.groups, Group: d.group, Local: l.local}, l.args...); err != nil {
			return err
		}
	}
	return nil
}

// close releases the launches; the place keeps the rest.
func (d *onDevice) close() error {
	errs := []error{d.queue.Wait(context.Background())}
	for _, l := range d.launchers {
		errs = append(errs, l.Close())
	}
	return errors.Join(errs...)
}
