//go:build linux

package cuda

import (
	"fmt"
	"sync"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/lifetime"
)

// launcher is a launch with an argument block of its own.
type launcher struct {
	life  lifetime.Handle
	queue *queue
	kern  *kern
	shape device.Shape

	// mu guards what follows.
	mu      sync.Mutex
	block   *block
	buffers []*buffer // by argument; nil for a number
}

func (q *queue) Prepare(k device.Kernel, shape device.Shape, args ...any) (device.Launcher, error) {
	c, err := q.own(k)
	if err != nil {
		return nil, err
	}
	l := &launcher{queue: q, kern: c, shape: shape, block: newBlock(len(args)), buffers: make([]*buffer, len(args))}
	d := q.dev
	d.gate.Enter()
	err = l.fill(args)
	d.gate.Leave()
	if err != nil {
		return nil, err
	}
	// The device keeps count of it; there is nothing to free.
	if err := d.life.Adopt(&l.life, lifetime.OtherRank, 0, func() error { return nil }); err != nil {
		return nil, err
	}
	return l, nil
}

func (l *launcher) fill(args []any) error {
	k := l.kern
	if !l.queue.life.Open() || !k.program.life.Open() {
		return device.ErrClosed
	}
	if reason := k.check(l.shape, len(args)); reason != "" {
		return k.refused(reason)
	}
	for i, a := range args {
		if err := l.set(i, a); err != nil {
			return err
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.allow(l.shape.Local)
}

func (l *launcher) set(i int, arg any) error {
	bits, b, err := l.kern.encode(i, arg)
	if err == nil {
		l.block.set(i, bits)
		l.buffers[i] = b
	}
	return err
}

func (l *launcher) Set(index int, arg any) error {
	if index < 0 || index >= len(l.buffers) {
		return l.kern.refused(fmt.Sprintf("argument %d of %d was to be set", index+1, len(l.buffers)))
	}
	g := &l.queue.dev.gate
	g.Enter()
	defer g.Leave()
	if !l.open() {
		return device.ErrClosed
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.set(index, arg)
}

func (l *launcher) open() bool {
	return l.life.Open() && l.queue.life.Open() && l.kern.program.life.Open()
}

func (l *launcher) Launch() error {
	d := l.queue.dev
	if d.sync {
		return l.queue.checked(l.launch)
	}
	d.gate.Enter()
	err := l.launch()
	d.gate.Leave()
	return err
}

func (l *launcher) launch() error {
	if !l.open() {
		return device.ErrClosed
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, b := range l.buffers {
		if b != nil && !b.life.Open() {
			return device.ErrClosed
		}
	}
	return l.kern.submit(l.queue, l.shape, l.block)
}

func (l *launcher) Close() error { return l.life.Close() }
