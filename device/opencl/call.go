//go:build linux

package opencl

import (
	"errors"
	"runtime"
	"unsafe"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/driver"
	"github.com/warbler-opt/warbler/internal/dynlib"
)

// call is a cl_kernel, which keeps its arguments.
type call struct {
	program *program
	name    string
	id      uintptr
	value   uint64     // an argument while it is set, where no stack is involved
	size    [2]uintptr // of the launch; the driver reads it through pointers
	// params has the parameters of clEnqueueNDRangeKernel. As a list of arguments
	// they would be allocated anew by each launch.
	params [9]uintptr
}

func (c *call) Another() (driver.Call, error) {
	other, code := c.program.newCall(c.name)
	if code != success {
		return nil, c.program.dev.failed("clCreateKernel", code)
	}
	return other, nil
}

func (c *call) Release() { dynlib.Call(c.program.dev.releaseKernel, c.id) }

func (c *call) Set(i int, bits uint64, bytes int) error {
	c.value = bits
	return argument("", dynlib.Call(c.program.dev.setKernelArg, c.id, uintptr(i), uintptr(bytes), uintptr(unsafe.Pointer(&c.value))))
}

// SetLocal makes the local memory the argument after the others.
func (c *call) SetLocal(args, bytes int) error {
	return argument("local memory: ", dynlib.Call(c.program.dev.setKernelArg, c.id, uintptr(args), uintptr(bytes), 0))
}

func argument(what string, code int32) error {
	if code == success {
		return nil
	}
	return errors.New(what + "clSetKernelArg said " + codeName(code))
}

func (c *call) Launch(to driver.Stream, shape device.Shape) error {
	s := to.(*stream)
	c.size = [2]uintptr{uintptr(shape.Groups) * uintptr(shape.Group), uintptr(shape.Group)}
	c.params = [...]uintptr{s.id, c.id, 1, 0, uintptr(unsafe.Pointer(&c.size[0])), uintptr(unsafe.Pointer(&c.size[1])), 0, 0, 0}
	code := dynlib.Call(s.dev.enqueueKernel, c.params[:]...)
	runtime.KeepAlive(c)
	if code != success {
		return errors.New("clEnqueueNDRangeKernel said " + codeName(code))
	}
	s.queuedOne()
	return nil
}
