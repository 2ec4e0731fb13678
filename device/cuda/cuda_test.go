package cuda_test

import (
	"testing"

	"github.com/warbler-opt/warbler/internal/devicetest"
)

// TestConformance runs the suite on every CUDA device of the machine.
func TestConformance(t *testing.T) { devicetest.RunDriver(t, "cuda") }

// BenchmarkQueue measures launches on every CUDA device.
func BenchmarkQueue(b *testing.B) { devicetest.BenchDriver(b, "cuda") }
