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
	name    string
	bound   float64                   // genes lie in [-bound, bound]
	most    float64                   // as bound can be: sines are of angles up to elementary.MaxAngle, and values are finite
	least   int                       // dimensions it needs
	best    float64                   // each gene of the known minimum
	value   func(x []float64) float64 // the twin is in function.cl
	formula string
}

// The table of functions; the index is FUNCTION in function.cl. The bounds are
// those of De Jong (1975) for the sphere and Rosenbrock's function, and the
// customary ones for the others.
var definitions = []definition{
	{"sphere", 5.12, 1e150, 1, 0, sphere, "sum x^2"},
	{"rosenbrock", 2.048, 1e70, 2, 1, rosenbrock, "sum 100 (x[j+1] - x[j]^2)^2 + (1 - x[j])^2"},
	{"rastrigin", 5.12, 1e8, 1, 0, rastrigin, "10 n + sum x^2 - 10 cos(2 pi x)"},
	{"ackley", 32.768, 1e8, 1, 0, ackley, "-20 exp(-0.2 sqrt(mean x^2)) - exp(mean cos(2 pi x)) + 20 + e"},
	{"griewank", 600, 1e9, 1, 0, griewank, "sum x^2 / 4000 - product cos(x[j] / sqrt j) + 1"},
	{"schwefel", 500, 1e18, 1, 420.968746359982, schwefel, "418.9828872724338 n - sum x sin(sqrt |x|)"},
}

// MaxDimensions is the most dimensions a function can have.
const MaxDimensions = 1_000_000

// Problem is a function in some number of dimensions.
type Problem struct {
	index      int
	dimensions int
	bound      float64
}

var (
	_ problem.Valued    = (*Problem)(nil)
	_ problem.Hashed    = (*Problem)(nil)
	_ problem.Kernelled = (*Problem)(nil)
)

// Names lists the functions.
func Names() []string {
	var names []string
	for _, d := range definitions {
		names = append(names, d.name)
	}
	return names
}

// New finds a function by its name.
func New(name string, dimensions int) (*Problem, error) {
	i := slices.IndexFunc(definitions, func(d definition) bool { return d.name == strings.ToLower(name) })
	if i < 0 {
		return nil, fmt.Errorf("function: no function is called %q; there are %s", name, strings.Join(Names(), ", "))
	}
	if least := definitions[i].least; dimensions < least || dimensions > MaxDimensions {
		return nil, fmt.Errorf("function: %s has %d to %d dimensions, not %d", definitions[i].name, least, MaxDimensions, dimensions)
	}
	return &Problem{i, dimensions, definitions[i].bound}, nil
}

// WithBounds is the same function with every gene in [-bound, bound].
func (p *Problem) WithBounds(bound float64) (*Problem, error) {
	if d := definitions[p.index]; !(bound > 0 && bound <= d.most) {
		return nil, fmt.Errorf("function: a bound of %s is a positive number up to %g, not %v", d.name, d.most, bound)
	}
	return &Problem{p.index, p.dimensions, bound}, nil
}

// Name is the function's name.
func (p *Problem) Name() string { return definitions[p.index].name }

// Formula is the function for people to read.
func (p *Problem) Formula() string { return definitions[p.index].formula }

// Minimum is where the function is known to be smallest. Its value there is 0
// but for rounding, so it is no bound that a search could be told to reach.
func (p *Problem) Minimum() []float64 {
	return slices.Repeat([]float64{definitions[p.index].best}, p.dimensions)
}

// Optimum is the score of the known minimum, or nil where the bounds leave it out or
// let in what is smaller: beyond its usual bounds Schwefel's function falls again.
func (p *Problem) Optimum() *problem.Score {
	d := definitions[p.index]
	if p.bound < d.best || d.name == "schwefel" && p.bound > d.bound {
		return nil
	}
	zero := problem.FromFloat(0)
	return &zero
}

// Representation is reals within the bounds.
func (p *Problem) Representation() problem.Representation {
	return problem.Representation{
		Kind:   problem.Real,
		Length: p.dimensions,
		Lower:  slices.Repeat([]float64{-p.bound}, p.dimensions),
		Upper:  slices.Repeat([]float64{p.bound}, p.dimensions),
	}
}

// Objective says that scores are negated floats.
func (p *Problem) Objective() problem.Objective {
	return problem.Objective{Float: true, Minimize: true}
}

// Hash identifies function, dimensions and bounds.
func (p *Problem) Hash() [32]byte {
	return sha256.Sum256(fmt.Appendf(nil, "function %s %d %x", p.Name(), p.dimensions, math.Float64bits(p.bound)))
}

// Value is the function's value.
func (p *Problem) Value(x []float64) float64 { return definitions[p.index].value(x) }

// Evaluate is the negated value as a score.
func (p *Problem) Evaluate(g problem.Genome) problem.Score {
	return problem.FromFloat(-definitions[p.index].value(g.Reals))
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
