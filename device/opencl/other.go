//go:build !linux

package opencl

import (
	"context"

	"github.com/warbler-opt/warbler/device"
)

func init() { device.Register(driver{}) }

type driver struct{}

func (driver) Name() string { return "opencl" }

func (driver) Probe(context.Context) ([]device.Listing, error) { return nil, unsupported() }

func (driver) Open(int) (device.Device, error) { return nil, unsupported() }

func unsupported() error {
	return &device.NotFoundError{What: "opencl", Reason: "OpenCL is supported on Linux only"}
}
