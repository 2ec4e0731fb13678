//go:build !linux

package opencl

import (
	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/driver"
)

func init() {
	device.Register(driver.Absent{Driver: "opencl", Reason: "OpenCL is supported on Linux only"})
}
