package cma

import (
	"testing"

	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/search"
)

func BenchmarkChunk(b *testing.B) {
	a, err := search.Lookup("cma")
	if err != nil {
		b.Fatal(err)
	}
	searchtest.BenchVectors(b, a, 10, 10000)
}
