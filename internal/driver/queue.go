package driver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/lifetime"
)

type queue struct {
	lifetime.Handle
	dev    *dev
	stream Stream
	kernel atomic.Pointer[string] // the last one launched, to name in errors
}

func (d *dev) NewQueue() (device.Queue, error) {
	q := &queue{dev: d}
	return adopt[device.Queue](d, q, &q.Handle, lifetime.QueueRank, 0, func() (err error) {
		q.stream, err = d.native.NewStream()
		return err
	}, q.release)
}

// release waits for the commands: they may use host memory that is about to go.
func (q *queue) release() error {
	q.dev.gate.Drain()
	return q.blame(cmp.Or(q.stream.Finish(), q.stream.Release()))
}

// blame names the last kernel in errors that come up later than the launch.
func (q *queue) blame(err error) error {
	kernel := q.kernel.Load()
	if err == nil || kernel == nil {
		return err
	}
	failed, ok := errors.AsType[*CallError](err)
	if !ok {
		return err
	}
	return &LaunchError{Device: failed.Device, Kernel: *kernel,
		Reason: fmt.Sprintf("it, or a command near it, failed: %s said %s", failed.Call, failed.Reason)}
}

// buffer checks a range of a buffer and keeps the buffer alive; the caller
// releases it.
func (q *queue) buffer(b device.Buffer, offset, bytes int) (*buffer, error) {
	c, ok := b.(*buffer)
	if !ok || c == nil || c.dev != q.dev {
		return nil, fmt.Errorf("device %s: the buffer is of another device", q.dev.info.ID())
	}
	if offset < 0 || bytes < 0 || offset > c.size || bytes > c.size-offset {
		return nil, fmt.Errorf("device %s: bytes %d to %d do not lie in a buffer of %d", q.dev.info.ID(), offset, offset+bytes, c.size)
	}
	if !c.Acquire() {
		return nil, device.ErrClosed
	}
	return c, nil
}

// within runs a command on a range of a buffer, unless the range is empty.
func (q *queue) within(b device.Buffer, offset, bytes int, command func(handle uintptr) error) error {
	if !q.Acquire() {
		return device.ErrClosed
	}
	defer q.Release()
	c, err := q.buffer(b, offset, bytes)
	if err != nil {
		return err
	}
	defer c.Release()
	if bytes == 0 {
		return nil
	}
	return q.blame(command(c.handle))
}

func (q *queue) Write(dst device.Buffer, offset int, src []byte) error {
	return q.within(dst, offset, len(src), func(handle uintptr) error {
		return q.stream.Write(handle, offset, src, q.dev.pinned.contains(src))
	})
}

func (q *queue) Read(dst []byte, src device.Buffer, offset int) error {
	return q.within(src, offset, len(dst), func(handle uintptr) error {
		return q.stream.Read(dst, handle, offset, q.dev.pinned.contains(dst))
	})
}

func (q *queue) Copy(dst device.Buffer, dstOffset int, src device.Buffer, srcOffset, bytes int) error {
	from, err := q.buffer(src, srcOffset, bytes)
	if err != nil {
		return err
	}
	defer from.Release()
	return q.within(dst, dstOffset, bytes, func(to uintptr) error {
		return q.stream.Copy(to, dstOffset, from.handle, srcOffset, bytes)
	})
}

func (q *queue) Zero(dst device.Buffer, offset, bytes int) error {
	return q.within(dst, offset, bytes, func(handle uintptr) error {
		return q.stream.Zero(handle, offset, bytes)
	})
}

func (q *queue) Wait(ctx context.Context) error {
	return q.Use(func() error { return q.blame(q.stream.Wait(ctx)) })
}
