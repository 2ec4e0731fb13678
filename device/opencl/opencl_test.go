package opencl_test

import (
	"testing"

	"github.com/warbler-opt/warbler/internal/devicetest"
)

// TestConformance runs the suite on every OpenCL device of the machine: PoCL
// where there is no GPU.
func TestConformance(t *testing.T) { devicetest.RunDriver(t, "opencl") }

// BenchmarkQueue measures launches on every OpenCL device.
func BenchmarkQueue(b *testing.B) { devicetest.BenchDriver(b, "opencl") }
