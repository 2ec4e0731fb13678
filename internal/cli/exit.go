package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"syscall"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/experiment"
	"github.com/warbler-opt/warbler/internal/subprocess"
	"github.com/warbler-opt/warbler/search"
)

// ExitCode is a status of the process.
type ExitCode int

// The exit statuses; exitCodes says the same to people.
const (
	ExitOK      ExitCode = 0
	ExitInside  ExitCode = 1
	ExitUser    ExitCode = 2
	ExitWrong   ExitCode = 3
	exitStopped ExitCode = 130

	ExitSatisfiable   ExitCode = 10
	ExitUnsatisfiable ExitCode = 20
	ExitOptimum       ExitCode = 30
)

var exitCodes = []struct {
	code ExitCode
	help string
}{
	{ExitOK, "an answer was given, also when time or Ctrl-C cut the search short"},
	{ExitInside, "something went wrong inside, or in a fitness function of your own"},
	{ExitUser, "bad input, a missing device or a bad flag: something you can mend"},
	{ExitWrong, "verify: the answer is wrong"},
	{ExitSatisfiable, "sat: there is a model; maxsat: an assignment that satisfies all hard clauses was found (0: none was)"},
	{ExitUnsatisfiable, "sat: there is no model; maxsat: no assignment satisfies all hard clauses"},
	{ExitOptimum, "maxsat: the assignment is optimal"},
	{exitStopped, "a second Ctrl-C stopped the program at once"},
}

// CodedError is an error that decides the exit status.
type CodedError struct {
	Code ExitCode
	err  error // nil where everything has been said
}

func (e *CodedError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit status %d", e.Code)
	}
	return e.err.Error()
}

func (e *CodedError) Unwrap() error { return e.err }

// UserErrorf is an error of the kind a user can mend.
func UserErrorf(format string, args ...any) error {
	return &CodedError{ExitUser, fmt.Errorf(format, args...)}
}

// AsUserError marks err as something a user can mend; nil stays nil.
func AsUserError(err error) error {
	if err == nil || errors.As(err, new(*CodedError)) || errors.Is(err, context.Canceled) {
		return err
	}
	return &CodedError{ExitUser, err}
}

// exitOf is the status that an error leads to. Errors that say what the user
// can do are known by their type.
func exitOf(err error) ExitCode {
	coded, decided := errors.AsType[*CodedError](err)
	child, told := errors.AsType[*subprocess.Error](err)
	switch {
	case err == nil:
		return ExitOK
	case told && child.UserError:
		return ExitUser
	case decided:
		return coded.Code
	case errors.Is(err, context.Canceled): // Ctrl-C is no mistake
		return ExitInside
	case errors.As(err, new(*search.ParamError)), errors.As(err, new(*search.UnsuitedError)),
		errors.As(err, new(*search.CheckpointError)),
		errors.As(err, new(*experiment.PlanError)), errors.As(err, new(*experiment.FolderError)),
		errors.As(err, new(*device.NotFoundError)), errors.As(err, new(*device.OutOfMemoryError)), errors.As(err, new(*fs.PathError)):
		return ExitUser
	}
	return ExitInside
}

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
