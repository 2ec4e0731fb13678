package function

import (
	"fmt"
	"math"
)

// check compares a value with the textbook formula, in the standard
// library's arithmetic rather than the search's. The two round differently, so
// they may differ in the last digits of the largest term.
func check(name string, x []float64, value float64) error {
	n := float64(len(x))
	var want, size float64 // size is that of the terms that were added up
	add := func(term float64) { want, size = want+term, size+math.Abs(term) }
	switch name {
	case "sphere":
		for _, v := range x {
			add(v * v)
		}
	case "rosenbrock":
		for i := 0; i+1 < len(x); i++ {
			add(100 * math.Pow(x[i+1]-x[i]*x[i], 2))
			add(math.Pow(1-x[i], 2))
			size += math.Abs(x[i]) + math.Abs(x[i+1])
		}
	case "rastrigin":
		add(10 * n)
		for _, v := range x {
			add(v * v)
			add(-10 * math.Cos(2*math.Pi*v))
		}
	case "ackley":
		squares, cosines := 0.0, 0.0
		for _, v := range x {
			squares += v * v
			cosines += math.Cos(2 * math.Pi * v)
		}
		add(-20 * math.Exp(-0.2*math.Sqrt(squares/n)))
		add(-math.Exp(cosines / n))
		add(20 + math.E)
	case "griewank":
		product := 1.0
		for i, v := range x {
			add(v * v / 4000)
			product *= math.Cos(v / math.Sqrt(float64(i+1)))
		}
		add(-product)
		add(1)
	case "schwefel":
		add(418.9828872724338 * n)
		for _, v := range x {
			add(-v * math.Sin(math.Sqrt(math.Abs(v))))
		}
	default:
		return fmt.Errorf("there is no formula to check %s by", name)
	}
	if !(math.Abs(want-value) <= 1e-12*(size+1)) { // nor is it no number
		return fmt.Errorf("%s is %g there, not %g", name, want, value)
	}
	return nil
}
