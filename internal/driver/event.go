package driver

import (
	"fmt"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/lifetime"
)

type event struct {
	queue  *queue
	life   lifetime.Handle
	handle uintptr
}

func (q *queue) Record() (device.Event, error) {
	if !q.life.Acquire() {
		return nil, device.ErrClosed
	}
	defer q.life.Release()
	handle, err := q.stream.Record()
	if err != nil {
		return nil, q.blame(err)
	}
	e := &event{queue: q, handle: handle}
	if err := q.dev.life.Adopt(&e.life, lifetime.EventRank, 0, e.release); err != nil {
		return nil, err
	}
	return e, nil
}

func (e *event) release() error { return e.queue.stream.ReleaseEvent(e.handle) }

func (e *event) Close() error { return e.life.Close() }

func (e *event) Done() (bool, error) {
	if !e.life.Acquire() {
		return false, device.ErrClosed
	}
	defer e.life.Release()
	done, err := e.queue.stream.Done(e.handle)
	return done, e.queue.blame(err)
}

func (e *event) Since(earlier device.Event) (time.Duration, error) {
	q := e.queue
	f, ok := earlier.(*event)
	if !ok || f == nil || f.queue != q {
		return 0, fmt.Errorf("device %s: the earlier event is of another queue", q.dev.info.ID())
	}
	if !e.life.Acquire() {
		return 0, device.ErrClosed
	}
	defer e.life.Release()
	if !f.life.Acquire() {
		return 0, device.ErrClosed
	}
	defer f.life.Release()
	took, ok, err := q.stream.Elapsed(f.handle, e.handle)
	if err != nil {
		return 0, q.blame(err)
	}
	if !ok {
		return 0, fmt.Errorf("device %s: the event has not happened yet", q.dev.info.ID())
	}
	return took, nil
}
