package devicetest

import (
	"encoding/binary"
	"errors"
	"sync"
	"testing"

	"github.com/warbler-opt/warbler/device"
)

// prepare makes a launcher for the length of a test.
func (s *suite) prepare(t *testing.T, q device.Queue, kernel string, shape device.Shape, args ...any) (l device.Launcher, release func()) {
	t.Helper()
	l, err := q.Prepare(s.kernel(t, kernel), shape, args...)
	check(t, err)
	return l, closer(t, l)
}

// first32 reads the first word of a buffer.
func first32(t *testing.T, q device.Queue, b device.Buffer) uint32 {
	t.Helper()
	word := make([]byte, 4)
	check(t, q.Read(word, b, 0))
	return binary.LittleEndian.Uint32(word)
}

// prepared mixes prepared launches with ordinary ones of the same kernel: each
// keeps its own arguments.
func (s *suite) prepared(t *testing.T) {
	q, release := s.queue(t)
	defer release()
	args, last, sum, err := manyArgs(s.d)
	check(t, err)
	for _, b := range args[:12] {
		defer closer(t, b.(device.Buffer))()
	}
	check(t, q.Zero(last, 0, last.Size()))
	l, release := s.prepare(t, q, "many", manyShape, args...)
	defer release()
	k := s.kernel(t, "many")
	want := uint32(0)
	for round := range uint32(5) {
		check(t, l.Launch())
		want += sum
		args[13] = round // m, one of those that are added
		check(t, q.Launch(k, manyShape, args...))
		want += sum - 1000 + round
	}
	check(t, l.Set(13, uint32(7)))
	for range 3 {
		check(t, l.Launch())
		want += sum - 1000 + 7
	}
	if got := first32(t, q, last); got != want {
		t.Errorf("the sum is %d, not %d", got, want)
	}
}

// turns has two launchers of one kernel take turns between two buffers.
func (s *suite) turns(t *testing.T) {
	q, release := s.queue(t)
	defer release()
	a, release := s.buffer(t, 4*100)
	defer release()
	b, release := s.buffer(t, 4*100)
	defer release()
	check(t, q.Zero(a, 0, 400))
	shape := device.Shape{Groups: 2, Group: 32}
	there, release := s.prepare(t, q, "add", shape, b, a, uint32(100), uint32(1))
	defer release()
	back, release := s.prepare(t, q, "add", shape, a, b, uint32(100), uint32(10))
	defer release()
	for range 50 {
		check(t, there.Launch())
		check(t, back.Launch())
	}
	if got := first32(t, q, a); got != 50*11 {
		t.Errorf("the sum is %d, not %d", got, 50*11)
	}
	// Several goroutines may use one launcher.
	var wg sync.WaitGroup
	check(t, there.Set(0, a))
	for range 4 {
		wg.Go(func() {
			for range 25 {
				if err := there.Launch(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if got := first32(t, q, a); got != 50*11+100 {
		t.Errorf("after the goroutines the sum is %d, not %d", got, 50*11+100)
	}
}

// badPrepared makes the mistakes that a prepared launch can have.
func (s *suite) badPrepared(t *testing.T) {
	q, release := s.queue(t)
	defer release()
	b, release := s.buffer(t, 400)
	defer release()
	add, one := s.kernel(t, "add"), device.Shape{Groups: 1, Group: 32}
	for name, try := range map[string]func() (device.Launcher, error){
		"too few arguments": func() (device.Launcher, error) { return q.Prepare(add, one, b, b, uint32(1)) },
		"another type":      func() (device.Launcher, error) { return q.Prepare(add, one, b, b, 1.0, uint32(1)) },
		"an int":            func() (device.Launcher, error) { return q.Prepare(add, one, b, b, 1, uint32(1)) },
		"another's kernel":  func() (device.Launcher, error) { return q.Prepare(stranger{}, one, b) },
		"a huge group": func() (device.Launcher, error) {
			return q.Prepare(add, device.Shape{Groups: 1, Group: 1 << 20}, b, b, uint32(1), uint32(1))
		},
	} {
		if l, err := try(); l != nil || !isLaunchError(err) {
			t.Errorf("%s: %v is no LaunchError", name, err)
		}
	}
	l, release := s.prepare(t, q, "add", one, b, b, uint32(100), uint32(3))
	defer release()
	for name, err := range map[string]error{
		"before the first": l.Set(-1, uint32(1)),
		"after the last":   l.Set(4, uint32(1)),
		"another type":     l.Set(2, int64(1)),
		"another's buffer": l.Set(0, stranger{}),
	} {
		if !isLaunchError(err) {
			t.Errorf("Set %s: %v is no LaunchError", name, err)
		}
	}
	check(t, q.Zero(b, 0, 400))
	check(t, l.Launch())
	if got := first32(t, q, b); got != 3 {
		t.Errorf("after the mistakes the result is %d, not 3", got)
	}
	gone, err := s.d.Alloc(400)
	check(t, err)
	check(t, l.Set(1, gone))
	check(t, gone.Close())
	if err := l.Launch(); !errors.Is(err, device.ErrClosed) {
		t.Errorf("a closed buffer gives %v", err)
	}
	if err := l.Set(1, gone); !errors.Is(err, device.ErrClosed) {
		t.Errorf("setting a closed buffer gives %v", err)
	}
	check(t, l.Set(1, b))
	check(t, l.Launch())
	if got := first32(t, q, b); got != 6 {
		t.Errorf("with an open buffer again the result is %d, not 6", got)
	}
	check(t, l.Close())
	if err := l.Launch(); !errors.Is(err, device.ErrClosed) {
		t.Errorf("after Close it gives %v", err)
	}
}
