package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// interruptible is a context that ends at the first Ctrl-C or SIGTERM, so that
// the best answer so far can still be printed. The second one stops the
// program at once. stop gives the signals back to the system.
func interruptible(exit func(int)) (ctx context.Context, stop func()) {
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
