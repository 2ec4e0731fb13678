package replicas

import (
	"context"
	"errors"
	"sync"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/driver"
)

// pool has the devices that stay open from run to run: to open one takes longer than
// many runs.
var pool struct {
	mu   sync.Mutex
	open map[string]*pooled
}

// pooled is an open device and its users.
type pooled struct {
	device.Device
	users int
	out   bool // of the pool: the last user closes it
}

// loan is a device for one run, whose end gives it back.
type loan struct {
	device.Device
	from *pooled
	once sync.Once
}

// open is device.Open; tests count its calls.
var open Opener = device.Open

// Pooled opens the device with this ID, or takes it from the pool. To close it gives it
// back.
func Pooled(ctx context.Context, id string) (device.Device, error) {
	pool.mu.Lock()
	defer pool.mu.Unlock() // who opens the same one at the same time waits for it
	p := pool.open[id]
	if p == nil {
		d, err := open(ctx, id)
		if err != nil {
			return nil, err
		}
		if pool.open == nil {
			pool.open = map[string]*pooled{}
		}
		p = &pooled{Device: d}
		pool.open[id] = p
	}
	p.users++
	return &loan{Device: p.Device, from: p}, nil
}

// Close gives the device back.
func (l *loan) Close() (err error) {
	l.once.Do(func() {
		pool.mu.Lock()
		defer pool.mu.Unlock()
		if l.from.users--; l.from.out && l.from.users == 0 {
			err = l.from.Device.Close()
		}
	})
	return err
}

// Failed tells the pool how a run on places ended: a device on which a launch or a call
// has failed may be of no more use, and is opened anew by the next run.
func (p Places) Failed(err error) {
	if !errors.As(err, new(*driver.LaunchError)) && !errors.As(err, new(*driver.CallError)) {
		return
	}
	pool.mu.Lock()
	defer pool.mu.Unlock()
	for _, d := range p {
		if l, ok := d.(*loan); ok {
			leave(l.from)
		}
	}
}

// ClosePool closes all devices of the pool, those that are in use when their runs end.
func ClosePool() error {
	pool.mu.Lock()
	defer pool.mu.Unlock()
	var errs []error
	for _, p := range pool.open {
		errs = append(errs, leave(p))
	}
	return errors.Join(errs...)
}

// leave takes a device out of the pool, and closes it when nobody uses it.
func leave(p *pooled) error {
	if p.out {
		return nil
	}
	p.out = true
	delete(pool.open, p.Info().ID())
	if p.users > 0 {
		return nil
	}
	return p.Device.Close()
}
