package problem

import (
	"math"
	"testing"
)

func TestDifference(t *testing.T) {
	const most, least = math.MaxInt64, math.MinInt64
	for _, c := range []struct{ a, b, want Score }{
		{3, 5, -2}, {5, 3, 2}, {0, 0, 0}, {most, -1, most}, {-1, most, -most}, {least, 0, -most}, {0, least, most}, {most, least, most}, {least, most, -most}, {-1, most - 1, -most},
	} {
		if got := Difference(c.a, c.b); got != c.want {
			t.Errorf("%d - %d = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
