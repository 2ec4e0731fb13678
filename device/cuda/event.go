//go:build linux

package cuda

import (
	"fmt"
	"time"
	"unsafe"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/lifetime"
)

// event is a CUevent with a time.
type event struct {
	queue *queue
	life  lifetime.Handle
	id    uintptr
}

func (q *queue) Record() (device.Event, error) {
	if !q.life.Acquire() {
		return nil, device.ErrClosed
	}
	defer q.life.Release()
	d := q.dev
	var id uintptr
	if code := d.call(d.eventCreate, uintptr(unsafe.Pointer(&id)), 0); code != success {
		return nil, q.failed("cuEventCreate", code)
	}
	if code := d.call(d.eventRecord, id, q.stream); code != success {
		d.call(d.eventClose, id)
		return nil, q.failed("cuEventRecord", code)
	}
	e := &event{queue: q, id: id}
	if err := d.life.Adopt(&e.life, lifetime.EventRank, 0, e.release); err != nil {
		return nil, err
	}
	return e, nil
}

func (e *event) release() error {
	d := e.queue.dev
	return d.released("cuEventDestroy", d.call(d.eventClose, e.id))
}

func (e *event) Close() error { return e.life.Close() }

func (e *event) Done() (bool, error) {
	if !e.life.Acquire() {
		return false, device.ErrClosed
	}
	defer e.life.Release()
	d := e.queue.dev
	return e.queue.happened("cuEventQuery", d.call(d.eventQuery, e.id))
}

func (e *event) Since(earlier device.Event) (time.Duration, error) {
	d := e.queue.dev
	f, ok := earlier.(*event)
	if !ok || f == nil || f.queue != e.queue {
		return 0, fmt.Errorf("device %s: the earlier event is of another queue", d.info.ID())
	}
	if !e.life.Acquire() {
		return 0, device.ErrClosed
	}
	defer e.life.Release()
	if !f.life.Acquire() {
		return 0, device.ErrClosed
	}
	defer f.life.Release()
	var ms float32
	code := d.call(d.eventElapsed, uintptr(unsafe.Pointer(&ms)), f.id, e.id)
	if code == errNotReady {
		return 0, fmt.Errorf("device %s: the event has not happened yet", d.info.ID())
	}
	if code != success {
		return 0, e.queue.failed("cuEventElapsedTime", code)
	}
	return time.Duration(float64(ms) * 1e6), nil
}
