//go:build linux

package cuda

import (
	"fmt"
	"math"
	"runtime"

	"github.com/warbler-opt/warbler/device"
)

// Launch is called thousands of times a second with dozens of arguments, so it
// allocates nothing of its own, and keeps the buffers alive by the gate instead
// of counting each; after the launch cuMemFree itself waits for the kernel.
func (q *queue) Launch(k device.Kernel, shape device.Shape, args ...any) error {
	c, err := q.own(k)
	if err != nil {
		return err
	}
	d := q.dev
	if d.sync {
		return q.checked(func() error { return c.launch(q, shape, args) })
	}
	d.gate.Enter()
	err = c.launch(q, shape, args)
	d.gate.Leave()
	return err
}

// own takes a kernel for one of the queue's device, or refuses it.
func (q *queue) own(k device.Kernel) (*kern, error) {
	c, ok := k.(*kern)
	if !ok || c == nil || c.program.dev != q.dev {
		return nil, &device.LaunchError{Device: q.dev.info.ID(), Kernel: kernelName(k), Reason: "it was compiled for another device"}
	}
	return c, nil
}

func kernelName(k device.Kernel) string {
	if k == nil {
		return "nil"
	}
	return k.Name()
}

// checked launches and waits, for WARBLER_SYNC.
func (q *queue) checked(launch func() error) error {
	if !q.life.Acquire() {
		return device.ErrClosed
	}
	defer q.life.Release()
	q.dev.gate.Enter()
	err := launch()
	q.dev.gate.Leave()
	if err != nil {
		return err
	}
	return q.synchronize()
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

// launch checks, fills the kernel's argument block and launches. The caller is
// inside the gate.
func (k *kern) launch(q *queue, shape device.Shape, args []any) error {
	if !q.life.Open() || !k.program.life.Open() {
		return device.ErrClosed
	}
	if reason := k.check(shape, len(args)); reason != "" {
		return k.refused(reason)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.block.fits(len(args)) {
		k.block = newBlock(len(args)) // the count is always the same, so this happens once
	}
	for i, a := range args {
		bits, _, err := k.encode(i, a)
		if err != nil {
			return err
		}
		k.block.set(i, bits)
	}
	if err := k.allow(shape.Local); err != nil {
		return err
	}
	return k.submit(q, shape, k.block)
}

// encode checks an argument, counted from 0, and gives the bits to pass, and
// the buffer if it is one.
func (k *kern) encode(i int, arg any) (uint64, *buffer, error) {
	b, ok := arg.(*buffer)
	var bits uint64
	var kind device.Kind
	if ok && b != nil {
		if b.dev != k.program.dev {
			return 0, nil, k.refused(fmt.Sprintf("argument %d is a buffer of another device", i+1))
		}
		if !b.life.Open() {
			return 0, nil, device.ErrClosed
		}
		bits, kind = uint64(b.address), device.BufferKind
	} else if bits, kind, ok = device.Scalar(arg); !ok {
		return 0, nil, k.refused(fmt.Sprintf("argument %d is %T, not a Buffer or a number of fixed size", i+1, arg))
	}
	reason := k.signature.CheckKind(i, kind)
	if reason == "" && k.sizes != nil && k.sizes[i] != kind.Size() {
		reason = fmt.Sprintf("argument %d is %v, the parameter has %d bytes", i+1, kind, k.sizes[i])
	}
	if reason != "" {
		return 0, nil, k.refused(reason)
	}
	return bits, b, nil
}

// allow asks for more shared memory than a kernel may use without asking. It
// never asks for less again, so what is allowed once stays so. The caller holds
// k.mu.
func (k *kern) allow(local int) error {
	if local <= k.dynamic {
		return nil
	}
	d := k.program.dev
	if code := d.call(d.funcSetAttribute, k.id, funcMaxDynamicShared, uintptr(local)); code != success {
		return k.refused("cuFuncSetAttribute said " + d.explain(code))
	}
	k.dynamic = local
	return nil
}

// submit launches with the arguments in a block, which the caller has to
// himself.
func (k *kern) submit(q *queue, shape device.Shape, b *block) error {
	d := q.dev
	q.kernel.Store(&k.name)
	code := d.call(d.launchKernel, b.launchParams(k.id, shape, q.stream)...)
	runtime.KeepAlive(b)
	if code != success {
		return k.refused("cuLaunchKernel said " + d.explain(code))
	}
	return nil
}
