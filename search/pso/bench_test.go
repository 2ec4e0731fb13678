package pso

import (
	"testing"

	"github.com/warbler-opt/warbler/internal/searchtest"
)

func BenchmarkGeneration(b *testing.B) {
	searchtest.BenchVectors(b, searchtest.Lookup(b, "pso"), 100, 100000)
}
