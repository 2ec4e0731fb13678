package driver

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/lifetime"
)

type queue struct {
	dev    *dev
	life   lifetime.Handle
	stream Stream
	kernel atomic.Pointer[string] // the last one launched, to name in errors
}

func (d *dev) NewQueue() (device.Queue, error) {
	if !d.life.Acquire() {
		return nil, device.ErrClosed
	}
	defer d.life.Release()
	stream, err := d.native.NewStream()
	if err != nil {
		return nil, err
	}
	q := &queue{dev: d, stream: stream}
	if err := d.life.Adopt(&q.life, lifetime.QueueRank, 0, q.release); err != nil {
		return nil, err
	}
	return q, nil
}

func (q *queue) Close() error { return q.life.Close() }

// release waits for the commands: they may use host memory that is about to go.
func (q *queue) release() error {
	q.dev.gate.Drain()
	err := q.stream.Finish()
	if e := q.stream.Release(); err == nil {
		err = e
	}
	return q.blame(err)
}

// blame names the last kernel in errors that come up later than the launch.
func (q *queue) blame(err error) error {
	kernel := q.kernel.Load()
	if err == nil || kernel == nil {
		return err
	}
	var failed *CallError
	if !errors.As(err, &failed) {
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
	if !c.life.Acquire() {
		return nil, device.ErrClosed
	}
	return c, nil
}

// within runs a command on a range of a buffer, unless the range is empty.
func (q *queue) within(b device.Buffer, offset, bytes int, command func(handle uintptr) error) error {
	if !q.life.Acquire() {
		return device.ErrClosed
	}
	defer q.life.Release()
	c, err := q.buffer(b, offset, bytes)
	if err != nil {
		return err
	}
	defer c.life.Release()
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
	if !q.life.Acquire() {
		return device.ErrClosed
	}
	defer q.life.Release()
	to, err := q.buffer(dst, dstOffset, bytes)
	if err != nil {
		return err
	}
	defer to.life.Release()
	from, err := q.buffer(src, srcOffset, bytes)
	if err != nil {
		return err
	}
	defer from.life.Release()
	if bytes == 0 {
		return nil
	}
	return q.blame(q.stream.Copy(to.handle, dstOffset, from.handle, srcOffset, bytes))
}

func (q *queue) Zero(dst device.Buffer, offset, bytes int) error {
	return q.within(dst, offset, bytes, func(handle uintptr) error {
		return q.stream.Zero(handle, offset, bytes)
	})
}

func (q *queue) Wait(ctx context.Context) error {
	if !q.life.Acquire() {
		return device.ErrClosed
	}
	defer q.life.Release()
	return q.blame(q.stream.Wait(ctx))
}
