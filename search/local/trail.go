package local

import (
	"context"
	"fmt"
	"io"
	"math"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/rng"
	"github.com/warbler-opt/warbler/search"
	"github.com/warbler-opt/warbler/search/population"
)

// TabuTable lists the parameters of tabu search.
var TabuTable = search.Table{
	{Name: "tenure", Type: search.Int, Default: "0", Min: 0, Max: 1 << 30, Unit: "steps",
		Help: "steps for which a flipped gene rests; 0: twice the square root of the number of genes, as Luong et al. 2010"},
	{Name: "drawn", Type: search.Int, Default: "10", Min: 0, Max: 1 << 30, Unit: "steps",
		Help: "up to so many steps more, at random, so that the search does not run in circles"},
	{Name: "restart", Type: search.Int, Default: "1000", Min: 0, Max: 1 << 30, Unit: "steps",
		Help: "steps without a new best after which the search begins anew at random; 0: never"},
}

func init() {
	search.Register(search.Algorithm{
		Name:  "climb",
		Help:  "hill climbing: the best flip of all while one improves, then a new start at random",
		Kinds: []problem.Kind{problem.Binary},
		New: func(ctx context.Context, c search.Config) (search.Engine, error) {
			return newTrail(ctx, c, "climb", nil)
		},
	})
	search.Register(search.Algorithm{
		Name:   "tabu",
		Help:   "tabu search: the best flip of all, for better or worse, of genes that do not rest",
		Paper:  "Luong et al. 2010",
		Kinds:  []problem.Kind{problem.Binary},
		Params: TabuTable,
		New: func(ctx context.Context, c search.Config) (search.Engine, error) {
			return newTrail(ctx, c, "tabu", TabuTable)
		},
	})
}

// trail is the engine in Go of the searches that look at all neighbours of a
// genome before every step.
type trail struct {
	population.Frame
	crew     *population.Crew
	rep      problem.Representation
	float    bool
	tabu     bool
	tenure   int64
	drawn    int64
	patience int64 // steps without a new best before a new start
	hikers   []*hiker
}

// hiker is one replica.
type hiker struct {
	trail   *trail
	index   int
	seed    uint64
	state   population.State
	moves   problem.Moves
	until   []int64 // the last step for which a gene rests; tabu search's
	starts  uint32  // at random, beside the first
	begun   int64   // the step of the last start
	best    problem.Genome
	samples []search.Sample // not reported yet
}

// newTrail makes a search of the name on a binary problem.
func newTrail(ctx context.Context, c search.Config, name string, table search.Table) (search.Engine, error) {
	s, err := table.Settings(c.Values)
	if err != nil {
		return nil, err
	}
	if c.Stop.Converged {
		return nil, &search.UnsuitedError{Algorithm: name, Reason: "it has no population that could converge; leave --convergence out"}
	}
	e := &trail{crew: population.NewCrew(c.Threads), rep: c.Problem.Representation(), tabu: name == "tabu"}
	if v, ok := c.Problem.(problem.Valued); ok {
		e.float = v.Objective().Float
	}
	if e.tabu {
		e.tenure, e.drawn, e.patience = int64(s.Int("tenure")), int64(s.Int("drawn")), int64(s.Int("restart"))
		if e.tenure == 0 {
			e.tenure = 2 * int64(math.Sqrt(float64(e.rep.Length)))
		}
		if e.patience == 0 {
			e.patience = math.MaxInt64
		}
	}
	length := int64(e.rep.Length)
	e.Frame, err = population.NewFrame(name, table, c, 1, func(step int64) int64 { return 1 + step*length })
	if err != nil {
		return nil, err
	}
	for r, seed := range e.Seeds {
		e.hikers = append(e.hikers, e.newHiker(r, seed))
	}
	if c.Resume != nil {
		err = e.restore(c.Resume)
	} else {
		err = e.start(ctx)
	}
	if err != nil {
		return nil, err
	}
	if c.Device != nil {
		return newTrailOnDevice(ctx, e, c.Device)
	}
	return e, nil
}

func (e *trail) newHiker(index int, seed uint64) *hiker {
	h := &hiker{trail: e, index: index, seed: seed, state: population.NewState(), best: problem.NewGenomes(e.rep, 1).At(0)}
	if m, ok := e.Problem.(problem.Mover); ok {
		h.moves = m.Moves(h.best)
	} else {
		h.moves = &evaluated{problem: e.Problem, genome: h.best.Clone()}
	}
	if e.tabu {
		h.until = make([]int64, e.rep.Length)
	}
	return h
}

// start scores where the replicas begin.
func (e *trail) start(ctx context.Context) error {
	defer e.crew.Watch(ctx)()
	e.crew.Together(len(e.hikers), func(_, r int) {
		h := e.hikers[r]
		if len(e.Given) > 0 {
			h.moves.Reset(e.Given[0])
		} else {
			h.moves.Reset(h.anywhere())
		}
		h.judge(0)
	})
	return ctx.Err()
}

// anywhere is a genome at random, another one at each start, and repaired where
// the problem does that.
func (h *hiker) anywhere() problem.Genome {
	g := problem.NewGenomes(h.trail.rep, 1).At(0)
	at := rng.Address{Seed: h.seed, Individual: h.starts, Purpose: rng.Init}
	for w := range h.trail.rep.Words() {
		g.Bits[w] = at.MaskLow(uint32(w), 1<<31, h.trail.genes(w))
	}
	if h.trail.Repairer != nil {
		at.Purpose = rng.Repair
		h.trail.Repairer.Repair(g, at)
	}
	return g
}

// genes are the bits of word w that have one.
func (e *trail) genes(w int) uint64 {
	if rest := e.rep.Length - 64*w; rest < 64 {
		return 1<<rest - 1
	}
	return math.MaxUint64
}

// Step advances every running replica.
func (e *trail) Step(ctx context.Context, atMost int) (search.Progress, error) {
	population.Advance(ctx, e.crew, e.hikers, 1, atMost)
	return population.Report(&e.Frame, e.hikers, func(h *hiker) []search.Sample {
		defer func() { h.samples = h.samples[:0] }()
		return h.samples
	}), nil
}

// Current is the replica's state.
func (h *hiker) Current() *population.State { return &h.state }

// Generation makes one step, or none when the engine is aborted. Its neighbours
// are not spread: they share what a problem knows of the genome.
func (h *hiker) Generation(population.Spread) {
	step := h.state.Step + 1
	j, gain, ok := h.choose(step)
	if h.trail.crew.Aborted() {
		return
	}
	switch e := h.trail; {
	case e.tabu && step-max(h.begun, h.state.Found) <= e.patience:
		x := rng.Address{Seed: h.seed, Step: uint64(step), Purpose: rng.Walk}
		x0, x1, _, _ := x.Block(0)
		if !ok { // all rest
			j = draw(x0, e.rep.Length)
		}
		h.moves.Flip(j)
		h.until[j] = step + e.tenure + int64(draw(x1, int(e.drawn)+1))
	case !e.tabu && ok && gain > 0:
		h.moves.Flip(j)
	default:
		h.starts++
		h.begun = step
		h.moves.Reset(h.anywhere())
	}
	h.judge(step)
}

// choose is the gene whose flip gains most, the first among equals, of those that
// do not rest or would lead to a new best.
func (h *hiker) choose(step int64) (best int, gain problem.Score, ok bool) {
	enough := problem.Difference(h.state.Best, h.moves.Score()) // a gain above this is a new best
	gain = math.MinInt64
	for j := range h.trail.rep.Length {
		if j%often == 0 && h.trail.crew.Aborted() {
			return 0, 0, false
		}
		if g := h.moves.Gain(j); g > gain && (h.until == nil || h.until[j] < step || g > enough) {
			best, gain, ok = j, g, true
		}
	}
	return best, gain, ok
}

// judge ends a step.
func (h *hiker) judge(step int64) {
	e, score := h.trail, h.moves.Score()
	number := float64(score)
	if e.float {
		number = problem.ToFloat(score)
	}
	if h.state.Judge(step, score, number, 0, e.Rules, e.float) {
		h.best.Set(h.moves.Genome())
	}
	if e.Trace {
		one := population.Node{Best: score, Worst: score}
		h.samples = append(h.samples, h.state.Record(one, number, 0, 0).Sample(h.index, e.Evaluations(step)))
	}
}

// Best is the best solution of a replica.
func (e *trail) Best(r int) (search.Solution, error) {
	if err := e.CheckReplica(r); err != nil {
		return search.Solution{}, err
	}
	return e.Solution(r, e.hikers[r].state, e.hikers[r].best.Clone()), nil
}

// Close has nothing to release.
func (e *trail) Close() error { return nil }

// Save writes a checkpoint.
func (e *trail) Save(w io.Writer) error {
	c := search.Checkpoint{Header: e.Header}
	n := len(e.hikers)
	states := make([]population.State, n)
	now, best := problem.NewGenomes(e.rep, n), problem.NewGenomes(e.rep, n)
	var starts, begun, until []uint64
	for r, h := range e.hikers {
		states[r] = h.state
		now.At(r).Set(h.moves.Genome())
		best.At(r).Set(h.best)
		starts, begun = append(starts, uint64(h.starts)), append(begun, uint64(h.begun))
		until = appendInts(until, h.until)
	}
	population.PutStates(&c, states)
	c.PutGenomes("genomes", now)
	c.PutGenomes("best", best)
	c.PutUint64s("starts", starts)
	c.PutUint64s("begun", begun)
	c.PutUint64s("until", until)
	return c.Write(w)
}

// restore continues from a checkpoint.
func (e *trail) restore(r io.Reader) error {
	c, err := search.ReadCheckpoint(r)
	if err != nil {
		return err
	}
	if err := c.Header.Match(e.Header); err != nil {
		return err
	}
	n := len(e.hikers)
	states, err := population.GetStates(c, n, e.Rules)
	if err != nil {
		return err
	}
	now, err := c.Genomes("genomes", e.rep, n)
	if err != nil {
		return err
	}
	best, err := c.Genomes("best", e.rep, n)
	if err != nil {
		return err
	}
	starts, err := c.Uint64s("starts", n)
	if err != nil {
		return err
	}
	begun, err := c.Uint64s("begun", n)
	if err != nil {
		return err
	}
	resting := 0
	if e.tabu {
		resting = e.rep.Length
	}
	until, err := c.Uint64s("until", n*resting)
	if err != nil {
		return err
	}
	for r, h := range e.hikers {
		if starts[r] > math.MaxUint32 {
			return &search.DamagedError{Reason: fmt.Sprintf("section starts: replica %d has begun %d times", r, starts[r])}
		}
		h.state, h.starts, h.begun = states[r], uint32(starts[r]), int64(begun[r])
		h.moves.Reset(now.At(r))
		h.best.Set(best.At(r))
		toInts(h.until, until[r*resting:])
	}
	return nil
}
