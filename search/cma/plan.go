package cma

import (
	"fmt"
	"math"

	"github.com/warbler-opt/warbler/internal/elementary"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

const (
	// mostLength is the longest genome with a full matrix: taking one of n genes
	// apart costs n³.
	mostLength = 256
	// mostSeparable is the longest genome with a diagonal: a chunk is sampled in
	// some ten milliseconds.
	mostSeparable = 10_000
	// mostMembers is the largest population: one group of work-items ranks it.
	mostMembers = 1 << 16
	// mostWork bounds λ·n², or λ·n of a diagonal, what one group of work-items adds to a
	// covariance matrix in one launch.
	mostWork = 1 << 25
)

// plan is a run's settings, resolved and checked.
type plan struct {
	rep    problem.Representation
	float  bool      // scores are mapped floats: see number
	n      int       // genes
	chunk  int       // members that a step scores: the first population
	levels []level   // of the populations, by the number of restarts
	start  []float64 // the first mean, from 0 to 1, or nil
	bipop  bool      // small populations between the large ones
	cells  int       // elements of C: n × n, or n on its diagonal
}

// params is what differs between the replicas of an engine.
type params struct {
	seed   uint64
	sigma  float64
	tolfun float64
	active bool
}

func newPlan(c search.Config) (*plan, []params, error) {
	s, rep, err := population.Settings(table, c)
	if err != nil {
		return nil, nil, err
	}
	p := &plan{rep: rep, float: problem.ObjectiveOf(c.Problem).Float, n: rep.Length, chunk: s.Int("population"), bipop: s.Choice("restart") == "bipop", cells: rep.Length}
	if s.Choice("covariance") == "full" {
		if p.cells *= p.n; p.n > mostLength {
			return nil, nil, &search.UnsuitedError{Algorithm: "cma", Reason: fmt.Sprintf("%d genes are too many: a full covariance matrix of more than %d takes too long to take apart; say covariance=separable, or use differential", p.n, mostLength)}
		}
	}
	if p.n > mostSeparable {
		return nil, nil, &search.UnsuitedError{Algorithm: "cma", Reason: fmt.Sprintf("%d genes are too many: %d at most; use differential", p.n, mostSeparable)}
	}
	if p.chunk == 0 {
		p.chunk = 4 + int(math.Floor(float64(3*elementary.Log(float64(p.n))))) // Table 1
	}
	if most := mostOf(p.cells); p.chunk < 4 || p.chunk > most {
		return nil, nil, &search.ParamError{Name: "population", Reason: fmt.Sprintf("with %d genes it is 4 to %d, or 0, not %d", p.n, most, p.chunk)}
	}
	p.levels = levels(p.n, p.cells, p.chunk, s.Int("restarts"), s.Int("increase"), s.Float("parents"))
	list, err := population.Params("cma", table, c, func(s search.Settings, seed uint64) params {
		return params{seed, s.Float("sigma"), s.Float("tolfun"), s.Bool("active")}
	})
	return p, list, err
}

// separable reports whether C is a diagonal matrix.
func (p *plan) separable() bool { return p.cells == p.n && p.n > 1 }

// mostOf is the largest population there may be, with a matrix of some cells.
func mostOf(cells int) int { return min(mostMembers, mostWork/cells) }

// most is the largest population of a run.
func (p *plan) most() int { return p.levels[len(p.levels)-1].lambda }

// begin takes the best of some given vectors as the first mean.
func (p *plan) begin(f problem.Problem, given []problem.Genome) {
	best := problem.Worst
	for i, g := range given {
		if s := f.Evaluate(g); i == 0 || s > best {
			best, p.start = s, p.scaled(g.Reals)
		}
	}
}

// scaled is a vector with every gene's range from 0 to 1.
func (p *plan) scaled(x []float64) []float64 {
	u := make([]float64, len(x))
	for j, v := range x {
		if span := p.rep.Upper[j] - p.rep.Lower[j]; span > 0 {
			u[j] = (v - p.rep.Lower[j]) / span
		}
	}
	return u
}
