//go:build linux

package cuda

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/lifetime"
)

// queue is a stream that does not wait for the default one.
type queue struct {
	dev    *dev
	life   lifetime.Handle
	stream uintptr
	kernel atomic.Pointer[string] // the last one launched, to name in errors
	stage  stage

	mu    sync.Mutex
	marks []uintptr // events without times, for Wait; reused
}

func (d *dev) NewQueue() (device.Queue, error) {
	if !d.life.Acquire() {
		return nil, device.ErrClosed
	}
	defer d.life.Release()
	var stream uintptr
	if code := d.call(d.streamCreate, uintptr(unsafe.Pointer(&stream)), streamNonBlocking); code != success {
		return nil, d.failed("cuStreamCreate", code)
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
	d := q.dev
	d.gate.Drain()
	code := d.call(d.streamSynchronize, q.stream)
	for _, m := range q.marks {
		d.call(d.eventClose, m)
	}
	q.stage.release(d)
	d.call(d.streamDestroy, q.stream)
	if code != success {
		return q.failed("cuStreamSynchronize", code)
	}
	return nil
}

// failed blames the last kernel for errors that come up later than the launch.
func (q *queue) failed(function string, code int32) error {
	if kernel := q.kernel.Load(); kernel != nil {
		return &device.LaunchError{Device: q.dev.info.ID(), Kernel: *kernel, Reason: fmt.Sprintf("it, or a command near it, failed: %s said %s", function, q.dev.explain(code))}
	}
	return q.dev.failed(function, code)
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

func (q *queue) Write(dst device.Buffer, offset int, src []byte) error {
	if !q.life.Acquire() {
		return device.ErrClosed
	}
	defer q.life.Release()
	c, err := q.buffer(dst, offset, len(src))
	if err != nil {
		return err
	}
	defer c.life.Release()
	if len(src) == 0 {
		return nil
	}
	d, to := q.dev, c.address+uintptr(offset)
	pinned := d.pinned.Contains(src)
	if !pinned && len(src) <= stagePart {
		return q.stage.write(q, to, src)
	}
	if code := d.call(d.memcpyHtoD, to, uintptr(unsafe.Pointer(&src[0])), uintptr(len(src)), q.stream); code != success {
		return q.failed("cuMemcpyHtoDAsync", code)
	}
	if pinned {
		return nil
	}
	return q.synchronize()
}

func (q *queue) Read(dst []byte, src device.Buffer, offset int) error {
	if !q.life.Acquire() {
		return device.ErrClosed
	}
	defer q.life.Release()
	c, err := q.buffer(src, offset, len(dst))
	if err != nil {
		return err
	}
	defer c.life.Release()
	if len(dst) == 0 {
		return nil
	}
	d := q.dev
	if code := d.call(d.memcpyDtoH, uintptr(unsafe.Pointer(&dst[0])), c.address+uintptr(offset), uintptr(len(dst)), q.stream); code != success {
		return q.failed("cuMemcpyDtoHAsync", code)
	}
	if d.pinned.Contains(dst) {
		return nil
	}
	return q.synchronize()
}

// synchronize waits inside the driver, for copies with memory that Go owns.
func (q *queue) synchronize() error {
	if code := q.dev.call(q.dev.streamSynchronize, q.stream); code != success {
		return q.failed("cuStreamSynchronize", code)
	}
	return nil
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
	d := q.dev
	code := d.call(d.memcpyDtoD, to.address+uintptr(dstOffset), from.address+uintptr(srcOffset), uintptr(bytes), q.stream)
	if code != success {
		return q.failed("cuMemcpyDtoDAsync", code)
	}
	return nil
}

func (q *queue) Zero(dst device.Buffer, offset, bytes int) error {
	if !q.life.Acquire() {
		return device.ErrClosed
	}
	defer q.life.Release()
	to, err := q.buffer(dst, offset, bytes)
	if err != nil {
		return err
	}
	defer to.life.Release()
	if bytes == 0 {
		return nil
	}
	d, fn, name, n := q.dev, q.dev.memsetD8, "cuMemsetD8Async", bytes
	if (offset|bytes)%4 == 0 {
		fn, name, n = d.memsetD32, "cuMemsetD32Async", bytes/4
	}
	if code := d.call(fn, to.address+uintptr(offset), 0, uintptr(n), q.stream); code != success {
		return q.failed(name, code)
	}
	return nil
}

func (q *queue) Wait(ctx context.Context) error {
	if !q.life.Acquire() {
		return device.ErrClosed
	}
	defer q.life.Release()
	d := q.dev
	// Most often there is nothing left to wait for.
	if done, err := q.happened("cuStreamQuery", d.call(d.streamQuery, q.stream)); done || err != nil {
		return err
	}
	// A mark, not the stream: others may go on queueing, and the stream would
	// never be empty.
	mark, err := q.takeMark()
	if err != nil {
		return err
	}
	defer q.giveMark(mark)
	if code := d.call(d.eventRecord, mark, q.stream); code != success {
		return q.failed("cuEventRecord", code)
	}
	return device.Poll(ctx, device.SpinGPU, func() (bool, error) {
		return q.happened("cuEventQuery", d.call(d.eventQuery, mark))
	})
}

// happened reads the answer of cuStreamQuery and cuEventQuery.
func (q *queue) happened(function string, code int32) (bool, error) {
	switch code {
	case success:
		return true, nil
	case errNotReady:
		return false, nil
	}
	return false, q.failed(function, code)
}

func (q *queue) takeMark() (uintptr, error) {
	q.mu.Lock()
	if n := len(q.marks); n > 0 {
		m := q.marks[n-1]
		q.marks = q.marks[:n-1]
		q.mu.Unlock()
		return m, nil
	}
	q.mu.Unlock()
	var m uintptr
	if code := q.dev.call(q.dev.eventCreate, uintptr(unsafe.Pointer(&m)), eventDisableTiming); code != success {
		return 0, q.failed("cuEventCreate", code)
	}
	return m, nil
}

func (q *queue) giveMark(m uintptr) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.marks = append(q.marks, m)
}
