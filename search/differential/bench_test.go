package differential

import (
	"testing"

	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/search"
)

func BenchmarkGeneration(b *testing.B) {
	a, err := search.Lookup("differential")
	if err != nil {
		b.Fatal(err)
	}
	searchtest.BenchVectors(b, a, 100, 100000)
}
