package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// Interruptible is a context that ends at the first Ctrl-C or SIGTERM, so that
// the best answer so far can still be printed. The second one stops the
// program at once. stop gives the signals back to the system.
func Interruptible(exit func(int)) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	done := make(chan struct{})
	go func() { watchSignals(signals, done, cancel, exit) }()
	return ctx, func() {
		signal.Stop(signals)
		close(done)
		cancel()
	}
}

func watchSignals(signals <-chan os.Signal, done <-chan struct{}, cancel func(), exit func(int)) {
	for first := true; ; first = false {
		select {
		case <-signals:
			if !first {
				exit(int(exitStopped))
				return
			}
			cancel()
		case <-done:
			return
		}
	}
}

// Awaited is what do returns, or why ctx ended before that. do goes on then until
// the program ends, which is soon: it must only read.
func Awaited[T any](ctx context.Context, do func() (T, error)) (T, error) {
	var none T
	if ctx.Err() != nil {
		return none, ctx.Err()
	}
	type got struct {
		value T
		err   error
	}
	done := make(chan got, 1)
	go func() {
		value, err := do()
		done <- got{value, err}
	}()
	select {
	case g := <-done:
		return g.value, g.err
	case <-ctx.Done():
		return none, ctx.Err()
	}
}

// typed is a terminal that is read until ctx ends. A pipe is read on after Ctrl-C:
// what writes to it is about to print its best answer.
type typed struct {
	ctx context.Context
	in  io.Reader
}

// Read implements io.Reader.
func (t *typed) Read(p []byte) (int, error) {
	text := make([]byte, len(p)) // p is not ours when ctx ends first
	n, err := Awaited(t.ctx, func() (int, error) { return t.in.Read(text) })
	if t.ctx.Err() != nil && n == 0 {
		return 0, &CodedError{exitStopped, errors.New("it was stopped before its end (which is Ctrl-D)")}
	}
	return copy(p, text[:n]), err
}
