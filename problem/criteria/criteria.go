package criteria

import (
	"cmp"
	"crypto/sha256"
	"fmt"
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
	tail         int                       // variables that only say how far from the front it is, if objectives may be any number
}

// maxVariables is the most variables that a problem can have.
const maxVariables = 100_000

// The table of problems; the index is CRITERIA in criteria.cl.
var definitions = []definition{
	{"zdt1", 30, 2, maxVariables, false, unit, unit, front, zdt1, nil, 0},
	{"zdt2", 30, 2, maxVariables, false, unit, unit, front, zdt2, nil, 0},
	{"zdt3", 30, 2, maxVariables, false, unit, unit, front, zdt3, nil, 0},
	{"zdt4", 10, 2, maxVariables, false, unit, [2]float64{-5, 5}, front, zdt4, nil, 0},
	{"zdt5", 11, 2, maxVariables / 5, true, unit, unit, []float64{32, 61}, nil, nil, 0},
	{"zdt6", 10, 2, maxVariables, false, unit, unit, front, zdt6, nil, 0},
	{"dtlz1", 7, 3, maxVariables, false, unit, unit, []float64{0.55, 0.55, 0.55}, dtlz1, nil, 5},
	{"dtlz2", 12, 3, maxVariables, false, unit, unit, ball, dtlz2, nil, 10},
	{"dtlz3", 12, 3, maxVariables, false, unit, unit, ball, dtlz3, nil, 10},
	{"dtlz4", 12, 3, maxVariables, false, unit, unit, ball, dtlz4, nil, 10},
	{"dtlz5", 12, 3, maxVariables, false, unit, unit, ball, dtlz5, nil, 10},
	{"dtlz6", 12, 3, maxVariables, false, unit, unit, ball, dtlz6, nil, 10},
	{"dtlz7", 22, 3, maxVariables, false, unit, unit, []float64{1.1, 1.1, 6.6}, dtlz7, nil, 20},
	{"constr", 2, 2, 2, false, [2]float64{0.1, 1}, [2]float64{0, 5}, []float64{1.1, 10}, constr, constrViolation, 0},
	{"srn", 2, 2, 2, false, [2]float64{-20, 20}, [2]float64{-20, 20}, []float64{250, 50}, srn, srnViolation, 0},
	{"bnh", 2, 2, 2, false, [2]float64{0, 5}, [2]float64{0, 3}, []float64{150, 60}, bnh, bnhViolation, 0},
}

var (
	unit  = [2]float64{0, 1}
	front = []float64{1.1, 1.1}
	ball  = []float64{1.1, 1.1, 1.1}
)

// functions are some with several values, in some number of variables.
type functions struct {
	definition
	index     int
	variables int // for zdt5 its strings of bits
}

var (
	_ problem.MultiObjective  = (*functions)(nil)
	_ problem.Constrained     = (*functions)(nil)
	_ problem.Valued          = (*functions)(nil)
	_ problem.Hashed          = (*functions)(nil)
	_ problem.ScoresKernelled = (*functions)(nil)
)

func names() []string {
	var names []string
	for _, d := range definitions {
		names = append(names, d.name)
	}
	return names
}

// New finds a problem by its name, one of zdt1 to zdt6, dtlz1 to dtlz7, constr, srn and
// bnh; variables 0 takes the number of the literature. DTLZ have three objectives.
func New(name string, variables int) (problem.MultiObjective, error) {
	p, err := find(name, variables, 0)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// find is New with a number of objectives, where 0 is the usual one.
func find(name string, variables, objectives int) (*functions, error) {
	i := slices.Index(names(), strings.ToLower(name))
	if i < 0 {
		return nil, fmt.Errorf("criteria: no function is called %q; there are %s", name, strings.Join(names(), ", "))
	}
	d := definitions[i]
	if usual := len(d.reference); objectives != 0 && objectives != usual {
		if d.tail == 0 {
			return nil, fmt.Errorf("criteria: %s has %d objectives, not %d", d.name, usual, objectives)
		}
		if objectives < 2 || objectives > problem.MaxCriteria {
			return nil, fmt.Errorf("criteria: %s has 2 to %d objectives, not %d", d.name, problem.MaxCriteria, objectives)
		}
		d.least, d.size = objectives, objectives-1+d.tail
		last := d.reference[usual-1] / float64(usual)
		d.reference = slices.Repeat(d.reference[:1], objectives)
		if d.name == "dtlz7" { // whose last objective is up to twice their number
			d.reference[objectives-1] = float64(last * float64(objectives))
		}
	}
	variables = cmp.Or(variables, d.size)
	if variables < d.least || variables > d.most {
		if d.least == d.most {
			return nil, fmt.Errorf("criteria: %s has %d variables, not %d", d.name, d.least, variables)
		}
		return nil, fmt.Errorf("criteria: %s has %d to %d variables, not %d", d.name, d.least, d.most, variables)
	}
	return &functions{d, i, variables}, nil
}

// Name is the function's name.
func (p *functions) Name() string { return p.name }

// Representation is reals within bounds; for zdt5 bits, 30 of the first string
// and 5 of each other.
func (p *functions) Representation() problem.Representation {
	if p.binary {
		return problem.Representation{Kind: problem.Binary, Length: 30 + 5*(p.variables-1)}
	}
	r := problem.Representation{
		Kind:   problem.Real,
		Length: p.variables,
		Lower:  slices.Repeat([]float64{p.other[0]}, p.variables),
		Upper:  slices.Repeat([]float64{p.other[1]}, p.variables),
	}
	r.Lower[0], r.Upper[0] = p.first[0], p.first[1]
	return r
}

// Objective says that the first scores are negated floats.
func (p *functions) Objective() problem.Objective {
	return problem.Objective{Float: true, Minimize: true}
}

// Criteria are f1, f2 and so on.
func (p *functions) Criteria() []problem.Criterion {
	var list []problem.Criterion
	for m, x := range p.reference {
		list = append(list, problem.Criterion{Name: fmt.Sprintf("f%d", m+1), Objective: p.Objective(), Reference: problem.FromFloat(-x)})
	}
	return list
}

// Hash identifies function and size.
func (p *functions) Hash() [32]byte {
	text := fmt.Appendf(nil, "criteria %s %d", p.name, p.variables)
	if p.tail > 0 && len(p.reference) != 3 {
		text = fmt.Appendf(text, " %d", len(p.reference))
	}
	return sha256.Sum256(text)
}

// values are the functions' values.
func (p *functions) values(g problem.Genome, to []float64) {
	if p.binary {
		zdt5(g, p.variables, to)
		return
	}
	p.value(g.Reals, to)
}

// Scores are the negated values.
func (p *functions) Scores(g problem.Genome, to []problem.Score) {
	var v [problem.MaxCriteria]float64
	p.values(g, v[:len(to)])
	for m := range to {
		to[m] = problem.FromFloat(-v[m])
	}
}

// Violation is the sum of what the constraints are missed by.
func (p *functions) Violation(g problem.Genome) problem.Score {
	if p.violation != nil {
		return problem.FromFloat(p.violation(g.Reals))
	}
	return 0
}

// Evaluate is the first score.
func (p *functions) Evaluate(g problem.Genome) problem.Score { return problem.FirstScore(p, g) }
