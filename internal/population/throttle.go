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
func (d *Device) Throttle(ctx context.Context) bool {
	t := &d.throttle
	if d.Err != nil || ctx.Err() != nil {
		return false
	}
	if t.queued++; t.queued < int(t.span) {
		return true
	}
	var mark device.Event
	if mark, d.Err = d.Queue.Record(); d.Err != nil {
		return false
	}
	if before := t.mark; before != nil {
		d.Err = driver.Poll(ctx, d.Info.GPU, before.Done)
		if ctx.Err() != nil { // who looks next waits for all
			d.Err = mark.Close()
			return false
		}
		now := time.Now()
		t.span = t.span.next(t.queued, now.Sub(t.seen), throttleTime)
		t.seen = now
		if shut := t.close(); d.Err == nil {
			d.Err = shut
		}
	}
	t.mark, t.queued = mark, 0
	return d.Err == nil
}
