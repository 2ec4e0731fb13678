package devicetest

import (
	"context"
	"errors"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/clocktest"
)

// spin is the shape of the suite's long kernels: one group, so that devices
// differ little in how long a round takes.
var spin = device.Shape{Groups: 1, Group: 64}

// rounds finds how many rounds of the kernel spin take about this long. The
// better of two tries counts: the machine may be busy with something else.
func (s *suite) rounds(q device.Queue, out device.Buffer, want time.Duration) uint32 {
	s.Helper()
	k := s.kernel("spin")
	for n := uint32(1000); ; n *= 4 {
		took := time.Hour
		for range 2 {
			start := time.Now()
			s.check(q.Launch(k, spin, out, n))
			s.wait(q)
			took = min(took, time.Since(start))
		}
		if took > want/8 || n > 1<<28 {
			return uint32(min(float64(n)*float64(want)/float64(took), 1<<30))
		}
	}
}

// busy queues a kernel of about 100 ms.
func (s *suite) busy(q device.Queue) {
	s.Helper()
	out := s.buffer(4 * 64)
	n := s.rounds(q, out, 100*time.Millisecond)
	s.check(q.Launch(s.kernel("spin"), spin, out, n))
}

// events compares the device's clock with ours.
func (s *suite) events() {
	s.skipSynchronous()
	q, out := s.queue(), s.buffer(4*64)
	n := s.rounds(q, out, 50*time.Millisecond)
	clocktest.Within(s, 0, "by the device's clock, less than half or a tenth more than by ours", func() time.Duration {
		took, wall := s.timed(q, out, n)
		s.Logf("a kernel took %v on the device and %v here", took, wall)
		return max(wall/2-took, took-wall-wall/10, 0)
	})
}

// timed runs a kernel between two events.
func (s *suite) timed(q device.Queue, out device.Buffer, rounds uint32) (took, wall time.Duration) {
	s.Helper()
	start := time.Now()
	first := own(q.Record())(s)
	s.check(q.Launch(s.kernel("spin"), spin, out, rounds))
	second := own(q.Record())(s)
	if _, err := second.Since(first); err == nil {
		s.Error("the time of an event that has not happened is known")
	}
	s.wait(q)
	wall = time.Since(start)
	for _, e := range []device.Event{first, second} {
		if done, err := e.Done(); !done || err != nil {
			s.Errorf("after Wait an event is done: %v, %v", done, err)
		}
	}
	return must(second.Since(first))(s), wall
}

// cancel ends a wait long before the kernel ends.
func (s *suite) cancel() {
	s.skipSynchronous()
	q, out := s.queue(), s.buffer(4*64)
	n := s.rounds(q, out, 800*time.Millisecond)
	clocktest.Within(s, 150*time.Millisecond, "Wait, whose context ended after 50 ms", func() time.Duration {
		s.check(q.Launch(s.kernel("spin"), spin, out, n))
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		defer cancel()
		start := time.Now()
		err := q.Wait(ctx)
		took := time.Since(start)
		if !errors.Is(err, context.DeadlineExceeded) {
			s.Errorf("Wait gave %v, not the context's error", err)
		}
		s.wait(q)
		return took
	})
}

// latency reports what a launch and a wait cost; only gross slowness fails.
func (s *suite) latency() {
	const launches = 200
	q, out := s.queue(), s.buffer(4*64)
	k := s.kernel("spin")
	s.check(q.Launch(k, spin, out, uint32(1)))
	s.wait(q)
	start := time.Now()
	for range launches {
		s.check(q.Launch(k, spin, out, uint32(1)))
	}
	queued := time.Since(start) / launches
	s.wait(q)
	all := time.Since(start) / launches
	start = time.Now()
	for range launches {
		s.wait(q)
	}
	idle := time.Since(start) / launches
	start = time.Now()
	for range launches {
		s.check(q.Launch(k, spin, out, uint32(1)))
		s.wait(q)
	}
	s.Logf("a launch: %v to queue, %v in a row, %v with a wait each; an idle wait: %v",
		queued, all, time.Since(start)/launches, idle)
	if idle > 100*time.Microsecond {
		s.Errorf("a wait for nothing takes %v", idle)
	}
}
