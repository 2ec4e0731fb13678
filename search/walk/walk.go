package walk

import (
	"context"
	"math"
	"strings"
	"sync/atomic"

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
		// Walks that take turns each have two.
		Patience: func(_ search.Settings, p problem.Problem) int64 {
			return max(4<<turn, 100*int64(p.Representation().Length))
		},
		Suits: func(p problem.Problem) bool { _, ok := p.(cnf.Problem); return ok },
		New:   New,
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
	if !t.Alike() {
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

// plan is what all replicas share.
type plan struct {
	formula *formula
	ways    []way                    // that take turns
	every   int64                    // flips between two samples; 0: none
	saved   int                      // words of a replica in a checkpoint
	stride  int                      // and on a device; 0 where there is none
	spare   atomic.Pointer[[]walker] // made for the sizes, and as good for a replica
}

// way is one way to walk.
type way struct {
	name   string
	create func(f *formula) walker
	offset int // of its words among those of a replica on a device
	words  int // how many they are
}

// newPlan is a plan of the ways of a mode, for a device or not.
func newPlan(f *formula, mode string, onDevice bool) *plan {
	p := &plan{formula: f}
	var spare []walker
	for _, name := range strings.Split(mode, "+") {
		y := way{name: name, create: map[string]func(f *formula) walker{"weighting": newWeighting, "tabu": newTabu, "probing": newProbing}[name], offset: p.stride}
		w := y.create(f)
		if onDevice {
			y.words = len(toDevice(w))
		}
		p.ways = append(p.ways, y)
		p.stride += y.words
		p.saved += savedSize(w)
		spare = append(spare, w)
	}
	p.spare.Store(&spare)
	return p
}

// newReplica is a replica that has yet to start.
func (p *plan) newReplica() *replica {
	c := &replica{plan: p}
	if spare := p.spare.Swap(nil); spare != nil {
		c.walkers = *spare
		return c
	}
	for _, y := range p.ways {
		c.walkers = append(c.walkers, y.create(p.formula))
	}
	return c
}

// New makes a walk on a formula.
func New(ctx context.Context, c search.Config) (search.Engine, error) {
	of, ok := c.Problem.(cnf.Problem)
	if !ok {
		return nil, &search.UnsuitedError{Algorithm: "walk", Reason: "it walks on formulas, not on a " + c.Problem.Name()}
	}
	s, err := table.Settings(c.Values)
	if err != nil {
		return nil, err
	}
	mode, f := s.Choice("mode"), newFormula(of)
	if mode == "auto" {
		mode = autoMode(of)
	}
	switch {
	case c.Stop.Converged:
		return nil, &search.UnsuitedError{Algorithm: "walk", Reason: "it has no population that could converge; leave convergence out", Rule: "convergence"}
	case f.hard > 0 && mode != "weighting":
		return nil, &search.UnsuitedError{Algorithm: "walk", Reason: "mode=" + mode + " is for formulas without hard clauses; use mode=weighting", Params: []string{"mode"}}
	case !f.alike && strings.Contains(mode, "probing"):
		return nil, &search.UnsuitedError{Algorithm: "walk", Reason: "mode=" + mode + " is for clauses that all count alike; use mode=tabu", Params: []string{"mode"}}
	}
	p := newPlan(f, mode, c.Device != nil)
	if c.Trace {
		p.every = int64(s.Int("every"))
	}
	c.Trace = false // samples are a walk's own
	e, err := population.New(ctx, c, population.Algorithm{
		Name:        "walk",
		Params:      table,
		Members:     1,
		Block:       1,
		Evaluations: func(step int64) int64 { return step + 1 },
		Prepare: func(f *population.Frame) { // a checkpoint says what auto chose, and nothing about the trace
			f.Header.Values["mode"] = mode
			delete(f.Header.Values, "every")
		},
		Replica: func(int) population.Evolver { return p.newReplica() },
		Kernels: func(d *population.Device) population.Kernels { return &kernels{Device: d, plan: p} },
	})
	if err != nil {
		return nil, err
	}
	return population.Unranked{Engine: e}, nil
}
