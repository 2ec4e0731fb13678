//go:build linux

package cuda

import (
	"fmt"
	"math"
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
	q.kernel.Store(&c.name)
	if err := c.launch(q, shape, args); err != nil {
		return err
	}
	if q.dev.sync {
		if code := q.dev.call(q.dev.streamSynchronize, q.stream); code != success {
			return q.failed("cuStreamSynchronize", code)
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
	case shape.Groups > math.MaxInt32:
		return fmt.Sprintf("%d groups are more than a launch can have", shape.Groups)
	case shape.Group > k.maxGroup:
		return fmt.Sprintf("a group of %d is larger than its largest, %d", shape.Group, k.maxGroup)
	case shape.Local < 0 || shape.Local+k.static > d.info.LocalMemory:
		return fmt.Sprintf("%d bytes of local memory are more than the device's %d", shape.Local+k.static, d.info.LocalMemory)
	}
	if reason := k.signature.Check(args, shape.Local); reason != "" {
		return reason
	}
	if k.sizes != nil && args != len(k.sizes) {
		return fmt.Sprintf("it has %d parameters besides local memory, %d arguments were given", len(k.sizes), args)
	}
	return ""
}

// launch fills the argument block and launches the kernel. Buffers are kept
// alive until then; afterwards cuMemFree itself waits for the kernel.
func (k *kern) launch(q *queue, shape device.Shape, args []any) error {
	var held []*buffer
	defer func() {
		for _, b := range held {
			b.life.Release()
		}
	}()
	k.mu.Lock()
	defer k.mu.Unlock()
	n := len(args)
	k.room(n)
	for i, a := range args {
		bits, kind, ok := device.Scalar(a)
		if !ok {
			b, isBuffer := a.(*buffer)
			if !isBuffer || b == nil {
				return k.refused(fmt.Sprintf("argument %d is %T, not a Buffer or a number of fixed size", i+1, a))
			}
			if b.dev != q.dev {
				return k.refused(fmt.Sprintf("argument %d is a buffer of another device", i+1))
			}
			if !b.life.Acquire() {
				return device.ErrClosed
			}
			held = append(held, b)
			bits, kind = uint64(b.address), device.BufferKind
		}
		reason := k.signature.CheckKind(i, kind)
		if reason == "" && k.sizes != nil && k.sizes[i] != kind.Size() {
			reason = fmt.Sprintf("argument %d is %v, the parameter has %d bytes", i+1, kind, k.sizes[i])
		}
		if reason != "" {
			return k.refused(reason)
		}
		k.block[n+i] = bits // little-endian: a short value lies at the slot's start
	}
	d := q.dev
	if shape.Local > k.dynamic {
		if code := d.call(d.funcSetAttribute, k.id, funcMaxDynamicShared, uintptr(shape.Local)); code != success {
			return k.refused("cuFuncSetAttribute said " + d.explain(code))
		}
		k.dynamic = shape.Local
	}
	code := d.call(d.launchKernel, k.id, uintptr(shape.Groups), 1, 1, uintptr(shape.Group), 1, 1,
		uintptr(shape.Local), q.stream, uintptr(unsafe.Pointer(unsafe.SliceData(k.block))), 0)
	if code != success {
		return k.refused("cuLaunchKernel said " + d.explain(code))
	}
	return nil
}

// room makes the argument block fit n arguments. It changes only when the
// count does, that is once.
func (k *kern) room(n int) {
	if k.block != nil && len(k.block) == max(2*n, 1) {
		return
	}
	k.block = make([]uint64, max(2*n, 1))
	for i := range n {
		k.block[i] = uint64(uintptr(unsafe.Pointer(&k.block[n+i])))
	}
}
