package pipeline

import (
	"cmp"
	"context"
	"math"
	"unsafe"

	"github.com/warbler-opt/warbler/internal/population"
)

// begin makes the first batch.
func (d *onDevice) begin(ctx context.Context) error {
	scan := d.launchers["scan"]
	if err := scan.Set(4, uint32(0)); err != nil {
		return err
	}
	if err := d.launchAll(ctx, "begin", d.count); err != nil || d.interrupted {
		return err
	}
	if err := scan.Set(4, uint32(1)); err != nil {
		return err
	}
	return d.look()
}

// launchAll queues what makes a batch of so many formulas children: a kernel that
// divides them, and those that put the children into their places. On a device that
// is no GPU that is many launches, and each is waited for.
func (d *onDevice) launchAll(ctx context.Context, divide string, formulas int) error {
	for _, name := range []string{divide, "scan", "spread"} {
		l := d.launchers[name]
		if d.slice == 0 || name == "scan" {
			if err := d.launch(name, l); err != nil {
				return err
			}
			continue
		}
		for g := 0; g < d.groups(formulas); g += d.slice {
			if ctx.Err() != nil {
				d.interrupted = true
				return nil
			}
			if err := cmp.Or(l.Set(firstGroup[name], uint32(g)), d.launch(name, l), d.wait()); err != nil {
				return err
			}
		}
	}
	return nil
}

// firstGroup is the place of that argument of a kernel.
var firstGroup = map[string]int{"begin": 6, "expand": 7, "spread": 7}

// advance queues steps, as many as the ring has room for and can feed, and looks
// at what came of them.
func (d *onDevice) advance(ctx context.Context, until int64) error {
	d.recent = d.recent[:0]
	for !d.ended && !d.interrupted && d.step < until && ctx.Err() == nil {
		steps := int(min(until-d.step, mostSteps, int64(d.fits())))
		if steps == 0 {
			if err := d.swap(); err != nil {
				return err
			}
			continue
		}
		if d.slice > 0 {
			steps = 1
		}
		for range steps {
			if err := d.launchAll(ctx, "expand", int(d.state[stateTake])); err != nil || d.interrupted {
				return err
			}
		}
		if err := d.look(); err != nil {
			return err
		}
	}
	return nil
}

// look fetches the state, the numbers of formulas and a model.
func (d *onDevice) look() error {
	window := unsafe.Slice((*uint32)(unsafe.Pointer(&d.window.Bytes()[0])), len(stateNames)+mostSteps)
	state, counts := window[:len(stateNames)], window[len(stateNames):]
	if err := cmp.Or(d.queue.Read(population.Bytes(state), d.buffers["state"], 0), d.fetch(counts, "counts")); err != nil {
		return err
	}
	for k := d.state[stateSteps]; k != state[stateSteps]; k++ {
		d.add(counts[k%mostSteps])
	}
	copy(d.state, state)
	d.ended = d.state[stateEnded] != 0
	if d.state[stateModel] != none && d.model == nil {
		model := make([]uint32, d.words)
		if err := d.fetch(model, "model"); err != nil {
			return err
		}
		d.model = model
	}
	return nil
}

// fetch waits for what was queued, and for the content of a buffer.
func (d *onDevice) fetch(words []uint32, buffer string) error {
	return cmp.Or(d.queue.Read(population.Bytes(words), d.buffers[buffer], 0), d.wait())
}

// open is the share of all assignments that is still to be searched.
func (d *onDevice) open() (float64, error) {
	if d.interrupted {
		return d.lastOpen, nil
	}
	histogram, counts := d.buffers["histogram"], make([]uint32, maxVars+1)
	if err := cmp.Or(
		d.queue.Zero(histogram, 0, histogram.Size()), d.launch("measure", d.launchers["measure"]), d.fetch(counts, "histogram"),
	); err != nil {
		return 0, err
	}
	d.lastOpen = d.ring.open(d.words)
	for k, n := range counts {
		d.lastOpen += math.Ldexp(float64(n), -k)
	}
	return d.lastOpen, nil
}
