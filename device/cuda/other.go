//go:build !linux

package cuda

import (
	"context"

	"github.com/warbler-opt/warbler/device"
)

func init() { device.Register(driver{}) }

type driver struct{}

func (driver) Name() string { return "cuda" }

func (driver) Probe(context.Context) ([]device.Listing, error) { return nil, unsupported() }

func (driver) Open(int) (device.Device, error) { return nil, unsupported() }

func unsupported() error {
	return &device.NotFoundError{What: "cuda", Reason: "CUDA is supported on Linux only"}
}
