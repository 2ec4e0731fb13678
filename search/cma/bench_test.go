package cma

import (
	"testing"

	"github.com/warbler-opt/warbler/internal/searchtest"
)

func BenchmarkChunk(b *testing.B) { searchtest.BenchVectors(b, searchtest.Lookup(b, "cma"), 10, 10000) }
