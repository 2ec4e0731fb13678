//go:build linux

package cuda

import (
	"context"
	"sync"
	"time"
	"unsafe"

	"github.com/warbler-opt/warbler/internal/driver"
)

// stream is a CUstream that does not wait for the default one.
type stream struct {
	dev   *dev
	id    uintptr
	stage stage

	mu    sync.Mutex
	marks []uintptr // events without times, for Wait; reused
}

func (d *dev) NewStream() (driver.Stream, error) {
	s := &stream{dev: d}
	if code := d.call(d.streamCreate, uintptr(unsafe.Pointer(&s.id)), streamNonBlocking); code != success {
		return nil, d.failed("cuStreamCreate", code)
	}
	return s, nil
}

func (s *stream) Release() error {
	d := s.dev
	for _, m := range s.marks {
		d.call(d.eventDestroy, m)
	}
	s.stage.release(d)
	d.call(d.streamDestroy, s.id)
	return nil
}

func (s *stream) Write(dst uintptr, offset int, src []byte, pinned bool) error {
	to := dst + uintptr(offset)
	if !pinned && len(src) <= stagePart {
		return s.stage.write(s, to, src)
	}
	if err := s.write(to, src); err != nil || pinned {
		return err
	}
	return s.Finish()
}

// write queues a copy to the device.
func (s *stream) write(to uintptr, src []byte) error {
	d := s.dev
	return d.judge("cuMemcpyHtoDAsync", d.call(d.memcpyHtoD, to, uintptr(unsafe.Pointer(&src[0])), uintptr(len(src)), s.id))
}

func (s *stream) Read(dst []byte, src uintptr, offset int, pinned bool) error {
	d := s.dev
	code := d.call(d.memcpyDtoH, uintptr(unsafe.Pointer(&dst[0])), src+uintptr(offset), uintptr(len(dst)), s.id)
	if code != success || pinned {
		return d.judge("cuMemcpyDtoHAsync", code)
	}
	return s.Finish()
}

func (s *stream) Finish() error {
	return s.dev.judge("cuStreamSynchronize", s.dev.call(s.dev.streamSynchronize, s.id))
}

func (s *stream) Copy(dst uintptr, dstOffset int, src uintptr, srcOffset, bytes int) error {
	d := s.dev
	return d.judge("cuMemcpyDtoDAsync", d.call(d.memcpyDtoD, dst+uintptr(dstOffset), src+uintptr(srcOffset), uintptr(bytes), s.id))
}

func (s *stream) Zero(dst uintptr, offset, bytes int) error {
	d, fn, name, n := s.dev, s.dev.memsetD8, "cuMemsetD8Async", bytes
	if (offset|bytes)%4 == 0 {
		fn, name, n = d.memsetD32, "cuMemsetD32Async", bytes/4
	}
	return d.judge(name, d.call(fn, dst+uintptr(offset), 0, uintptr(n), s.id))
}

func (s *stream) Wait(ctx context.Context) error {
	d := s.dev
	// Most often there is nothing left to wait for.
	if done, err := d.happened("cuStreamQuery", d.call(d.streamQuery, s.id)); done || err != nil {
		return err
	}
	// A mark, not the stream: others may go on queueing, and the stream would
	// never be empty.
	mark, err := s.takeMark()
	if err != nil {
		return err
	}
	defer s.giveMark(mark)
	if code := d.call(d.eventRecord, mark, s.id); code != success {
		return d.failed("cuEventRecord", code)
	}
	return driver.Poll(ctx, true, func() (bool, error) { return s.Done(mark) })
}

func (s *stream) takeMark() (uintptr, error) {
	s.mu.Lock()
	if n := len(s.marks); n > 0 {
		m := s.marks[n-1]
		s.marks = s.marks[:n-1]
		s.mu.Unlock()
		return m, nil
	}
	s.mu.Unlock()
	return s.dev.createEvent(eventDisableTiming)
}

func (s *stream) giveMark(m uintptr) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.marks = append(s.marks, m)
}

func (d *dev) createEvent(flags uintptr) (event uintptr, err error) {
	code := d.call(d.eventCreate, uintptr(unsafe.Pointer(&event)), flags)
	return event, d.judge("cuEventCreate", code)
}

func (s *stream) Record() (uintptr, error) {
	d := s.dev
	event, err := d.createEvent(0)
	if err != nil {
		return 0, err
	}
	if code := d.call(d.eventRecord, event, s.id); code != success {
		d.call(d.eventDestroy, event)
		return 0, d.failed("cuEventRecord", code)
	}
	return event, nil
}

func (s *stream) Done(event uintptr) (bool, error) {
	return s.dev.happened("cuEventQuery", s.dev.call(s.dev.eventQuery, event))
}

// happened reads the answer of cuStreamQuery and cuEventQuery.
func (d *dev) happened(function string, code int32) (bool, error) {
	if code == errNotReady {
		return false, nil
	}
	return code == success, d.judge(function, code)
}

func (s *stream) Elapsed(earlier, later uintptr) (time.Duration, bool, error) {
	var ms float32
	code := s.dev.call(s.dev.eventElapsed, uintptr(unsafe.Pointer(&ms)), earlier, later)
	done, err := s.dev.happened("cuEventElapsedTime", code)
	return time.Duration(float64(ms) * 1e6), done, err
}

func (s *stream) ReleaseEvent(event uintptr) error {
	return s.dev.released("cuEventDestroy", s.dev.call(s.dev.eventDestroy, event))
}
