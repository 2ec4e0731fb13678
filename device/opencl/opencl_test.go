package opencl_test

import (
	"os"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/devicetest"
)

// TestConformance runs the suite on every OpenCL device of the machine: PoCL
// where there is no GPU.
func TestConformance(t *testing.T) {
	found := false
	for _, id := range devicetest.IDs(t) {
		if !strings.HasPrefix(id, "opencl") {
			continue
		}
		found = true
		t.Run(id, func(t *testing.T) {
			devicetest.Run(t, func(t *testing.T) device.Device {
				d, err := device.OpenID(t.Context(), id)
				if err != nil {
					t.Fatal(err)
				}
				return d
			})
		})
	}
	if !found && os.Getenv("CI") != "true" {
		t.Skip("no OpenCL device can be used here; install pocl-opencl-icd to run kernels on the CPU")
	}
}
