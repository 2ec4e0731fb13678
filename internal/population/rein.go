package population

import (
	"context"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/driver"
)

// reinTime is about how long a device works from one mark to the next.
const reinTime = LaunchTime / 6

// rein keeps the host from running ahead of the device while it queues steps of
// many launches: a queue takes thousands, and what is queued cannot be taken
// back. The queue is marked after some steps, and the mark before is waited for.
// So at most twice that many steps wait, and the device is never idle.
type rein struct {
	span   Pace // steps from mark to mark
	queued int  // since the last mark
	mark   device.Event
	seen   time.Time // when the mark before was
}

// begin is called when the device is idle.
func (r *rein) begin() error {
	r.span, r.queued, r.seen = max(1, r.span), 0, time.Now()
	return r.close()
}

func (r *rein) close() error {
	mark := r.mark
	r.mark = nil
	if mark == nil {
		return nil
	}
	return mark.Close()
}

// Onward is for engines whose steps are many launches. It is called after each
// step that was queued, and reports whether the next may be: ctx has not ended
// and the device is not far behind.
func (h *Host) Onward(ctx context.Context) (bool, error) {
	r := &h.rein
	if ctx.Err() != nil {
		return false, nil
	}
	if r.queued++; r.queued < int(r.span) {
		return true, nil
	}
	mark, err := h.Queue.Record()
	if err != nil {
		return false, err
	}
	if before := r.mark; before != nil {
		err = driver.Poll(ctx, h.Device.Info().GPU, before.Done)
		if ctx.Err() != nil { // who looks next waits for all
			return false, mark.Close()
		}
		now := time.Now()
		r.span = r.span.next(r.queued, now.Sub(r.seen), reinTime)
		r.seen = now
		if shut := r.close(); err == nil {
			err = shut
		}
	}
	r.mark, r.queued = mark, 0
	return err == nil, err
}
