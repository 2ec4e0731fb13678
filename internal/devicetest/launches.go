package devicetest

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"

	"github.com/warbler-opt/warbler/device"
)

// scalars passes one argument of each type, with values that a wrong size, sign
// or order would change.
func (s *suite) scalars(t *testing.T) {
	q, release := s.queue(t)
	defer release()
	out, release := s.buffer(t, 7*8)
	defer release()
	k := s.kernel(t, "scalars")
	for round := range 3 {
		n := int32(round)
		a, b, c, d := -5-n, uint32(0xfffffff0), int64(math.MinInt64+1), uint64(math.MaxUint64-2)
		e, f, last := float32(-1.5), 1e300, uint32(77+n)
		check(t, q.Launch(k, device.Shape{Groups: 1, Group: 8}, out, a, b, c, d, e, f, last))
		got := make([]byte, 7*8)
		check(t, q.Read(got, out, 0))
		for i, want := range []uint64{uint64(int64(a)), uint64(b), uint64(c), d, math.Float64bits(float64(e)), math.Float64bits(f), uint64(last)} {
			if g := binary.LittleEndian.Uint64(got[8*i:]); g != want {
				t.Errorf("round %d, argument %d arrived as %#x, not %#x", round, i+2, g, want)
			}
		}
	}
}

// localReserve is what a driver may keep of a group's on-chip memory for itself.
const localReserve = 256

// localMemory launches with different amounts, up to nearly all there is: on
// CUDA what is beyond 48 KB must be asked for.
func (s *suite) localMemory(t *testing.T) {
	q, release := s.queue(t)
	defer release()
	out, release := s.buffer(t, 3*8)
	defer release()
	k := s.kernel(t, "group_sums")
	most := min(s.d.Info().LocalMemory-localReserve, 1<<20)
	for _, size := range []int{8, 1 << 10, most &^ 7, 512} {
		words := size / 8
		check(t, q.Launch(k, device.Shape{Groups: 3, Group: 64, Local: size}, out, uint32(words)))
		got := make([]byte, 3*8)
		check(t, q.Read(got, out, 0))
		for g := range 3 {
			want := uint64(words)*uint64(words-1)/2 + uint64(words)*uint64(g)
			if v := binary.LittleEndian.Uint64(got[8*g:]); v != want {
				t.Errorf("group %d with %d bytes gives %d, not %d", g, size, v, want)
			}
		}
	}
}

// queues lets two queues work on their own buffers, in many small commands
// whose order matters.
func (s *suite) queues(t *testing.T) {
	const n, rounds = 1000, 50
	k := s.kernel(t, "add")
	for _, count := range []int{1, 3} {
		type lane struct {
			q device.Queue
			b device.Buffer
		}
		var lanes []lane
		for range count {
			q, release := s.queue(t)
			defer release()
			b, release := s.buffer(t, 4*n)
			defer release()
			check(t, q.Zero(b, 0, 4*n))
			lanes = append(lanes, lane{q, b})
		}
		for r := range rounds {
			for l, lane := range lanes {
				check(t, lane.q.Launch(k, device.Shape{Groups: 4, Group: 32}, lane.b, lane.b, uint32(n), uint32(r*(l+1))))
			}
		}
		for l, lane := range lanes {
			wait(t, lane.q)
			got := make([]byte, 4*n)
			check(t, lane.q.Read(got, lane.b, 0))
			want := words32(n, func(int) uint32 { return uint32(rounds * (rounds - 1) / 2 * (l + 1)) })
			if !bytes.Equal(got, want) {
				t.Errorf("queue %d of %d: wrong result", l, count)
			}
		}
	}
}

// goroutines use one kernel, and in pairs one queue, at the same time.
func (s *suite) goroutines(t *testing.T) {
	const n, rounds, workers = 500, 40, 8
	k := s.kernel(t, "add")
	var queues []device.Queue
	for range workers / 2 {
		q, release := s.queue(t)
		defer release()
		queues = append(queues, q)
	}
	errs := make(chan error, workers)
	for w := range workers {
		go func() { errs <- s.worker(t, queues[w/2], k, w, n, rounds) }()
	}
	for range workers {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}

func (s *suite) worker(t *testing.T, q device.Queue, k device.Kernel, w, n, rounds int) (err error) {
	b, err := s.d.Alloc(4 * n)
	if err != nil {
		return err
	}
	defer b.Close()
	for r := range rounds {
		in := words32(n, func(i int) uint32 { return uint32(i * w) })
		if err := q.Write(b, 0, in); err != nil {
			return err
		}
		clear(in) // Write promised that it may be reused
		if err := q.Launch(k, device.Shape{Groups: 2, Group: 32}, b, b, uint32(n), uint32(r+w)); err != nil {
			return err
		}
		if err := q.Wait(t.Context()); err != nil {
			return err
		}
		got := make([]byte, 4*n)
		if err := q.Read(got, b, 0); err != nil {
			return err
		}
		if want := words32(n, func(i int) uint32 { return uint32(i*w + r + w) }); !bytes.Equal(got, want) {
			t.Errorf("worker %d, round %d: wrong result", w, r)
			return nil
		}
	}
	return nil
}
