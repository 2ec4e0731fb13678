package criteria

import (
	"crypto/sha256"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/problem"
)

// definition is one problem with its usual size.
type definition struct {
	name         string
	size         int // variables: those of the literature
	least, most  int // variables it may have
	binary       bool
	first, other [2]float64 // the bounds of the first variable and of the others
	reference    []float64  // for the volume
	value        func(x, to []float64)
	violation    func(x []float64) float64 // or nil
	formula      string
}

// MaxVariables is the most variables that a problem can have.
const MaxVariables = 100_000

// The table of problems; the index is CRITERIA in criteria.cl.
var definitions = []definition{
	{"zdt1", 30, 2, MaxVariables, false, unit, unit, front, zdt1, nil, "f1 = x1, f2 = g (1 - sqrt(f1/g)), g = 1 + 9 mean(x2…)"},
	{"zdt2", 30, 2, MaxVariables, false, unit, unit, front, zdt2, nil, "f1 = x1, f2 = g (1 - (f1/g)^2), g = 1 + 9 mean(x2…)"},
	{"zdt3", 30, 2, MaxVariables, false, unit, unit, front, zdt3, nil, "f1 = x1, f2 = g (1 - sqrt(f1/g) - f1/g sin(10 pi f1)), g = 1 + 9 mean(x2…)"},
	{"zdt4", 10, 2, MaxVariables, false, unit, [2]float64{-5, 5}, front, zdt4, nil, "f1 = x1, f2 = g (1 - sqrt(f1/g)), g = 1 + 10 (n-1) + sum x^2 - 10 cos(4 pi x)"},
	{"zdt5", 11, 2, MaxVariables / 5, true, unit, unit, []float64{32, 61}, nil, nil, "f1 = 1 + ones(x1), f2 = sum v / f1, v = 1 for five ones, else 2 + ones"},
	{"zdt6", 10, 2, MaxVariables, false, unit, unit, front, zdt6, nil, "f1 = 1 - exp(-4 x1) sin(6 pi x1)^6, f2 = g (1 - (f1/g)^2), g = 1 + 9 mean(x2…)^0.25"},
	{"dtlz2", 12, 3, MaxVariables, false, unit, unit, []float64{1.1, 1.1, 1.1}, dtlz2, nil, "an eighth of a sphere of radius 1 + sum (x - 0.5)^2 over x3…"},
	{"constr", 2, 2, 2, false, [2]float64{0.1, 1}, [2]float64{0, 5}, []float64{1.1, 10}, constr, constrViolation, "f1 = x1, f2 = (1 + x2) / x1; x2 + 9 x1 >= 6, 9 x1 - x2 >= 1"},
	{"srn", 2, 2, 2, false, [2]float64{-20, 20}, [2]float64{-20, 20}, []float64{250, 50}, srn, srnViolation, "f1 = (x1-2)^2 + (x2-1)^2 + 2, f2 = 9 x1 - (x2-1)^2; x1^2 + x2^2 <= 225, x1 - 3 x2 <= -10"},
	{"bnh", 2, 2, 2, false, [2]float64{0, 5}, [2]float64{0, 3}, []float64{150, 60}, bnh, bnhViolation, "f1 = 4 x1^2 + 4 x2^2, f2 = (x1-5)^2 + (x2-5)^2; (x1-5)^2 + x2^2 <= 25, (x1-8)^2 + (x2+3)^2 >= 7.7"},
}

var (
	unit  = [2]float64{0, 1}
	front = []float64{1.1, 1.1}
)

// Problem is one of the functions with some number of variables.
type Problem struct {
	index int
	size  int
}

var (
	_ problem.MultiObjective  = (*Problem)(nil)
	_ problem.Constrained     = (*Problem)(nil)
	_ problem.Valued          = (*Problem)(nil)
	_ problem.Hashed          = (*Problem)(nil)
	_ problem.ScoresKernelled = (*Problem)(nil)
)

// Names lists the problems.
func Names() []string {
	var names []string
	for _, d := range definitions {
		names = append(names, d.name)
	}
	return names
}

// New finds a problem by its name; variables 0 takes the number of the
// literature.
func New(name string, variables int) (*Problem, error) {
	i := slices.IndexFunc(definitions, func(d definition) bool { return d.name == strings.ToLower(name) })
	if i < 0 {
		return nil, fmt.Errorf("criteria: no function is called %q; there are %s", name, strings.Join(Names(), ", "))
	}
	d := definitions[i]
	if variables == 0 {
		variables = d.size
	}
	if variables < d.least || variables > d.most {
		if d.least == d.most {
			return nil, fmt.Errorf("criteria: %s has %d variables, not %d", d.name, d.least, variables)
		}
		return nil, fmt.Errorf("criteria: %s has %d to %d variables, not %d", d.name, d.least, d.most, variables)
	}
	return &Problem{i, variables}, nil
}

// Name is the function's name.
func (p *Problem) Name() string { return definitions[p.index].name }

// Formula is the function for people to read.
func (p *Problem) Formula() string { return definitions[p.index].formula }

// Variables is their number; for zdt5 that of its strings of bits.
func (p *Problem) Variables() int { return p.size }

// Representation is reals within bounds; for zdt5 bits, 30 of the first string
// and 5 of each other.
func (p *Problem) Representation() problem.Representation {
	d := definitions[p.index]
	if d.binary {
		return problem.Representation{Kind: problem.Binary, Length: 30 + 5*(p.size-1)}
	}
	r := problem.Representation{
		Kind:   problem.Real,
		Length: p.size,
		Lower:  slices.Repeat([]float64{d.other[0]}, p.size),
		Upper:  slices.Repeat([]float64{d.other[1]}, p.size),
	}
	r.Lower[0], r.Upper[0] = d.first[0], d.first[1]
	return r
}

// Objective says that the first scores are negated floats.
func (p *Problem) Objective() problem.Objective {
	return problem.Objective{Float: true, Minimize: true}
}

// Criteria are f1, f2 and so on.
func (p *Problem) Criteria() []problem.Criterion {
	var list []problem.Criterion
	for m, x := range definitions[p.index].reference {
		list = append(list, problem.Criterion{Name: fmt.Sprintf("f%d", m+1), Objective: p.Objective(), Reference: problem.FromFloat(-x)})
	}
	return list
}

// Hash identifies function and size.
func (p *Problem) Hash() [32]byte {
	return sha256.Sum256(fmt.Appendf(nil, "criteria %s %d", p.Name(), p.size))
}

// Values are the functions' values.
func (p *Problem) Values(g problem.Genome, to []float64) {
	d := &definitions[p.index]
	if d.binary {
		zdt5(g, p.size, to)
		return
	}
	d.value(g.Reals, to)
}

// Scores are the negated values.
func (p *Problem) Scores(g problem.Genome, to []problem.Score) {
	var v [3]float64
	p.Values(g, v[:len(to)])
	for m := range to {
		to[m] = problem.FromFloat(-v[m])
	}
}

// Violation is the sum of what the constraints are missed by.
func (p *Problem) Violation(g problem.Genome) problem.Score {
	if violation := definitions[p.index].violation; violation != nil {
		return problem.FromFloat(violation(g.Reals))
	}
	return 0
}

// Evaluate is the first score.
func (p *Problem) Evaluate(g problem.Genome) problem.Score { return problem.FirstScore(p, g) }

// Front is a point of the best front that is known in closed form: that of the
// two-valued functions over reals, for f1 anywhere from 0 to 1. For zdt3 and zdt6
// not all of those are on it.
func (p *Problem) Front(f1 float64) (f2 float64, ok bool) {
	switch p.Name() {
	case "zdt1", "zdt4":
		return 1 - math.Sqrt(f1), true
	case "zdt2", "zdt6":
		return 1 - f1*f1, true
	case "zdt3":
		return 1 - math.Sqrt(f1) - f1*math.Sin(10*math.Pi*f1), true
	}
	return 0, false
}
