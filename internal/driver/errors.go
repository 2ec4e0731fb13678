package driver

import (
	"errors"
	"fmt"
	"strings"

	"github.com/warbler-opt/warbler/device"
)

// CompileError is a kernel that a driver's compiler refused.
type CompileError struct {
	Device string // ID
	Source string // kernel.Source's name
	Log    string // the compiler's messages with the source lines they name
}

func (e *CompileError) Error() string {
	return fmt.Sprintf("device %s: kernel source %s does not compile:\n%s", e.Device, e.Source, strings.TrimSpace(e.Log))
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

// CallError is any other call that a driver refused.
type CallError struct {
	Device string
	Call   string // the driver's function
	Code   int
	Reason string // the driver's name for the code
}

func (e *CallError) Error() string {
	return fmt.Sprintf("device %s: %s failed: %s (%d)", e.Device, e.Call, e.Reason, e.Code)
}

// Unusable reports whether an error says that a device cannot do a piece of
// work, so that the CPU may do it instead. One that comes from another process has
// a method of that name.
func Unusable(err error) bool {
	var told interface{ Unusable() bool }
	if errors.As(err, &told) {
		return told.Unusable()
	}
	return is[*device.OutOfMemoryError](err) || is[*device.NotFoundError](err) ||
		is[*CompileError](err) || is[*LaunchError](err) || is[*CallError](err)
}

func is[E error](err error) bool {
	_, is := errors.AsType[E](err)
	return is
}
