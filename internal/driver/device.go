package driver

import (
	"context"
	"errors"
	"os"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/lifetime"
	"github.com/warbler-opt/warbler/kernel"
)

// dev is a device of either driver. What it holds, tests find leaks with.
type dev struct {
	lifetime.Owner
	native Native
	info   device.Info
	gate   lifetime.Gate // launches pass it; buffers, programs and queues drain it
	pinned hostRanges
	sync   bool // WARBLER_SYNC: wait for and check every launch

	modules modules
}

// New makes a device of what a driver has opened.
func New(info device.Info, native Native) device.Device {
	d := &dev{native: native, info: info, sync: Synchronous()}
	d.Init(func() error { return errors.Join(d.modules.close(), native.Release()) })
	return d
}

// Synchronous tells whether WARBLER_SYNC asks for launches that wait.
func Synchronous() bool { return os.Getenv("WARBLER_SYNC") == "1" }

func (d *dev) Info() device.Info { return d.info }

func (d *dev) FreeMemory() (free uint64, err error) {
	err = d.Use(func() (err error) {
		_, held := d.Held()
		free, err = d.native.FreeMemory(held)
		return err
	})
	return free, err
}

func (d *dev) Compile(ctx context.Context, src kernel.Source) (device.Program, error) {
	return detach(ctx, func() (device.Program, error) { return d.compile(src) })
}

// adopt makes an object of the device, unless it cannot be made.
func adopt[T any](d *dev, object T, h *lifetime.Handle, rank int, bytes uint64, create, free func() error) (T, error) {
	var none T
	if err := d.Adopt(h, rank, bytes, create, free); err != nil {
		return none, err
	}
	return object, nil
}
