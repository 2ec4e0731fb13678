//go:build linux

package opencl

import (
	"fmt"
	"unsafe"

	"github.com/warbler-opt/warbler/device"
)

func (q *queue) Launch(k device.Kernel, shape device.Shape, args ...any) error {
	c, ok := k.(*kern)
	if !ok || c == nil || c.program.dev != q.dev {
		return &device.LaunchError{Device: q.dev.info.ID(), Kernel: kernelName(k), Reason: "it was compiled for another device"}
	}
	if !q.life.Acquire() {
		return device.ErrClosed
	}
	defer q.life.Release()
	if !c.program.life.Acquire() {
		return device.ErrClosed
	}
	defer c.program.life.Release()
	if reason := c.check(shape, len(args)); reason != "" {
		return c.refused(reason)
	}
	q.mu.Lock()
	q.kernel = c.name
	q.mu.Unlock()

	code, err := c.enqueue(q, shape, args)
	if err != nil {
		return err
	}
	if code != success {
		return c.refused("clEnqueueNDRangeKernel said " + codeName(code))
	}
	q.queuedOne()
	if q.dev.sync {
		if code := call(q.dev.finish, q.id); code != success {
			return q.failed("clFinish", code)
		}
	}
	return nil
}

func kernelName(k device.Kernel) string {
	if k == nil {
		return "nil"
	}
	return k.Name()
}

func (k *kern) refused(reason string) error {
	return &device.LaunchError{Device: k.program.dev.info.ID(), Kernel: k.name, Reason: reason}
}

// check says what is wrong with a launch, as far as it can be known before the
// arguments are looked at.
func (k *kern) check(shape device.Shape, args int) string {
	d := k.program.dev
	switch {
	case shape.Groups <= 0 || shape.Group <= 0:
		return fmt.Sprintf("a launch of %d groups of %d is empty", shape.Groups, shape.Group)
	case shape.Group > k.maxGroup:
		return fmt.Sprintf("a group of %d is larger than its largest, %d", shape.Group, k.maxGroup)
	case shape.Local < 0 || shape.Local+k.static > d.info.LocalMemory:
		return fmt.Sprintf("%d bytes of local memory are more than the device's %d", shape.Local+k.static, d.info.LocalMemory)
	}
	if reason := k.signature.Check(args, shape.Local); reason != "" {
		return reason
	}
	if want := k.params - count(shape.Local > 0); args != want {
		return fmt.Sprintf("it has %d parameters besides local memory, %d arguments were given", want, args)
	}
	return ""
}

// enqueue sets the arguments and queues the kernel. Buffers are kept alive
// until they are queued; from then on OpenCL does it.
func (k *kern) enqueue(q *queue, shape device.Shape, args []any) (int32, error) {
	var held []*buffer
	defer func() {
		for _, b := range held {
			b.life.Release()
		}
	}()
	k.mu.Lock()
	defer k.mu.Unlock()
	for i, a := range args {
		bits, kind, ok := device.Scalar(a)
		if !ok {
			b, isBuffer := a.(*buffer)
			if !isBuffer || b == nil {
				return 0, k.refused(fmt.Sprintf("argument %d is %T, not a Buffer or a number of fixed size", i+1, a))
			}
			if b.dev != q.dev {
				return 0, k.refused(fmt.Sprintf("argument %d is a buffer of another device", i+1))
			}
			if !b.life.Acquire() {
				return 0, device.ErrClosed
			}
			held = append(held, b)
			bits, kind = uint64(b.id), device.BufferKind
		}
		if reason := k.signature.CheckKind(i, kind); reason != "" {
			return 0, k.refused(reason)
		}
		if code := k.set(i, bits, kind); code != success {
			return 0, k.refused(fmt.Sprintf("argument %d (%v): clSetKernelArg said %s", i+1, kind, codeName(code)))
		}
	}
	if shape.Local > 0 {
		i := uintptr(len(args))
		if code := call(q.dev.setKernelArg, k.id, i, uintptr(shape.Local), 0); code != success {
			return 0, k.refused("local memory: clSetKernelArg said " + codeName(code))
		}
	}
	size := [2]uintptr{uintptr(shape.Groups) * uintptr(shape.Group), uintptr(shape.Group)}
	return call(q.dev.enqueueKernel, q.id, k.id, 1, 0, uintptr(unsafe.Pointer(&size[0])), uintptr(unsafe.Pointer(&size[1])), 0, 0, 0), nil
}

// set gives the kernel an argument, unless it is a number it already has. A
// buffer is always set: a new one may have an old one's handle.
func (k *kern) set(i int, bits uint64, kind device.Kind) int32 {
	last := &k.last[i]
	size := uintptr(kind.Size())
	if kind != device.BufferKind && last.bits == bits && last.size == size {
		return success
	}
	last.bits, last.size = bits, size
	code := call(k.program.dev.setKernelArg, k.id, uintptr(i), size, uintptr(unsafe.Pointer(&last.bits)))
	if code != success || kind == device.BufferKind {
		last.size = 0
	}
	return code
}
