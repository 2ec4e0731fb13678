//go:build linux

package opencl

import (
	"fmt"
	"sync"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/lifetime"
)

// launcher is a launch with a cl_kernel of its own, so that nobody else changes
// the arguments and they need not be set again.
type launcher struct {
	life  lifetime.Handle
	queue *queue
	kern  *kern
	shape device.Shape
	args  int

	mu sync.Mutex // guards cl
	cl clKernel
}

func (q *queue) Prepare(k device.Kernel, shape device.Shape, args ...any) (device.Launcher, error) {
	c, err := q.own(k)
	if err != nil {
		return nil, err
	}
	l := &launcher{queue: q, kern: c, shape: shape, args: len(args)}
	d := q.dev
	d.gate.Enter()
	err = l.fill(args)
	d.gate.Leave()
	if err != nil {
		l.release()
		return nil, err
	}
	if err := d.life.Adopt(&l.life, lifetime.OtherRank, 0, l.release); err != nil {
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
	id, code := k.program.createKernel(k.name)
	if code != success {
		return l.queue.dev.failed("clCreateKernel", code)
	}
	l.cl = clKernel{id: id, last: make([]argument, k.params)}
	for i, a := range args {
		if err := k.set(&l.cl, i, a); err != nil {
			return err
		}
	}
	return k.setLocal(&l.cl, len(args), l.shape.Local)
}

func (l *launcher) open() bool {
	return l.life.Open() && l.queue.life.Open() && l.kern.program.life.Open()
}

func (l *launcher) Set(index int, arg any) error {
	if index < 0 || index >= l.args {
		return l.kern.refused(fmt.Sprintf("argument %d of %d was to be set", index+1, l.args))
	}
	g := &l.queue.dev.gate
	g.Enter()
	defer g.Leave()
	if !l.open() {
		return device.ErrClosed
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.kern.set(&l.cl, index, arg)
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
	for i := range l.cl.last {
		if b := l.cl.last[i].buffer; b != nil && !b.life.Open() {
			return device.ErrClosed
		}
	}
	return l.kern.enqueue(l.queue, &l.cl, l.shape)
}

func (l *launcher) release() error {
	l.queue.dev.gate.Drain()
	if l.cl.id != 0 {
		call(l.queue.dev.releaseKernel, l.cl.id)
	}
	return nil
}

func (l *launcher) Close() error { return l.life.Close() }
