package driver

import (
	"fmt"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/lifetime"
)

// minAlloc is what an empty buffer takes: no driver has one of no bytes.
const minAlloc = 16

// buffer is device memory.
type buffer struct {
	dev    *dev
	life   lifetime.Handle
	handle uintptr
	size   int
}

func (d *dev) Alloc(bytes int) (device.Buffer, error) {
	if !d.life.Acquire() {
		return nil, device.ErrClosed
	}
	defer d.life.Release()
	if bytes < 0 {
		return nil, fmt.Errorf("device %s: a buffer of %d bytes was asked for", d.info.ID(), bytes)
	}
	real := uint64(max(bytes, minAlloc))
	_, held := d.life.Held()
	handle, err := d.native.Alloc(real, held)
	if err != nil {
		return nil, err
	}
	b := &buffer{dev: d, handle: handle, size: bytes}
	if err := d.life.Adopt(&b.life, lifetime.OtherRank, real, b.release); err != nil {
		return nil, err
	}
	return b, nil
}

func (b *buffer) release() error {
	b.dev.gate.Drain()
	return b.dev.native.Free(b.handle)
}

func (b *buffer) Size() int { return b.size }

func (b *buffer) Close() error { return b.life.Close() }

// hostBuffer is page-locked host memory.
type hostBuffer struct {
	dev    *dev
	life   lifetime.Handle
	handle uintptr
	memory []byte // at least minAlloc bytes
	size   int
}

func (d *dev) AllocHost(bytes int) (device.HostBuffer, error) {
	if !d.life.Acquire() {
		return nil, device.ErrClosed
	}
	defer d.life.Release()
	if bytes < 0 {
		return nil, fmt.Errorf("device %s: a host buffer of %d bytes was asked for", d.info.ID(), bytes)
	}
	_, held := d.life.Held()
	memory, handle, err := d.native.AllocHost(max(bytes, minAlloc), held)
	if err != nil {
		return nil, err
	}
	h := &hostBuffer{dev: d, handle: handle, memory: memory, size: bytes}
	d.pinned.add(memory)
	if err := d.life.Adopt(&h.life, lifetime.OtherRank, 0, h.release); err != nil {
		return nil, err
	}
	return h, nil
}

func (h *hostBuffer) release() error {
	h.dev.pinned.remove(h.memory)
	return h.dev.native.FreeHost(h.memory, h.handle)
}

func (h *hostBuffer) Bytes() []byte { return h.memory[:h.size:h.size] }

func (h *hostBuffer) Close() error { return h.life.Close() }
