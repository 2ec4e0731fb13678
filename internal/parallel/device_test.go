package parallel

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
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
	s, err := r.blocks.SortScratch(n, segments, 8)
	r.must(err)
	defer func() { r.must(s.Close()) }()
	at := func(what string) string { return fmt.Sprintf("%s of %d segments of %d", what, segments, n) }

	wide, few, real := make([]uint64, size), make([]int64, size), make([]float64, size)
	narrow, flags, values := make([]uint32, size), make([]uint32, size), make([]uint32, size)
	for i := range size {
		wide[i], few[i], narrow[i] = random.Uint64(), int64(random.IntN(5))-9, random.Uint32()
		real[i] = random.NormFloat64() * math.Exp(30*random.Float64())
		flags[i] = uint32(max(0, random.IntN(10)-5))
		values[i] = uint32(i)
	}
	if random.IntN(2) == 0 {
		few = slices.Repeat([]int64{math.MinInt64}, size)
	}
	u64, i64, f64 := make([]uint64, segments), make([]int64, segments), make([]float64, segments)
	u32, place := make([]uint32, segments), make([]uint32, segments)

	wideOn, fewOn, realOn := on(r, wide), on(r, few), on(r, real)
	narrowOn, flagsOn := on(r, narrow), on(r, flags)
	dst, dst32 := on(r, u64), on(r, u32)
	out, out32 := on(r, make([]uint64, size)), on(r, make([]uint32, size))

	reduce := func(what string, err error, want []uint64) {
		r.must(err)
		got := make([]uint64, segments)
		r.must(r.queue.Read(bytesOf(got), dst, 0))
		if !slices.Equal(got, want) {
			r.Errorf("%s: got %x, want %x", at(what), got[:min(4, segments)], want[:min(4, segments)])
		}
	}
	asU64 := func(v []int64) []uint64 { return unsafe.Slice((*uint64)(unsafe.Pointer(&v[0])), len(v)) }
	SumU64(u64, wide)
	reduce("sum", r.blocks.SumU64(r.queue, dst, wideOn, n, segments, s), u64)
	SumI64(i64, few)
	reduce("signed sum", r.blocks.SumI64(r.queue, dst, fewOn, n, segments, s), asU64(i64))
	SumF64(f64, real)
	for i, v := range f64 {
		u64[i] = math.Float64bits(v)
	}
	reduce("float sum", r.blocks.SumF64(r.queue, dst, realOn, n, segments, s), u64)
	MinI64(i64, few)
	reduce("minimum", r.blocks.MinI64(r.queue, dst, fewOn, n, segments, s), asU64(i64))
	MaxI64(i64, few)
	reduce("maximum", r.blocks.MaxI64(r.queue, dst, fewOn, n, segments, s), asU64(i64))
	ArgMaxI64(i64, place, few)
	reduce("arg-max", r.blocks.ArgMaxI64(r.queue, dst, dst32, fewOn, n, segments, s), asU64(i64))
	same(r, at("arg-max places"), dst32, place)

	r.must(r.blocks.ScanU64(r.queue, out, dst, wideOn, n, segments, s))
	wideSums := make([]uint64, size)
	Scan(wideSums, u64, wide)
	same(r, at("scan u64"), out, wideSums)
	same(r, at("scan u64 totals"), dst, u64)
	r.must(r.blocks.ScanU32(r.queue, out32, nil, narrowOn, n, segments, s))
	narrowSums := make([]uint32, size)
	Scan(narrowSums, u32, narrow)
	same(r, at("scan u32"), out32, narrowSums)
	count := on(r, make([]uint32, segments))
	r.must(r.blocks.ScanU32(r.queue, narrowOn, count, narrowOn, n, segments, s))
	same(r, at("scan u32 in place"), narrowOn, narrowSums)
	same(r, at("scan u32 totals"), count, u32)

	places, count := on(r, make([]uint32, size)), on(r, make([]uint32, segments))
	r.must(r.blocks.Compact(r.queue, places, count, flagsOn, n, segments, s))
	compacted := make([]uint32, size)
	Compact(compacted, u32, flags)
	same(r, at("compacted"), places, compacted)
	same(r, at("compacted counts"), count, u32)

	// Keys of all kinds: full width, few values (stability), and cut off.
	bits64 := []int{64, 64, 13, 0}[random.IntN(4)]
	if random.IntN(3) == 0 {
		for i := range wide {
			wide[i] &= 0x0300000000000001
		}
	}
	keys, vals := on(r, wide), on(r, values)
	r.must(r.blocks.SortU64(r.queue, keys, vals, n, segments, bits64, s))
	moved := slices.Clone(values)
	Sort(wide, moved, segments, bits64)
	same(r, at(fmt.Sprintf("sort by %d bits", bits64)), keys, wide)
	same(r, at("sort values"), vals, moved)
	bits32 := []int{32, 32, 12, 7}[random.IntN(4)]
	keys, vals = on(r, narrow), on(r, values)
	r.must(r.blocks.SortU32(r.queue, keys, vals, n, segments, bits32, s))
	copy(moved, values)
	Sort(narrow, moved, segments, bits32)
	same(r, at(fmt.Sprintf("sort u32 by %d bits", bits32)), keys, narrow)
	same(r, at("sort u32 values"), vals, moved)
	for _, b := range []device.Buffer{wideOn, fewOn, realOn, flagsOn} {
		r.must(b.Close())
	}
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
	buf := on(r, make([]uint64, 200))
	for what, err := range map[string]error{
		"negative length":   r.blocks.SumU64(r.queue, buf, buf, -1, 1, small),
		"no segment":        r.blocks.SumU64(r.queue, buf, buf, 1, 0, small),
		"too long":          r.blocks.SumU64(r.queue, buf, buf, 101, 1, small),
		"too many segments": r.blocks.ScanU64(r.queue, buf, nil, buf, 10, 3, small),
		"no scratch":        r.blocks.ScanU64(r.queue, buf, nil, buf, 10, 1, nil),
		"no buffer":         r.blocks.Compact(r.queue, buf, nil, buf, 10, 1, small),
		"short buffer":      r.blocks.SumU64(r.queue, on(r, []uint64{1}), buf, 10, 2, small),
		"no sort scratch":   r.blocks.SortU64(r.queue, buf, buf, 10, 1, 64, small),
		"too many bits":     r.blocks.SortU32(r.queue, buf, buf, 10, 1, 33, small),
	} {
		if err == nil {
			t.Errorf("%s was accepted", what)
		}
	}
	if _, err := r.blocks.SortScratch(10, 1, 5); err == nil {
		t.Error("5-byte keys were accepted")
	}
	r.must(buf.Close())
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
		dst := on(r, keys[:8])
		s, err := r.blocks.SortScratch(n, 1, 8)
		r.must(err)
		for _, c := range []struct {
			name string
			run  func() error
		}{
			{"sort-u64", func() error { return r.blocks.SortU64(r.queue, work, values, n, 1, 64, s) }},
			{"sort-u32", func() error { return r.blocks.SortU32(r.queue, work, values, n, 1, 32, s) }},
			{"scan-u64", func() error { return r.blocks.ScanU64(r.queue, work, nil, work, n, 1, s) }},
			{"sum-u64", func() error { return r.blocks.SumU64(r.queue, dst, work, n, 1, s) }},
			{"sum-f64", func() error { return r.blocks.SumF64(r.queue, dst, work, n, 1, s) }},
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
