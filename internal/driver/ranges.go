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

// ends are the first byte of memory and one past the last.
func ends(p []byte) (from, to uintptr) {
	from = uintptr(unsafe.Pointer(unsafe.SliceData(p)))
	return from, from + uintptr(len(p))
}

// add notes a HostBuffer's memory.
func (h *hostRanges) add(p []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ranges == nil {
		h.ranges = map[uintptr]uintptr{}
	}
	from, to := ends(p)
	h.ranges[from] = to
}

// remove forgets it.
func (h *hostRanges) remove(p []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	from, _ := ends(p)
	delete(h.ranges, from)
}

// contains reports whether all of p is page-locked.
func (h *hostRanges) contains(p []byte) bool {
	first, last := ends(p)
	h.mu.RLock()
	defer h.mu.RUnlock()
	// A device has a handful of host buffers; a search tree would not pay.
	for from, to := range h.ranges {
		if first >= from && last <= to && first < last {
			return true
		}
	}
	return false
}
