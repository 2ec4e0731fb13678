package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Cell is a problem, an algorithm and a point of its parameters' grid: what a
// line of a table is about. Every seed is one run of it.
type Cell struct {
	Number     int               // from 0, in the order of the plan
	Problem    string            // the instance's name
	Kind       string            // "knapsack", "maxsat", "function"
	Options    map[string]string // of the problem, such as constraint or dim
	Instance   string            // the instance's hash
	Length     int               // genes of a genome
	Algorithm  string
	Method     string        // what tables call the algorithm: the plan's label, or its name
	Parameters search.Values // complete
	Varied     []string      // the parameters that the plan has several values for
	Stop       search.Stop
	Objective  problem.Objective
	Goal       *problem.Score // the target or, without one, a known optimum; nil where there is neither
	Known      *problem.Score // the best that is known, by the plan or as a proven optimum, or nil
	Runs       []Run          // the finished ones, by seed; those of a plan have none
	Failures   []Failure      // those that a user's code broke off

	on    *Case         // of a plan's
	point search.Values // likewise: the parameters that are written there
}

// Hit reports whether a run of the cell reached its goal, or a proven bound.
func (c *Cell) Hit(r Run) bool {
	return r.Status == search.Optimal.String() || r.Status == search.Reached.String() ||
		c.Goal != nil && r.Feasible && r.Score >= *c.Goal
}

// Feasible reports whether a score is that of an answer to the cell's problem.
func (c *Cell) Feasible(score problem.Score) bool { return feasible(c.Kind, c.Objective, score) }

// Runs is how many runs the plan asks for. They have the numbers from 0 on: the
// runs of the first cell by seed, then those of the second.
func (p *Plan) Runs() int { return len(p.Cells) * p.Seeds.Count }

func (p *Plan) cellOf(run int) int { return run / p.Seeds.Count }

func (p *Plan) seedOf(run int) uint64 { return p.Seeds.At(run % p.Seeds.Count) }

// expand makes the cells: problems, then algorithms, then grids, the last
// parameter fastest.
func (p *Plan) expand(entries []*entry, methods []*method) {
	seen := map[string]*entry{}
	for _, e := range entries {
		for _, m := range methods {
			for _, on := range m.cases(e) {
				switch cells := len(p.Cells) + m.size(); {
				case cells > maxCells: // which takes a minute to make
					m.Failf("parameters", "the plan has more than %d cells", maxCells)
				case cells*p.Seeds.Count > maxRuns:
					p.Root.Table("seeds").Failf("count", "the plan has more than %d runs", maxRuns)
				}
				for n := 0; n < m.size() && m.Err() == nil; n++ {
					c := newCell(len(p.Cells), on, m, m.point(n))
					p.Cells = append(p.Cells, c)
					twin := c.identity()
					if first := seen[twin]; first != nil {
						at := m.Table
						if first != e { // then it is the problem that is there twice
							at = e.Table
						}
						at.Failf("", "%s on %s is in the plan already, with the same parameters", c.Algorithm, c.Problem)
					}
					seen[twin] = e
				}
			}
			if m.Err() != nil {
				return
			}
		}
	}
	p.groups = kinds(len(p.Cells),
		func(i int) (*Case, search.Values) { return p.Cells[i].on, p.Cells[i].point },
		func(run int) (int, uint64) { return p.cellOf(run), p.seedOf(run) })
}

// identity is all that makes a cell's runs what they are.
func (c *Cell) identity() string {
	target := "none"
	if c.Stop.Target != nil {
		target = fmt.Sprint(*c.Stop.Target)
	}
	rules := c.Stop
	rules.Target = nil
	return fmt.Sprint(c.Problem, c.Options, c.Instance, c.Algorithm, c.Parameters, rules, target)
}

func newCell(number int, on *Case, m *method, point search.Values) *Cell {
	c := &Cell{
		Number: number, Problem: on.Name, Kind: on.Kind, Options: on.options, Instance: on.hash(), Length: on.problem.Representation().Length,
		Algorithm: m.algorithm.Name, Method: m.label, Parameters: m.algorithm.Params.For(on.problem.Representation().Kind).Fill(point), Stop: on.stop, Objective: on.Objective,
		Goal: cmp.Or(on.stop.Target, on.optimum), Known: on.optimum, on: on, point: point,
	}
	for _, a := range m.axes {
		if len(a.values) > 1 {
			c.Varied = append(c.Varied, a.name)
		}
	}
	return c
}

// Remote reports whether all runs of the plan are done by children, which open
// their devices themselves.
func (p *Plan) Remote() bool {
	return !slices.ContainsFunc(p.groups, func(g *batchable) bool { return !g.remote() })
}

// size is how many points the grid has, or more than a plan may have.
func (m *method) size() int {
	size := 1
	for _, a := range m.axes {
		size = min(size*len(a.values), maxCells+1)
	}
	return size
}

// point is one of the grid's, of which the last parameter is the fastest.
func (m *method) point(n int) search.Values {
	point := search.Values{}
	for _, a := range slices.Backward(m.axes) {
		point[a.name] = a.values[n%len(a.values)]
		n /= len(a.values)
	}
	return point
}

// Try makes an engine of every group for a moment, on the CPU: what an
// algorithm refuses beyond its table is a mistake in the plan too.
func (p *Plan) Try(ctx context.Context) error {
	for _, g := range p.groups {
		err := g.Try(ctx, p.Cells[g.members[0]].point)
		switch {
		case err == nil:
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.As(g.blame(ctx, nil, err), new(*brokenError)): // one of its runs: the campaign will tell
		default:
			return g.written.Mistake(g.Name, err)
		}
	}
	return nil
}

// verify checks a solution by the problem and by the instance as it was read.
func (s *subject) verify(found search.Solution) error {
	err := search.Verify(s.problem, found)
	if err == nil && s.check != nil {
		err = s.check(found)
	}
	if err != nil {
		return fmt.Errorf("%s: the search returned a wrong answer for seed %d: %w", s.Name, found.Seed, err)
	}
	return nil
}

// Label is the cell's parameters that vary, "pc=0.6 population=200", or those
// of its options that tell problems of one name apart.
func (c *Cell) Label() string {
	var words []string
	if k := problem.LookupKind(c.Kind); k != nil {
		for _, f := range k.Flags {
			if value, ok := c.Options[f.Name]; ok && f.Label && value != fmt.Sprint(f.Default) {
				words = append(words, f.Name+"="+value)
			}
		}
	}
	for _, name := range c.Varied {
		words = append(words, name+"="+c.Parameters[name])
	}
	return strings.Join(words, " ")
}
