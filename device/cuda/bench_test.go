package cuda_test

import (
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/devicetest"
)

// BenchmarkQueue measures launches on every CUDA device.
func BenchmarkQueue(b *testing.B) {
	for _, id := range devicetest.IDs(b) {
		if strings.HasPrefix(id, "cuda") {
			b.Run(id, func(b *testing.B) { devicetest.Bench(b, devicetest.Open(b, id)) })
		}
	}
}
