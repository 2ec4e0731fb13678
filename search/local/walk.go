package local

import (
	"context"
	"io"
	"math"
	"strings"
	"time"

	"github.com/warbler-opt/warbler/internal/elementary"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search"
)

// modeNames are the ways to walk; two names are two walks that take turns.
var modeNames = []string{"auto", "weighting", "tabu", "probing", "weighting+tabu", "probing+tabu"}

// Table lists the parameters of the walk.
var Table = search.Table{
	{Name: "mode", Type: search.Choice, Default: "auto", Choices: modeNames,
		Help: "weighting: best gain in clause weights that rise in local minima; tabu: best gain in cost, then rest; probing: by what breaks, as probSAT; two of them take turns of 2^20 flips; auto chooses by the formula"},
	{Name: "every", Type: search.Int, Default: "1000", Min: 1, Max: 1 << 30, Unit: "flips",
		Help: "flips between two lines of a trace"},
}

func init() {
	search.Register(search.Algorithm{
		Name:   "walk",
		Help:   "local search on formulas, flip by flip: clause weighting, tabu search, or probSAT",
		Paper:  "in the line of SAPS, PAWS, SATLike and probSAT",
		Kinds:  []problem.GenomeKind{problem.Binary},
		Params: Table,
		OnCPU:  true,
		Suits:  func(p problem.Problem) bool { _, ok := p.(*sat.Problem); return ok },
		New:    NewWalk,
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
func autoMode(p *sat.Problem) string {
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
type walk struct {
	population.Frame
	crew   *population.Crew
	ground *ground
	mode   string
	every  int64
	stride int64 // flips between two looks at the clock
	chains []*chain
}

// NewWalk makes a walk on a formula.
func NewWalk(ctx context.Context, c search.Config) (search.Engine, error) {
	p, ok := c.Problem.(*sat.Problem)
	if !ok {
		return nil, &search.UnsuitedError{Algorithm: "walk", Reason: "it walks on formulas, not on a " + c.Problem.Name()}
	}
	s, err := Table.Settings(c.Values)
	if err != nil {
		return nil, err
	}
	e := &walk{crew: population.NewCrew(c.Threads), ground: newGround(p), mode: s.Choice("mode"), stride: 1 << 10}
	if c.Trace {
		e.every = int64(s.Int("every"))
	}
	if e.mode == "auto" {
		e.mode = autoMode(p)
	}
	e.Frame, err = population.NewFrame("walk", Table, c, 1, func(step int64) int64 { return step + 1 })
	if err != nil {
		return nil, err
	}
	// A checkpoint says what auto chose, and nothing about the trace.
	e.Header.Values["mode"] = e.mode
	delete(e.Header.Values, "every")
	switch {
	case c.Stop.Converged:
		return nil, &search.UnsuitedError{Algorithm: "walk", Reason: "it has no population that could converge; leave --convergence out", Rule: "convergence"}
	case e.ground.hard > 0 && e.mode != "weighting":
		return nil, &search.UnsuitedError{Algorithm: "walk", Reason: "mode=" + e.mode + " is for formulas without hard clauses; use mode=weighting", Params: []string{"mode"}}
	case !countsAlike(e.ground.Table) && strings.Contains(e.mode, "probing"):
		return nil, &search.UnsuitedError{Algorithm: "walk", Reason: "mode=" + e.mode + " is for clauses that all count alike; use mode=tabu", Params: []string{"mode"}}
	}
	e.chains = make([]*chain, e.Replicas())
	defer e.crew.Watch(ctx)()
	e.crew.Together(len(e.chains), func(_, r int) {
		e.chains[r] = newChain(r, e.Seeds[r], e.walkers(e.Seeds[r]), e.Given, e.ground.vars, e.Rules)
		if e.every > 0 {
			e.chains[r].sample(e.chains[r].walkers[0])
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
		return newWalkOnDevice(ctx, e, c.Device)
	}
	return e, nil
}

// walkers are those of the mode.
func (e *walk) walkers(seed uint64) []walker {
	g := e.ground
	switch e.mode {
	case "weighting":
		return []walker{newWeighting(g, seed)}
	case "tabu":
		return []walker{newTabu(g, seed)}
	case "probing":
		return []walker{newProbing(g, seed)}
	case "probing+tabu":
		return []walker{newProbing(g, seed), newTabu(g, seed)}
	}
	return []walker{newWeighting(g, seed), newTabu(g, seed)}
}

// Step makes flips of all running replicas, as many of each.
func (e *walk) Step(ctx context.Context, atMost int) (search.Progress, error) {
	defer e.crew.Watch(ctx)()
	const slice, total = 20 * time.Millisecond, 250 * time.Millisecond
	begin := time.Now()
	for done := int64(0); done < int64(atMost) && !e.crew.Aborted() && time.Since(begin) < total && e.running() > 0; {
		flips := min(int64(atMost)-done, e.stride)
		before := time.Now()
		e.crew.Together(len(e.chains), func(_, r int) { e.chains[r].run(flips, e.Rules, e.every, e.crew.Aborted) })
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

func (e *walk) running() int { return population.Progress(e.states(), e.Evaluations).Running }

func (e *walk) states() []population.State {
	states := make([]population.State, len(e.chains))
	for r, c := range e.chains {
		states[r] = c.state
	}
	return states
}

func (e *walk) progress() search.Progress {
	p := population.Progress(e.states(), e.Evaluations)
	e.Samples = e.Samples[:0]
	for _, c := range e.chains {
		e.Samples = append(e.Samples, c.samples...)
		c.samples = c.samples[:0]
	}
	population.SortSamples(e.Samples)
	p.Samples = e.Samples
	return p
}

// Best is the best solution of a replica.
func (e *walk) Best(r int) (search.Solution, error) {
	if err := e.CheckReplica(r); err != nil {
		return search.Solution{}, err
	}
	g := problem.NewGenomes(e.Problem.Representation(), 1).At(0)
	copy(g.Bits, e.chains[r].best)
	return e.Solution(r, e.chains[r].state, g), nil
}

// Close has nothing to release.
func (e *walk) Close() error { return nil }

// Save writes a checkpoint.
func (e *walk) Save(w io.Writer) error {
	c := search.Checkpoint{Header: e.Header}
	population.PutStates(&c, e.states())
	best := problem.NewGenomes(e.Problem.Representation(), len(e.chains))
	var walkers []uint64
	for r, h := range e.chains {
		copy(best.At(r).Bits, h.best)
		for _, w := range h.walkers {
			walkers = append(walkers, footingWords(w)...)
		}
	}
	c.PutGenomes("best", best)
	c.PutUint64s("walkers", walkers)
	return c.Write(w)
}

// restore continues from a checkpoint.
func (e *walk) restore(r io.Reader) error {
	c, err := search.ReadCheckpoint(r)
	if err != nil {
		return err
	}
	if err := c.Header.Match(e.Header); err != nil {
		return err
	}
	states, err := population.GetStates(c, len(e.chains), e.Rules)
	if err != nil {
		return err
	}
	best, err := c.Genomes("best", e.Problem.Representation(), len(e.chains))
	if err != nil {
		return err
	}
	size := 0
	for _, w := range e.chains[0].walkers {
		size += len(footingWords(w))
	}
	words, err := c.Uint64s("walkers", size*len(e.chains))
	if err != nil {
		return err
	}
	for r, h := range e.chains {
		h.state, h.known, h.samples = states[r], false, nil
		copy(h.best, best.At(r).Bits)
		for _, w := range h.walkers {
			n := len(footingWords(w))
			if err := setFootingWords(w, words[:n]); err != nil {
				return err
			}
			words = words[n:]
		}
	}
	return nil
}
