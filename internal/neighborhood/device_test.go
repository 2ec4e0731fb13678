package neighborhood

import (
	"context"
	_ "embed"
	"math"
	"testing"
	"unsafe"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/kernel"
)

//go:embed testdata/moves.cl
var movesText string

// families are the moves of testdata/moves.cl, in its order, of n genes or symbols.
var families = []func(n int) Moves{
	func(n int) Moves { return Moves{Kind: Pair, N: n} },
	func(n int) Moves { return Moves{Kind: Rotation, N: n, Rotations: 1} },
	func(n int) Moves { return Moves{Kind: Change, N: 1000, Alphabet: n} },
	func(n int) Moves { return Moves{Kind: Rotation, N: n, Rotations: 2} },
	func(n int) Moves { return Moves{Kind: Insertion, N: n} },
	func(n int) Moves { return Moves{Kind: OrOpt, N: n} },
}

// TestDevices compares every number of small neighborhoods, and a few thousand
// of large ones with all the places where a root changes, with Go.
func TestDevices(t *testing.T) {
	devicetest.Each(t, func(t *testing.T, d device.Device) {
		ctx := context.Background()
		check := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		program, err := d.Compile(ctx, kernel.Source{
			Name: "neighborhood", Parts: []kernel.Part{Part, {Name: "neighborhood/moves.cl", Text: movesText}},
		})
		check(err)
		defer program.Close()
		entry, err := program.Kernel("moves")
		check(err)
		q, err := d.NewQueue()
		check(err)
		defer q.Close()
		for family, f := range families {
			for _, n := range []int{3, 4, 5, 17, 40, 100, 256, 1000, 5000, 65535} {
				m := f(n)
				if m.Kind == Change && n > 256 || m.Kind == OrOpt && m.Count() > math.MaxInt32 {
					continue
				}
				list := numbers(n, m.Count())
				out, back := make([]uint32, 3*len(list)), make([]uint64, len(list))
				buffer := func(b []byte) device.Buffer {
					t.Helper()
					mem, err := d.Alloc(len(b))
					check(err)
					check(q.Write(mem, 0, b))
					return mem
				}
				in, to, again := buffer(bytesOf(list)), buffer(bytesOf(out)), buffer(bytesOf(back))
				check(q.Launch(entry, device.Shape{Groups: (len(list) + 63) / 64, Group: 64}, in, to, again, uint32(family), uint32(n), uint32(len(list))))
				check(q.Read(bytesOf(out), to, 0))
				check(q.Read(bytesOf(back), again, 0))
				check(q.Wait(ctx))
				for e, index := range list {
					i, j, k := m.At(int(index))
					if m.Kind == Change {
						k = int(symbol(j, uint8(i%n)))
					}
					// Only triples, insertions and segments have a way back.
					if out[3*e] != uint32(i) || out[3*e+1] != uint32(j) || out[3*e+2] != uint32(k) || back[e] != index {
						t.Fatalf("%v, n = %d: number %d is %v and back %d, in Go %d %d %d", m, n, index, out[3*e:3*e+3], back[e], i, j, k)
					}
				}
				check(in.Close())
				check(to.Close())
				check(again.Close())
			}
		}
	})
}

// numbers are those from 0 to size-1 that are tested: all of few; else both ends,
// random ones, and those around which a root changes.
func numbers(n int, size uint64) (list []uint64) {
	if size <= 20_000 {
		for index := range size {
			list = append(list, index)
		}
		return list
	}
	at := rng.Address{Seed: uint64(n)}
	for w := range uint32(1000) {
		list = append(list, w64(w), size-1-w64(w), at.Bounded64(w64(at.Word(2*w))<<32|w64(at.Word(2*w+1)), 2*w, size))
	}
	for c := range uint64(n) {
		if c%uint64(1+n/2000) != 0 {
			continue
		}
		for _, edge := range []uint64{choose2(c), choose3(c)} {
			for _, index := range []uint64{edge, edge - 1, size - edge, size - 1 - edge} {
				if index < size { // and not below 0
					list = append(list, index)
				}
			}
		}
	}
	return list
}

func w64(x uint32) uint64 { return uint64(x) }

func bytesOf[T any](s []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(*new(T))))
}
