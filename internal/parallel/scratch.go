package parallel

import (
	"errors"
	"fmt"

	"github.com/warbler-opt/warbler/device"
)

// Scratch is device memory that the building blocks work in. It serves every
// call with as many segments and elements as it was made for, or fewer.
type Scratch struct {
	n, segments int
	levels      []level // from the tiles of the elements up to a single tile
	unused      device.Buffer

	keyBytes     int // 0 where it cannot sort
	keys, values device.Buffer
	counts       device.Buffer
	digits       *Scratch // for scans of counts
}

// level holds what is left of each segment after a round of reduction.
type level struct {
	values device.Buffer // 8 bytes each
	places device.Buffer // 4 bytes each
}

// Scratch allocates what reductions, scans and compactions of this size need:
// about 1 % of the data.
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
	// A scan writes totals even where nobody asked for them.
	if err := alloc(b.dev, &s.unused, 8*s.segments); err != nil {
		return err
	}
	for n := s.n; ; {
		tiles := b.tiles(n)
		s.levels = append(s.levels, level{})
		l := &s.levels[len(s.levels)-1]
		if err := alloc(b.dev, &l.values, 8*s.segments*tiles); err != nil {
			return err
		}
		if err := alloc(b.dev, &l.places, 4*s.segments*tiles); err != nil {
			return err
		}
		if tiles == 1 {
			return nil
		}
		n = tiles
	}
}

// SortScratch allocates what a Sort of this size needs besides: a second copy
// of keys and values, and counts. keyBytes is 4 or 8; 8 serves both.
func (b *Blocks) SortScratch(n, segments, keyBytes int) (*Scratch, error) {
	if keyBytes != 4 && keyBytes != 8 {
		return nil, fmt.Errorf("parallel: keys of %d bytes; 4 and 8 are possible", keyBytes)
	}
	s, err := b.Scratch(n, segments)
	if err != nil {
		return nil, err
	}
	s.keyBytes = keyBytes
	counts := b.tiles(n) << b.radixBits
	for _, part := range []struct {
		into  *device.Buffer
		bytes int
	}{{&s.keys, keyBytes * n * segments}, {&s.values, 4 * n * segments}, {&s.counts, 4 * counts * segments}} {
		if err = alloc(b.dev, part.into, part.bytes); err != nil {
			break
		}
	}
	if err == nil {
		s.digits = &Scratch{n: counts, segments: segments}
		if err = b.check("scratch", counts, segments, s.digits); err == nil {
			err = s.digits.allocate(b)
		}
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("parallel: scratch for sorting %d segments of %d: %w", segments, n, err), s.Close())
	}
	return s, nil
}

// alloc fills in a buffer; an empty one still gets a few bytes, since drivers
// refuse none.
func alloc(dev device.Device, into *device.Buffer, bytes int) error {
	b, err := dev.Alloc(max(bytes, 8))
	if err == nil {
		*into = b
	}
	return err
}

// Close releases the memory.
func (s *Scratch) Close() error {
	var errs []error
	free := func(b device.Buffer) {
		if b != nil {
			errs = append(errs, b.Close())
		}
	}
	for _, l := range s.levels {
		free(l.values)
		free(l.places)
	}
	free(s.unused)
	free(s.keys)
	free(s.values)
	free(s.counts)
	if s.digits != nil {
		errs = append(errs, s.digits.Close())
	}
	return errors.Join(errs...)
}
