package driver

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestPoll(t *testing.T) {
	broken := errors.New("broken")
	calls := 0
	for name, c := range map[string]struct {
		done func() (bool, error)
		want error
	}{
		"at once": {func() (bool, error) { return true, nil }, nil},
		"later":   {func() (bool, error) { calls++; return calls > 50, nil }, nil},
		"broken":  {func() (bool, error) { return false, broken }, broken},
		"never":   {func() (bool, error) { return false, nil }, context.DeadlineExceeded},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		if name == "never" {
			ctx, cancel = context.WithTimeout(t.Context(), 10*time.Millisecond)
		}
		if err := Poll(ctx, false, c.done); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
		cancel()
	}
}

// closed notes that it was closed.
type closed chan bool

func (c closed) Close() error { close(c); return nil }

func TestDetach(t *testing.T) {
	c := make(closed)
	if got, err := detach(t.Context(), func() (closed, error) { return c, nil }); got != c || err != nil {
		t.Errorf("%v, %v", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	start := make(chan bool)
	go func() { <-start; cancel() }()
	_, err := detach(ctx, func() (closed, error) {
		close(start)
		time.Sleep(50 * time.Millisecond)
		return c, nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	select {
	case <-c: // what came too late was closed
	case <-time.After(5 * time.Second):
		t.Error("a late result was not closed")
	}
}

// fixed does not move: a slice that never leaves its function may lie on the
// stack, and a stack moves when it grows. Page-locked memory never does.
var fixed [100]byte

func TestHostRanges(t *testing.T) {
	var h hostRanges
	p := fixed[:]
	if h.contains(p) || h.contains(nil) {
		t.Error("an empty set contains something")
	}
	h.add(p[10:60])
	for _, c := range []struct {
		from, to int
		want     bool
	}{{10, 60, true}, {20, 30, true}, {9, 60, false}, {10, 61, false}, {70, 80, false}, {20, 20, false}} {
		if h.contains(p[c.from:c.to]) != c.want {
			t.Errorf("%d to %d: %v", c.from, c.to, !c.want)
		}
	}
	h.remove(p[10:60])
	if h.contains(p[20:30]) {
		t.Error("a removed range is still there")
	}
}
