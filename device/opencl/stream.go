//go:build linux

package opencl

import (
	"context"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/warbler-opt/warbler/internal/driver"
	"github.com/warbler-opt/warbler/internal/dynlib"
)

// stream is an in-order cl_command_queue with timing.
type stream struct {
	dev *dev
	id  uintptr

	// queued counts commands; done is how many a Wait has seen finished. Where
	// they agree there is nothing to wait for.
	queued, done atomic.Uint64
}

// flushEvery is how many commands may gather before the driver is told to
// start. The first after a pause starts at once; a call for each would double
// the cost of a launch.
const flushEvery = 8

func (d *dev) NewStream() (driver.Stream, error) {
	id, code := d.createQueue()
	if code != success {
		return nil, d.failed("clCreateCommandQueue", code)
	}
	return &stream{dev: d, id: id}, nil
}

func (s *stream) Release() error {
	dynlib.Call(s.dev.releaseQueue, s.id)
	return nil
}

// queuedOne counts a command and starts the queue now and then.
func (s *stream) queuedOne() {
	n := s.queued.Add(1)
	if (n-1-s.done.Load())%flushEvery == 0 {
		dynlib.Call(s.dev.flush, s.id)
	}
}

// commanded judges the code of a command.
func (s *stream) commanded(function string, code int32) error {
	if code != success {
		return s.dev.failed(function, code)
	}
	s.queuedOne()
	return nil
}

func (s *stream) Write(dst uintptr, offset int, src []byte, pinned bool) error {
	return s.transfer(s.dev.enqueueWrite, "clEnqueueWriteBuffer", dst, offset, src, pinned)
}

func (s *stream) Read(dst []byte, src uintptr, offset int, pinned bool) error {
	return s.transfer(s.dev.enqueueRead, "clEnqueueReadBuffer", src, offset, dst, pinned)
}

// transfer is a copy between host and device. Ordinary memory belongs to Go,
// so the driver may not keep it: the call blocks.
func (s *stream) transfer(fn uintptr, name string, buffer uintptr, offset int, host []byte, pinned bool) error {
	blocking := uintptr(1)
	if pinned {
		blocking = 0
	}
	return s.commanded(name, dynlib.Call(fn, s.id, buffer, blocking, uintptr(offset), uintptr(len(host)), uintptr(unsafe.Pointer(&host[0])), 0, 0, 0))
}

func (s *stream) Copy(dst uintptr, dstOffset int, src uintptr, srcOffset, bytes int) error {
	code := dynlib.Call(s.dev.enqueueCopy, s.id, src, dst, uintptr(srcOffset), uintptr(dstOffset), uintptr(bytes), 0, 0, 0)
	return s.commanded("clEnqueueCopyBuffer", code)
}

func (s *stream) Zero(dst uintptr, offset, bytes int) error {
	// Long patterns fill faster, but the range must be a multiple of them.
	pattern := 16
	for (offset|bytes)%pattern != 0 {
		pattern /= 2
	}
	var zero [16]byte
	code := dynlib.Call(s.dev.enqueueFill, s.id, dst, uintptr(unsafe.Pointer(&zero[0])), uintptr(pattern), uintptr(offset), uintptr(bytes), 0, 0, 0)
	return s.commanded("clEnqueueFillBuffer", code)
}

func (s *stream) Finish() error {
	return s.dev.judge("clFinish", dynlib.Call(s.dev.finish, s.id))
}

func (s *stream) Wait(ctx context.Context) error {
	d := s.dev
	queued := s.queued.Load()
	if s.done.Load() >= queued {
		return nil
	}
	event, err := s.mark()
	if err != nil {
		return err
	}
	defer dynlib.Call(d.releaseEvent, event)
	if code := dynlib.Call(d.flush, s.id); code != success {
		return d.failed("clFlush", code)
	}
	if err := driver.Poll(ctx, d.info.GPU, func() (bool, error) { return s.Done(event) }); err != nil {
		return err
	}
	for {
		done := s.done.Load()
		if done >= queued || s.done.CompareAndSwap(done, queued) {
			return nil
		}
	}
}

// mark queues a marker.
func (s *stream) mark() (event uintptr, err error) {
	code := dynlib.Call(s.dev.enqueueMarker, s.id, 0, 0, uintptr(unsafe.Pointer(&event)))
	return event, s.dev.judge("clEnqueueMarkerWithWaitList", code)
}

// Record queues a marker, or a tiny fill where markers have no times.
func (s *stream) Record() (event uintptr, err error) {
	d := s.dev
	if d.timedMarkers {
		event, err = s.mark()
	} else {
		var zero [4]byte
		code := dynlib.Call(d.enqueueFill, s.id, d.scratch, uintptr(unsafe.Pointer(&zero[0])), 4, 0, 4, 0, 0, uintptr(unsafe.Pointer(&event)))
		err = d.judge("clEnqueueFillBuffer", code)
	}
	if err != nil {
		return 0, err
	}
	s.queued.Add(1)
	// Who asks an event whether it is done expects it to happen by itself.
	dynlib.Call(d.flush, s.id)
	return event, nil
}

func (s *stream) Done(event uintptr) (bool, error) {
	var status int32
	code := dynlib.Call(s.dev.getEventInfo, event, eventExecutionStatus, 4, uintptr(unsafe.Pointer(&status)), 0)
	if code != success {
		return false, s.dev.failed("clGetEventInfo", code)
	}
	if status < 0 {
		return false, s.dev.failed("the command", status)
	}
	return status == complete, nil
}

func (s *stream) Elapsed(earlier, later uintptr) (time.Duration, bool, error) {
	var times [2]uint64
	for i, event := range [2]uintptr{earlier, later} {
		done, err := s.Done(event)
		if err != nil || !done {
			return 0, false, err
		}
		var code int32
		if times[i], code = s.dev.endTime(event); code != success {
			return 0, false, s.dev.failed("clGetEventProfilingInfo", code)
		}
	}
	return time.Duration(int64(times[1] - times[0])), true, nil
}

func (s *stream) ReleaseEvent(event uintptr) error {
	dynlib.Call(s.dev.releaseEvent, event)
	return nil
}
