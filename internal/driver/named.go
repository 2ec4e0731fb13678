package driver

import (
	"context"
	"fmt"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/kernel"
)

// Named is a device that another process will open: it has a description, and
// can do nothing. Some devices may be opened by one process only.
func Named(info device.Info) device.Device { return named(info) }

type named device.Info

func (n named) Info() device.Info { return device.Info(n) }

func (n named) unopened() error {
	return fmt.Errorf("device %s: it is not open in this process", n.Info().ID())
}

func (n named) FreeMemory() (uint64, error) { return 0, n.unopened() }

func (n named) Compile(context.Context, kernel.Source) (device.Program, error) {
	return nil, n.unopened()
}

func (n named) Alloc(int) (device.Buffer, error) { return nil, n.unopened() }

func (n named) AllocHost(int) (device.HostBuffer, error) { return nil, n.unopened() }

func (n named) NewQueue() (device.Queue, error) { return nil, n.unopened() }

func (n named) Close() error { return nil }
