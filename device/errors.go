package device

import (
	"errors"
	"fmt"
	"strings"

	"github.com/warbler-opt/warbler/internal/memory"
)

// ErrClosed comes from the use of a device, or of something made from it, after
// it was closed.
var ErrClosed = errors.New("device: used after Close")

// NotFoundError says that a driver or a device cannot be used, and why.
type NotFoundError struct {
	What   string // "cuda", "opencl:3"
	Reason string // one sentence
	Err    error  // that of the context, if it ended before anything was known; else nil
}

func (e *NotFoundError) Error() string { return fmt.Sprintf("device %s: %s", e.What, e.Reason) }
func (e *NotFoundError) Unwrap() error { return e.Err }

// CompileError is a kernel that a driver's compiler refused.
type CompileError struct {
	Device string // ID
	Source string // kernel.Source's name
	Log    string // the compiler's messages with the source lines they name
}

func (e *CompileError) Error() string {
	return fmt.Sprintf("device %s: kernel source %s does not compile:\n%s", e.Device, e.Source, strings.TrimSpace(e.Log))
}

// OutOfMemoryError is an allocation that did not fit.
type OutOfMemoryError struct {
	Device  string
	Asked   uint64 // bytes
	Free    uint64 // bytes, 0 when the driver does not tell
	Largest uint64 // bytes that one buffer may have, where more were asked for
	Hint    string // which option lowers the need; filled in by who asked
}

func (e *OutOfMemoryError) Error() string {
	s := fmt.Sprintf("device %s: out of memory: %s asked", e.Device, memory.Format(e.Asked))
	if e.Free > 0 {
		s += fmt.Sprintf(", %s free", memory.Format(e.Free))
	}
	if e.Largest > 0 {
		s += fmt.Sprintf(", at most %s in one buffer", memory.Format(e.Largest))
	}
	if e.Hint != "" {
		s += "; " + e.Hint
	}
	return s
}

// LaunchError is a kernel launch that the driver refused or that failed while
// it ran.
type LaunchError struct {
	Device string
	Kernel string
	Reason string
}

func (e *LaunchError) Error() string {
	return fmt.Sprintf("device %s: kernel %s: %s", e.Device, e.Kernel, e.Reason)
}

// DriverError is any other call that a driver refused.
type DriverError struct {
	Device string
	Call   string // the driver's function
	Code   int
	Reason string // the driver's name for the code
}

func (e *DriverError) Error() string {
	return fmt.Sprintf("device %s: %s failed: %s (%d)", e.Device, e.Call, e.Reason, e.Code)
}

// SelfTestError is a device that computes something else than it should: a
// broken driver, compiler or card. It must not be used.
type SelfTestError struct {
	Device string
	Reason string
}

func (e *SelfTestError) Error() string {
	return fmt.Sprintf("device %s: it failed its self-test and is not used: %s", e.Device, e.Reason)
}
