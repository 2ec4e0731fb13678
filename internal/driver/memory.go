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
	lifetime.Handle
	dev    *dev
	handle uintptr
	size   int
}

func (d *dev) Alloc(bytes int) (device.Buffer, error) {
	if bytes < 0 {
		return nil, fmt.Errorf("device %s: a buffer of %d bytes was asked for", d.info.ID(), bytes)
	}
	b, real := &buffer{dev: d, size: bytes}, uint64(max(bytes, minAlloc))
	return adopt[device.Buffer](d, b, &b.Handle, lifetime.OtherRank, real, func() (err error) {
		_, held := d.Held()
		b.handle, err = d.native.Alloc(real, held)
		return err
	}, b.release)
}

func (b *buffer) release() error {
	b.dev.gate.Drain()
	return b.dev.native.Free(b.handle)
}

func (b *buffer) Size() int { return b.size }

// hostBuffer is page-locked host memory.
type hostBuffer struct {
	lifetime.Handle
	dev    *dev
	handle uintptr
	memory []byte // at least minAlloc bytes
	size   int
}

func (d *dev) AllocHost(bytes int) (device.HostBuffer, error) {
	if bytes < 0 {
		return nil, fmt.Errorf("device %s: a host buffer of %d bytes was asked for", d.info.ID(), bytes)
	}
	h := &hostBuffer{dev: d, size: bytes}
	return adopt[device.HostBuffer](d, h, &h.Handle, lifetime.OtherRank, 0, func() (err error) {
		_, held := d.Held()
		if h.memory, h.handle, err = d.native.AllocHost(max(bytes, minAlloc), held); err == nil {
			d.pinned.add(h.memory)
		}
		return err
	}, h.release)
}

func (h *hostBuffer) release() error {
	h.dev.pinned.remove(h.memory)
	return h.dev.native.FreeHost(h.memory, h.handle)
}

func (h *hostBuffer) Bytes() []byte { return h.memory[:h.size:h.size] }
