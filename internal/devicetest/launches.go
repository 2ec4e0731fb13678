package devicetest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"

	"github.com/warbler-opt/warbler/device"
)

// scalars passes one argument of each type, with values that a wrong size, sign
// or order would change.
func (s *suite) scalars() {
	q, out := s.queue(), s.buffer(7*8)
	k := s.kernel("scalars")
	for round := range 3 {
		n := int32(round)
		a, b, c, d := -5-n, uint32(0xfffffff0), int64(math.MinInt64+1), uint64(math.MaxUint64-2)
		e, f, last := float32(-1.5), 1e300, uint32(77+n)
		s.check(q.Launch(k, device.Shape{Groups: 1, Group: 8}, out, a, b, c, d, e, f, last))
		got := s.read(q, out, 7*8)
		for i, want := range []uint64{uint64(int64(a)), uint64(b), uint64(c), d, math.Float64bits(float64(e)), math.Float64bits(f), uint64(last)} {
			if g := binary.LittleEndian.Uint64(got[8*i:]); g != want {
				s.Errorf("round %d, argument %d arrived as %#x, not %#x", round, i+2, g, want)
			}
		}
	}
}

// localReserve is what a driver may keep of a group's on-chip memory for itself.
const localReserve = 256

// localMemory launches with different amounts, up to nearly all there is: on
// CUDA what is beyond 48 KB must be asked for.
func (s *suite) localMemory() {
	q, out := s.queue(), s.buffer(3*8)
	k := s.kernel("group_sums")
	most := min(s.d.Info().LocalMemory-localReserve, 1<<20)
	for _, size := range []int{8, 1 << 10, most &^ 7, 512} {
		words := size / 8
		s.check(q.Launch(k, device.Shape{Groups: 3, Group: 64, Local: size}, out, uint32(words)))
		got := s.read(q, out, 3*8)
		for g := range 3 {
			want := uint64(words)*uint64(words-1)/2 + uint64(words)*uint64(g)
			if v := binary.LittleEndian.Uint64(got[8*g:]); v != want {
				s.Errorf("group %d with %d bytes gives %d, not %d", g, size, v, want)
			}
		}
	}
}

// queues lets two queues work on their own buffers, in many small commands
// whose order matters.
func (s *suite) queues() {
	const n, rounds = 1000, 50
	k := s.kernel("add")
	for _, count := range []int{1, 3} {
		type lane struct {
			q device.Queue
			b device.Buffer
		}
		var lanes []lane
		for range count {
			q, b := s.queue(), s.buffer(4*n)
			s.check(q.Zero(b, 0, 4*n))
			lanes = append(lanes, lane{q, b})
		}
		for r := range rounds {
			for l, lane := range lanes {
				s.check(lane.q.Launch(k, device.Shape{Groups: 4, Group: 32}, lane.b, lane.b, uint32(n), uint32(r*(l+1))))
			}
		}
		for l, lane := range lanes {
			s.wait(lane.q)
			got := s.read(lane.q, lane.b, 4*n)
			want := words32(n, func(int) uint32 { return uint32(rounds * (rounds - 1) / 2 * (l + 1)) })
			if !bytes.Equal(got, want) {
				s.Errorf("queue %d of %d: wrong result", l, count)
			}
		}
	}
}

// goroutines use one kernel, and in pairs one queue, at the same time.
func (s *suite) goroutines() {
	const n, rounds, workers = 500, 40, 8
	k := s.kernel("add")
	var queues []device.Queue
	for range workers / 2 {
		queues = append(queues, s.queue())
	}
	errs := make(chan error, workers)
	for w := range workers {
		go func() { errs <- s.worker(queues[w/2], k, w, n, rounds) }()
	}
	for range workers {
		if err := <-errs; err != nil {
			s.Error(err)
		}
	}
}

func (s *suite) worker(q device.Queue, k device.Kernel, w, n, rounds int) (err error) {
	b, err := s.d.Alloc(4 * n)
	if err != nil {
		return err
	}
	defer b.Close()
	for r := range rounds {
		in := words32(n, func(i int) uint32 { return uint32(i * w) })
		got := make([]byte, 4*n)
		err := q.Write(b, 0, in)
		clear(in) // Write promised that it may be reused
		err = errors.Join(err, q.Launch(k, device.Shape{Groups: 2, Group: 32}, b, b, uint32(n), uint32(r+w)),
			q.Wait(s.Context()), q.Read(got, b, 0))
		if err != nil {
			return err
		}
		if want := words32(n, func(i int) uint32 { return uint32(i*w + r + w) }); !bytes.Equal(got, want) {
			s.Errorf("worker %d, round %d: wrong result", w, r)
			return nil
		}
	}
	return nil
}
