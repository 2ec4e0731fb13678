package parallel

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/devicetest"
)

// rig is a device with the blocks on it and helpers that fail the test.
type rig struct {
	testing.TB
	dev    device.Device
	queue  device.Queue
	blocks *Blocks
}

func newRig(t testing.TB, dev device.Device, group int, warps bool) *rig {
	r := &rig{TB: t, dev: dev}
	var err error
	r.blocks, err = newBlocks(context.Background(), dev, group, warps)
	r.must(err)
	r.queue, err = dev.NewQueue()
	r.must(err)
	t.Cleanup(func() { r.must(r.queue.Close()); r.must(r.blocks.Close()) })
	return r
}

func (r *rig) must(err error) {
	r.Helper()
	if err != nil {
		r.Fatal(err)
	}
}

func bytesOf[T any](s []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(*new(T))))
}

// on copies a slice to the device.
func on[T any](r *rig, s []T) device.Buffer {
	r.Helper()
	b, err := r.dev.Alloc(max(8, len(bytesOf(s))))
	r.must(err)
	if len(s) > 0 {
		r.must(r.queue.Write(b, 0, bytesOf(s)))
	}
	return b
}

// same compares a buffer with the twin's result, and frees it.
func same[T comparable](r *rig, what string, b device.Buffer, want []T) {
	r.Helper()
	got := make([]T, len(want))
	if len(got) > 0 {
		r.must(r.queue.Read(bytesOf(got), b, 0))
	}
	for i := range want {
		if got[i] != want[i] {
			r.Errorf("%s: element %d of %d is %v, want %v", what, i, len(want), got[i], want[i])
			break
		}
	}
	r.must(b.Close())
}

// checkAll runs every block on random data of one size and compares.
func checkAll(r *rig, n, segments int, seed uint64) {
	r.Helper()
	random := rand.New(rand.NewPCG(seed, uint64(n)))
	size := n * segments
	s, err := r.blocks.Scratch(n, segments)
	r.must(err)
	defer func() { r.must(s.Close()) }()
	at := func(what string) string { return fmt.Sprintf("%s of %d segments of %d", what, segments, n) }

	keys, numbers, values := make([]uint64, size), make([]uint32, size), make([]uint32, size)
	for i := range size {
		keys[i], numbers[i], values[i] = random.Uint64(), random.Uint32(), uint32(i)
	}
	numbersOn, out := on(r, numbers), on(r, make([]uint32, size))
	sums := make([]uint32, size)
	Scan(sums, numbers, segments)
	r.must(r.blocks.Scan(r.queue, out, numbersOn, n, segments, s))
	same(r, at("scan"), out, sums)
	r.must(r.blocks.Scan(r.queue, numbersOn, numbersOn, n, segments, s))
	same(r, at("scan in place"), numbersOn, sums)

	// Keys of full width, or few values, which shows whether it is stable.
	if random.IntN(3) == 0 {
		for i := range keys {
			keys[i] &= 0x0300000000000001
		}
	}
	keysOn, valuesOn := on(r, keys), on(r, values)
	r.must(r.blocks.Sort(r.queue, keysOn, valuesOn, n, segments, s))
	Sort(keys, values, segments)
	same(r, at("sort"), keysOn, keys)
	same(r, at("sort values"), valuesOn, values)
}

// configurations has the group sizes and the sort to test on a device. Small
// groups reach a third level of tiles early, and stand for poor devices.
func configurations(dev device.Device) map[string]func(testing.TB) *rig {
	c := map[string]func(testing.TB) *rig{
		"default": func(t testing.TB) *rig { return newRig(t, dev, largestGroup, dev.Info().Driver == "cuda") },
		"small":   func(t testing.TB) *rig { return newRig(t, dev, 32, dev.Info().Driver == "cuda") },
	}
	if dev.Info().Driver == "cuda" {
		c["portable sort"] = func(t testing.TB) *rig { return newRig(t, dev, largestGroup, false) }
	}
	return c
}

func TestBlocksEqualTwins(t *testing.T) {
	devicetest.Each(t, func(t *testing.T, dev device.Device) {
		for name, make := range configurations(dev) {
			t.Run(name, func(t *testing.T) {
				r := make(t)
				tile := r.blocks.tile
				for i, c := range []struct{ n, segments int }{
					{0, 1}, {0, 3}, {1, 1}, {1, 100}, {2, 5}, {7, 3}, {8, 3}, {9, 300}, {100, 16},
					{tile - 1, 1}, {tile, 2}, {tile + 1, 2}, {3*tile + 5, 3}, {tile/2 - 1, 7},
					{100_003, 1}, {tile*32 + 1, 2},
				} {
					checkAll(r, c.n, c.segments, uint64(i))
				}
				if dev.Info().GPU {
					checkAll(r, 3_000_001, 1, 7)
					checkAll(r, 1<<20, 4, 8)
				}
			})
		}
	})
}

func TestRandomSizes(t *testing.T) {
	devicetest.Each(t, func(t *testing.T, dev device.Device) {
		r := newRig(t, dev, 32, dev.Info().Driver == "cuda")
		checks := 0
		rapid.Check(t, func(t *rapid.T) {
			if checks++; checks > 25 { // a launch on a CPU device takes its time
				return
			}
			c := *r
			c.TB = fatal{r.TB, t}
			checkAll(&c, rapid.IntRange(0, 3000).Draw(t, "n"), rapid.IntRange(1, 9).Draw(t, "segments"), rapid.Uint64().Draw(t, "seed"))
		})
	})
}

// fatal sends failures to rapid, so that it can shrink them.
type fatal struct {
	testing.TB
	t *rapid.T
}

func (f fatal) Errorf(format string, args ...any) { f.t.Errorf(format, args...) }
func (f fatal) Fatal(args ...any)                 { f.t.Fatal(args...) }

func TestMisuseIsRefused(t *testing.T) {
	r := newRig(t, devicetest.All(t)[0], 32, false)
	small, err := r.blocks.Scratch(100, 2)
	r.must(err)
	buf, short := on(r, make([]uint64, 200)), on(r, []uint64{1})
	for what, err := range map[string]error{
		"negative length":   r.blocks.Scan(r.queue, buf, buf, -1, 1, small),
		"no segment":        r.blocks.Scan(r.queue, buf, buf, 1, 0, small),
		"too long":          r.blocks.Scan(r.queue, buf, buf, 101, 1, small),
		"too many segments": r.blocks.Scan(r.queue, buf, buf, 10, 3, small),
		"no scratch":        r.blocks.Scan(r.queue, buf, buf, 10, 1, nil),
		"no buffer":         r.blocks.Scan(r.queue, buf, nil, 10, 1, small),
		"short buffer":      r.blocks.Scan(r.queue, short, buf, 10, 2, small),
		"no values":         r.blocks.Sort(r.queue, buf, nil, 10, 1, small),
		"short keys":        r.blocks.Sort(r.queue, short, buf, 10, 2, small),
	} {
		if err == nil {
			t.Errorf("%s was accepted", what)
		}
	}
	for _, b := range []device.Buffer{buf, short} {
		r.must(b.Close())
	}
	r.must(small.Close())
}

// BenchmarkDevice times the blocks by the device's own clock.
func BenchmarkDevice(b *testing.B) {
	for _, dev := range devicetest.All(b) {
		n := 1 << 20
		r := newRig(b, dev, largestGroup, dev.Info().Driver == "cuda")
		keys, random := make([]uint64, n), rand.New(rand.NewPCG(1, 1))
		for i := range keys {
			keys[i] = random.Uint64()
		}
		original, work, values := on(r, keys), on(r, keys), on(r, make([]uint32, n))
		s, err := r.blocks.Scratch(n, 1)
		r.must(err)
		for _, c := range []struct {
			name string
			run  func() error
		}{
			{"sort", func() error { return r.blocks.Sort(r.queue, work, values, n, 1, s) }},
			{"scan", func() error { return r.blocks.Scan(r.queue, values, values, n, 1, s) }},
		} {
			b.Run(dev.Info().ID()+"/"+c.name, func(b *testing.B) {
				var total float64
				for range b.N {
					r.must(r.queue.Copy(work, 0, original, 0, 8*n))
					before, err := r.queue.Record()
					r.must(err)
					r.must(c.run())
					after, err := r.queue.Record()
					r.must(err)
					r.must(r.queue.Wait(context.Background()))
					d, err := after.Since(before)
					r.must(err)
					total += d.Seconds()
					r.must(before.Close())
					r.must(after.Close())
				}
				b.ReportMetric(total/float64(b.N)*1e6, "device-µs/op")
			})
		}
	}
}
