package kernel_test

import (
	"cmp"
	"context"
	_ "embed"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/elementary"
	"github.com/warbler-opt/warbler/internal/parallel"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/kernel"
)

//go:embed testdata/device.cl
var deviceText string

// bench is a device with the test program on it; its methods fail the test.
type bench struct {
	*testing.T
	dev     device.Device
	program device.Program
	queue   device.Queue
}

func newBench(t *testing.T, dev device.Device) *bench {
	b := &bench{T: t, dev: dev}
	var err error
	b.program, err = dev.Compile(context.Background(), kernel.Source{
		Name:  "kernel/test",
		Parts: []kernel.Part{kernel.Philox, kernel.Elementary, kernel.Gaussian, kernel.Group, {Name: "testdata/device.cl", Text: deviceText}},
	})
	b.check(err)
	b.queue, err = dev.NewQueue()
	b.check(err)
	t.Cleanup(func() { b.check(b.queue.Close()); b.check(b.program.Close()) })
	return b
}

func (b *bench) check(err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

func bytesOf[T any](s []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(*new(T))))
}

func upload[T any](b *bench, s []T) device.Buffer {
	b.Helper()
	buf, err := b.dev.Alloc(max(8, len(bytesOf(s))))
	b.check(err)
	b.Cleanup(func() { b.check(buf.Close()) })
	if len(s) > 0 {
		b.check(b.queue.Write(buf, 0, bytesOf(s)))
	}
	return buf
}

func download[T any](b *bench, buf device.Buffer, n int) []T {
	b.Helper()
	s := make([]T, n)
	if n > 0 {
		b.check(b.queue.Read(bytesOf(s), buf, 0))
	}
	return s
}

// launch runs a kernel over n work-items, or one group where groups is 1.
func (b *bench) launch(name string, shape device.Shape, args ...any) {
	b.Helper()
	k, err := b.program.Kernel(name)
	b.check(err)
	b.check(b.queue.Launch(k, shape, args...))
	b.check(b.queue.Wait(context.Background()))
}

func TestOnDevices(t *testing.T) {
	devicetest.Each(t, func(t *testing.T, dev device.Device) {
		b := newBench(t, dev)
		for name, test := range map[string]func(*bench){
			"samplers": testSamplers, "rare": testRare, "elementary": testElementary, "group": testGroup, "sort": testSort,
		} {
			t.Run(name, func(t *testing.T) {
				c := *b
				c.T = t
				test(&c)
			})
		}
	})
}

func testSamplers(b *bench) {
	const n = 20_000
	r := rand.New(rand.NewPCG(1, 1))
	thresholds := []uint64{0, 1, 1 << 24, 1 << 31, 3 << 30, 1<<32 - 1, 1 << 32, rng.Threshold(0.01)}
	bounds := []uint64{1, 2, 3, 10_000, 1<<31 + 1, 3 << 30, math.MaxUint32}
	bounds64 := []uint64{1, 3, 1<<63 + 1, 3 << 62, math.MaxUint64, 1 << 40}
	var in, want []uint64
	for range n {
		a := rng.Address{Seed: r.Uint64(), Step: r.Uint64() >> (8 + r.UintN(56)), Individual: r.Uint32(), Purpose: rng.Purpose(r.UintN(11))}
		w := r.Uint32() >> (6 + r.UintN(26))
		bound, bound64 := uint64(r.Uint32())|1, r.Uint64()|1
		threshold, open := r.Uint64()>>(32+r.UintN(10)), uint64(1)<<r.UintN(65)-1
		if r.UintN(3) == 0 {
			threshold = thresholds[r.IntN(len(thresholds))]
			bound, bound64 = bounds[r.IntN(len(bounds))], bounds64[r.IntN(len(bounds64))]
			open = math.MaxUint64
		}
		in = append(in, a.Seed, a.Step, uint64(a.Purpose)<<32|uint64(a.Individual), uint64(w), bound, bound64, threshold, open)
		x0, x1, x2, x3 := a.Block(w / 4)
		pair := uint64(x1)<<32 | uint64(x0)
		if w%4 > 1 {
			pair = uint64(x3)<<32 | uint64(x2)
		}
		want = append(want, uint64(a.Bounded(a.Word(w), w, uint32(bound))), a.Bounded64(pair, w&^1, bound64),
			a.MaskLow(w%1000, threshold, open), math.Float64bits(rng.Unit(x0, x1)), math.Float64bits(rng.Gaussian(x0, x1, x2, x3)))
	}
	out := upload(b, make([]uint64, len(want)))
	b.launch("test_samplers", device.Shape{Groups: (n + 63) / 64, Group: 64}, upload(b, in), out, uint32(n))
	compare(b, download[uint64](b, out, len(want)), want, 5, []string{"bounded", "bounded64", "mask", "unit", "gaussian"},
		func(i int) any { return in[8*i : 8*i+8] })
}

func testRare(b *bench) {
	const n = 20_000
	for _, threshold := range []uint64{1, rng.Threshold(0.001), rng.Threshold(0.01), rng.RareThreshold} {
		r := rand.New(rand.NewPCG(threshold, 1))
		masks := rng.NewMasks(threshold)
		var in, want []uint64
		for range n {
			a := rng.Address{Seed: r.Uint64(), Step: r.Uint64() >> 8, Individual: r.Uint32(), Purpose: rng.Mutate}
			w := r.Uint32N(1000)
			in = append(in, a.Seed, a.Step, uint64(a.Purpose)<<32|uint64(a.Individual), uint64(w))
			want = append(want, masks.Low(a, w, math.MaxUint64))
		}
		out := upload(b, make([]uint64, n))
		b.launch("test_rare", device.Shape{Groups: (n + 63) / 64, Group: 64, Local: 8 * 64}, upload(b, masks.Table()), upload(b, in), out, uint32(n))
		compare(b, download[uint64](b, out, n), want, 1, []string{"rare mask"}, func(i int) any { return in[4*i : 4*i+4] })
	}
}

// compare reports the first few differences of results that come in rows.
func compare(b *bench, got, want []uint64, row int, names []string, input func(i int) any) {
	b.Helper()
	wrong := 0
	for i := range want {
		if got[i] != want[i] {
			if wrong++; wrong <= 5 {
				b.Errorf("%s of %v: got %#x, want %#x", names[i%row], input(i/row), got[i], want[i])
			}
		}
	}
	if wrong > 0 {
		b.Errorf("%d of %d differ", wrong, len(want))
	}
}

// special has the corners of float64 and of the functions' domains.
func special() []float64 {
	s := []float64{0, 1, 2, 3, 0.5, 1.0 / 3, 10, 53, 54, 0x1p-27, 0x1p-70, 0x1p64, 0x1p53, 1<<53 - 1, 1 << 30, 1<<30 + 1,
		709.78, 709.79, 710.5, 745.13, 745.14, 746.5, math.Pi, math.Pi / 2, math.Pi / 4, math.Sqrt2, 1e6, 1e300, 1e-300,
		math.MaxFloat64, math.SmallestNonzeroFloat64, 0x1p-1022, 0x1.fffffffffffffp-1023, math.Inf(1), math.NaN()}
	for _, x := range slices.Clone(s) {
		s = append(s, -x, math.Nextafter(x, 0), math.Nextafter(x, math.Inf(1)))
	}
	return s
}

func testElementary(b *bench) {
	r := rand.New(rand.NewPCG(2, 2))
	var x, y []float64
	for _, u := range special() {
		for _, v := range special() {
			x, y = append(x, u), append(y, v)
		}
	}
	for range 20_000 {
		x = append(x, math.Float64frombits(r.Uint64()), r.NormFloat64()*math.Exp(r.Float64()*20-5), r.ExpFloat64())
		y = append(y, math.Float64frombits(r.Uint64()), r.NormFloat64(), r.NormFloat64()*50)
	}
	var want []uint64
	for i := range x {
		for _, v := range []float64{elementary.Exp(x[i]), elementary.Log(x[i]), elementary.Sin(x[i]), elementary.Cos(x[i]), elementary.Pow(x[i], y[i])} {
			want = append(want, math.Float64bits(v))
		}
	}
	out := upload(b, make([]uint64, len(want)))
	b.launch("test_elementary", device.Shape{Groups: (len(x) + 63) / 64, Group: 64}, upload(b, x), upload(b, y), out, uint32(len(x)))
	compare(b, download[uint64](b, out, len(want)), want, 5, []string{"exp", "log", "sin", "cos", "pow"},
		func(i int) any { return []float64{x[i], y[i]} })
}

func testGroup(b *bench) {
	r := rand.New(rand.NewPCG(3, 3))
	k, err := b.program.Kernel("test_group")
	b.check(err)
	for _, size := range []int{1, 2, 8, 32, 64, 256, 1024} {
		if size > k.MaxGroup() || parallel.GroupScratch(size) > b.dev.Info().LocalMemory {
			continue
		}
		in, real := make([]int64, size), make([]float64, size)
		for i := range in {
			in[i], real[i] = int64(r.Uint64()), r.NormFloat64()*math.Exp(20*r.Float64())
		}
		var want []uint64
		var sum uint64
		var sum32 uint32
		lo, hi, best, index := in[0], in[0], in[0]>>60, 3
		for i, v := range in {
			sum += uint64(v)
			sum32 += uint32(v)
			lo, hi = min(lo, v), max(hi, v)
			if v>>60 > best {
				best, index = v>>60, 7*i+3
			}
		}
		tree := slices.Clone(real)
		for len(tree) > 1 {
			for i := range tree[:len(tree)/2] {
				tree[i] = tree[2*i] + tree[2*i+1]
			}
			tree = tree[:len(tree)/2]
		}
		var before uint64
		for _, v := range in {
			want = append(want, sum, sum, uint64(lo), uint64(hi), math.Float64bits(tree[0]), uint64(best), uint64(index),
				uint64(uint32(before)), before, sum^uint64(sum32))
			before += uint64(v)
		}
		out := upload(b, make([]uint64, len(want)))
		b.launch("test_group", device.Shape{Groups: 1, Group: size, Local: parallel.GroupScratch(size)}, upload(b, in), upload(b, real), out)
		compare(b, download[uint64](b, out, len(want)), want, 10,
			[]string{"sum u64", "sum i64", "min", "max", "sum f64", "best score", "best index", "scan u32", "scan u64", "totals"},
			func(i int) any { return []int{size, i} })
	}
}

func testSort(b *bench) {
	r := rand.New(rand.NewPCG(4, 4))
	for _, c := range []struct{ n, group int }{{1, 64}, {2, 64}, {3, 64}, {100, 64}, {128, 64}, {129, 256}, {1000, 256}, {1365, 64}, {700, 1}} {
		type pair struct {
			key   int64
			index uint32
		}
		pairs := make([]pair, c.n)
		keys, index := make([]int64, c.n), make([]uint32, c.n)
		for i := range pairs {
			pairs[i] = pair{int64(r.IntN(c.n)) - int64(c.n)/2, uint32(i) * 3}
			if r.IntN(10) == 0 {
				pairs[i].key = math.MinInt64 + int64(r.IntN(2))
			}
		}
		r.Shuffle(c.n, func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
		for i, p := range pairs {
			keys[i], index[i] = p.key, p.index
		}
		slices.SortFunc(pairs, func(p, q pair) int {
			return cmp.Or(cmp.Compare(q.key, p.key), cmp.Compare(p.index, q.index))
		})
		k1, i1, k2, i2 := upload(b, keys), upload(b, index), upload(b, keys), upload(b, index)
		b.launch("test_sort", device.Shape{Groups: 1, Group: c.group, Local: (12*c.n + 7) / 8 * 8}, k1, i1, k2, i2, uint32(c.n))
		for where, buf := range map[string][2]device.Buffer{"global": {k1, i1}, "local": {k2, i2}} {
			keys, index := download[int64](b, buf[0], c.n), download[uint32](b, buf[1], c.n)
			for i, p := range pairs {
				if keys[i] != p.key || index[i] != p.index {
					b.Errorf("%s memory, n = %d, group %d: place %d has (%d, %d), want (%d, %d)", where, c.n, c.group, i, keys[i], index[i], p.key, p.index)
					break
				}
			}
		}
	}
}
