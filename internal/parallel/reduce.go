package parallel

import (
	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/kernel"
)

// SumU64 queues the sums of segments of n uint64 each, modulo 2^64, into dst:
// one number per segment.
func (b *Blocks) SumU64(q device.Queue, dst, src device.Buffer, n, segments int, s *Scratch) error {
	return b.reduce(q, "sum", b.sumU64, dst, src, n, segments, s)
}

// SumI64 is SumU64 for int64; the bits are the same.
func (b *Blocks) SumI64(q device.Queue, dst, src device.Buffer, n, segments int, s *Scratch) error {
	return b.reduce(q, "sum", b.sumU64, dst, src, n, segments, s)
}

// SumF64 queues the sums of segments of n float64 each, every one along the
// binary tree over its elements: node(k, j) = node(k-1, 2j) + node(k-1, 2j+1), a
// node without a right child being its left one. The sum of none is 0.
func (b *Blocks) SumF64(q device.Queue, dst, src device.Buffer, n, segments int, s *Scratch) error {
	if n == 0 { // the kernel would write its identity, −0
		if err := b.check("sum", n, segments, s, sized{"dst", dst, 8 * segments}); err != nil {
			return err
		}
		return q.Zero(dst, 0, 8*segments)
	}
	return b.reduce(q, "sum", b.sumF64, dst, src, n, segments, s)
}

// MinI64 queues the smallest of each segment of n int64; of none it is
// math.MaxInt64.
func (b *Blocks) MinI64(q device.Queue, dst, src device.Buffer, n, segments int, s *Scratch) error {
	return b.reduce(q, "minimum", b.minI64, dst, src, n, segments, s)
}

// MaxI64 queues the largest of each segment of n int64; of none it is
// math.MinInt64.
func (b *Blocks) MaxI64(q device.Queue, dst, src device.Buffer, n, segments int, s *Scratch) error {
	return b.reduce(q, "maximum", b.maxI64, dst, src, n, segments, s)
}

// reduce folds tiles into one value each, level by level, until a segment is
// one value.
func (b *Blocks) reduce(q device.Queue, what string, k device.Kernel, dst, src device.Buffer, n, segments int, s *Scratch) error {
	if err := b.check(what, n, segments, s, sized{"dst", dst, 8 * segments}, sized{"src", src, 8 * n * segments}); err != nil {
		return err
	}
	for i := 0; ; i++ {
		tiles := b.tiles(n)
		out := dst
		if tiles > 1 {
			out = s.levels[i].values
		}
		if err := b.launch(q, k, n, segments, kernel.GroupScratch(b.group), src, out, uint32(n), uint32(tiles)); err != nil {
			return err
		}
		if tiles == 1 {
			return nil
		}
		src, n = out, tiles
	}
}

// ArgMaxI64 queues the largest of each segment of n int64 into dst, and the
// lowest index within the segment that has it into at (uint32). Of none they
// are math.MinInt64 and math.MaxUint32.
func (b *Blocks) ArgMaxI64(q device.Queue, dst, at, src device.Buffer, n, segments int, s *Scratch) error {
	if err := b.check("arg-max", n, segments, s, sized{"dst", dst, 8 * segments}, sized{"at", at, 4 * segments},
		sized{"src", src, 8 * n * segments}); err != nil {
		return err
	}
	places, indexed := s.unused, uint32(0)
	for i := 0; ; i++ {
		tiles := b.tiles(n)
		out, outAt := dst, at
		if tiles > 1 {
			out, outAt = s.levels[i].values, s.levels[i].places
		}
		if err := b.launch(q, b.argMax, n, segments, kernel.GroupScratch(b.group),
			src, places, out, outAt, uint32(n), uint32(tiles), indexed); err != nil {
			return err
		}
		if tiles == 1 {
			return nil
		}
		src, places, indexed, n = out, outAt, 1, tiles
	}
}
