package criteria

import (
	"math"
	"math/bits"

	"github.com/warbler-opt/warbler/internal/elementary"
	"github.com/warbler-opt/warbler/problem"
)

// rest is the mean of all variables but the first.
func rest(x []float64) float64 {
	sum := 0.0
	for _, v := range x[1:] {
		sum += v
	}
	return sum / float64(len(x)-1)
}

func zdt1(x, to []float64) {
	g := 1 + float64(9*rest(x))
	to[0], to[1] = x[0], float64(g*(1-math.Sqrt(x[0]/g)))
}

func zdt2(x, to []float64) {
	g := 1 + float64(9*rest(x))
	q := x[0] / g
	to[0], to[1] = x[0], float64(g*(1-float64(q*q)))
}

func zdt3(x, to []float64) {
	g := 1 + float64(9*rest(x))
	q := x[0] / g
	s := elementary.Sin(float64(10 * math.Pi * x[0]))
	to[0], to[1] = x[0], float64(g*(1-math.Sqrt(q)-float64(q*s)))
}

func zdt4(x, to []float64) {
	g := 1 + 10*float64(len(x)-1)
	for _, v := range x[1:] {
		g += float64(v*v) - float64(10*elementary.Cos(float64(4*math.Pi*v)))
	}
	to[0], to[1] = x[0], float64(g*(1-math.Sqrt(x[0]/g)))
}

// zdt5 reads bits: 30 of the first string, 5 of each other.
func zdt5(g problem.Genome, strings int, to []float64) {
	ones := bits.OnesCount64(g.Bits[0] & (1<<30 - 1))
	sum := 0
	for k := 1; k < strings; k++ {
		u := 0
		for j := 30 + 5*(k-1); j < 30+5*k; j++ {
			u += int(g.Bits[j/64] >> (j % 64) & 1)
		}
		if u == 5 {
			sum++
		} else {
			sum += 2 + u
		}
	}
	to[0] = float64(1 + ones)
	to[1] = float64(sum) / to[0]
}

func zdt6(x, to []float64) {
	s := elementary.Sin(float64(6 * math.Pi * x[0]))
	s = float64(s * s)
	s = float64(float64(s*s) * s)
	f := 1 - float64(elementary.Exp(float64(-4*x[0]))*s)
	g := 1 + float64(9*math.Sqrt(math.Sqrt(rest(x))))
	q := f / g
	to[0], to[1] = f, float64(g*(1-float64(q*q)))
}

func constr(x, to []float64) { to[0], to[1] = x[0], (1+x[1])/x[0] }

func constrViolation(x []float64) float64 {
	return missing(x[1]+float64(9*x[0])-6) + missing(float64(9*x[0])-x[1]-1)
}

func srn(x, to []float64) {
	a, b := x[0]-2, x[1]-1
	to[0] = float64(a*a) + float64(b*b) + 2
	to[1] = float64(9*x[0]) - float64(b*b)
}

func srnViolation(x []float64) float64 {
	return missing(225-float64(x[0]*x[0])-float64(x[1]*x[1])) + missing(float64(3*x[1])-x[0]-10)
}

func bnh(x, to []float64) {
	a, b := x[0]-5, x[1]-5
	to[0] = float64(4*float64(x[0]*x[0])) + float64(4*float64(x[1]*x[1]))
	to[1] = float64(a*a) + float64(b*b)
}

func bnhViolation(x []float64) float64 {
	a, b, c := x[0]-5, x[0]-8, x[1]+3
	return missing(25-float64(a*a)-float64(x[1]*x[1])) + missing(float64(b*b)+float64(c*c)-7.7)
}

// missing is by how much a number that should not be negative is.
func missing(x float64) float64 {
	if x < 0 {
		return -x
	}
	return 0
}
