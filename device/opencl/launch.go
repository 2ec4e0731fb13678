//go:build linux

package opencl

import (
	"fmt"

	"github.com/warbler-opt/warbler/device"
)

// Launch keeps the buffers alive by the gate instead of counting each; once
// they are queued OpenCL does it.
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
	if code := call(q.dev.finish, q.id); code != success {
		return q.failed("clFinish", code)
	}
	return nil
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

// launch checks, sets the arguments and queues the kernel. The caller is inside
// the gate.
func (k *kern) launch(q *queue, shape device.Shape, args []any) error {
	if !q.life.Open() || !k.program.life.Open() {
		return device.ErrClosed
	}
	if reason := k.check(shape, len(args)); reason != "" {
		return k.refused(reason)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for i, a := range args {
		if err := k.set(&k.shared, i, a); err != nil {
			return err
		}
	}
	if err := k.setLocal(&k.shared, len(args), shape.Local); err != nil {
		return err
	}
	return k.enqueue(q, &k.shared, shape)
}

// enqueue queues the kernel with the arguments it has been given.
func (k *kern) enqueue(q *queue, c *clKernel, shape device.Shape) error {
	q.kernel.Store(&k.name)
	if code := c.enqueue(q, shape); code != success {
		return k.refused("clEnqueueNDRangeKernel said " + codeName(code))
	}
	q.queuedOne()
	return nil
}
