package driver

import (
	"fmt"
	"sync"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/lifetime"
)

// own takes a kernel for one of the queue's device, or refuses it.
func (q *queue) own(k device.Kernel) (*kern, error) {
	c, ok := k.(*kern)
	if !ok || c == nil || c.program.dev != q.dev {
		name := "nil"
		if k != nil {
			name = k.Name()
		}
		return nil, &LaunchError{Device: q.dev.info.ID(), Kernel: name, Reason: "it was compiled for another device"}
	}
	return c, nil
}

// Launch is called thousands of times a second with dozens of arguments, so it
// allocates nothing of its own, and keeps the buffers alive by the gate instead
// of counting each. Once the launch is queued the driver does that itself.
func (q *queue) Launch(k device.Kernel, shape device.Shape, args ...any) error {
	c, err := q.own(k)
	if err != nil {
		return err
	}
	return q.pass(func() error { return q.launch(c, shape, args) })
}

func (q *queue) launch(k *kern, shape device.Shape, args []any) error {
	if err := k.check(q, shape, len(args)); err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.fill(&k.shared, shape, args); err != nil {
		return err
	}
	return k.launch(q, &k.shared, shape)
}

// pass launches at the gate; with WARBLER_SYNC it waits.
func (q *queue) pass(launch func() error) error {
	q.dev.gate.Enter()
	err := launch()
	q.dev.gate.Leave()
	if err != nil || !q.dev.sync {
		return err
	}
	return q.Use(func() error { return q.blame(q.stream.Finish()) })
}

// launcher is a launch with a call of its own, so that nobody else changes the
// arguments and they need not be set again.
type launcher struct {
	lifetime.Handle
	queue *queue
	kern  *kern
	shape device.Shape

	mu   sync.Mutex // guards own
	own  arguments
	args int
}

func (q *queue) Prepare(k device.Kernel, shape device.Shape, args ...any) (device.Launcher, error) {
	c, err := q.own(k)
	if err != nil {
		return nil, err
	}
	l := &launcher{queue: q, kern: c, shape: shape, args: len(args)}
	return adopt[device.Launcher](q.dev, l, &l.Handle, lifetime.OtherRank, 0, func() error {
		q.dev.gate.Enter()
		defer q.dev.gate.Leave()
		return l.fill(args)
	}, l.release)
}

func (l *launcher) fill(args []any) (err error) {
	k := l.kern
	if err := k.check(l.queue, l.shape, len(args)); err != nil {
		return err
	}
	if l.own.call, err = k.shared.call.Another(); err != nil {
		return err
	}
	if err = k.fill(&l.own, l.shape, args); err != nil {
		l.own.call.Release()
	}
	return err
}

func (l *launcher) open() bool {
	return l.Handle.Open() && l.queue.Open() && l.kern.program.Open()
}

func (l *launcher) Set(index int, arg any) error {
	if index < 0 || index >= l.args {
		return l.kern.refused(fmt.Sprintf("argument %d of %d was to be set", index+1, l.args))
	}
	gate := &l.queue.dev.gate
	gate.Enter()
	defer gate.Leave()
	if !l.open() {
		return device.ErrClosed
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.kern.set(&l.own, index, arg)
}

func (l *launcher) Launch() error { return l.queue.pass(l.launch) }

func (l *launcher) launch() error {
	if !l.open() {
		return device.ErrClosed
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := range l.own.last {
		if b := l.own.last[i].buffer; b != nil && !b.Open() {
			return device.ErrClosed
		}
	}
	return l.kern.launch(l.queue, &l.own, l.shape)
}

func (l *launcher) release() error {
	l.queue.dev.gate.Drain()
	l.own.call.Release()
	return nil
}
