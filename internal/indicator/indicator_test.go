package indicator

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// included is the hypervolume of few points above the origin by inclusion and exclusion of
// the boxes that all subsets have in common.
func included(points [][]float64) float64 {
	sum := 0.0
	for set := 1; set < 1<<len(points); set++ {
		box := 1.0
		for m := range points[0] {
			side := math.Inf(1)
			for i, p := range points {
				if set>>i&1 == 1 {
					side = min(side, p[m])
				}
			}
			box *= side
		}
		if bits.OnesCount(uint(set))%2 == 0 {
			box = -box
		}
		sum += box
	}
	return sum
}

func TestHypervolume(t *testing.T) {
	for _, c := range []struct {
		points    [][]float64
		reference []float64
		want      float64
	}{
		{nil, []float64{0, 0}, 0},
		{[][]float64{{3, 1}, {1, 3}, {2, 2}, {2, 2}, {1, 1}}, []float64{0, 0}, 6},
		{[][]float64{{3, 1}, {1, 3}, {-1, 9}, {9, 0}}, []float64{0, 0}, 5},
		{[][]float64{{-1, -3}}, []float64{-2, -5}, 2},
		{[][]float64{{1, 1, 1}}, []float64{0, 0, 0}, 1},
		{[][]float64{{2, 1, 1}, {1, 2, 1}, {1, 1, 2}, {1, 1, 1}}, []float64{0, 0, 0}, 4},
		{[][]float64{{2, 2, 1}, {1, 1, 3}}, []float64{0, 0, 0}, 6},
		{[][]float64{{1, 1, 1, 2}, {2, 1, 1, 1}}, []float64{0, 0, 0, 0}, 3},
		{[][]float64{{1, 1, 1, 1}}, []float64{0, 0, 0}, 0},
	} {
		if got := Hypervolume(c.points, c.reference); got != c.want {
			t.Errorf("%v over %v: %v, want %v", c.points, c.reference, got, c.want)
		}
	}
}

// TestHypervolumeEqualsItsDefinition draws few values, so that many are equal.
func TestHypervolumeEqualsItsDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		for m := 2; m <= 4; m++ {
			points := make([][]float64, 1+r.IntN(9))
			for i := range points {
				for range m {
					points[i] = append(points[i], float64(1+r.IntN(6)))
				}
			}
			want := included(points)
			if got := Hypervolume(points, make([]float64, m)); got != want {
				t.Fatalf("%v: %v, want %v", points, got, want)
			}
		}
	}
}

// sphere is n random points of m objectives that lie 1 from the point of ones.
func sphere(r *rand.Rand, n, m int) [][]float64 {
	points := make([][]float64, n)
	for i := range points {
		sum := 0.0
		for range m {
			x := math.Abs(r.NormFloat64())
			points[i], sum = append(points[i], x), sum+x*x
		}
		for k := range m {
			points[i][k] = 1 - points[i][k]/math.Sqrt(sum)
		}
	}
	return points
}

// The points of a quarter of a sphere dominate all of the unit cube but the inside of the
// sphere: 1 - π/4 of the square, 1 - π/6 of the cube and 1 - π²/32 of four dimensions.
func TestHypervolumeOfSpheres(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for m, c := range map[int]struct {
		points      int
		want, digit float64
	}{2: {20_000, 1 - math.Pi/4, 1e-3}, 3: {20_000, 1 - math.Pi/6, 1e-2}, 4: {1500, 1 - math.Pi*math.Pi/32, 0.1}} {
		points := sphere(r, c.points, m)
		if got := Hypervolume(points, make([]float64, m)); got > c.want || got < c.want-c.digit {
			t.Errorf("%d objectives: %v, want %v", m, got, c.want)
		}
	}
}

func TestEstimateComesNear(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for m := 2; m <= 7; m++ {
		points := make([][]float64, 12)
		for i := range points {
			for range m {
				points[i] = append(points[i], 0.2+r.Float64())
			}
		}
		want := included(points)
		if got := estimate(points, 1<<17); math.Abs(got-want) > 0.01*math.Pow(1.2, float64(m)) {
			t.Errorf("%d objectives: %v, want %v", m, got, want)
		}
		if a, b := estimate(points, 5000), estimate(points, 5000); a != b {
			t.Errorf("two estimates are %v and %v", a, b)
		}
	}
	if got := Hypervolume([][]float64{{-1, -1, -1, -1, -1}}, []float64{-2, -2, -2, -2, -2}); got != 1 {
		t.Errorf("a cube has the volume %v", got)
	}
}

func TestDistances(t *testing.T) {
	reference := [][]float64{{0, -1}, {-0.5, -0.5}, {-1, 0}}
	for _, c := range []struct {
		front             [][]float64
		igd, plus, spread float64
	}{
		{reference, 0, 0, 0},
		{[][]float64{{0, 0}}, (1 + math.Sqrt(0.5) + 1) / 3, 0, 1},
		// The distances by IGD+ are 1, 0.5 and 0, by hand.
		{[][]float64{{-1, 0}}, (math.Sqrt2 + math.Sqrt(0.5)) / 3, 0.5, 1},
		// Both ends are found; the gaps are √2/4 and 3√2/4, their mean √2/2.
		{[][]float64{{0, -1}, {-0.25, -0.75}, {-1, 0}}, math.Sqrt2 / 4 / 3, 0.25 / 3, 0.5},
	} {
		for _, x := range []struct {
			name      string
			got, want float64
		}{
			{"IGD", IGD(c.front, reference), c.igd}, {"IGD+", IGDPlus(c.front, reference), c.plus}, {"spread", Spread(c.front, reference), c.spread},
		} {
			if math.Abs(x.got-x.want) > 1e-12 {
				t.Errorf("%s of %v is %v, want %v", x.name, c.front, x.got, x.want)
			}
		}
	}
	// Of three objectives each point has a nearest neighbor; equal distances and found ends
	// are even.
	even := [][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	if got := Spread(even, even); got != 0 {
		t.Errorf("the spread of a triangle is %v", got)
	}
	if !math.IsInf(IGD(nil, reference), 1) || Spread(nil, reference) != 1 {
		t.Error("an empty front is near")
	}
}

func BenchmarkHypervolume(b *testing.B) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, m := range []int{2, 3, 4, 5} {
		for _, n := range []int{1000, 10_000} {
			points := sphere(r, n, m)
			b.Run(fmt.Sprint(m, "/", n), func(b *testing.B) {
				for range b.N {
					Hypervolume(points, make([]float64, m))
				}
			})
		}
	}
}
