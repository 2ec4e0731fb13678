//go:build linux

package opencl

import (
	"fmt"
	"unsafe"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/lifetime"
)

// buffer is a cl_mem.
type buffer struct {
	dev  *dev
	life lifetime.Handle
	id   uintptr
	size int
}

// minAlloc is what an empty buffer takes: OpenCL has none of no bytes.
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
	_, held := d.life.Held()
	// Drivers allocate late, so some would promise more than there is.
	if real > d.info.MaxAlloc || held+real > d.info.Memory {
		return nil, d.outOfMemory(real)
	}
	var code int32
	id := create(d.createBuffer, d.context, memReadWrite, uintptr(real), 0, uintptr(unsafe.Pointer(&code)))
	if code == success && d.info.GPU {
		if code = d.commit(id); code != success {
			call(d.releaseMemObject, id)
		}
	}
	if memoryCode(code) || code == errOutOfResources {
		return nil, d.outOfMemory(real)
	}
	if code != success {
		return nil, d.failed("clCreateBuffer", code)
	}
	b := &buffer{dev: d, id: id, size: bytes}
	if err := d.life.Adopt(&b.life, lifetime.OtherRank, real, b.release); err != nil {
		return nil, err
	}
	return b, nil
}

// commit touches a new buffer, so that a lack of memory shows here and not in
// the first kernel that uses it.
func (d *dev) commit(id uintptr) int32 {
	d.serviceMu.Lock()
	defer d.serviceMu.Unlock()
	var zero [4]byte
	return call(d.enqueueWrite, d.service, id, 1, 0, uintptr(len(zero)), uintptr(unsafe.Pointer(&zero[0])), 0, 0, 0)
}

func (d *dev) outOfMemory(asked uint64) error {
	_, held := d.life.Held()
	err := &device.OutOfMemoryError{Device: d.info.ID(), Asked: asked, Free: d.info.Memory - min(held, d.info.Memory)}
	if asked > d.info.MaxAlloc {
		err.Largest = d.info.MaxAlloc
	}
	return err
}

func (b *buffer) release() error {
	b.dev.gate.Drain()
	if code := call(b.dev.releaseMemObject, b.id); code != success {
		return b.dev.failed("clReleaseMemObject", code)
	}
	return nil
}

func (b *buffer) Size() int { return b.size }

func (b *buffer) Close() error { return b.life.Close() }

// hostBuffer is memory that the driver has page-locked and mapped for good.
type hostBuffer struct {
	dev   *dev
	life  lifetime.Handle
	id    uintptr
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
	real := max(bytes, minAlloc)
	var code int32
	id := create(d.createBuffer, d.context, memReadWrite|memAllocHostPtr, uintptr(real), 0, uintptr(unsafe.Pointer(&code)))
	if memoryCode(code) || code == errOutOfResources {
		return nil, d.outOfMemory(uint64(real))
	}
	if code != success {
		return nil, d.failed("clCreateBuffer", code)
	}
	d.serviceMu.Lock()
	address := create(d.enqueueMap, d.service, id, 1, mapReadWrite, 0, uintptr(real), 0, 0, 0, uintptr(unsafe.Pointer(&code)))
	d.serviceMu.Unlock()
	if code != success {
		call(d.releaseMemObject, id)
		if memoryCode(code) || code == errOutOfResources {
			return nil, d.outOfMemory(uint64(real))
		}
		return nil, d.failed("clEnqueueMapBuffer", code)
	}
	// The address is not Go memory; read as a pointer it is just an address.
	pointer := *(*unsafe.Pointer)(unsafe.Pointer(&address))
	h := &hostBuffer{dev: d, id: id, bytes: unsafe.Slice((*byte)(pointer), real)[:bytes:bytes]}
	d.pinned.Add(h.bytes)
	if err := d.life.Adopt(&h.life, lifetime.OtherRank, 0, h.release); err != nil {
		return nil, err
	}
	return h, nil
}

func (h *hostBuffer) release() error {
	d := h.dev
	d.pinned.Remove(h.bytes)
	d.serviceMu.Lock()
	defer d.serviceMu.Unlock()
	address := uintptr(unsafe.Pointer(unsafe.SliceData(h.bytes)))
	call(d.enqueueUnmap, d.service, h.id, address, 0, 0, 0)
	call(d.finish, d.service)
	if code := call(d.releaseMemObject, h.id); code != success {
		return d.failed("clReleaseMemObject", code)
	}
	return nil
}

func (h *hostBuffer) Bytes() []byte { return h.bytes }

func (h *hostBuffer) Close() error { return h.life.Close() }
