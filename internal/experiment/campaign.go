package experiment

import (
	"context"
	"errors"
	"fmt"
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
	Parameters search.Values // complete
	Varied     []string      // the parameters that the plan has several values for
	Stop       search.Stop
	Objective  problem.Objective
	Goal       *problem.Score // the target or, without one, a known optimum; nil where there is neither
	Runs       []Run          // the finished ones, by seed; those of a plan have none
	Failures   []Failure      // those that a user's code broke off
}

// Hit reports whether a run of the cell reached its goal, or a proven bound.
func (c *Cell) Hit(r Run) bool {
	return r.Status == search.Optimal.String() || r.Status == search.Reached.String() ||
		c.Goal != nil && r.Feasible && r.Score >= *c.Goal
}

// Feasible reports whether a score is that of an answer to the cell's problem.
func (c *Cell) Feasible(score problem.Score) bool { return feasible(c.Kind, c.Objective, score) }

// group is what can share a launch: the cells of one problem and one algorithm
// that differ in parameters of replicas only.
type group struct {
	batchable
	method *method
	cells  []int
	own    map[int]search.Values // by cell: what differs
}

// Runs is how many runs the plan asks for. They have the numbers from 0 on: the
// runs of the first cell by seed, then those of the second.
func (p *Plan) Runs() int { return len(p.Cells) * p.Seeds }

func (p *Plan) cellOf(run int) int { return run / p.Seeds }

func (p *Plan) seedOf(run int) uint64 { return p.First + uint64(run%p.Seeds) }

// expand makes the cells: problems, then algorithms, then grids, the last
// parameter fastest.
func (p *Plan) expand(entries []*entry, methods []*method) {
	groups := map[string]*group{}
	seen := map[string]*entry{}
	for i, e := range entries {
		for j, m := range methods {
			for k, s := range e.subjects(m.algorithm.Name) {
				if e.Err() != nil {
					return
				}
				if kind := s.problem.Representation().Kind; !m.algorithm.Fits(kind) {
					m.Fail("name", fmt.Errorf("%s: %w", s.name, &search.UnfitError{Algorithm: m.algorithm.Name, Kind: kind, Problem: s.problem}))
					return
				}
				stop := m.stopFor(e, s)
				if len(p.Cells)+m.size() > maxCells { // which takes a minute to make
					m.Failf("parameters", "the plan has more than %d cells", maxCells)
					return
				}
				for point := range m.points() {
					if p.add(m, s, point, stop, groups, fmt.Sprint(i, j, k)); m.Err() != nil {
						return
					}
					c := &p.Cells[len(p.Cells)-1]
					twin := c.identity()
					if first := seen[twin]; first != nil {
						at := m.Table
						if first != e { // then it is the problem that is there twice
							at = e.Table
						}
						at.Failf("", "%s on %s is in the plan already, with the same parameters", m.algorithm.Name, s.name)
						return
					}
					seen[twin] = e
				}
			}
		}
	}
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

// add appends a cell to the plan and to the group it belongs to.
func (p *Plan) add(m *method, s *subject, point search.Values, stop search.Stop, groups map[string]*group, where string) {
	c := Cell{
		Number: len(p.Cells), Problem: s.name, Kind: s.kind, Options: s.options, Instance: s.hash(), Length: s.problem.Representation().Length,
		Algorithm: m.algorithm.Name, Parameters: m.algorithm.Params.Fill(point), Stop: stop,
		Objective: problem.ObjectiveOf(s.problem), Goal: s.optimum,
	}
	if stop.Target != nil {
		c.Goal = stop.Target
	}
	switch {
	case (len(p.Cells)+1)*p.Seeds > maxRuns:
		p.root.Table("seeds").Failf("count", "the plan has more than %d runs", maxRuns)
		return
	}
	shared, own := search.Values{}, search.Values{}
	for _, a := range m.axes {
		param, _ := m.algorithm.Params.Find(a.name)
		if len(a.values) > 1 {
			c.Varied = append(c.Varied, a.name)
		}
		if len(a.values) > 1 && param.PerReplica {
			own[a.name] = point[a.name]
		} else {
			shared[a.name] = point[a.name]
		}
	}
	key := where + " " + shared.String()
	g := groups[key]
	if g == nil {
		g = &group{method: m, own: map[int]search.Values{}}
		g.batchable = batchable{algorithm: m.algorithm, subject: s, values: shared, stop: stop, trace: p.Trace, replica: func(run int) search.Replica {
			return search.Replica{Seed: p.seedOf(run), Values: g.own[p.cellOf(run)]}
		}}
		groups[key] = g
		p.groups = append(p.groups, g)
	}
	g.cells = append(g.cells, c.Number)
	g.own[c.Number] = own
	p.Cells = append(p.Cells, c)
}

// Remote reports whether all runs of the plan are done by children, which open
// their devices themselves.
func (p *Plan) Remote() bool {
	for _, g := range p.groups {
		if _, remote := g.subject.problem.(search.Opener); !remote {
			return false
		}
	}
	return true
}

// size is how many points the grid has, or more than a plan may have.
func (m *method) size() int {
	size := 1
	for _, a := range m.axes {
		size = min(size*len(a.values), maxCells+1)
	}
	return size
}

// points goes through the grid.
func (m *method) points() func(yield func(search.Values) bool) {
	return func(yield func(search.Values) bool) {
		digits := make([]int, len(m.axes))
		for {
			point := search.Values{}
			for i, a := range m.axes {
				point[a.name] = a.values[digits[i]]
			}
			if !yield(point) {
				return
			}
			i := len(digits) - 1
			for ; i >= 0; i-- {
				if digits[i]++; digits[i] < len(m.axes[i].values) {
					break
				}
				digits[i] = 0
			}
			if i < 0 {
				return
			}
		}
	}
}

// Try makes an engine of every group for a moment, on the CPU: what an
// algorithm refuses beyond its table is a mistake in the plan too.
func (p *Plan) Try(ctx context.Context) error {
	for _, g := range p.groups {
		e, err := g.method.algorithm.Engine(ctx, search.Config{
			Problem: g.subject.problem, Threads: 1, Values: g.values, Stop: g.stop,
			Replicas: []search.Replica{{Seed: p.First, Values: g.own[g.cells[0]]}},
		})
		if err == nil {
			err = e.Close()
		}
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			var broken *brokenError
			if errors.As(g.subject.blame(ctx, nil, err), &broken) {
				continue // one of its runs: the campaign will tell
			}
			return g.method.written.Mistake(g.subject.name, err)
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
		return fmt.Errorf("%s: the search returned a wrong answer for seed %d: %w", s.name, found.Seed, err)
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
