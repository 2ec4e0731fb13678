package driver

import (
	"errors"

	"github.com/warbler-opt/warbler/device"
)

// Hinted is a device whose OutOfMemoryErrors have a hint: who opens an engine knows
// which options lower its need, and who allocates does not.
func Hinted(d device.Device, hint string) device.Device { return &hinted{d, hint} }

type hinted struct {
	device.Device
	hint string
}

// Alloc implements Device.
func (h *hinted) Alloc(bytes int) (device.Buffer, error) {
	b, err := h.Device.Alloc(bytes)
	return b, h.with(err)
}

// AllocHost implements Device.
func (h *hinted) AllocHost(bytes int) (device.HostBuffer, error) {
	b, err := h.Device.AllocHost(bytes)
	return b, h.with(err)
}

// with adds the hint at once: an error that wraps another has its text already.
func (h *hinted) with(err error) error {
	if oom, ok := errors.AsType[*device.OutOfMemoryError](err); ok && oom.Hint == "" {
		oom.Hint = h.hint
	}
	return err
}
