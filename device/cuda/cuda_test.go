package cuda_test

import (
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/devicetest"
)

// TestConformance runs the suite on every CUDA device of the machine.
func TestConformance(t *testing.T) {
	found := false
	for _, id := range devicetest.IDs(t) {
		if !strings.HasPrefix(id, "cuda") {
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
	if !found {
		t.Skip("no CUDA device can be used here")
	}
}
