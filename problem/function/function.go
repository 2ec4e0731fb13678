package function

import (
	"crypto/sha256"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/internal/elementary"
	"github.com/warbler-opt/warbler/problem"
)

// definition is one function with its usual bounds.
type definition struct {
	name  string
	bound float64 // genes lie in [-bound, bound]
	most  float64 // as bound can be: sines are of angles up to elementary.MaxAngle, and values are finite
	least int     // dimensions it needs
	// best is each gene of the known minimum. The value there is 0 but for rounding, so
	// it is no bound that a search could be told to reach.
	best  float64
	value func(x []float64) float64 // the twin is in function.cl
}

// The table of functions; the index is FUNCTION in function.cl. The bounds are
// those of De Jong (1975) for the sphere and Rosenbrock's function, and the
// customary ones for the others.
var definitions = []definition{
	{"sphere", 5.12, 1e150, 1, 0, sphere},
	{"rosenbrock", 2.048, 1e70, 2, 1, rosenbrock},
	{"rastrigin", 5.12, 1e8, 1, 0, rastrigin},
	{"ackley", 32.768, 1e8, 1, 0, ackley},
	{"griewank", 600, 1e9, 1, 0, griewank},
	{"schwefel", 500, 1e18, 1, 420.968746359982, schwefel},
}

// maxDimensions is the most dimensions a function can have.
const maxDimensions = 1_000_000

// function is one in some number of dimensions.
type function struct {
	definition
	index      int
	dimensions int
	bound      float64
}

var (
	_ problem.Valued    = (*function)(nil)
	_ problem.Hashed    = (*function)(nil)
	_ problem.Kernelled = (*function)(nil)
)

// Names lists the functions.
func Names() []string {
	var names []string
	for _, d := range definitions {
		names = append(names, d.name)
	}
	return names
}

// New finds a function by its name, within its usual bounds.
func New(name string, dimensions int) (problem.Problem, error) {
	p, err := find(name, dimensions)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// NewWithin is New with every gene in [-bound, bound].
func NewWithin(name string, dimensions int, bound float64) (problem.Problem, error) {
	p, err := find(name, dimensions)
	if err == nil {
		err = p.within(bound)
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

func find(name string, dimensions int) (*function, error) {
	i := slices.Index(Names(), strings.ToLower(name))
	if i < 0 {
		return nil, fmt.Errorf("function: no function is called %q; there are %s", name, strings.Join(Names(), ", "))
	}
	d := definitions[i]
	if dimensions < d.least || dimensions > maxDimensions {
		return nil, fmt.Errorf("function: %s has %d to %d dimensions, not %d", d.name, d.least, maxDimensions, dimensions)
	}
	return &function{d, i, dimensions, d.bound}, nil
}

// within changes the bounds.
func (p *function) within(bound float64) error {
	if !(bound > 0 && bound <= p.most) {
		return fmt.Errorf("function: a bound of %s is a positive number up to %g, not %v", p.name, p.most, bound)
	}
	p.bound = bound
	return nil
}

// Name is the function's name.
func (p *function) Name() string { return p.name }

// optimum is the score of the known minimum, or nil where the bounds leave it out or
// let in what is smaller: beyond its usual bounds Schwefel's function falls again.
func (p *function) optimum() *problem.Score {
	if p.bound < p.best || p.name == "schwefel" && p.bound > p.definition.bound {
		return nil
	}
	zero := problem.FromFloat(0)
	return &zero
}

// Representation is reals within the bounds.
func (p *function) Representation() problem.Representation {
	return problem.Representation{
		Kind:   problem.Real,
		Length: p.dimensions,
		Lower:  slices.Repeat([]float64{-p.bound}, p.dimensions),
		Upper:  slices.Repeat([]float64{p.bound}, p.dimensions),
	}
}

// Objective says that scores are negated floats.
func (p *function) Objective() problem.Objective {
	return problem.Objective{Float: true, Minimize: true}
}

// Hash identifies function, dimensions and bounds.
func (p *function) Hash() [32]byte {
	return sha256.Sum256(fmt.Appendf(nil, "function %s %d %x", p.name, p.dimensions, math.Float64bits(p.bound)))
}

// Evaluate is the negated value as a score.
func (p *function) Evaluate(g problem.Genome) problem.Score {
	return problem.FromFloat(-p.value(g.Reals))
}

func sphere(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += float64(v * v)
	}
	return sum
}

func rosenbrock(x []float64) float64 {
	sum := 0.0
	for j := range len(x) - 1 {
		a := x[j+1] - float64(x[j]*x[j])
		b := 1 - x[j]
		sum += float64(100*float64(a*a)) + float64(b*b)
	}
	return sum
}

func rastrigin(x []float64) float64 {
	sum := 10 * float64(len(x))
	for _, v := range x {
		sum += float64(v*v) - float64(10*elementary.Cos(float64(2*math.Pi*v)))
	}
	return sum
}

func ackley(x []float64) float64 {
	squares, cosines := 0.0, 0.0
	for _, v := range x {
		squares += float64(v * v)
		cosines += elementary.Cos(float64(2 * math.Pi * v))
	}
	n := float64(len(x))
	a := elementary.Exp(float64(-0.2 * math.Sqrt(squares/n)))
	b := elementary.Exp(cosines / n)
	return (20 - float64(20*a)) + (math.E - b)
}

func griewank(x []float64) float64 {
	sum, product := 0.0, 1.0
	for j, v := range x {
		sum += float64(v * v)
		product = float64(product * elementary.Cos(v/math.Sqrt(float64(j+1))))
	}
	return sum/4000 - product + 1
}

func schwefel(x []float64) float64 {
	sum := 418.9828872724338 * float64(len(x))
	for _, v := range x {
		sum -= float64(v * elementary.Sin(math.Sqrt(math.Abs(v))))
	}
	return sum
}
