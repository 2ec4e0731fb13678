package parallel

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"math"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/kernel"
)

//go:embed scan.cl
var scanText string

//go:embed sort.cl
var sortText string

//go:embed sort_count.cl
var sortCountText string

//go:embed sort_warp.cl
var sortWarpText string

// items is how many elements a work-item handles; a power of two, at most 32.
const items = 8

// largestGroup is the group size where the device allows it: enough to hide
// latency, and the sort's local memory stays below 16 KB.
const largestGroup = 256

// fewTiles is the number of tiles up to which each of them adds up the sums or the
// counts of all by itself: that takes less time than launching a scan of them.
const fewTiles = 32

// MaxLength is the longest segment.
const MaxLength = 1 << 31

// Blocks is the building blocks, compiled for one device.
type Blocks struct {
	dev       device.Device
	program   device.Program
	group     int  // the size of every group
	tile      int  // elements a group handles
	radixBits int  // bits of the sort's digits
	warps     bool // the sort ranks by warps

	sums, scan, count, scatter device.Kernel
}

// New compiles the building blocks for a device.
func New(ctx context.Context, dev device.Device) (*Blocks, error) {
	return newBlocks(ctx, dev, largestGroup, dev.Info().Driver == "cuda")
}

// newBlocks lets tests ask for smaller groups and for the sort of the other
// drivers.
func newBlocks(ctx context.Context, dev device.Device, group int, warps bool) (*Blocks, error) {
	b := &Blocks{dev: dev, radixBits: 4, warps: warps}
	scatter := kernel.Part{Name: "internal/parallel/sort_count.cl", Text: sortCountText}
	if warps {
		b.radixBits = 8
		scatter = kernel.Part{Name: "internal/parallel/sort_warp.cl", Text: sortWarpText}
	}
	program, err := dev.Compile(ctx, kernel.Source{
		Name: "internal/parallel",
		Defines: []kernel.Define{
			{Name: "ITEMS", Value: items}, {Name: "RADIX_BITS", Value: b.radixBits}, {Name: "FEW_TILES", Value: fewTiles},
		},
		Parts: []kernel.Part{
			kernel.Group,
			{Name: "internal/parallel/scan.cl", Text: scanText},
			{Name: "internal/parallel/sort.cl", Text: sortText},
			scatter,
		},
	})
	if err != nil {
		return nil, fmt.Errorf("parallel: %w", err)
	}
	b.program = program
	if err := b.findKernels(group); err != nil {
		return nil, errors.Join(err, program.Close())
	}
	return b, nil
}

// findKernels looks up the kernels and chooses the group size that all of them
// can be launched with.
func (b *Blocks) findKernels(group int) error {
	limit := min(group, b.dev.Info().MaxGroup)
	for name, k := range map[string]*device.Kernel{
		"scan_sums": &b.sums, "scan": &b.scan, "sort_count": &b.count, "sort_scatter": &b.scatter,
	} {
		found, err := b.program.Kernel(name)
		if err != nil {
			return fmt.Errorf("parallel: %w", err)
		}
		*k = found
		limit = min(limit, found.MaxGroup())
	}
	b.group = 1
	for b.group*2 <= limit {
		b.group *= 2
	}
	for b.group > 1 && b.local() > b.dev.Info().LocalMemory {
		b.group /= 2
	}
	if b.warps && b.group < 32 {
		return fmt.Errorf("parallel: device %s allows groups of %d, fewer than a warp", b.dev.Info().ID(), b.group)
	}
	b.tile = b.group * items
	return nil
}

// local is the largest local memory of any launch.
func (b *Blocks) local() int { return max(GroupScratch(b.group), b.scatterLocal()) }

func (b *Blocks) scatterLocal() int {
	if b.warps {
		return 4<<b.radixBits + max(GroupScratch(b.group), b.group/32*4<<b.radixBits)
	}
	return GroupScratch(b.group) + 4<<b.radixBits + b.group*2<<b.radixBits
}

// Close releases the program. Buffers made by Scratch are the caller's.
func (b *Blocks) Close() error { return b.program.Close() }

// tiles is how many groups a segment of n elements needs; an empty one needs
// one too, which writes the result.
func (b *Blocks) tiles(n int) int { return max(1, (n+b.tile-1)/b.tile) }

// launch queues a kernel with one group for each tile of each segment.
func (b *Blocks) launch(q device.Queue, k device.Kernel, n, segments, local int, args ...any) error {
	shape := device.Shape{Groups: segments * b.tiles(n), Group: b.group, Local: local}
	if err := q.Launch(k, shape, args...); err != nil {
		return fmt.Errorf("parallel: %d segments of %d: %w", segments, n, err)
	}
	return nil
}

// check refuses sizes that a launch cannot express and buffers that are too
// small, before a kernel runs past their end.
func (b *Blocks) check(what string, n, segments int, s *Scratch, buffers ...sized) error {
	switch {
	case n < 0 || n > MaxLength:
		return fmt.Errorf("parallel: %s: a segment of %d elements; 0 to %d are possible", what, n, MaxLength)
	case segments < 1 || segments > math.MaxInt32/b.tiles(n):
		return fmt.Errorf("parallel: %s: %d segments of %d elements; 1 to %d are possible", what, segments, n, math.MaxInt32/b.tiles(n))
	case s == nil || n > s.n || segments > s.segments:
		return fmt.Errorf("parallel: %s: %d segments of %d elements need a larger scratch", what, segments, n)
	}
	for _, x := range buffers {
		if x.buffer == nil || x.buffer.Size() < x.bytes {
			return fmt.Errorf("parallel: %s: %s needs a buffer of %d bytes", what, x.name, x.bytes)
		}
	}
	return nil
}

// sized is a buffer and the bytes it must have.
type sized struct {
	name   string
	buffer device.Buffer
	bytes  int
}

// GroupScratch is how many bytes of local memory the functions of kernel.Group need
// in a group of this size.
func GroupScratch(group int) int { return 8 * (2*group + 32) }
