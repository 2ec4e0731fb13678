package devicetest

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/warbler-opt/warbler/device"
)

// copies moves pieces of odd sizes at odd offsets about and compares with the
// same moves in Go.
func (s *suite) copies(t *testing.T) {
	const size = 200_003
	q, release := s.queue(t)
	defer release()
	a, release := s.buffer(t, size)
	defer release()
	b, release := s.buffer(t, size)
	defer release()
	wantA, wantB := make([]byte, size), make([]byte, size)
	check(t, q.Zero(a, 0, size))
	check(t, q.Zero(b, 0, size))
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
			check(t, q.Write(a, to, src))
			copy(wantA[to:], src)
			clear(src)
		case 2:
			check(t, q.Copy(b, to, a, from, n))
			copy(wantB[to:to+n], wantA[from:])
		case 3:
			check(t, q.Zero(a, to, n))
			clear(wantA[to : to+n])
		}
	}
	for name, c := range map[string]struct {
		b    device.Buffer
		want []byte
	}{"a": {a, wantA}, "b": {b, wantB}} {
		got := make([]byte, size)
		check(t, q.Read(got, c.b, 0))
		if !bytes.Equal(got, c.want) {
			t.Errorf("buffer %s differs", name)
		}
		check(t, q.Read(got[:77], c.b, 1001))
		if !bytes.Equal(got[:77], c.want[1001:1078]) {
			t.Errorf("a piece of buffer %s differs", name)
		}
	}
	check(t, q.Write(a, size, nil))
	check(t, q.Read(nil, a, size))
	empty, release := s.buffer(t, 0)
	defer release()
	if empty.Size() != 0 {
		t.Errorf("an empty buffer has %d bytes", empty.Size())
	}
}

// hostMemory copies through page-locked memory, which must not block: a
// kernel of a tenth of a second runs before the copies.
func (s *suite) hostMemory(t *testing.T) {
	skipSynchronous(t)
	const n = 10_007
	q, release := s.queue(t)
	defer release()
	b, release := s.buffer(t, 4*n)
	defer release()
	h, err := s.d.AllocHost(8 * n)
	check(t, err)
	defer closer(t, h)()
	in, out := h.Bytes()[:4*n], h.Bytes()[4*n:]
	if len(h.Bytes()) != 8*n {
		t.Fatalf("%d bytes, not %d", len(h.Bytes()), 8*n)
	}
	copy(in, words32(n, func(i int) uint32 { return uint32(i) }))
	done := s.busy(t, q)
	defer done()
	check(t, q.Write(b, 0, in))
	check(t, q.Launch(s.kernel(t, "add"), device.Shape{Groups: 3, Group: 64}, b, b, uint32(n), uint32(9)))
	check(t, q.Read(out, b, 0))
	e, err := q.Record()
	check(t, err)
	defer closer(t, e)()
	if late, err := e.Done(); err != nil || late {
		t.Errorf("the copies waited for the kernel before them (done %v, error %v)", late, err)
	}
	wait(t, q)
	if !bytes.Equal(out, words32(n, func(i int) uint32 { return uint32(i + 9) })) {
		t.Error("wrong result")
	}
}
