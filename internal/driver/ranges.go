package driver

import (
	"sync"
	"unsafe"
)

// hostRanges remembers where a device's page-locked memory lies, so that a
// copy can tell by the address of a slice whether it may go on by itself.
type hostRanges struct {
	mu     sync.RWMutex
	ranges map[uintptr]uintptr // first byte to one past the last
}

// add notes a HostBuffer's memory.
func (h *hostRanges) add(p []byte) {
	if len(p) == 0 {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ranges == nil {
		h.ranges = map[uintptr]uintptr{}
	}
	first := uintptr(unsafe.Pointer(&p[0]))
	h.ranges[first] = first + uintptr(len(p))
}

// remove forgets it.
func (h *hostRanges) remove(p []byte) {
	if len(p) == 0 {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.ranges, uintptr(unsafe.Pointer(&p[0])))
}

// contains reports whether all of p is page-locked.
func (h *hostRanges) contains(p []byte) bool {
	if len(p) == 0 {
		return false
	}
	first := uintptr(unsafe.Pointer(&p[0]))
	h.mu.RLock()
	defer h.mu.RUnlock()
	// A device has a handful of host buffers; a search tree would not pay.
	for from, to := range h.ranges {
		if first >= from && first+uintptr(len(p)) <= to {
			return true
		}
	}
	return false
}
