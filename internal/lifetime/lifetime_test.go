package lifetime

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/warbler-opt/warbler/device"
)

func TestHandle(t *testing.T) {
	freed := 0
	var h Handle
	h.Init(func() error { freed++; return errors.New("free") })
	if !h.Acquire() {
		t.Fatal("an open handle cannot be used")
	}
	if err := h.Close(); err != nil || freed != 0 {
		t.Errorf("closed while in use: %v, freed %d times", err, freed)
	}
	if h.Acquire() {
		t.Error("a closed handle can be used")
	}
	if err := h.Release(); err == nil || freed != 1 {
		t.Errorf("after the last use: %v, freed %d times", err, freed)
	}
	if err := h.Close(); err != nil || freed != 1 || h.Acquire() {
		t.Errorf("the second Close: %v, freed %d times", err, freed)
	}
}

// TestOwner wants queues freed before the rest, and the owner last.
func TestOwner(t *testing.T) {
	var order []string
	note := func(s string) func() error {
		return func() error { order = append(order, s); return nil }
	}
	var o Owner
	o.Init(note("owner"))
	handles := make([]Handle, 4)
	for i, c := range []struct {
		name string
		rank int
	}{{"buffer", OtherRank}, {"queue", QueueRank}, {"event", EventRank}, {"gone", OtherRank}} {
		if err := o.Adopt(&handles[i], c.rank, 10, note("make "+c.name), note(c.name)); err != nil {
			t.Fatal(err)
		}
	}
	handles[3].Close()
	if n, bytes := o.Held(); n != 3 || bytes != 30 {
		t.Errorf("%d objects, %d bytes", n, bytes)
	}
	handles[0].Acquire() // a call under way
	if err := o.Close(); err != nil {
		t.Error(err)
	}
	handles[0].Release()
	if want := []string{"make buffer", "make queue", "make event", "make gone", "gone", "queue", "event", "buffer", "owner"}; !slices.Equal(order, want) {
		t.Errorf("freed in the order %v", order)
	}
	var late Handle
	if err := o.Adopt(&late, OtherRank, 1, note("late"), note("late")); !errors.Is(err, device.ErrClosed) || order[len(order)-1] != "owner" {
		t.Errorf("adopted after Close: %v, %v", err, order)
	}
}

func TestOwnerUnderLoad(t *testing.T) {
	var o Owner
	var made, freed atomic.Int64
	ownerFreed := false
	o.Init(func() error { ownerFreed = true; return nil })
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for {
				h := &Handle{}
				err := o.Adopt(h, OtherRank, 1, func() error { made.Add(1); return nil }, func() error { freed.Add(1); return nil })
				if err != nil {
					return
				}
				if made.Load()%3 == 0 {
					h.Close()
				}
				if made.Load() > 20_000 {
					o.Close()
				}
			}
		})
	}
	wg.Wait()
	if n, bytes := o.Held(); made.Load() != freed.Load() || !ownerFreed || n != 0 || bytes != 0 {
		t.Errorf("%d made, %d freed, %d objects and %d bytes held, owner freed: %v", made.Load(), freed.Load(), n, bytes, ownerFreed)
	}
}

// TestGate closes objects that others look at: none may be freed while in use.
func TestGate(t *testing.T) {
	var g Gate
	type object struct {
		h     Handle
		freed atomic.Bool
	}
	var current atomic.Pointer[object]
	replace := func() {
		o := &object{}
		o.h.Init(func() error {
			g.Drain()
			o.freed.Store(true)
			return nil
		})
		if old := current.Swap(o); old != nil {
			old.h.Close()
		}
	}
	replace()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 20_000 {
				g.Enter()
				if o := current.Load(); o.h.Open() && o.freed.Load() {
					t.Error("an open object is freed")
				}
				g.Leave()
			}
		})
	}
	for range 1000 {
		replace()
	}
	wg.Wait()
	last := current.Load()
	if last.h.Close(); last.h.Open() || !last.freed.Load() {
		t.Error("a closed object is open or not freed")
	}
}
