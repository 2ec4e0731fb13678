//go:build linux

package cuda

import (
	"errors"
	"runtime"
	"sync"
	"unsafe"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/driver"
)

// function is a CUfunction.
type function struct {
	dev *dev
	id  uintptr

	mu      sync.Mutex
	dynamic int // shared memory that funcMaxDynamicShared allows
}

// call is the memory through which a launch passes its arguments: the values,
// which the driver copies during the launch, and their addresses. Being on the
// heap, where Go moves nothing, it needs no pinning; it must only be kept alive.
type call struct {
	function *function
	values   []uint64
	pointers []uintptr
	// params has the parameters of cuLaunchKernel. As a list of arguments they
	// would be allocated anew by each launch.
	params [11]uintptr
}

func (f *function) newCall() *call { return &call{function: f, pointers: make([]uintptr, 1)} }

func (c *call) Another() (driver.Call, error) { return c.function.newCall(), nil }

func (c *call) Release() {}

// Set puts a value in place: a short one lies at the slot's start, both sides
// being little-endian.
func (c *call) Set(i int, bits uint64, _ int) error {
	if i >= len(c.values) {
		c.grow(i + 1)
	}
	c.values[i] = bits
	return nil
}

func (c *call) grow(n int) {
	values := make([]uint64, n)
	copy(values, c.values)
	c.values, c.pointers = values, make([]uintptr, n)
	for i := range values {
		c.pointers[i] = uintptr(unsafe.Pointer(&values[i]))
	}
}

// SetLocal asks for more shared memory than a kernel may use without asking. It
// never asks for less again, so what is allowed once stays so.
func (c *call) SetLocal(_, bytes int) error {
	f := c.function
	f.mu.Lock()
	defer f.mu.Unlock()
	if bytes <= f.dynamic {
		return nil
	}
	if code := f.dev.call(f.dev.funcSetAttribute, f.id, funcMaxDynamicShared, uintptr(bytes)); code != success {
		return errors.New("cuFuncSetAttribute said " + f.dev.explain(code))
	}
	f.dynamic = bytes
	return nil
}

func (c *call) Launch(s driver.Stream, shape device.Shape) error {
	d := c.function.dev
	c.params = [...]uintptr{
		c.function.id, uintptr(shape.Groups), 1, 1, uintptr(shape.Group), 1, 1,
		uintptr(shape.Local), s.(*stream).id, uintptr(unsafe.Pointer(unsafe.SliceData(c.pointers))), 0,
	}
	code := d.call(d.launchKernel, c.params[:]...)
	runtime.KeepAlive(c)
	if code != success {
		return errors.New("cuLaunchKernel said " + d.explain(code))
	}
	return nil
}
