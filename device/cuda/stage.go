//go:build linux

package cuda

import (
	"sync"
	"unsafe"
)

const (
	stageSize = 1 << 20
	stagePart = 64 << 10 // the largest write that goes through the stage
)

// stage is page-locked memory through which a queue sends small writes from
// ordinary memory, so that they need not wait for the kernels before them.
// Writes fill it from the front; when it is full the stream is waited for, once
// in a megabyte.
type stage struct {
	mu     sync.Mutex
	memory []byte
	used   int
}

func (s *stage) write(q *queue, to uintptr, src []byte) error {
	d := q.dev
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.memory == nil {
		memory, code := d.hostAlloc(stageSize)
		if code == errOutOfMemory {
			return d.outOfMemory(stageSize)
		}
		if code != success {
			return d.failed("cuMemHostAlloc", code)
		}
		s.memory = memory
	}
	if s.used+len(src) > stageSize {
		if err := q.synchronize(); err != nil {
			return err
		}
		s.used = 0
	}
	part := s.memory[s.used : s.used+len(src)]
	copy(part, src)
	s.used += (len(src) + 15) &^ 15
	if code := d.call(d.memcpyHtoD, to, uintptr(unsafe.Pointer(&part[0])), uintptr(len(part)), q.stream); code != success {
		return q.failed("cuMemcpyHtoDAsync", code)
	}
	return nil
}

func (s *stage) release(d *dev) {
	if s.memory != nil {
		d.hostFree(s.memory)
	}
}
