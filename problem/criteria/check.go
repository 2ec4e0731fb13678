package criteria

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

// check compares claimed values with the textbook formulas, in the standard
// library's arithmetic rather than the search's. The two round differently, so
// they may differ in the last digits of the largest term, and a constraint may
// be missed by as little. x are the variables, for zdt5 its bits.
func check(name string, x, claimed []float64) error {
	want, size, missed, err := textbook(name, x)
	if strings.HasPrefix(name, "dtlz") {
		want, size, err = textbookDTLZ(name, x, len(claimed))
	}
	if err != nil {
		return err
	}
	if len(want) != len(claimed) {
		return fmt.Errorf("%s has %d values, not %d", name, len(want), len(claimed))
	}
	const digits = 1e-11
	if missed > digits*(size+1) {
		return fmt.Errorf("a constraint of %s is missed by %g", name, missed)
	}
	for m, v := range want {
		if !(math.Abs(v-claimed[m]) <= digits*(size+1)) {
			return fmt.Errorf("f%d of %s is %g there, not %g", m+1, name, v, claimed[m])
		}
	}
	return nil
}

// textbook are the values, the size of the terms that they were made of, and by
// how much constraints are missed.
func textbook(name string, x []float64) (values []float64, size, missed float64, err error) {
	n := float64(len(x))
	if len(x) < 2 {
		return nil, 0, 0, errors.New("there are fewer than two variables")
	}
	inside := func(lower, upper float64, list ...float64) {
		for _, v := range list {
			if !(v >= lower && v <= upper) && err == nil {
				err = fmt.Errorf("a variable is %g, outside %g to %g", v, lower, upper)
			}
		}
	}
	sum := 0.0
	for _, v := range x[1:] {
		sum += v
	}
	g := 1 + 9*sum/(n-1)
	switch name {
	case "zdt1":
		inside(0, 1, x...)
		return []float64{x[0], g - math.Sqrt(x[0]*g)}, g, 0, err
	case "zdt2":
		inside(0, 1, x...)
		return []float64{x[0], g - x[0]*x[0]/g}, g, 0, err
	case "zdt3":
		inside(0, 1, x...)
		return []float64{x[0], g - math.Sqrt(x[0]*g) - x[0]*math.Sin(10*math.Pi*x[0])}, g, 0, err
	case "zdt4":
		inside(0, 1, x[0])
		inside(-5, 5, x[1:]...)
		g = 1 + 10*(n-1)
		for _, v := range x[1:] {
			g += v*v - 10*math.Cos(4*math.Pi*v)
		}
		return []float64{x[0], g - math.Sqrt(x[0]*g)}, 46 * n, 0, err
	case "zdt5":
		return bitValues(x)
	case "zdt6":
		inside(0, 1, x...)
		f := 1 - math.Exp(-4*x[0])*math.Pow(math.Sin(6*math.Pi*x[0]), 6)
		g = 1 + 9*math.Pow(sum/(n-1), 0.25)
		return []float64{f, g - f*f/g}, g, 0, err
	}
	if len(x) != 2 {
		return nil, 0, 0, fmt.Errorf("%s has 2 variables, not %d", name, len(x))
	}
	u, v := x[0], x[1]
	over := func(list ...float64) float64 { // by how much numbers are above 0
		most := 0.0
		for _, x := range list {
			most = max(most, x)
		}
		return most
	}
	switch name {
	case "constr":
		inside(0.1, 1, u)
		inside(0, 5, v)
		return []float64{u, (1 + v) / u}, 60, over(6-v-9*u, 1-9*u+v), err
	case "srn":
		inside(-20, 20, x...)
		return []float64{2 + (u-2)*(u-2) + (v-1)*(v-1), 9*u - (v-1)*(v-1)}, 1000, over(u*u+v*v-225, u-3*v+10), err
	case "bnh":
		inside(0, 5, u)
		inside(0, 3, v)
		return []float64{4 * (u*u + v*v), (u-5)*(u-5) + (v-5)*(v-5)}, 150, over((u-5)*(u-5)+v*v-25, 7.7-(u-8)*(u-8)-(v+3)*(v+3)), err
	}
	return nil, 0, 0, fmt.Errorf("there is no formula to check %s by", name)
}

// bitValues is zdt5, whose variables are strings of bits: one of 30, the others
// of 5.
func bitValues(bits []float64) (values []float64, size, missed float64, err error) {
	if len(bits) < 35 || (len(bits)-30)%5 != 0 {
		return nil, 0, 0, fmt.Errorf("zdt5 has a string of 30 bits and others of 5, not %d bits", len(bits))
	}
	ones := 0.0
	for _, b := range bits[:30] {
		ones += b
	}
	g := 0.0
	for k := 30; k < len(bits); k += 5 {
		u := bits[k] + bits[k+1] + bits[k+2] + bits[k+3] + bits[k+4]
		if v := 2 + u; u < 5 {
			g += v
		} else {
			g++
		}
	}
	for _, b := range bits {
		if b != 0 && b != 1 {
			err = fmt.Errorf("a bit is %g", b)
		}
	}
	return []float64{1 + ones, g / (1 + ones)}, g, 0, err
}
