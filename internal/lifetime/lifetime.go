// Package lifetime decides when a driver's object may be released: not while a
// call in some goroutine still uses it, and not after the device it belongs to.
//
// Every object of a driver has a Handle. A call takes it with Acquire and gives
// it back with Release; Close forbids new calls and the last one out releases
// the object. A device has an Owner, which keeps the handles of what was made
// from it: they keep the device's own handle in use, so its context goes last.
//
// A launch uses dozens of objects for a microsecond. It goes through the
// device's Gate instead, and then only looks whether each is still Open.
package lifetime

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/warbler-opt/warbler/device"
)

// Handle counts the users of an object. Init must be called before use.
type Handle struct {
	refs   atomic.Int64 // calls under way, and one more until Close
	closed atomic.Bool
	free   func() error
}

// Init makes the handle ready; free releases the object and is called once.
func (h *Handle) Init(free func() error) {
	h.free = free
	h.refs.Store(1)
}

// Acquire keeps the object alive until Release, or reports that it is closed.
func (h *Handle) Acquire() bool {
	for {
		n := h.refs.Load()
		if n == 0 || h.closed.Load() {
			return false
		}
		if h.refs.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

// Use keeps the object alive while do works with it; ErrClosed says that it is
// closed.
func (h *Handle) Use(do func() error) error {
	if !h.Acquire() {
		return device.ErrClosed
	}
	defer h.Release()
	return do()
}

// Open reports that Close was not called yet. The object then stays until the
// caller leaves the Gate that its free function drains.
func (h *Handle) Open() bool { return !h.closed.Load() }

// Release ends a use; the last one after Close frees the object.
func (h *Handle) Release() error {
	if h.refs.Add(-1) == 0 {
		return h.free()
	}
	return nil
}

// Close forbids further uses; it may be called any number of times.
func (h *Handle) Close() error {
	if h.closed.Swap(true) {
		return nil
	}
	return h.Release()
}

// Ranks order the closing of what an Owner holds: queues first, because they
// wait for commands that use the rest.
const (
	QueueRank = iota
	EventRank
	OtherRank
)

// Owner is the handle of a device together with those of its objects.
type Owner struct {
	Handle
	mu    sync.Mutex
	held  map[*Handle]holding
	bytes uint64
}

type holding struct {
	rank  int
	bytes uint64
}

// Adopt starts the life of an object of the owner: create makes it, and h is
// initialized with free and closed with the owner. bytes is device memory, for Held.
func (o *Owner) Adopt(h *Handle, rank int, bytes uint64, create, free func() error) error {
	if !o.Acquire() {
		return device.ErrClosed
	}
	if err := create(); err != nil {
		o.Release()
		return err
	}
	h.Init(func() error {
		err := free()
		o.mu.Lock()
		o.bytes -= o.held[h].bytes
		delete(o.held, h)
		o.mu.Unlock()
		return errors.Join(err, o.Release())
	})
	o.mu.Lock()
	if o.held == nil {
		o.held = map[*Handle]holding{}
	}
	o.held[h] = holding{rank, bytes}
	o.bytes += bytes
	closed := o.closed.Load()
	o.mu.Unlock()
	if closed { // between Acquire and here: Close may have missed it
		h.Close()
		return device.ErrClosed
	}
	return nil
}

// Close closes the owner and all it holds. Objects that other goroutines are using
// end with those uses, and the owner with the last of them.
func (o *Owner) Close() error {
	if o.closed.Swap(true) {
		return nil
	}
	o.mu.Lock()
	handles := slices.SortedFunc(maps.Keys(o.held), func(a, b *Handle) int { return cmp.Compare(o.held[a].rank, o.held[b].rank) })
	o.mu.Unlock()
	var err error
	for _, h := range handles {
		err = errors.Join(err, h.Close())
	}
	return errors.Join(err, o.Release())
}

// Held tells how many objects are open and how much device memory is in them.
func (o *Owner) Held() (objects int, bytes uint64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.held), o.bytes
}
