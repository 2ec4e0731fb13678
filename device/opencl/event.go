//go:build linux

package opencl

import (
	"fmt"
	"time"
	"unsafe"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/lifetime"
)

// event is a cl_event of a marker, or of a tiny fill where markers have no
// times.
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
	e := &event{queue: q}
	if d.timedMarkers {
		if code := call(d.enqueueMarker, q.id, 0, 0, uintptr(unsafe.Pointer(&e.id))); code != success {
			return nil, q.failed("clEnqueueMarkerWithWaitList", code)
		}
	} else {
		var zero [4]byte
		if code := call(d.enqueueFill, q.id, d.scratch, uintptr(unsafe.Pointer(&zero[0])), 4, 0, 4, 0, 0, uintptr(unsafe.Pointer(&e.id))); code != success {
			return nil, q.failed("clEnqueueFillBuffer", code)
		}
	}
	q.queued.Add(1)
	// Who asks an event whether it is done expects it to happen by itself.
	call(d.flush, q.id)
	if err := d.life.Adopt(&e.life, lifetime.EventRank, 0, e.release); err != nil {
		return nil, err
	}
	return e, nil
}

func (e *event) release() error {
	call(e.queue.dev.releaseEvent, e.id)
	return nil
}

func (e *event) Close() error { return e.life.Close() }

func (e *event) Done() (bool, error) {
	if !e.life.Acquire() {
		return false, device.ErrClosed
	}
	defer e.life.Release()
	return e.queue.happened(e.id)
}

func (e *event) Since(earlier device.Event) (time.Duration, error) {
	f, ok := earlier.(*event)
	if !ok || f == nil || f.queue != e.queue {
		return 0, fmt.Errorf("device %s: the earlier event is of another queue", e.queue.dev.info.ID())
	}
	to, err := e.time()
	if err != nil {
		return 0, err
	}
	from, err := f.time()
	if err != nil {
		return 0, err
	}
	return time.Duration(int64(to - from)), nil
}

func (e *event) time() (uint64, error) {
	if !e.life.Acquire() {
		return 0, device.ErrClosed
	}
	defer e.life.Release()
	if done, err := e.queue.happened(e.id); err != nil {
		return 0, err
	} else if !done {
		return 0, fmt.Errorf("device %s: the event has not happened yet", e.queue.dev.info.ID())
	}
	t, code := e.queue.dev.endTime(e.id)
	if code != success {
		return 0, e.queue.dev.failed("clGetEventProfilingInfo", code)
	}
	return t, nil
}
