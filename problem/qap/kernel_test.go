package qap

import (
	"testing"

	"github.com/warbler-opt/warbler/internal/problemtest"
)

// TestKernel compares scores with Go on every device: numbers of all widths,
// symmetric and not.
func TestKernel(t *testing.T) {
	wide := func(q *Instance, a, b int64) *Instance {
		for e := range q.A {
			q.A[e] *= a
			q.B[e] *= b
		}
		return q
	}
	lopsided := func(q *Instance) *Instance {
		q.A[1]++
		q.B[q.Size]++
		q.B[0] = 7 // and something on the diagonal
		return q
	}
	for _, c := range []struct {
		name string
		inst func(string, int) *Instance
		kind string
		size int
		long bool
	}{
		{"8 bits", func(k string, n int) *Instance { return generated(t, k, n) }, uniform, 30, false},
		{"16 bits, asymmetric", func(k string, n int) *Instance { return lopsided(generated(t, k, n)) }, structured, 25, false},
		{"structured", func(k string, n int) *Instance { return generated(t, k, n) }, structured, 50, true},
		{"32 and 64 bits", func(k string, n int) *Instance { return wide(generated(t, k, n), 1<<20, 1<<22) }, uniform, 12, true},
		{"64 bits, asymmetric", func(k string, n int) *Instance { return lopsided(wide(generated(t, k, n), 1<<38, 1)) }, uniform, 13, false},
		{"one", func(k string, n int) *Instance { return &Instance{Size: 1, A: []int64{3}, B: []int64{5}} }, "", 1, true},
		{"two", func(k string, n int) *Instance { return generated(t, k, n) }, uniform, 2, true},
		{"large", func(k string, n int) *Instance { return generated(t, k, n) }, structured, 300, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.long && testing.Short() {
				t.Skip("long")
			}
			problemtest.Equal(t, mustNew(t, c.inst(c.kind, c.size)), 11)
		})
	}
}

func generated(t testing.TB, kind string, size int) *Instance {
	t.Helper()
	q, err := Generate(kind, size, 5)
	if err != nil {
		t.Fatal(err)
	}
	return q
}
