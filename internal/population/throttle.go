package population

import (
	"context"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/driver"
)

// throttleTime is about how long a device works from one mark to the next.
const throttleTime = LaunchTime / 6

// throttle keeps the host from running ahead of the device while it queues steps of
// many launches: a queue takes thousands, and what is queued cannot be taken
// back. The queue is marked after some steps, and the mark before is waited for.
// So at most twice that many steps wait, and the device is never idle.
type throttle struct {
	span   LaunchSize // steps from mark to mark
	queued int        // since the last mark
	mark   device.Event
	seen   time.Time // when the mark before was
}

// begin is called when the device is idle.
func (t *throttle) begin() error {
	t.span, t.queued, t.seen = max(1, t.span), 0, time.Now()
	return t.close()
}

func (t *throttle) close() error {
	mark := t.mark
	t.mark = nil
	if mark == nil {
		return nil
	}
	return mark.Close()
}

// Throttle is for engines whose steps are many launches. It is called after each
// step that was queued, and reports whether the next may be: ctx has not ended
// and the device is not far behind.
func (h *Host) Throttle(ctx context.Context) (bool, error) {
	t := &h.throttle
	if ctx.Err() != nil {
		return false, nil
	}
	if t.queued++; t.queued < int(t.span) {
		return true, nil
	}
	mark, err := h.Queue.Record()
	if err != nil {
		return false, err
	}
	if before := t.mark; before != nil {
		err = driver.Poll(ctx, h.Device.Info().GPU, before.Done)
		if ctx.Err() != nil { // who looks next waits for all
			return false, mark.Close()
		}
		now := time.Now()
		t.span = t.span.next(t.queued, now.Sub(t.seen), throttleTime)
		t.seen = now
		if shut := t.close(); err == nil {
			err = shut
		}
	}
	t.mark, t.queued = mark, 0
	return err == nil, err
}
