package devicetest

import (
	"bytes"
	"math/rand/v2"

	"github.com/warbler-opt/warbler/device"
)

// copies moves pieces of odd sizes at odd offsets about and compares with the
// same moves in Go.
func (s *suite) copies() {
	const size = 200_003
	q, a := s.queue(), s.buffer(size)
	b := s.buffer(size)
	wantA, wantB := make([]byte, size), make([]byte, size)
	s.check(q.Zero(a, 0, size))
	s.check(q.Zero(b, 0, size))
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 1 + r.IntN(300)
		if r.IntN(10) == 0 {
			n = 1 + r.IntN(100_000) // also past what goes through a stage
		}
		from, to := r.IntN(size-n), r.IntN(size-n)
		switch r.IntN(4) {
		case 0, 1:
			src := make([]byte, n)
			for i := range src {
				src[i] = byte(r.Uint32())
			}
			s.check(q.Write(a, to, src))
			copy(wantA[to:], src)
			clear(src)
		case 2:
			s.check(q.Copy(b, to, a, from, n))
			copy(wantB[to:to+n], wantA[from:])
		case 3:
			s.check(q.Zero(a, to, n))
			clear(wantA[to : to+n])
		}
	}
	for name, c := range map[string]struct {
		b    device.Buffer
		want []byte
	}{"a": {a, wantA}, "b": {b, wantB}} {
		got := s.read(q, c.b, size)
		if !bytes.Equal(got, c.want) {
			s.Errorf("buffer %s differs", name)
		}
		s.check(q.Read(got[:77], c.b, 1001))
		if !bytes.Equal(got[:77], c.want[1001:1078]) {
			s.Errorf("a piece of buffer %s differs", name)
		}
	}
	s.check(q.Write(a, size, nil))
	s.check(q.Read(nil, a, size))
	empty := s.buffer(0)
	if empty.Size() != 0 {
		s.Errorf("an empty buffer has %d bytes", empty.Size())
	}
}

// hostMemory copies through page-locked memory, which must not block: a
// kernel of a tenth of a second runs before the copies.
func (s *suite) hostMemory() {
	s.skipSynchronous()
	const n = 10_007
	q, b := s.queue(), s.buffer(4*n)
	h := own(s.d.AllocHost(8 * n))(s)
	in, out := h.Bytes()[:4*n], h.Bytes()[4*n:]
	if len(h.Bytes()) != 8*n {
		s.Fatalf("%d bytes, not %d", len(h.Bytes()), 8*n)
	}
	copy(in, words32(n, func(i int) uint32 { return uint32(i) }))
	s.busy(q)
	s.check(q.Write(b, 0, in))
	s.check(q.Launch(s.kernel("add"), device.Shape{Groups: 3, Group: 64}, b, b, uint32(n), uint32(9)))
	s.check(q.Read(out, b, 0))
	e := own(q.Record())(s)
	if late, err := e.Done(); err != nil || late {
		s.Errorf("the copies waited for the kernel before them (done %v, error %v)", late, err)
	}
	s.wait(q)
	if !bytes.Equal(out, words32(n, func(i int) uint32 { return uint32(i + 9) })) {
		s.Error("wrong result")
	}
}
