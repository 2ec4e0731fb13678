package devicetest

import (
	"sync/atomic"
	"testing"

	"github.com/warbler-opt/warbler/device"
)

// Scarce is a device that has memory for so many allocations and no more.
type Scarce struct {
	device.Device
	Left atomic.Int64 // allocations, of the host's memory too
}

// Alloc implements device.Device.
func (s *Scarce) Alloc(bytes int) (device.Buffer, error) {
	if s.Left.Add(-1) < 0 {
		return nil, s.none(bytes)
	}
	return s.Device.Alloc(bytes)
}

// AllocHost implements device.Device.
func (s *Scarce) AllocHost(bytes int) (device.HostBuffer, error) {
	if s.Left.Add(-1) < 0 {
		return nil, s.none(bytes)
	}
	return s.Device.AllocHost(bytes)
}

func (s *Scarce) none(asked int) error {
	return &device.OutOfMemoryError{Device: s.Info().ID(), Asked: uint64(asked), Free: 1}
}

// Starve makes something on every device again and again, each time with memory
// for one more allocation, until there is enough. It returns what went wrong
// before, and demands that nothing is left behind.
func Starve(t testing.TB, build func(d device.Device) error) []error {
	t.Helper()
	var list []error
	for _, d := range All(t) {
		for left := int64(0); ; left++ {
			before, _ := Held(t, d)
			s := &Scarce{Device: d}
			s.Left.Store(left)
			err := build(s)
			if after, _ := Held(t, d); after != before {
				t.Fatalf("%s, after %d allocations: %d objects are left behind", d.Info().ID(), left, after-before)
			}
			if err == nil {
				break
			}
			list = append(list, err)
		}
	}
	return list
}
