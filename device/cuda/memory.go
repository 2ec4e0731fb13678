//go:build linux

package cuda

import (
	"fmt"
	"unsafe"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/lifetime"
)

// buffer is device memory at an address.
type buffer struct {
	dev     *dev
	life    lifetime.Handle
	address uintptr
	size    int
}

// minAlloc is what an empty buffer takes: CUDA has none of no bytes.
const minAlloc = 16

func (d *dev) Alloc(bytes int) (device.Buffer, error) {
	if !d.life.Acquire() {
		return nil, device.ErrClosed
	}
	defer d.life.Release()
	if bytes < 0 {
		return nil, fmt.Errorf("device %s: a buffer of %d bytes was asked for", d.info.ID(), bytes)
	}
	real := uint64(max(bytes, minAlloc))
	var address uintptr
	code := d.call(d.memAlloc, uintptr(unsafe.Pointer(&address)), uintptr(real))
	if code == errOutOfMemory {
		return nil, d.outOfMemory(real)
	}
	if code != success {
		return nil, d.failed("cuMemAlloc", code)
	}
	b := &buffer{dev: d, address: address, size: bytes}
	if err := d.life.Adopt(&b.life, lifetime.OtherRank, real, b.release); err != nil {
		return nil, err
	}
	return b, nil
}

func (d *dev) outOfMemory(asked uint64) error {
	free, _ := d.freeMemory() // 0 where the driver does not tell
	return &device.OutOfMemoryError{Device: d.info.ID(), Asked: asked, Free: free}
}

func (b *buffer) release() error {
	b.dev.gate.Drain()
	return b.dev.released("cuMemFree", b.dev.call(b.dev.memFree, b.address))
}

func (b *buffer) Size() int { return b.size }

func (b *buffer) Close() error { return b.life.Close() }

// hostBuffer is page-locked host memory.
type hostBuffer struct {
	dev   *dev
	life  lifetime.Handle
	bytes []byte
}

func (d *dev) AllocHost(bytes int) (device.HostBuffer, error) {
	if !d.life.Acquire() {
		return nil, device.ErrClosed
	}
	defer d.life.Release()
	if bytes < 0 {
		return nil, fmt.Errorf("device %s: a host buffer of %d bytes was asked for", d.info.ID(), bytes)
	}
	memory, code := d.hostAlloc(max(bytes, minAlloc))
	if code == errOutOfMemory {
		return nil, d.outOfMemory(uint64(bytes))
	}
	if code != success {
		return nil, d.failed("cuMemHostAlloc", code)
	}
	h := &hostBuffer{dev: d, bytes: memory[:bytes:bytes]}
	d.pinned.Add(h.bytes)
	if err := d.life.Adopt(&h.life, lifetime.OtherRank, 0, h.release); err != nil {
		return nil, err
	}
	return h, nil
}

func (d *dev) hostAlloc(bytes int) ([]byte, int32) {
	var address uintptr
	code := d.call(d.memHostAlloc, uintptr(unsafe.Pointer(&address)), uintptr(bytes), hostAllocPortable)
	if code != success {
		return nil, code
	}
	// The address is not Go memory; read as a pointer it is just an address.
	pointer := *(*unsafe.Pointer)(unsafe.Pointer(&address))
	return unsafe.Slice((*byte)(pointer), bytes), success
}

func (d *dev) hostFree(memory []byte) error {
	address := uintptr(unsafe.Pointer(unsafe.SliceData(memory)))
	return d.released("cuMemFreeHost", d.call(d.memFreeHost, address))
}

func (h *hostBuffer) release() error {
	h.dev.pinned.Remove(h.bytes)
	return h.dev.hostFree(h.bytes)
}

func (h *hostBuffer) Bytes() []byte { return h.bytes }

func (h *hostBuffer) Close() error { return h.life.Close() }
