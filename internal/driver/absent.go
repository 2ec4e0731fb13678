package driver

import (
	"context"
	"fmt"

	"github.com/warbler-opt/warbler/device"
)

// NotFound is a device.NotFoundError with a reason in the manner of Sprintf.
func NotFound(what, format string, args ...any) error {
	return &device.NotFoundError{What: what, Reason: fmt.Sprintf(format, args...)}
}

// Absent is a driver that has no devices, and the reason.
type Absent struct{ Driver, Reason string }

// Name implements device.Driver.
func (a Absent) Name() string { return a.Driver }

// Probe implements device.Driver.
func (a Absent) Probe(context.Context) ([]device.Listing, error) { return nil, a.err() }

// Open implements device.Driver.
func (a Absent) Open(int) (device.Device, error) { return nil, a.err() }

func (a Absent) err() error { return NotFound(a.Driver, "%s", a.Reason) }
