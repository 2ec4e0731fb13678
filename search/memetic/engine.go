package memetic

import (
	"context"
	"math"
	"time"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// stepTime is about how long Step works before it reports.
const stepTime = 250 * time.Millisecond

// engine is the outer loop.
type engine struct {
	*population.Engine // of the replicas in Go, but for Step
	plan               plan
	objective          problem.Objective
	goal               problem.Score
	searcher           searcher
	pool               *population.Pool // for the work between two rounds
	replicas           []*replica
	parts              []*population.Replica // theirs

	// Where the generation that is under way stands: the round, and how many of its
	// iterations all searches have made. Between two generations begun is false.
	begun     bool
	round, at int
}

// searcher is the searches of all replicas, replica after replica.
type searcher interface {
	// begin starts a round of the searches that run, or has advance start them.
	begin(ctx context.Context, orders problem.Genomes, runs []bool) error
	// advance makes iterations after from of a round, at most up to until, and
	// returns up to which all have come that have not reached the goal, or -1 as long
	// as some have yet to start. It returns soon; when ctx ends, at once.
	advance(ctx context.Context, base uint64, from, until int) (int, error)
	// result is the best of a search's round, and one more than the iteration
	// that reached the goal, or 0.
	result(search int) (best problem.Score, hit uint32)
	// made is how many iterations a search has made in the round, or waiting.
	made(search int) int
	// order is the permutation of result.
	order(search int) ([]uint16, error)
	// retire stops a search for the rest of the round.
	retire(search int) error
	close() error
}

// newEngine makes a memetic algorithm for a problem over permutations, on the CPU or
// on a device.
func newEngine(ctx context.Context, c search.Config) (search.Engine, error) {
	p, err := newPlan(c)
	if err != nil {
		return nil, err
	}
	e := &engine{plan: p, pool: population.NewPool(c.Threads), objective: problem.ObjectiveOf(c.Problem)}
	inGo := c
	inGo.Device = nil
	e.Engine, err = population.New(ctx, inGo, population.Algorithm{
		Name: "memetic", Params: table, Members: p.members, Block: p.members, Evaluations: p.evaluations,
		Prepare: func(f *population.Frame) { f.Repairer = nil }, // no move would be repaired
		Replica: func(int) population.Evolver { return e.newReplica() },
	})
	if err != nil {
		return nil, err
	}
	e.goal = min(e.Rules.Bound, e.Rules.Target)
	list, err := e.Snapshot(0, e.Replicas())
	if err != nil {
		return nil, err
	}
	for _, one := range list {
		h := one.(*replica)
		e.replicas, e.parts = append(e.replicas, h), append(e.parts, &h.Replica)
	}
	if c.Device == nil {
		e.searcher, err = newCPU(ctx, e, c.Threads)
	} else {
		e.searcher, err = newDevices(ctx, e, append([]device.Device{c.Device}, c.More...))
	}
	if err != nil {
		return nil, err
	}
	return e, nil
}

// Step advances every running replica, and may return in the midst of a
// generation.
func (e *engine) Step(ctx context.Context, atMost int) (search.Progress, error) {
	if p, whole := e.Populate(ctx); !whole {
		return p, nil
	}
	begin := time.Now()
	for done := 0; done < atMost && ctx.Err() == nil && e.running() && time.Since(begin) < stepTime; {
		if !e.begun {
			if err := e.begin(ctx); err != nil {
				return search.Progress{}, err
			}
		}
		base, length := e.searched()
		reached, err := e.searcher.advance(ctx, base, e.at, length)
		if err != nil {
			return search.Progress{}, err
		}
		e.at = reached
		if err := e.look(); err != nil {
			return search.Progress{}, err
		}
		if ctx.Err() != nil || e.at < length && e.running() {
			continue
		}
		if err := e.endRound(ctx); err != nil {
			return search.Progress{}, err
		}
		if !e.begun {
			done++
		}
	}
	return e.progress(!e.begun || !e.running() || ctx.Err() != nil)
}

// searched is how many iterations a search has made in earlier rounds, and how many it
// makes in this one.
func (e *engine) searched() (base uint64, length int) {
	generation, _ := population.Front(population.StatesOf(e.parts))
	length = e.plan.length(generation)
	return uint64(e.plan.made(generation))*uint64(e.plan.rounds) + uint64(e.round)*uint64(length), length
}

func (e *engine) running() bool {
	_, running := population.Front(population.StatesOf(e.parts))
	return running
}

// begin starts a generation.
func (e *engine) begin(ctx context.Context) error {
	e.each(func(h *replica) {
		h.children(h.State.Step + 1)
		for i := range h.fresh {
			h.fresh[i] = problem.Worst
		}
	})
	e.round, e.at = 0, 0
	if err := e.beginRound(ctx); err != nil {
		return err
	}
	e.begun = true
	return nil
}

// each does something for every replica that runs.
func (e *engine) each(do func(h *replica)) {
	e.pool.Parallel(len(e.replicas), func(_, r int) {
		if h := e.replicas[r]; h.State.Status == search.Running {
			do(h)
		}
	})
}

// beginRound starts the searches from the children, or from perturbations of
// their best.
func (e *engine) beginRound(ctx context.Context) error {
	n := e.plan.children
	starts := problem.NewGenomes(e.plan.rep, n*len(e.replicas))
	runs := make([]bool, n*len(e.replicas))
	for r, h := range e.replicas {
		for i := range n {
			g := starts.At(r*n + i)
			g.Set(h.next.At(i))
			runs[r*n+i] = h.State.Status == search.Running
			if e.round > 0 {
				h.perturb(g.Order, h.State.Step+1, e.round, i)
			}
		}
	}
	e.at = 0
	return e.searcher.begin(ctx, starts, runs)
}

// look keeps the best that the searches have seen, and ends the replicas in which
// one has reached the goal: the first to do so counts.
func (e *engine) look() error {
	n := e.plan.children
	for r, h := range e.replicas {
		if h.State.Status != search.Running {
			continue
		}
		best, first := -1, -1
		var score problem.Score
		soonest := uint32(math.MaxUint32)
		for i := range n {
			s, hit := e.searcher.result(r*n + i)
			if best < 0 || s > score {
				best, score = i, s
			}
			if hit > 0 && hit < soonest {
				first, soonest = i, hit
			}
		}
		// A search that was held up could still be the first.
		if first >= 0 && int(soonest) <= e.at+1 {
			order, err := e.searcher.order(r*n + first)
			if err != nil {
				return err
			}
			s, _ := e.searcher.result(r*n + first)
			h.reachGoal(s, order, soonest)
			for i := range n {
				if err := e.searcher.retire(r*n + i); err != nil {
					return err
				}
			}
			continue
		}
		if score > max(h.seenScore, h.State.Best) {
			order, err := e.searcher.order(r*n + best)
			if err != nil {
				return err
			}
			copy(h.seen.Order, order)
			h.seenScore = score
		}
	}
	return nil
}

// reachGoal ends a replica in the midst of a generation, at the goal that a search
// had reached before iteration hit.
func (h *replica) reachGoal(score problem.Score, order []uint16, hit uint32) {
	e := h.engine
	h.valued = e.Evaluations(h.State.Step) + int64(e.plan.children)*(e.plan.valued(h.State.Step, e.round)+1+int64(hit-1)*int64(e.plan.moves.Size()))
	h.judge(h.State.Step+1, score, h.valued)
	copy(h.Best.Order, order)
	h.forgetSeen()
}

// endRound takes over what the searches have found, and begins another round or
// ends the generation.
func (e *engine) endRound(ctx context.Context) error {
	n := e.plan.children
	for r, h := range e.replicas {
		if h.State.Status != search.Running {
			continue
		}
		for i := range n {
			if s, _ := e.searcher.result(r*n + i); s > h.fresh[i] {
				order, err := e.searcher.order(r*n + i)
				if err != nil {
					return err
				}
				h.fresh[i] = s
				copy(h.next.At(i).Order, order)
			}
		}
	}
	if e.round+1 < e.plan.rounds && e.running() {
		e.round++
		return e.beginRound(ctx)
	}
	// Nobody changes before all know their successors: until then it can be broken
	// off, and made anew.
	successors := make([][]candidate, len(e.replicas))
	pool := population.NewPool(e.pool.Threads)
	defer pool.Watch(ctx)()
	pool.Parallel(len(e.replicas), func(_, r int) {
		if e.replicas[r].State.Status == search.Running {
			successors[r] = e.replicas[r].successors(pool.Aborted)
		}
	})
	if ctx.Err() != nil {
		return nil
	}
	e.begun = false
	e.each(func(h *replica) {
		h.replace(successors[h.Index])
		h.finish(h.State.Step + 1)
		h.renew(h.State.Step)
	})
	return nil
}

// progress sums up all replicas. In the midst of a generation it has no samples: those
// of replicas that end later may come before those that are there.
func (e *engine) progress(whole bool) (search.Progress, error) {
	if e.Samples = e.Samples[:0]; whole {
		e.TakeSamples(e.parts, true)
	}
	p := e.Report(population.StatesOf(e.parts))
	for _, h := range e.replicas {
		p.Best = max(p.Best, h.seenScore)
		p.Evaluations += h.evaluations() - e.Evaluations(h.State.Step)
	}
	return p, nil
}

// evaluations is how many permutations a replica has valued, also in the generation
// that is under way.
func (h *replica) evaluations() int64 {
	e := h.engine
	count := e.Evaluations(h.State.Step)
	switch {
	case h.valued > 0:
		return h.valued
	case !e.begun || h.State.Status != search.Running:
		return count
	}
	n := e.plan.children
	for i := range n {
		count += e.plan.valued(h.State.Step, e.round)
		if made := e.searcher.made(h.Index*n + i); made != waiting {
			count += 1 + int64(made)*int64(e.plan.moves.Size())
		}
	}
	return count
}

// Best is the best solution of a replica.
func (e *engine) Best(r int) (search.Solution, error) {
	s, err := e.Engine.Best(r)
	if err != nil || e.replicas[r].State.Step < 0 {
		return s, err
	}
	h := e.replicas[r]
	s.Evaluations = h.evaluations()
	if h.seenScore > s.Score {
		s.Score, s.Genome, s.Found = h.seenScore, h.seen.Clone(), h.State.Step+1
	}
	return s, nil
}

// Close releases the searches.
func (e *engine) Close() error { return e.searcher.close() }
