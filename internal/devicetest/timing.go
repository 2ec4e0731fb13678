package devicetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/device"
)

// spin is the shape of the suite's long kernels: one group, so that devices
// differ little in how long a round takes.
var spin = device.Shape{Groups: 1, Group: 64}

// rounds finds how many rounds of the kernel spin take about this long. The
// better of two tries counts: the machine may be busy with something else.
func (s *suite) rounds(t *testing.T, q device.Queue, out device.Buffer, want time.Duration) uint32 {
	t.Helper()
	k := s.kernel(t, "spin")
	for n := uint32(1000); ; n *= 4 {
		took := time.Hour
		for range 2 {
			start := time.Now()
			check(t, q.Launch(k, spin, out, n))
			wait(t, q)
			took = min(took, time.Since(start))
		}
		if took > want/8 || n > 1<<28 {
			return uint32(min(float64(n)*float64(want)/float64(took), 1<<30))
		}
	}
}

// attempts is how often a comparison with the clock may fail on a busy machine.
const attempts = 5

// busy queues a kernel of about 100 ms; done waits for it and cleans up.
func (s *suite) busy(t *testing.T, q device.Queue) (done func()) {
	t.Helper()
	out, release := s.buffer(t, 4*64)
	n := s.rounds(t, q, out, 100*time.Millisecond)
	check(t, q.Launch(s.kernel(t, "spin"), spin, out, n))
	return func() {
		wait(t, q)
		release()
	}
}

// events compares the device's clock with ours.
func (s *suite) events(t *testing.T) {
	skipSynchronous(t)
	q, release := s.queue(t)
	defer release()
	out, release := s.buffer(t, 4*64)
	defer release()
	n := s.rounds(t, q, out, 50*time.Millisecond)
	for try := 1; ; try++ {
		took, wall := s.timed(t, q, out, n)
		if took >= wall/2 && took <= wall+wall/10 {
			t.Logf("a kernel took %v on the device and %v here", took, wall)
			return
		}
		if try == attempts {
			t.Errorf("a kernel took %v by the device's clock and %v by ours", took, wall)
			return
		}
	}
}

// timed runs a kernel between two events.
func (s *suite) timed(t *testing.T, q device.Queue, out device.Buffer, rounds uint32) (took, wall time.Duration) {
	t.Helper()
	start := time.Now()
	first, err := q.Record()
	check(t, err)
	defer closer(t, first)()
	check(t, q.Launch(s.kernel(t, "spin"), spin, out, rounds))
	second, err := q.Record()
	check(t, err)
	defer closer(t, second)()
	if _, err := second.Since(first); err == nil {
		t.Error("the time of an event that has not happened is known")
	}
	wait(t, q)
	wall = time.Since(start)
	for _, e := range []device.Event{first, second} {
		if done, err := e.Done(); !done || err != nil {
			t.Errorf("after Wait an event is done: %v, %v", done, err)
		}
	}
	took, err = second.Since(first)
	check(t, err)
	return took, wall
}

// cancel ends a wait long before the kernel ends.
func (s *suite) cancel(t *testing.T) {
	skipSynchronous(t)
	q, release := s.queue(t)
	defer release()
	out, release := s.buffer(t, 4*64)
	defer release()
	n := s.rounds(t, q, out, 800*time.Millisecond)
	for try := 1; ; try++ {
		check(t, q.Launch(s.kernel(t, "spin"), spin, out, n))
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		start := time.Now()
		err := q.Wait(ctx)
		took := time.Since(start)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Wait gave %v, not the context's error", err)
		}
		wait(t, q)
		if took < 150*time.Millisecond {
			return
		}
		if try == attempts {
			t.Errorf("Wait needed %v to notice that its context ended after 50 ms", took)
			return
		}
	}
}

// latency reports what a launch and a wait cost; only gross slowness fails.
func (s *suite) latency(t *testing.T) {
	const launches = 200
	q, release := s.queue(t)
	defer release()
	out, release := s.buffer(t, 4*64)
	defer release()
	k := s.kernel(t, "spin")
	check(t, q.Launch(k, spin, out, uint32(1)))
	wait(t, q)
	start := time.Now()
	for range launches {
		check(t, q.Launch(k, spin, out, uint32(1)))
	}
	queued := time.Since(start) / launches
	wait(t, q)
	all := time.Since(start) / launches
	start = time.Now()
	for range launches {
		wait(t, q)
	}
	idle := time.Since(start) / launches
	start = time.Now()
	for range launches {
		check(t, q.Launch(k, spin, out, uint32(1)))
		wait(t, q)
	}
	t.Logf("a launch: %v to queue, %v in a row, %v with a wait each; an idle wait: %v",
		queued, all, time.Since(start)/launches, idle)
	if idle > 100*time.Microsecond {
		t.Errorf("a wait for nothing takes %v", idle)
	}
}
