//go:build linux

package opencl

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/lifetime"
)

// queue is an in-order cl_command_queue with timing.
type queue struct {
	dev  *dev
	life lifetime.Handle
	id   uintptr

	// queued counts commands; done is how many a Wait has seen finished. Where
	// they agree there is nothing to wait for.
	queued, done atomic.Uint64
	kernel       atomic.Pointer[string] // the last one launched, to name in errors
}

// flushEvery is how many commands may gather before the driver is told to
// start. The first after a pause starts at once; a call for each would double
// the cost of a launch.
const flushEvery = 8

func (d *dev) NewQueue() (device.Queue, error) {
	if !d.life.Acquire() {
		return nil, device.ErrClosed
	}
	defer d.life.Release()
	id, code := d.createQueue()
	if code != success {
		return nil, d.failed("clCreateCommandQueue", code)
	}
	q := &queue{dev: d, id: id}
	if err := d.life.Adopt(&q.life, lifetime.QueueRank, 0, q.release); err != nil {
		return nil, err
	}
	return q, nil
}

func (q *queue) Close() error { return q.life.Close() }

// release waits for the commands: they may use host memory that is about to go.
func (q *queue) release() error {
	q.dev.gate.Drain()
	code := call(q.dev.finish, q.id)
	call(q.dev.releaseQueue, q.id)
	if code != success {
		return q.failed("clFinish", code)
	}
	return nil
}

// failed blames the last kernel for errors that come up later than the launch.
func (q *queue) failed(function string, code int32) error {
	kernel := q.kernel.Load()
	if kernel == nil {
		return q.dev.failed(function, code)
	}
	return &device.LaunchError{Device: q.dev.info.ID(), Kernel: *kernel, Reason: fmt.Sprintf("it, or a command near it, failed: %s said %s", function, codeName(code))}
}

// queuedOne counts a command and starts the queue now and then.
func (q *queue) queuedOne() {
	n := q.queued.Add(1)
	if (n-1-q.done.Load())%flushEvery == 0 {
		call(q.dev.flush, q.id)
	}
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
	return q.transfer(q.dev.enqueueWrite, "clEnqueueWriteBuffer", dst, offset, src)
}

func (q *queue) Read(dst []byte, src device.Buffer, offset int) error {
	return q.transfer(q.dev.enqueueRead, "clEnqueueReadBuffer", src, offset, dst)
}

// transfer is a copy between host and device. Ordinary memory belongs to Go,
// so the driver may not keep it: the call blocks.
func (q *queue) transfer(fn uintptr, name string, b device.Buffer, offset int, host []byte) error {
	if !q.life.Acquire() {
		return device.ErrClosed
	}
	defer q.life.Release()
	c, err := q.buffer(b, offset, len(host))
	if err != nil {
		return err
	}
	defer c.life.Release()
	if len(host) == 0 {
		return nil
	}
	blocking := uintptr(1)
	if q.dev.pinned.Contains(host) {
		blocking = 0
	}
	code := call(fn, q.id, c.id, blocking, uintptr(offset), uintptr(len(host)), uintptr(unsafe.Pointer(&host[0])), 0, 0, 0)
	if code != success {
		return q.failed(name, code)
	}
	q.queuedOne()
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
	code := call(q.dev.enqueueCopy, q.id, from.id, to.id, uintptr(srcOffset), uintptr(dstOffset), uintptr(bytes), 0, 0, 0)
	if code != success {
		return q.failed("clEnqueueCopyBuffer", code)
	}
	q.queuedOne()
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
	// Long patterns fill faster, but the range must be a multiple of them.
	pattern := 16
	for (offset|bytes)%pattern != 0 {
		pattern /= 2
	}
	var zero [16]byte
	code := call(q.dev.enqueueFill, q.id, to.id, uintptr(unsafe.Pointer(&zero[0])), uintptr(pattern), uintptr(offset), uintptr(bytes), 0, 0, 0)
	if code != success {
		return q.failed("clEnqueueFillBuffer", code)
	}
	q.queuedOne()
	return nil
}

func (q *queue) Wait(ctx context.Context) error {
	if !q.life.Acquire() {
		return device.ErrClosed
	}
	defer q.life.Release()
	d := q.dev
	queued := q.queued.Load()
	if q.done.Load() >= queued {
		return nil
	}
	var event uintptr
	if code := call(d.enqueueMarker, q.id, 0, 0, uintptr(unsafe.Pointer(&event))); code != success {
		return q.failed("clEnqueueMarkerWithWaitList", code)
	}
	defer call(d.releaseEvent, event)
	if code := call(d.flush, q.id); code != success {
		return q.failed("clFlush", code)
	}
	err := device.Poll(ctx, q.dev.spin(), func() (bool, error) { return q.happened(event) })
	if err != nil {
		return err
	}
	for {
		done := q.done.Load()
		if done >= queued || q.done.CompareAndSwap(done, queued) {
			return nil
		}
	}
}

// happened asks whether an event of the queue has come to pass.
func (q *queue) happened(event uintptr) (bool, error) {
	var status int32
	code := call(q.dev.getEventInfo, event, eventExecutionStatus, 4, uintptr(unsafe.Pointer(&status)), 0)
	if code != success {
		return false, q.failed("clGetEventInfo", code)
	}
	if status < 0 {
		return false, q.failed("the command", status)
	}
	return status == complete, nil
}

// spin is how long a wait may keep a core busy.
func (d *dev) spin() time.Duration {
	if d.info.GPU {
		return device.SpinGPU
	}
	return device.SpinCPU
}
