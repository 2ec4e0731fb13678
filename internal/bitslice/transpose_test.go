package bitslice

import (
	"testing"

	"pgregory.net/rapid"
)

func TestTranspose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := [64]uint64(rapid.SliceOfN(rapid.Uint64(), 64, 64).Draw(t, "a"))
		b := a
		Transpose(&b)
		for i := range 64 {
			for j := range 64 {
				if a[i]>>j&1 != b[j]>>i&1 {
					t.Fatalf("bit %d of word %d is wrong", i, j)
				}
			}
		}
	})
}
