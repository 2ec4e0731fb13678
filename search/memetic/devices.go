package memetic

import (
	"context"
	"errors"
	"sync"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/problem"
)

// devices is a searcher on one or several devices, which share the searches (Luong et
// al. 2010, section V): each has a stretch of them, as long as its units are many.
type devices struct {
	engine *engine
	parts  []*onDevice
	at     []int // iterations of the round that each has made
}

func newDevices(ctx context.Context, e *engine, list []device.Device) (searcher, error) {
	t := &devices{engine: e}
	searches, units := e.plan.children*len(e.replicas), 0
	for _, d := range list {
		units += max(1, d.Info().ComputeUnits)
	}
	first, before := 0, 0
	for _, d := range list {
		before += max(1, d.Info().ComputeUnits)
		count := searches*before/units - first
		if count == 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			t.close()
			return nil, err
		}
		one, err := newDevice(ctx, e, d, first, count)
		if err != nil {
			t.close()
			return nil, err
		}
		t.parts = append(t.parts, one)
		first += count
	}
	t.at = make([]int, len(t.parts))
	return t, nil
}

// together does something with all devices at once.
func (t *devices) together(do func(i int, one *onDevice) error) error {
	errs := make([]error, len(t.parts))
	var all sync.WaitGroup
	for i, one := range t.parts[1:] {
		all.Go(func() { errs[i+1] = do(i+1, one) })
	}
	errs[0] = do(0, t.parts[0])
	all.Wait()
	return errors.Join(errs...)
}

func (t *devices) begin(ctx context.Context, orders problem.Genomes, runs []bool) error {
	clear(t.at)
	return t.together(func(_ int, one *onDevice) error {
		end := one.first + one.count
		return one.begin(ctx, orders.Slice(one.first, end), runs[one.first:end])
	})
}

// advance makes a launch on each device. They need not come equally far.
func (t *devices) advance(ctx context.Context, base uint64, _, until int) (int, error) {
	err := t.together(func(i int, one *onDevice) (err error) {
		if t.at[i] < until {
			t.at[i], err = one.advance(ctx, base, t.at[i], until)
		}
		return err
	})
	reached := until
	for i, one := range t.parts {
		reached = min(reached, t.at[i])
		for name, took := range one.frame.KernelTimes {
			t.engine.KernelTimes[name] += took
		}
		clear(one.frame.KernelTimes)
	}
	return reached, err
}

// of is the device that has a search, by its number, and the search's place there.
func (t *devices) of(search int) (i, k int) {
	for search >= t.parts[i].first+t.parts[i].count {
		i++
	}
	return i, search - t.parts[i].first
}

func (t *devices) result(search int) (problem.Score, uint32) {
	i, k := t.of(search)
	return t.parts[i].result(k)
}

func (t *devices) made(search int) int {
	i, k := t.of(search)
	if t.at[i] == waiting && k < t.parts[i].begun {
		return 0
	}
	return t.at[i]
}

func (t *devices) order(search int) ([]uint16, error) {
	i, k := t.of(search)
	return t.parts[i].order(k)
}

func (t *devices) retire(search int) error {
	i, k := t.of(search)
	return t.parts[i].retire(k)
}

func (t *devices) close() error {
	var errs []error
	for _, one := range t.parts {
		errs = append(errs, one.close())
	}
	return errors.Join(errs...)
}
