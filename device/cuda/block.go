//go:build linux

package cuda

import (
	"unsafe"

	"github.com/warbler-opt/warbler/device"
)

// block is the memory through which a launch passes its n arguments: n
// addresses, and then the n values they point to, which the driver copies during
// the launch. Being on the heap, where Go moves nothing, it needs no pinning; it
// must only be kept alive. One launch uses it at a time.
type block struct {
	words []uint64
	// call has the parameters of cuLaunchKernel. As a list of arguments they would
	// be allocated anew by each launch.
	call [11]uintptr
}

func newBlock(args int) *block {
	b := &block{words: make([]uint64, max(2*args, 1))}
	for i := range args {
		b.words[i] = uint64(uintptr(unsafe.Pointer(&b.words[args+i])))
	}
	return b
}

// fits tells whether the block is one for this many arguments.
func (b *block) fits(args int) bool { return b != nil && len(b.words) == max(2*args, 1) }

// set puts a value in place: a short one lies at the slot's start, both sides
// being little-endian.
func (b *block) set(i int, bits uint64) { b.words[len(b.words)/2+i] = bits }

// launchParams are those of cuLaunchKernel.
func (b *block) launchParams(function uintptr, shape device.Shape, stream uintptr) []uintptr {
	b.call = [...]uintptr{
		function, uintptr(shape.Groups), 1, 1, uintptr(shape.Group), 1, 1,
		uintptr(shape.Local), stream, uintptr(unsafe.Pointer(unsafe.SliceData(b.words))), 0,
	}
	return b.call[:]
}
