package population

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/device"
)

// clock is a device and its queue that do nothing but take time.
type clock struct {
	device.Device
	device.Queue
	each  func(step int64) time.Duration
	step  int64
	free  time.Time     // when all that is queued will be done
	ahead time.Duration // the most that was queued at once
	marks int
	open  int // of them
}

func (c *clock) Close() error { return nil }

func (c *clock) Info() device.Info { return device.Info{ComputeUnits: 1} }

func (c *clock) queue() {
	c.step++
	if now := time.Now(); c.free.Before(now) {
		c.free = now
	}
	c.free = c.free.Add(c.each(c.step))
	c.ahead = max(c.ahead, time.Until(c.free))
}

func (c *clock) Record() (device.Event, error) {
	c.marks++
	c.open++
	return moment{nil, c, c.free}, nil
}

func (c *clock) Read(dst []byte, from device.Buffer, _ int) error {
	if from == nil { // the states
		copy(dst, Bytes([]State{{Step: c.step}}))
	}
	return nil
}

func (c *clock) Wait(context.Context) error {
	time.Sleep(time.Until(c.free))
	return nil
}

type moment struct {
	device.Event
	clock *clock
	at    time.Time
}

func (m moment) Done() (bool, error) { return !time.Now().Before(m.at), nil }

func (m moment) Close() error {
	m.clock.open--
	return nil
}

// bests is a buffer that is not the states'.
type bests struct{ device.Buffer }

func (c *clock) device() *Device {
	none := int64(math.MaxInt64)
	f := &Frame{Seeds: []uint64{1}, Rules: Rules{none, none, none, none, 0, -1}, Evaluations: func(int64) int64 { return 0 }}
	return &Device{Device: c, Queue: c, Bests: bests{}, Frame: f, States: make([]State, 1),
		window: window{states: make([]byte, 8*stateWords)}}
}

// queueing are kernels that queue some steps.
type queueing func(ctx context.Context, steps int)

func (q queueing) Open(context.Context) error                      { return nil }
func (q queueing) FirstSize() LaunchSize                           { return 1 << 12 }
func (q queueing) Advance(ctx context.Context, _ int64, steps int) { q(ctx, steps) }

// TestThrottle: however wrong the guess was and however the steps' times change,
// little is queued that cannot be taken back, and all that is queued is made.
func TestThrottle(t *testing.T) {
	for what, each := range map[string]func(int64) time.Duration{
		"slow":   func(int64) time.Duration { return 2 * time.Millisecond },
		"slower": func(step int64) time.Duration { return time.Duration(step) * 50 * time.Microsecond },
		"sudden": func(step int64) time.Duration {
			return 20*time.Microsecond + time.Duration(step/3000)*40*time.Microsecond
		},
		"by fits": func(step int64) time.Duration {
			return 10*time.Microsecond + time.Duration(step%64/63)*2*time.Millisecond
		},
	} {
		c := &clock{each: each}
		h := c.device()
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		for ctx.Err() == nil {
			_, err := h.step(ctx, math.MaxInt, queueing(func(ctx context.Context, steps int) {
				for range steps {
					c.queue()
					if !h.Throttle(ctx) {
						break
					}
				}
			}))
			if err != nil {
				t.Fatal(err)
			}
		}
		cancel()
		if h.States[0].Step != c.step {
			t.Errorf("%s: %d steps were queued, %d made", what, c.step, h.States[0].Step)
		}
		// As much as a launch may take before the launch size is corrected; of "slow" it
		// would be 8 s without marks.
		if c.ahead > 2*LaunchTime || c.step < 10 {
			t.Errorf("%s: up to %v were queued, in %d steps with %d marks", what, c.ahead, c.step, c.marks)
		}
		if err := h.throttle.close(); err != nil || c.open != 0 {
			t.Errorf("%s: %d marks were left open, %v", what, c.open, err)
		}
	}
}

// TestLaunchSizeIsCorrectedLate: a guess that is too high does not stay because each
// launch outlasts the context.
func TestLaunchSizeIsCorrectedLate(t *testing.T) {
	c := &clock{each: func(int64) time.Duration { return 50 * time.Microsecond }}
	h := c.device()
	for range 2 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if _, err := h.step(ctx, math.MaxInt, queueing(func(_ context.Context, steps int) {
			c.ahead = 0
			for range steps {
				c.queue()
			}
		})); err != nil {
			t.Fatal(err)
		}
	}
	if c.ahead > 2*LaunchTime {
		t.Errorf("the second launch was of %v", c.ahead)
	}
}
