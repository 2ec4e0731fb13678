//go:build linux

package cuda

import (
	"unsafe"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/dynlib"
)

func (d *dev) FreeMemory(uint64) (uint64, error) {
	var free, total uintptr
	code := d.call(d.memGetInfo, uintptr(unsafe.Pointer(&free)), uintptr(unsafe.Pointer(&total)))
	return uint64(free), d.judge("cuMemGetInfo", code)
}

func (d *dev) Alloc(bytes, _ uint64) (address uintptr, err error) {
	code := d.call(d.memAlloc, uintptr(unsafe.Pointer(&address)), uintptr(bytes))
	return address, d.allocated("cuMemAlloc", code, bytes)
}

func (d *dev) Free(address uintptr) error {
	return d.released("cuMemFree", d.call(d.memFree, address))
}

// allocated judges the code of an allocation.
func (d *dev) allocated(function string, code int32, asked uint64) error {
	if code != errOutOfMemory {
		return d.judge(function, code)
	}
	free, _ := d.FreeMemory(0) // 0 where the driver does not tell
	return &device.OutOfMemoryError{Device: d.info.ID(), Asked: asked, Free: free}
}

func (d *dev) AllocHost(bytes int, _ uint64) (memory []byte, handle uintptr, err error) {
	var address uintptr
	code := d.call(d.memHostAlloc, uintptr(unsafe.Pointer(&address)), uintptr(bytes), hostAllocPortable)
	if err := d.allocated("cuMemHostAlloc", code, uint64(bytes)); err != nil {
		return nil, 0, err
	}
	return unsafe.Slice((*byte)(dynlib.Pointer(address)), bytes), 0, nil
}

func (d *dev) FreeHost(memory []byte, _ uintptr) error {
	address := uintptr(unsafe.Pointer(unsafe.SliceData(memory)))
	return d.released("cuMemFreeHost", d.call(d.memFreeHost, address))
}
