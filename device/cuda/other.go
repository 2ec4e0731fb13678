//go:build !linux

package cuda

import (
	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/driver"
)

func init() {
	device.Register(driver.Absent{Driver: "cuda", Reason: "CUDA is supported on Linux only"})
}
