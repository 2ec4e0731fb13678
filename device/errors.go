package device

import (
	"errors"
	"fmt"

	"github.com/warbler-opt/warbler/internal/memory"
)

// ErrClosed comes from the use of a device, or of something made from it, after
// it was closed.
var ErrClosed = errors.New("device: used after Close")

// NotFoundError says that a driver or a device cannot be used, and why.
type NotFoundError struct {
	What   string // "cuda", "opencl:3"
	Reason string // one sentence
}

func (e *NotFoundError) Error() string { return fmt.Sprintf("device %s: %s", e.What, e.Reason) }

// interrupted is a driver that there was no time to probe.
type interrupted struct {
	error
	ended error // of the context
}

func (i interrupted) Unwrap() []error { return []error{i.error, i.ended} }

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
