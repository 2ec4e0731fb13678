package parallel

import "github.com/warbler-opt/warbler/device"

// Sort queues a stable sort of each segment of n pairs, ascending by key
// (uint64), values (uint32) moving along.
func (b *Blocks) Sort(q device.Queue, keys, values device.Buffer, n, segments int, s *Scratch) error {
	if err := b.check("sort", n, segments, s, sized{"keys", keys, 8 * n * segments}, sized{"values", values, 4 * n * segments}); err != nil {
		return err
	}
	if n < 2 {
		return nil
	}
	tiles := b.tiles(n)
	from, to := [2]device.Buffer{keys, values}, [2]device.Buffer{s.keys, s.values}
	// The number of digits is even: the last pass ends where the first began.
	for shift := 0; shift < 64; shift += b.radixBits {
		size := []any{uint32(n), uint32(tiles), uint32(shift)}
		if err := b.sortPass(q, from, to, n, segments, size, s); err != nil {
			return err
		}
		from, to = to, from
	}
	return nil
}

// sortPass sorts by one digit, stably; size is the kernels' last arguments.
func (b *Blocks) sortPass(q device.Queue, from, to [2]device.Buffer, n, segments int, size []any, s *Scratch) error {
	if err := b.launch(q, b.count, n, segments, 4<<b.radixBits, append([]any{from[0], s.counts}, size...)...); err != nil {
		return err
	}
	if tiles := b.tiles(n); tiles > fewTiles {
		if err := b.scanLevel(q, s.counts, s.counts, tiles<<b.radixBits, segments, s.digits); err != nil {
			return err
		}
	}
	return b.launch(q, b.scatter, n, segments, b.scatterLocal(),
		append([]any{from[0], from[1], to[0], to[1], s.counts}, size...)...)
}
