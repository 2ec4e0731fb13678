package search

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// PanicError is a panic in a step of an engine, most often in an objective
// that was written in Go. What was found before it stands.
type PanicError struct {
	Value any    // what panic was called with
	Where string // the function and the line that panicked: "main.cost (main.go:17)"
	Stack string // of the goroutine it happened in
}

func (e *PanicError) Error() string { return fmt.Sprintf("panic in %s: %v", e.Where, e.Value) }

// Unwrap is the value, where it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// Panicked is the error for what recover returned. A deferred function calls
// it, so that the stack is still there; a panic that was caught in another
// goroutine and raised again stays what it was.
func Panicked(value any) *PanicError {
	if e, ok := value.(*PanicError); ok {
		return e
	}
	e := &PanicError{Value: value, Where: "an unknown place", Stack: string(debug.Stack())}
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for raised := false; ; {
		f, more := frames.Next()
		// Nor is an accessor of genes the culprit, but what called it.
		inside := strings.HasPrefix(f.Function, "runtime.") || raised && accessor(f.Function)
		if raised && !inside {
			e.Where = fmt.Sprintf("%s (%s:%d)", f.Function, f.File[strings.LastIndexByte(f.File, '/')+1:], f.Line)
			return e
		}
		// The frames of the runtime between the deferred function and the culprit.
		raised = raised || inside
		if !more {
			return e
		}
	}
}

// accessor reports whether a function is a method of what objectives get.
func accessor(function string) bool {
	name, ok := strings.CutPrefix(function, "github.com/warbler-opt/warbler.")
	return ok && (strings.HasPrefix(name, "Bits.") || strings.HasPrefix(name, "Point."))
}

// guarded is a call with panics as errors.
func guarded[T any](call func() (T, error)) (result T, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = Panicked(v)
		}
	}()
	return call()
}
