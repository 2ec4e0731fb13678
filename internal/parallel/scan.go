package parallel

import (
	"github.com/warbler-opt/warbler/device"
)

// Scan queues the exclusive prefix sums of segments of n uint32 each, modulo
// 2^32: dst[i] is the sum of src[j] for j < i of the segment. dst may be src.
func (b *Blocks) Scan(q device.Queue, dst, src device.Buffer, n, segments int, s *Scratch) error {
	if err := b.check("scan", n, segments, s, sized{"dst", dst, 4 * n * segments}, sized{"src", src, 4 * n * segments}); err != nil {
		return err
	}
	return b.scanLevel(q, dst, src, n, segments, s.levels)
}

// scanLevel scans src; the sums of its tiles are scanned first, one level up.
func (b *Blocks) scanLevel(q device.Queue, dst, src device.Buffer, n, segments int, levels []device.Buffer) error {
	tiles, base, local := b.tiles(n), levels[0], GroupScratch(b.group)
	if tiles > 1 {
		if err := b.launch(q, b.sums, n, segments, local, src, base, uint32(n), uint32(tiles)); err != nil {
			return err
		}
		if tiles > fewTiles {
			if err := b.scanLevel(q, base, base, tiles, segments, levels[1:]); err != nil {
				return err
			}
		}
	}
	return b.launch(q, b.scan, n, segments, local, src, dst, base, uint32(n), uint32(tiles))
}
