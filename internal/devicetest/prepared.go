package devicetest

import (
	"encoding/binary"
	"errors"
	"sync"

	"github.com/warbler-opt/warbler/device"
)

// prepare makes a launcher for the length of a test.
func (s *suite) prepare(q device.Queue, kernel string, shape device.Shape, args ...any) device.Launcher {
	s.Helper()
	return own(q.Prepare(s.kernel(kernel), shape, args...))(s)
}

// first32 reads the first word of a buffer.
func (s *suite) first32(q device.Queue, b device.Buffer) uint32 {
	s.Helper()
	return binary.LittleEndian.Uint32(s.read(q, b, 4))
}

// prepared mixes prepared launches with ordinary ones of the same kernel: each
// keeps its own arguments.
func (s *suite) prepared() {
	q := s.queue()
	args, last, sum := s.manyArgs()
	s.check(q.Zero(last, 0, last.Size()))
	l := s.prepare(q, "many", manyShape, args...)
	k := s.kernel("many")
	want := uint32(0)
	for round := range uint32(5) {
		s.check(l.Launch())
		want += sum
		args[13] = round // m, one of those that are added
		s.check(q.Launch(k, manyShape, args...))
		want += sum - 1000 + round
	}
	s.check(l.Set(13, uint32(7)))
	for range 3 {
		s.check(l.Launch())
		want += sum - 1000 + 7
	}
	if got := s.first32(q, last); got != want {
		s.Errorf("the sum is %d, not %d", got, want)
	}
}

// turns has two launchers of one kernel take turns between two buffers.
func (s *suite) turns() {
	q, a := s.queue(), s.buffer(4*100)
	b := s.buffer(4 * 100)
	s.check(q.Zero(a, 0, 400))
	shape := device.Shape{Groups: 2, Group: 32}
	there := s.prepare(q, "add", shape, b, a, uint32(100), uint32(1))
	back := s.prepare(q, "add", shape, a, b, uint32(100), uint32(10))
	for range 50 {
		s.check(there.Launch())
		s.check(back.Launch())
	}
	if got := s.first32(q, a); got != 50*11 {
		s.Errorf("the sum is %d, not %d", got, 50*11)
	}
	// Several goroutines may use one launcher.
	var wg sync.WaitGroup
	s.check(there.Set(0, a))
	for range 4 {
		wg.Go(func() {
			for range 25 {
				if err := there.Launch(); err != nil {
					s.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if got := s.first32(q, a); got != 50*11+100 {
		s.Errorf("after the goroutines the sum is %d, not %d", got, 50*11+100)
	}
}

// badPrepared makes the mistakes that a prepared launch can have once it is prepared.
func (s *suite) badPrepared() {
	q, b := s.queue(), s.buffer(400)
	l := s.prepare(q, "add", device.Shape{Groups: 1, Group: 32}, b, b, uint32(100), uint32(3))
	for name, err := range map[string]error{
		"before the first": l.Set(-1, uint32(1)),
		"after the last":   l.Set(4, uint32(1)),
		"another type":     l.Set(2, int64(1)),
		"another's buffer": l.Set(0, stranger{}),
	} {
		if !isLaunchError(err) {
			s.Errorf("Set %s: %v is no LaunchError", name, err)
		}
	}
	s.check(q.Zero(b, 0, 400))
	s.check(l.Launch())
	if got := s.first32(q, b); got != 3 {
		s.Errorf("after the mistakes the result is %d, not 3", got)
	}
	gone := must(s.d.Alloc(400))(s)
	s.check(l.Set(1, gone))
	s.check(gone.Close())
	if err := l.Launch(); !errors.Is(err, device.ErrClosed) {
		s.Errorf("a closed buffer gives %v", err)
	}
	if err := l.Set(1, gone); !errors.Is(err, device.ErrClosed) {
		s.Errorf("setting a closed buffer gives %v", err)
	}
	s.check(l.Set(1, b))
	s.check(l.Launch())
	if got := s.first32(q, b); got != 6 {
		s.Errorf("with an open buffer again the result is %d, not 6", got)
	}
	s.check(l.Close())
	if err := l.Launch(); !errors.Is(err, device.ErrClosed) {
		s.Errorf("after Close it gives %v", err)
	}
}
