package criteria

import (
	"fmt"
	"math"
)

// textbookDTLZ are the values of a DTLZ function with m objectives as its paper writes them,
// and the size of the terms that they were made of.
func textbookDTLZ(name string, x []float64, m int) (values []float64, size float64, err error) {
	if m < 2 || len(x) < m {
		return nil, 0, fmt.Errorf("%s with %d objectives has at least as many variables, not %d", name, m, len(x))
	}
	for _, v := range x {
		if !(v >= 0 && v <= 1) {
			return nil, 0, fmt.Errorf("a variable is %g, outside 0 to 1", v)
		}
	}
	head, tail := x[:m-1], x[m-1:]
	k, g := float64(len(tail)), 0.0
	for _, v := range tail {
		switch name {
		case "dtlz1", "dtlz3":
			g += 100 * (1 + (v-0.5)*(v-0.5) - math.Cos(20*math.Pi*(v-0.5)))
		case "dtlz6":
			g += math.Pow(v, 0.1)
		case "dtlz7":
			g += 9 / k * v
		default:
			g += (v - 0.5) * (v - 0.5)
		}
	}
	if name == "dtlz7" {
		g++
		h := float64(m)
		for _, v := range head {
			h -= v / (1 + g) * (1 + math.Sin(3*math.Pi*v))
		}
		return append(append(values, head...), (1+g)*h), 2 * float64(m) * (1 + g), nil
	}
	for i := range m { // f1 to fm
		f := 1 + g
		for j, v := range head[:m-1-i] {
			f *= factor(name, j, v, g, false)
		}
		if i > 0 {
			f *= factor(name, m-1-i, head[m-1-i], g, true)
		}
		if name == "dtlz1" {
			f /= 2
		}
		values = append(values, f)
	}
	return values, 1 + g, nil
}

// factor is what a variable contributes to an objective: its share, or for the last of the
// objective what is missing to 1; of angles the cosine and the sine.
func factor(name string, j int, v, g float64, last bool) float64 {
	switch {
	case name == "dtlz1" && last:
		return 1 - v
	case name == "dtlz1":
		return v
	case name == "dtlz4":
		v = math.Pow(v, 100)
	case (name == "dtlz5" || name == "dtlz6") && j > 0:
		v = (1 + 2*g*v) / (2 * (1 + g))
	}
	if last {
		return math.Sin(v * math.Pi / 2)
	}
	return math.Cos(v * math.Pi / 2)
}
