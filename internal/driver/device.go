package driver

import (
	"context"
	"os"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/lifetime"
	"github.com/warbler-opt/warbler/kernel"
)

// dev is a device of either driver.
type dev struct {
	native Native
	info   device.Info
	life   lifetime.Owner
	gate   lifetime.Gate // launches pass it; buffers, programs and queues drain it
	pinned hostRanges
	sync   bool // WARBLER_SYNC: wait for and check every launch
}

// New makes a device of what a driver has opened.
func New(info device.Info, native Native) device.Device {
	d := &dev{native: native, info: info, sync: Synchronous()}
	d.life.Init(native.Release)
	return d
}

// Synchronous tells whether WARBLER_SYNC asks for launches that wait.
func Synchronous() bool { return os.Getenv("WARBLER_SYNC") == "1" }

func (d *dev) Info() device.Info { return d.info }

func (d *dev) Close() error { return d.life.CloseAll() }

// Held tells how much was made from the device and is still open; tests find
// leaks with it.
func (d *dev) Held() (objects int, bytes uint64) { return d.life.Held() }

func (d *dev) FreeMemory() (uint64, error) {
	if !d.life.Acquire() {
		return 0, device.ErrClosed
	}
	defer d.life.Release()
	_, held := d.life.Held()
	return d.native.FreeMemory(held)
}

func (d *dev) Compile(ctx context.Context, src kernel.Source) (device.Program, error) {
	p, err := detach(ctx, func() (*program, error) {
		if !d.life.Acquire() {
			return nil, device.ErrClosed
		}
		defer d.life.Release()
		return d.compile(src)
	})
	if err != nil {
		return nil, err // not a nil *program in an interface
	}
	return p, nil
}
