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

// pooled is a device and its users.
type pooled struct {
	id    string
	ready chan struct{} // closed when it is open, or could not be opened
	device.Device
	err   error
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
// back. A device is opened to the end also when ctx ends: drivers cannot be interrupted.
func Pooled(ctx context.Context, id string) (device.Device, error) {
	pool.mu.Lock()
	p := pool.open[id]
	if p == nil {
		if pool.open == nil {
			pool.open = map[string]*pooled{}
		}
		p = &pooled{id: id, ready: make(chan struct{})}
		pool.open[id] = p
		go p.fill(context.WithoutCancel(ctx))
	}
	p.users++
	pool.mu.Unlock()
	select {
	case <-p.ready:
	case <-ctx.Done():
		p.giveBack()
		return nil, ctx.Err()
	}
	if p.err != nil {
		return nil, p.err
	}
	return &loan{Device: p.Device, from: p}, nil
}

// waiting reports whether the pool has an open device.
func waiting() bool {
	pool.mu.Lock()
	defer pool.mu.Unlock()
	for _, p := range pool.open {
		if p.Device != nil {
			return true
		}
	}
	return false
}

// fill opens the device.
func (p *pooled) fill(ctx context.Context) {
	d, err := open(ctx, p.id)
	pool.mu.Lock()
	defer pool.mu.Unlock()
	if p.Device, p.err = d, err; err != nil {
		p.leave()
	} else if p.out && p.users == 0 {
		p.Device.Close()
	}
	close(p.ready)
}

// giveBack ends a use.
func (p *pooled) giveBack() error {
	pool.mu.Lock()
	defer pool.mu.Unlock()
	if p.users--; p.out && p.users == 0 && p.Device != nil {
		return p.Device.Close()
	}
	return nil
}

// leave takes a device out of the pool, and closes it when nobody uses it.
func (p *pooled) leave() error {
	if p.out {
		return nil
	}
	p.out = true
	delete(pool.open, p.id)
	if p.users > 0 || p.Device == nil {
		return nil
	}
	return p.Device.Close()
}

// Close gives the device back.
func (l *loan) Close() (err error) {
	l.once.Do(func() { err = l.from.giveBack() })
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
			l.from.leave()
		}
	}
}

// ClosePool closes all devices of the pool, those that are in use when their runs end.
func ClosePool() error {
	pool.mu.Lock()
	defer pool.mu.Unlock()
	var errs []error
	for _, p := range pool.open {
		errs = append(errs, p.leave())
	}
	return errors.Join(errs...)
}
