package neighborhood

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// checkRoot demands that root gives c at both ends of the numbers that have it,
// and that no guess is off by more than one.
func checkRoot(t rapid.TB, name string, c uint64, choose, root, guess func(uint64) uint64) {
	t.Helper()
	for _, r := range []uint64{choose(c), choose(c+1) - 1} {
		if got := root(r); got != c {
			t.Fatalf("%s of %d is %d, want %d", name, r, got, c)
		}
		if g := guess(r); g > c+1 || g+1 < c {
			t.Fatalf("the guess for %s of %d is %d, want %d or a neighbor", name, r, g, c)
		}
	}
}

// Between two ends a guess cannot be worse than at them, since every operation
// of it is monotonic or, in guess3, nearly so, and the loops would mend that.
func TestRootsOfAllPermutations(t *testing.T) {
	for c := uint64(2); c <= 65535; c++ {
		checkRoot(t, "root2", c, choose2, root2, guess2)
		if c > 2 {
			checkRoot(t, "root3", c, choose3, root3, guess3)
		}
	}
	if root2(0) != 1 || root3(0) != 2 {
		t.Errorf("the roots of 0 are %d and %d", root2(0), root3(0))
	}
}

// Proposition 2 in single precision is wrong for hundreds of the numbers next to
// which a root changes, which is why integers have the last word.
func TestSinglePrecisionMisses(t *testing.T) {
	misses := func(n uint64) (count int) {
		for c := uint64(3); c < n; c++ {
			r := choose2(c) - 1 // its root is c - 1
			if single := uint64((1 + float32(math.Sqrt(float64(float32(8*r+1))))) / 2); single != c-1 {
				count++
			}
		}
		return count
	}
	if few, many := misses(1000), misses(5000); few != 0 || many < 100 {
		t.Errorf("%d misses up to 1000, %d up to 5000", few, many)
	}
}

func TestLargeRoots(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkRoot(t, "root2", rapid.Uint64Range(2, 1<<31-1).Draw(t, "c2"), choose2, root2, guess2)
		checkRoot(t, "root3", rapid.Uint64Range(3, 1<<21-1).Draw(t, "c3"), choose3, root3, guess3)
		r := rapid.Uint64Range(0, choose2(1<<31)-1).Draw(t, "r2")
		if c := root2(r); choose2(c) > r || choose2(c+1) <= r {
			t.Fatalf("root2 of %d is %d", r, c)
		}
		r = rapid.Uint64Range(0, choose3(1<<21)-1).Draw(t, "r3")
		if c := root3(r); choose3(c) > r || choose3(c+1) <= r {
			t.Fatalf("root3 of %d is %d", r, c)
		}
	})
}

func BenchmarkAt(b *testing.B) {
	for _, m := range []Moves{{Kind: Exchange, N: 100}, {Kind: Rotation, N: 100, Rotations: 1}} {
		b.Run(m.Kind.String(), func(b *testing.B) {
			for index := 0; b.Loop(); index++ {
				m.At(index % m.Size())
			}
		})
	}
}
