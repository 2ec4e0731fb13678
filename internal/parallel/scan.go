package parallel

import (
	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/kernel"
)

// ScanU32 queues the exclusive prefix sums of segments of n uint32 each,
// modulo 2^32: dst[i] is the sum of src[j] for j < i of the segment, and total
// gets each segment's sum. dst may be src; total may be nil.
func (b *Blocks) ScanU32(q device.Queue, dst, total, src device.Buffer, n, segments int, s *Scratch) error {
	return b.scan(q, 4, dst, total, src, n, segments, s)
}

// ScanU64 is ScanU32 for uint64.
func (b *Blocks) ScanU64(q device.Queue, dst, total, src device.Buffer, n, segments int, s *Scratch) error {
	return b.scan(q, 8, dst, total, src, n, segments, s)
}

func (b *Blocks) scan(q device.Queue, bytes int, dst, total, src device.Buffer, n, segments int, s *Scratch) error {
	if s != nil && total == nil {
		total = s.unused
	}
	if err := b.check("scan", n, segments, s, sized{"dst", dst, bytes * n * segments},
		sized{"src", src, bytes * n * segments}, sized{"total", total, bytes * segments}); err != nil {
		return err
	}
	return b.scanLevel(q, b.scans[bytes/8], dst, total, src, n, segments, s, 0)
}

// scanLevel scans src; the sums of its tiles are scanned first, one level up.
func (b *Blocks) scanLevel(q device.Queue, k scanKernels, dst, total, src device.Buffer, n, segments int, s *Scratch, i int) error {
	tiles, base := b.tiles(n), s.unused
	if tiles > 1 {
		base = s.levels[i].values
		if err := b.launch(q, k.sums, n, segments, kernel.GroupScratch(b.group), src, base, uint32(n), uint32(tiles)); err != nil {
			return err
		}
		if err := b.scanLevel(q, k, base, s.unused, base, tiles, segments, s, i+1); err != nil {
			return err
		}
	}
	return b.launch(q, k.scan, n, segments, kernel.GroupScratch(b.group), src, dst, base, total, uint32(n), uint32(tiles))
}

// Compact queues, for each segment of n flags (uint32), the indices within the
// segment whose flag is not 0, in rising order, to the front of the segment's n
// places in dst (uint32); what follows them is left alone. count gets their
// number (uint32).
func (b *Blocks) Compact(q device.Queue, dst, count, flags device.Buffer, n, segments int, s *Scratch) error {
	if err := b.check("compact", n, segments, s, sized{"dst", dst, 4 * n * segments},
		sized{"flags", flags, 4 * n * segments}, sized{"count", count, 4 * segments}); err != nil {
		return err
	}
	tiles, base := b.tiles(n), s.unused
	if tiles > 1 {
		base = s.levels[0].values
		if err := b.launch(q, b.compactSums, n, segments, kernel.GroupScratch(b.group), flags, base, uint32(n), uint32(tiles)); err != nil {
			return err
		}
		if err := b.scanLevel(q, b.scans[0], base, s.unused, base, tiles, segments, s, 1); err != nil {
			return err
		}
	}
	return b.launch(q, b.compact, n, segments, kernel.GroupScratch(b.group), flags, dst, base, count, uint32(n), uint32(tiles))
}
