//go:build linux

package opencl

import (
	"fmt"
	"runtime"
	"unsafe"

	"github.com/warbler-opt/warbler/device"
)

// clKernel is a cl_kernel with the arguments it was given last. It belongs to
// who sets them: setting and enqueueing must not be interleaved with another's.
type clKernel struct {
	id    uintptr
	last  []argument
	local int        // bytes of local memory, 0 before the first launch
	size  [2]uintptr // of the launch; the driver reads it through pointers
	// call has the parameters of clEnqueueNDRangeKernel. As a list of arguments
	// they would be allocated anew by each launch.
	call [9]uintptr
}

// argument is a value the driver reads through a pointer. It lives as long as
// the kernel, so that no stack is involved.
type argument struct {
	bits uint64
	size uintptr // 0 before the first launch
	// buffer is the one that bits is the handle of. It is compared itself: a new
	// buffer may have a closed one's handle.
	buffer *buffer
}

// set checks an argument, counted from 0, and gives it to the driver unless
// that has it already.
func (k *kern) set(c *clKernel, i int, arg any) error {
	b, ok := arg.(*buffer)
	var bits uint64
	var kind device.Kind
	if ok && b != nil {
		if b.dev != k.program.dev {
			return k.refused(fmt.Sprintf("argument %d is a buffer of another device", i+1))
		}
		if !b.life.Open() {
			return device.ErrClosed
		}
		bits, kind = uint64(b.id), device.BufferKind
	} else if bits, kind, ok = device.Scalar(arg); !ok {
		return k.refused(fmt.Sprintf("argument %d is %T, not a Buffer or a number of fixed size", i+1, arg))
	}
	if reason := k.signature.CheckKind(i, kind); reason != "" {
		return k.refused(reason)
	}
	last, size := &c.last[i], uintptr(kind.Size())
	if last.bits == bits && last.size == size && last.buffer == b {
		return nil
	}
	*last = argument{bits, size, b}
	if code := call(k.program.dev.setKernelArg, c.id, uintptr(i), size, uintptr(unsafe.Pointer(&last.bits))); code != success {
		*last = argument{}
		return k.refused(fmt.Sprintf("argument %d (%v): clSetKernelArg said %s", i+1, kind, codeName(code)))
	}
	return nil
}

// setLocal gives the kernel its local memory, the argument after the others.
func (k *kern) setLocal(c *clKernel, i, bytes int) error {
	if bytes == 0 || bytes == c.local {
		return nil
	}
	c.local = 0
	if code := call(k.program.dev.setKernelArg, c.id, uintptr(i), uintptr(bytes), 0); code != success {
		return k.refused("local memory: clSetKernelArg said " + codeName(code))
	}
	c.local = bytes
	return nil
}

func (c *clKernel) enqueue(q *queue, shape device.Shape) int32 {
	c.size = [2]uintptr{uintptr(shape.Groups) * uintptr(shape.Group), uintptr(shape.Group)}
	c.call = [...]uintptr{q.id, c.id, 1, 0, uintptr(unsafe.Pointer(&c.size[0])), uintptr(unsafe.Pointer(&c.size[1])), 0, 0, 0}
	code := call(q.dev.enqueueKernel, c.call[:]...)
	runtime.KeepAlive(c)
	return code
}
