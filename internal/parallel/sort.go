package parallel

import (
	"fmt"

	"github.com/warbler-opt/warbler/device"
)

// SortU32 queues a stable sort of each segment of n pairs, ascending by key
// (uint32), values (uint32) moving along. Only the lowest bits of the keys are
// looked at; the fewer, the faster. s must come from SortScratch.
func (b *Blocks) SortU32(q device.Queue, keys, values device.Buffer, n, segments, bits int, s *Scratch) error {
	return b.sort(q, 4, keys, values, n, segments, bits, s)
}

// SortU64 is SortU32 for keys of 64 bits.
func (b *Blocks) SortU64(q device.Queue, keys, values device.Buffer, n, segments, bits int, s *Scratch) error {
	return b.sort(q, 8, keys, values, n, segments, bits, s)
}

func (b *Blocks) sort(q device.Queue, bytes int, keys, values device.Buffer, n, segments, bits int, s *Scratch) error {
	if err := b.check("sort", n, segments, s, sized{"keys", keys, bytes * n * segments}, sized{"values", values, 4 * n * segments}); err != nil {
		return err
	}
	switch {
	case bits < 0 || bits > 8*bytes:
		return fmt.Errorf("parallel: sort: %d bits of a %d-bit key", bits, 8*bytes)
	case s.keyBytes < bytes:
		return fmt.Errorf("parallel: sort: the scratch was not made to sort %d-bit keys", 8*bytes)
	case n < 2:
		return nil
	}
	k, tiles := b.sorts[bytes/8], b.tiles(n)
	from, to := [2]device.Buffer{keys, values}, [2]device.Buffer{s.keys, s.values}
	for shift := 0; shift < bits; shift += b.radixBits {
		mask := 1<<min(b.radixBits, bits-shift) - 1
		size := []any{uint32(n), uint32(tiles), uint32(shift), uint32(mask)}
		if err := b.sortPass(q, k, from, to, n, segments, size, s); err != nil {
			return err
		}
		from, to = to, from
	}
	if from[0] == keys {
		return nil
	}
	if err := q.Copy(keys, 0, s.keys, 0, bytes*n*segments); err != nil {
		return fmt.Errorf("parallel: sort: %w", err)
	}
	if err := q.Copy(values, 0, s.values, 0, 4*n*segments); err != nil {
		return fmt.Errorf("parallel: sort: %w", err)
	}
	return nil
}

// sortPass sorts by one digit, stably; size is the kernels' last arguments.
func (b *Blocks) sortPass(q device.Queue, k sortKernels, from, to [2]device.Buffer, n, segments int, size []any, s *Scratch) error {
	if err := b.launch(q, k.count, n, segments, 4<<b.radixBits, append([]any{from[0], s.counts}, size...)...); err != nil {
		return err
	}
	counts := b.tiles(n) << b.radixBits
	if err := b.scanLevel(q, b.scans[0], s.counts, s.unused, s.counts, counts, segments, s.digits, 0); err != nil {
		return err
	}
	return b.launch(q, k.scatter, n, segments, b.scatterLocal(),
		append([]any{from[0], from[1], to[0], to[1], s.counts}, size...)...)
}
