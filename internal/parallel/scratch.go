package parallel

import (
	"errors"
	"fmt"

	"github.com/warbler-opt/warbler/device"
)

// Scratch is device memory that the building blocks work in. It serves every
// call with as many segments and elements as it was made for, or fewer.
type Scratch struct {
	n, segments  int
	levels       []device.Buffer // sums of tiles, of tiles of tiles and so on
	keys, values device.Buffer
	counts       device.Buffer
	digits       []device.Buffer // levels for scans of counts
}

// Scratch allocates what scans and sorts of this size need: a second copy of keys
// and values, counts, and about 1 % more.
func (b *Blocks) Scratch(n, segments int) (*Scratch, error) {
	s := &Scratch{n: n, segments: segments}
	if err := b.check("scratch", n, segments, s); err != nil {
		return nil, err
	}
	if err := s.allocate(b); err != nil {
		return nil, errors.Join(fmt.Errorf("parallel: scratch for %d segments of %d: %w", segments, n, err), s.Close())
	}
	return s, nil
}

func (s *Scratch) allocate(b *Blocks) error {
	counts := b.tiles(s.n) << b.radixBits
	if err := b.check("scratch", counts, s.segments, &Scratch{n: counts, segments: s.segments}); err != nil {
		return err
	}
	for _, part := range []struct {
		into  *device.Buffer
		bytes int
	}{{&s.keys, 8 * s.n * s.segments}, {&s.values, 4 * s.n * s.segments}, {&s.counts, 4 * counts * s.segments}} {
		buffer, err := b.dev.Alloc(part.bytes)
		if err != nil {
			return err
		}
		*part.into = buffer
	}
	if err := s.allocateLevels(b, &s.levels, s.n); err != nil {
		return err
	}
	return s.allocateLevels(b, &s.digits, counts)
}

// allocateLevels allocates the sums that a scan of n elements has on its way.
func (s *Scratch) allocateLevels(b *Blocks, levels *[]device.Buffer, n int) error {
	for {
		n = b.tiles(n)
		buffer, err := b.dev.Alloc(4 * s.segments * n)
		if err != nil {
			return err
		}
		if *levels = append(*levels, buffer); n == 1 {
			return nil
		}
	}
}

// Close releases the memory.
func (s *Scratch) Close() error {
	var errs []error
	for _, b := range append(append([]device.Buffer{s.keys, s.values, s.counts}, s.levels...), s.digits...) {
		if b != nil {
			errs = append(errs, b.Close())
		}
	}
	return errors.Join(errs...)
}
