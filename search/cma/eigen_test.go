package cma

import (
	"fmt"
	"math"
	"testing"

	"github.com/warbler-opt/warbler/internal/rng"
	"pgregory.net/rapid"
)

func never() bool { return false }

// apart takes c apart and says how far what it gives is from c, as a share of the
// largest element, and the axes from orthonormal ones.
func apart(t interface{ Fatal(...any) }, c []float64, n int) (matrix, axes float64) {
	b, d := make([]float64, n*n), make([]float64, n)
	if !newEigen(n).solve(c, b, d, never) {
		t.Fatal("it broke off")
	}
	largest := 0.0
	for _, x := range c {
		largest = max(largest, math.Abs(x))
	}
	for i := range n {
		for j := range n {
			again, unit := 0.0, 0.0
			for k := range n {
				again += d[k] * d[k] * b[k*n+i] * b[k*n+j]
				unit += b[i*n+k] * b[j*n+k]
			}
			if i == j {
				unit--
			}
			axes = max(axes, math.Abs(unit))
			if largest >= 0x1p-1022 { // below, the axes have no length
				matrix = max(matrix, math.Abs(again-c[i*n+j])/largest)
			}
		}
	}
	return matrix, axes
}

// square is r r'.
func square(r []float64, n int) []float64 {
	c := make([]float64, n*n)
	for i := range n {
		for j := range n {
			for k := range n {
				c[i*n+j] += r[i*n+k] * r[j*n+k]
			}
		}
	}
	return c
}

// normal is n × n deviates.
func normal(n int, seed uint64) []float64 {
	r := make([]float64, n*n)
	for i := range r {
		r[i] = rng.Gaussian(rng.Address{Seed: seed}.Block(uint32(i)))
	}
	return r
}

// What was taken apart gives the matrix again, and the axes are orthonormal.
func TestEigenProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 23).Draw(t, "n")
		root := make([]float64, n*n)
		number := rapid.OneOf(rapid.Just(0.0), rapid.Float64Range(-1, 1), rapid.Float64Range(-1e-80, 1e-80))
		for i := range root {
			root[i] = number.Draw(t, "x")
		}
		// Elements beside the diagonal of up to 1e-10 may be left.
		if matrix, axes := apart(t, square(root, n), n); matrix > 1e-9 || axes > 1e-12 {
			t.Fatalf("off by %v, axes by %v", matrix, axes)
		}
	})
}

func TestEigenShapes(t *testing.T) {
	for name, weight := range map[string]func(k, n int) float64{
		"even":      func(k, n int) float64 { return 1 },
		"graded":    func(k, n int) float64 { return math.Pow(10, -7*float64(k)/float64(n)) },
		"clustered": func(k, n int) float64 { return 1 + float64(k%3)*1e-9 },
		"short":     func(k, n int) float64 { return float64(k % 2) },
		"one":       func(k, n int) float64 { return math.Floor(float64(n-k) / float64(n)) },
		"small":     func(k, n int) float64 { return 1e-120 },
		"large":     func(k, n int) float64 { return 1e120 },
		"steep":     func(k, n int) float64 { return math.Pow(10, float64(20*k)/float64(n)) },
	} {
		for _, n := range []int{1, 2, 3, 4, 5, 16, 17, 39, 100} {
			rows, columns := normal(n, 1), normal(n, 2)
			for k := range n {
				for j := range n {
					rows[k*n+j] *= weight(k, n)
					columns[j*n+k] *= weight(k, n)
				}
			}
			for _, r := range [][]float64{rows, columns} {
				if matrix, axes := apart(t, square(r, n), n); matrix > 1e-9 || axes > 1e-12 {
					t.Errorf("%s, %d: off by %v, axes by %v", name, n, matrix, axes)
				}
			}
		}
	}
}

// Matrices whose eigenvalues are known: the path's, 2 - 2 cos(kπ/(n + 1)), which
// is tridiagonal already; a diagonal one; and one with no axis preferred.
func TestEigenvalues(t *testing.T) {
	const n = 50
	path, diagonal, even := make([]float64, n*n), make([]float64, n*n), make([]float64, n*n)
	var want [3][]float64
	for k := range n {
		path[k*n+k], diagonal[k*n+k], even[k*n+k] = 2, float64(k*k), 1
		if k > 0 {
			path[k*n+k-1], path[(k-1)*n+k] = -1, -1
		}
		want[0] = append(want[0], 2-2*math.Cos(float64(k+1)*math.Pi/(n+1)))
		want[1] = append(want[1], float64(k*k))
		want[2] = append(want[2], 1)
	}
	for i, c := range [][]float64{path, diagonal, even} {
		b, d := make([]float64, n*n), make([]float64, n)
		newEigen(n).solve(c, b, d, never)
		for _, x := range want[i] {
			nearest := math.Inf(1)
			for _, y := range d {
				nearest = min(nearest, math.Abs(x-y*y))
			}
			if nearest > 1e-10*want[i][n-1] {
				t.Errorf("matrix %d: %v is off by %v", i, x, nearest)
			}
		}
	}
}

// A matrix that is none, or has no size, has axes without length.
func TestEigenOfNothing(t *testing.T) {
	for _, x := range []float64{0, math.NaN(), math.Inf(1), math.Inf(-1), -1, math.MaxFloat64, math.SmallestNonzeroFloat64} {
		c, b, d := []float64{1, 0, 0, x}, make([]float64, 4), make([]float64, 2)
		if x == 0 || x == math.SmallestNonzeroFloat64 {
			c[0] = 0
		}
		newEigen(2).solve(c, b, d, never)
		if fmt.Sprint(b, d) != "[1 0 0 1] [0 0]" {
			t.Errorf("%v: axes %v, lengths %v", x, b, d)
		}
	}
}

func TestEigenIsAborted(t *testing.T) {
	if newEigen(100).solve(square(normal(100, 1), 100), make([]float64, 1e4), make([]float64, 100), func() bool { return true }) {
		t.Error("it went on to the end")
	}
}

// Few sweeps are needed for an eigenvalue, whatever the matrix.
func FuzzEigen(f *testing.F) {
	f.Add(uint64(1), uint8(5), 1.0)
	f.Add(uint64(2), uint8(40), 1e-9)
	f.Add(uint64(3), uint8(17), 1e30)
	f.Fuzz(func(t *testing.T, seed uint64, size uint8, scale float64) {
		n := int(size)%48 + 1
		r := normal(n, seed)
		for i := range r {
			if x := math.Pow(scale, float64(i%n)/float64(n)); x > 1e-60 && x < 1e60 {
				r[i] *= x
			}
		}
		if matrix, axes := apart(t, square(r, n), n); !(matrix <= 1e-9 && axes <= 1e-12) {
			t.Errorf("off by %v, axes by %v", matrix, axes)
		}
	})
}

// With and without the processor's vectors the bits are the same.
func TestProductsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, count := rapid.IntRange(1, 40).Draw(t, "n"), rapid.IntRange(0, 9).Draw(t, "rows")
		stride := n + rapid.IntRange(0, 3).Draw(t, "gap")
		r := normal(64, rapid.Uint64().Draw(t, "seed"))
		rows, factors := r[:max(1, count)*stride], r[3000:3000+count]
		for name, f := range map[string][2]func(out []float64){
			"combine":  {func(out []float64) { combine(out[:n], rows, stride, factors) }, func(out []float64) { combineGo(out[:n], rows, stride, factors) }},
			"subtract": {func(out []float64) { subtract(out[:n], rows, r[1000:], 3, -0.7) }, func(out []float64) { subtractGo(out[:n], rows, r[1000:], 3, -0.7) }},
		} {
			one, two := append([]float64{}, r[2000:2000+n+1]...), append([]float64{}, r[2000:2000+n+1]...)
			f[0](one)
			f[1](two)
			if fmt.Sprint(one) != fmt.Sprint(two) {
				t.Fatalf("%s: %v, want %v", name, one, two)
			}
		}
		turns := make([]turn, rapid.IntRange(1, 20).Draw(t, "turns"))
		for i := range turns {
			turns[i].s, turns[i].c = math.Sincos(float64(i))
		}
		for _, width := range []int{4, panelWidth} {
			one := append([]float64{}, r[:(len(turns)+2)*width]...)
			two := append([]float64{}, one...)
			turnPanel(one, turns, width)
			turnPanelGo(two, turns, width)
			if fmt.Sprint(one) != fmt.Sprint(two) {
				t.Fatalf("turns of %d: %v, want %v", width, one, two)
			}
		}
	})
}

func BenchmarkEigen(b *testing.B) {
	for _, n := range []int{10, 40, 100, 200} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			c, axes, d := square(normal(n, 1), n), make([]float64, n*n), make([]float64, n)
			e := newEigen(n)
			for b.Loop() {
				e.solve(c, axes, d, never)
			}
		})
	}
}
