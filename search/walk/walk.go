package walk

import (
	"context"
	"math"
	"strings"
	"time"

	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/internal/elementary"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// modeNames are the ways to walk; two names are two walks that take turns.
var modeNames = []string{"auto", "weighting", "tabu", "probing", "weighting+tabu", "probing+tabu"}

// table lists the parameters of the walk.
var table = search.Table{
	{Name: "mode", Type: search.Choice, Default: "auto", Choices: modeNames,
		Help: "weighting: best gain in clause weights that rise in local minima; tabu: best gain in cost of the variables that are not tabu; probing: by what breaks, as probSAT; two of them take turns of 2^20 flips; auto chooses by the formula"},
	{Name: "every", Type: search.Int, Default: "1000", Min: 1, Max: 1 << 30, Unit: "flips",
		Help: "flips between two lines of a trace"},
}

func init() {
	search.Register(search.Algorithm{
		Name:   "walk",
		Help:   "local search on formulas, flip by flip: clause weighting, tabu search, or probSAT",
		Paper:  "in the line of SAPS, PAWS, SATLike and probSAT",
		Kinds:  []problem.GenomeKind{problem.Binary},
		Params: table,
		OnCPU:  true,
		Suits:  func(p problem.Problem) bool { _, ok := p.(cnf.Problem); return ok },
		New:    New,
	})
}

// probingVars is the number of variables from which probing is better than
// weighting on uniform formulas.
const probingVars = 500

// autoMode chooses a mode. Beside hard clauses, weighting. Without any, tabu
// search if weights differ or if a random formula of these sizes would have no
// satisfying assignment: 2^n times the share of assignments that each clause
// leaves is below 1. Else all clauses may be satisfiable, which cannot be known,
// so tabu search takes turns with a walk that is best if they are.
func autoMode(p cnf.Problem) string {
	t := p.Table()
	if !countsAlike(t) {
		if t.Hard > 0 {
			return "weighting"
		}
		return "tabu"
	}
	room := float64(float64(t.Vars) * elementary.Log(2))
	widths := map[int]int{}
	widest := 0
	for c := range t.Clauses() {
		widths[len(t.Clause(c))]++
		widest = max(widest, len(t.Clause(c)))
	}
	for k := 1; k <= min(widest, 60); k++ { // longer ones exclude nothing to speak of
		room += float64(float64(widths[k]) * elementary.Log(1-math.Ldexp(1, -k)))
	}
	switch {
	case room < 0:
		return "tabu"
	case len(widths) == 1 && t.Vars > probingVars:
		return "probing+tabu"
	}
	return "weighting+tabu"
}

// walk is the engine in Go.
type engine struct {
	population.Frame
	pool     *population.Pool
	formula  *formula
	mode     string
	every    int64
	stride   int64 // flips between two looks at the clock
	replicas []*replica
}

// New makes a walk on a formula.
func New(ctx context.Context, c search.Config) (search.Engine, error) {
	p, ok := c.Problem.(cnf.Problem)
	if !ok {
		return nil, &search.UnsuitedError{Algorithm: "walk", Reason: "it walks on formulas, not on a " + c.Problem.Name()}
	}
	s, err := table.Settings(c.Values)
	if err != nil {
		return nil, err
	}
	e := &engine{pool: population.NewPool(c.Threads), formula: newFormula(p), mode: s.Choice("mode"), stride: 1 << 10}
	if c.Trace {
		e.every = int64(s.Int("every"))
	}
	if e.mode == "auto" {
		e.mode = autoMode(p)
	}
	e.Frame, err = population.NewFrame("walk", table, c, 1, func(step int64) int64 { return step + 1 })
	if err != nil {
		return nil, err
	}
	// A checkpoint says what auto chose, and nothing about the trace.
	e.Header.Values["mode"] = e.mode
	delete(e.Header.Values, "every")
	switch {
	case c.Stop.Converged:
		return nil, &search.UnsuitedError{Algorithm: "walk", Reason: "it has no population that could converge; leave --convergence out", Rule: "convergence"}
	case e.formula.hard > 0 && e.mode != "weighting":
		return nil, &search.UnsuitedError{Algorithm: "walk", Reason: "mode=" + e.mode + " is for formulas without hard clauses; use mode=weighting", Params: []string{"mode"}}
	case !countsAlike(e.formula.Table) && strings.Contains(e.mode, "probing"):
		return nil, &search.UnsuitedError{Algorithm: "walk", Reason: "mode=" + e.mode + " is for clauses that all count alike; use mode=tabu", Params: []string{"mode"}}
	}
	e.replicas = make([]*replica, e.Replicas())
	defer e.pool.Watch(ctx)()
	e.pool.Parallel(len(e.replicas), func(_, r int) {
		e.replicas[r] = newReplica(r, e.Seeds[r], e.walkers(e.Seeds[r]), e.Given, e.formula.vars, e.Rules)
		if e.every > 0 {
			e.replicas[r].sample(e.replicas[r].walkers[0])
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if c.Resume != nil {
		if err := e.restore(c.Resume); err != nil {
			return nil, err
		}
	}
	if c.Device != nil {
		return newDeviceEngine(ctx, e, c.Device)
	}
	return e, nil
}

// walkers are those of the mode.
func (e *engine) walkers(seed uint64) []walker {
	f := e.formula
	switch e.mode {
	case "weighting":
		return []walker{newWeighting(f, seed)}
	case "tabu":
		return []walker{newTabu(f, seed)}
	case "probing":
		return []walker{newProbing(f, seed)}
	case "probing+tabu":
		return []walker{newProbing(f, seed), newTabu(f, seed)}
	}
	return []walker{newWeighting(f, seed), newTabu(f, seed)}
}

// Step makes flips of all running replicas, as many of each.
func (e *engine) Step(ctx context.Context, atMost int) (search.Progress, error) {
	defer e.pool.Watch(ctx)()
	const slice, total = 20 * time.Millisecond, 250 * time.Millisecond
	begin := time.Now()
	for done := int64(0); done < int64(atMost) && !e.pool.Aborted() && time.Since(begin) < total && e.running() > 0; {
		flips := min(int64(atMost)-done, e.stride)
		before := time.Now()
		e.pool.Parallel(len(e.replicas), func(_, r int) { e.replicas[r].run(flips, e.Rules, e.every, e.pool.Aborted) })
		done += flips
		switch took := time.Since(before); {
		case took < slice/2 && flips == e.stride:
			e.stride *= 2
		case took > slice && e.stride > 1:
			e.stride /= 2
		}
	}
	return e.progress(), nil
}

func (e *engine) running() int { return population.Progress(e.states(), e.Evaluations).Running }

func (e *engine) states() []population.State {
	states := make([]population.State, len(e.replicas))
	for r, c := range e.replicas {
		states[r] = c.state
	}
	return states
}

func (e *engine) progress() search.Progress {
	p := population.Progress(e.states(), e.Evaluations)
	e.Samples = e.Samples[:0]
	for _, c := range e.replicas {
		e.Samples = append(e.Samples, c.samples...)
		c.samples = c.samples[:0]
	}
	population.SortSamples(e.Samples)
	p.Samples = e.Samples
	return p
}

// Best is the best solution of a replica.
func (e *engine) Best(r int) (search.Solution, error) {
	if err := e.CheckReplica(r); err != nil {
		return search.Solution{}, err
	}
	g := problem.NewGenomes(e.Problem.Representation(), 1).At(0)
	copy(g.Bits, e.replicas[r].best)
	return e.Solution(r, e.replicas[r].state, g), nil
}

// Close has nothing to release.
func (e *engine) Close() error { return nil }
