//go:build linux

package cuda

import "sync"

const (
	stageSize = 1 << 20
	stagePart = 64 << 10 // the largest write that goes through the stage
)

// stage is page-locked memory through which a stream sends small writes from
// ordinary memory, so that they need not wait for the kernels before them.
// Writes fill it from the front; when it is full the stream is waited for, once
// in a megabyte.
type stage struct {
	mu     sync.Mutex
	memory []byte
	used   int
}

func (s *stage) write(to *stream, address uintptr, src []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.memory == nil {
		memory, _, err := to.dev.AllocHost(stageSize, 0)
		if err != nil {
			return err
		}
		s.memory = memory
	}
	if s.used+len(src) > stageSize {
		if err := to.Finish(); err != nil {
			return err
		}
		s.used = 0
	}
	part := s.memory[s.used : s.used+len(src)]
	copy(part, src)
	s.used += (len(src) + 15) &^ 15
	return to.write(address, part)
}

func (s *stage) release(d *dev) {
	if s.memory != nil {
		d.FreeHost(s.memory, 0)
	}
}
