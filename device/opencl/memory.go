//go:build linux

package opencl

import (
	"unsafe"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/dynlib"
)

// FreeMemory is an upper bound: OpenCL does not tell what others hold.
func (d *dev) FreeMemory(held uint64) (uint64, error) {
	return d.info.Memory - min(held, d.info.Memory), nil
}

// Alloc makes a cl_mem.
func (d *dev) Alloc(bytes, held uint64) (uintptr, error) {
	// Drivers allocate late, so some would promise more than there is.
	if bytes > d.info.MaxAlloc || held+bytes > d.info.Memory {
		return 0, d.outOfMemory(bytes, held)
	}
	var code int32
	id := dynlib.CallHandle(d.createBuffer, d.context, memReadWrite, uintptr(bytes), 0, uintptr(unsafe.Pointer(&code)))
	if code == success && d.info.GPU {
		if code = d.commit(id); code != success {
			dynlib.Call(d.releaseMemObject, id)
		}
	}
	return id, d.allocated("clCreateBuffer", code, bytes, held)
}

// commit touches a new buffer, so that a lack of memory shows here and not in
// the first kernel that uses it.
func (d *dev) commit(id uintptr) int32 {
	d.serviceMu.Lock()
	defer d.serviceMu.Unlock()
	var zero [4]byte
	return dynlib.Call(d.enqueueWrite, d.service, id, 1, 0, uintptr(len(zero)), uintptr(unsafe.Pointer(&zero[0])), 0, 0, 0)
}

// allocated judges the code of an allocation. NVIDIA's driver says
// CL_OUT_OF_RESOURCES for a lack of memory too.
func (d *dev) allocated(function string, code int32, asked, held uint64) error {
	switch code {
	case errOutOfMemory, errOutOfHostMemory, errInvalidBufferSize, errOutOfResources:
		return d.outOfMemory(asked, held)
	}
	return d.judge(function, code)
}

func (d *dev) outOfMemory(asked, held uint64) error {
	err := &device.OutOfMemoryError{Device: d.info.ID(), Asked: asked, Free: d.info.Memory - min(held, d.info.Memory)}
	if asked > d.info.MaxAlloc {
		err.Largest = d.info.MaxAlloc
	}
	return err
}

func (d *dev) Free(id uintptr) error {
	return d.judge("clReleaseMemObject", dynlib.Call(d.releaseMemObject, id))
}

// AllocHost makes a cl_mem that the driver page-locks and maps for good.
func (d *dev) AllocHost(bytes int, held uint64) (memory []byte, id uintptr, err error) {
	var code int32
	id = dynlib.CallHandle(d.createBuffer, d.context, memReadWrite|memAllocHostPtr, uintptr(bytes), 0, uintptr(unsafe.Pointer(&code)))
	if err := d.allocated("clCreateBuffer", code, uint64(bytes), held); err != nil {
		return nil, 0, err
	}
	d.serviceMu.Lock()
	address := dynlib.CallHandle(d.enqueueMap, d.service, id, 1, mapReadWrite, 0, uintptr(bytes), 0, 0, 0, uintptr(unsafe.Pointer(&code)))
	d.serviceMu.Unlock()
	if err := d.allocated("clEnqueueMapBuffer", code, uint64(bytes), held); err != nil {
		dynlib.Call(d.releaseMemObject, id)
		return nil, 0, err
	}
	return unsafe.Slice((*byte)(dynlib.Pointer(address)), bytes), id, nil
}

func (d *dev) FreeHost(memory []byte, id uintptr) error {
	d.serviceMu.Lock()
	defer d.serviceMu.Unlock()
	address := uintptr(unsafe.Pointer(unsafe.SliceData(memory)))
	dynlib.Call(d.enqueueUnmap, d.service, id, address, 0, 0, 0)
	dynlib.Call(d.finish, d.service)
	return d.Free(id)
}
