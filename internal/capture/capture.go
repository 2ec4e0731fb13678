// Package capture keeps the beginning of what another process writes.
package capture

import "sync"

// Head is a writer that keeps the first 64 KiB and swallows the rest.
type Head struct {
	mu    sync.Mutex
	bytes []byte
}

const limit = 1 << 16

func (h *Head) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if room := limit - len(h.bytes); room > 0 {
		h.bytes = append(h.bytes, p[:min(room, len(p))]...)
	}
	return len(p), nil
}

// Text is what was kept so far.
func (h *Head) Text() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return string(h.bytes)
}
