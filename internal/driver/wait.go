package driver

import (
	"context"
	"io"
	"runtime"
	"time"
)

// Waiting spins first, because short runs end in less time than a sleep takes
// to return; then it sleeps, longer and longer up to a step that still lets a
// context end the wait promptly. A GPU leaves the CPU free to spin; a device
// that is the CPU does not.
const (
	spinGPU = 5 * time.Millisecond
	spinCPU = 200 * time.Microsecond

	firstStep = 20 * time.Microsecond
	lastStep  = time.Millisecond
)

// Poll calls done until it says true or fails, or ctx ends, spinning at first.
// gpu tells what kind of device is waited for: no driver's own wait can be
// interrupted.
func Poll(ctx context.Context, gpu bool, done func() (bool, error)) error {
	if ok, err := done(); ok || err != nil {
		return err
	}
	spin := spinCPU
	if gpu {
		spin = spinGPU
	}
	start, step := time.Now(), firstStep
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		if time.Since(start) < spin {
			runtime.Gosched()
		} else {
			time.Sleep(step)
			step = min(2*step, lastStep)
		}
		if ok, err := done(); ok || err != nil {
			return err
		}
	}
}

// detach runs work that cannot be interrupted, such as a compilation, and
// returns its result, or the context's error when ctx ends first; what the work
// then still makes is closed.
func detach[T io.Closer](ctx context.Context, work func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	var none T
	if err := ctx.Err(); err != nil {
		return none, err
	}
	done := make(chan result, 1)
	go func() {
		v, err := work()
		done <- result{v, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		go func() {
			if r := <-done; r.err == nil {
				r.value.Close()
			}
		}()
		return none, ctx.Err()
	}
}
