package driver

import (
	"fmt"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/lifetime"
)

type event struct {
	lifetime.Handle
	queue  *queue
	handle uintptr
}

func (q *queue) Record() (device.Event, error) {
	e := &event{queue: q}
	return adopt[device.Event](q.dev, e, &e.Handle, lifetime.EventRank, 0, func() error {
		return q.Use(func() (err error) {
			e.handle, err = q.stream.Record()
			return q.blame(err)
		})
	}, func() error { return q.stream.ReleaseEvent(e.handle) })
}

func (e *event) Done() (done bool, err error) {
	err = e.Use(func() (err error) {
		done, err = e.queue.stream.Done(e.handle)
		return e.queue.blame(err)
	})
	return done, err
}

func (e *event) Since(earlier device.Event) (took time.Duration, err error) {
	q := e.queue
	f, ok := earlier.(*event)
	if !ok || f == nil || f.queue != q {
		return 0, fmt.Errorf("device %s: the earlier event is of another queue", q.dev.info.ID())
	}
	err = e.Use(func() error {
		return f.Use(func() (err error) {
			if took, ok, err = q.stream.Elapsed(f.handle, e.handle); err == nil && !ok {
				return fmt.Errorf("device %s: the event has not happened yet", q.dev.info.ID())
			}
			return q.blame(err)
		})
	})
	return took, err
}
