package replicas

import (
	"context"
	"errors"
	"testing"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/driver"
)

// counted is a device that only knows whether it is open.
type counted struct {
	device.Device
	closed bool
}

func (*counted) Info() device.Info { return device.Info{Driver: "counted"} }

func (c *counted) Close() error { c.closed = true; return nil }

// Runs share a device, which stays open behind them, until the pool is closed or a
// launch on it fails.
func TestPool(t *testing.T) {
	var opened []*counted
	defer func(o Opener) { open = o }(open)
	open = func(context.Context, string) (device.Device, error) {
		opened = append(opened, &counted{})
		return opened[len(opened)-1], nil
	}
	take := func(want int) device.Device {
		t.Helper()
		d, err := Pooled(t.Context(), "counted:0")
		if err != nil || len(opened) != want {
			t.Fatalf("opened %d times, not %d, %v", len(opened), want, err)
		}
		return d
	}
	one := take(1)
	two := take(1)
	one.Close()
	one.Close() // counts once
	two.Close()
	take(1).Close()
	if opened[0].closed {
		t.Error("the pool has closed its device")
	}
	three := take(1)
	Places{three, nil}.Failed(errors.New("something else"))
	take(1).Close()
	Places{three, nil}.Failed(&driver.LaunchError{})
	four := take(2)
	if opened[0].closed {
		t.Error("a device was closed while it was in use")
	}
	if three.Close(); !opened[0].closed {
		t.Error("a device that failed is still open")
	}
	if err := ClosePool(); err != nil || opened[1].closed {
		t.Errorf("%v: a device was closed while it was in use", err)
	}
	if four.Close(); !opened[1].closed {
		t.Error("the device is open after the pool was closed")
	}
	take(3).Close()
	if err := ClosePool(); err != nil || !opened[2].closed {
		t.Errorf("%v, or the device is still open", err)
	}
}
