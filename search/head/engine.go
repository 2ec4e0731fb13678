package head

import (
	"context"
	"math"
	"time"

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
	goal               problem.Score
	searcher           searcher
	pool               *population.Pool // for the work between two generations
	replicas           []*replica
	parts              []*population.Replica // theirs

	// Whether a generation is under way, and how many of its iterations all searches
	// have made that have not come to their end.
	begun bool
	at    int
}

// searcher is the searches of all replicas, replica after replica.
type searcher interface {
	// begin starts those that run, each of which is to make so many iterations (0: it
	// does not run) after those of earlier generations.
	begin(ctx context.Context, starts problem.Genomes, lengths []int, before []int64) error
	// advance makes iterations after from, at most up to until, and returns up to which
	// all have come that have neither reached the goal nor their end, or waiting as long
	// as some have yet to begin. It returns soon; when ctx ends, at once.
	advance(ctx context.Context, from, until int) (int, error)
	// result is the best of a search, and one more than the iteration that reached the
	// goal, or 0.
	result(search int) (best problem.Score, hit uint32)
	// made is how many iterations a search has made.
	made(search int) int
	// coloring is that of result.
	coloring(search int) ([]uint8, error)
	// retire stops a search.
	retire(search int) error
	close() error
}

// newEngine makes the engine of an algorithm, on the CPU or on a device.
func newEngine(ctx context.Context, a search.Algorithm, c search.Config) (search.Engine, error) {
	p, err := newPlan(a, c)
	if err != nil {
		return nil, err
	}
	e := &engine{plan: p, pool: population.NewPool(c.Threads)}
	inGo := c
	inGo.Device = nil
	e.Engine, err = population.New(ctx, inGo, population.Algorithm{
		Name: a.Name, Params: a.Params, Members: p.members, Block: population.BlockOf(p.rep.Length),
		Evaluations: func(int64) int64 { return 0 }, Counted: true,
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
		e.searcher = newCPU(e, c.Threads)
	} else if e.searcher, err = newDevice(ctx, e, c.Device); err != nil {
		return nil, err
	}
	return e, nil
}

// Step advances every running replica, and may return in the midst of a generation.
func (e *engine) Step(ctx context.Context, atMost int) (search.Progress, error) {
	if p, whole := e.Populate(ctx); !whole {
		return p, nil
	}
	began := time.Now()
	for done := 0; done < atMost && ctx.Err() == nil && e.running() && time.Since(began) < stepTime; {
		if !e.begun {
			e.each(func(h *replica) { h.Afford(h.evaluations() + int64(e.plan.members*h.length())) })
			if !e.running() {
				break
			}
			if err := e.begin(ctx); err != nil {
				return search.Progress{}, err
			}
		}
		var err error
		if e.at, err = e.searcher.advance(ctx, e.at, e.longest()); err != nil {
			return search.Progress{}, err
		}
		if err := e.look(); err != nil {
			return search.Progress{}, err
		}
		if ctx.Err() == nil && e.at >= e.longest() {
			if err := e.end(); err != nil {
				return search.Progress{}, err
			}
			done++
		}
	}
	return e.progress(!e.begun || !e.running() || ctx.Err() != nil), nil
}

func (e *engine) running() bool {
	_, running := population.Front(population.StatesOf(e.parts))
	return running
}

// longest is the length of the longest search that runs.
func (e *engine) longest() (length int) {
	for _, h := range e.replicas {
		if h.State.Status == search.Running {
			length = max(length, h.length())
		}
	}
	return length
}

// begin starts a generation.
func (e *engine) begin(ctx context.Context) error {
	e.each(func(h *replica) { h.children(h.State.Step + 1) })
	n := e.plan.members
	starts := problem.NewGenomes(e.plan.rep, n*len(e.replicas))
	lengths, before := make([]int, n*len(e.replicas)), make([]int64, n*len(e.replicas))
	for r, h := range e.replicas {
		for i := range n {
			k := r*n + i
			starts.At(k).Set(h.next.At(i))
			if before[k] = h.made; h.State.Status == search.Running {
				lengths[k] = h.length()
			}
		}
	}
	if err := e.searcher.begin(ctx, starts, lengths, before); err != nil {
		return err
	}
	e.begun, e.at = true, waiting
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

// look keeps the best that the searches have seen, and ends the replicas in which one
// has reached the goal: the first to do so counts.
func (e *engine) look() error {
	n := e.plan.members
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
			if err := e.reachGoal(h, first, soonest); err != nil {
				return err
			}
			continue
		}
		if score > max(h.seenScore, h.State.Best) {
			coloring, err := e.searcher.coloring(r*n + best)
			if err != nil {
				return err
			}
			copy(h.seen.Symbols, coloring)
			h.seenScore = score
		}
	}
	return nil
}

// reachGoal ends a replica in the midst of a generation, at the goal that a search
// had reached before iteration hit.
func (e *engine) reachGoal(h *replica, i int, hit uint32) error {
	n := e.plan.members
	coloring, err := e.searcher.coloring(h.Index*n + i)
	if err != nil {
		return err
	}
	score, _ := e.searcher.result(h.Index*n + i)
	h.ended = int64(n) * int64(hit-1)
	if h.judge(h.State.Step+1, score) {
		copy(h.Best.Symbols, coloring)
	}
	h.seenScore = problem.Worst
	h.seen.Set(h.Best)
	for i := range n {
		if err := e.searcher.retire(h.Index*n + i); err != nil {
			return err
		}
	}
	return nil
}

// end takes over what the searches have found.
func (e *engine) end() error {
	n := e.plan.members
	fresh := make([]problem.Score, n*len(e.replicas))
	for r, h := range e.replicas {
		if h.State.Status != search.Running {
			continue
		}
		for i := range n {
			coloring, err := e.searcher.coloring(r*n + i)
			if err != nil {
				return err
			}
			copy(h.next.At(i).Symbols, coloring)
			fresh[r*n+i], _ = e.searcher.result(r*n + i)
		}
	}
	e.begun = false
	e.each(func(h *replica) { h.replace(h.State.Step+1, fresh[h.Index*n:(h.Index+1)*n]) })
	return nil
}

// progress sums up all replicas. In the midst of a generation it has no samples: those
// of replicas that end later may come before those that are there.
func (e *engine) progress(whole bool) search.Progress {
	if e.Samples = e.Samples[:0]; whole {
		e.TakeSamples(e.parts, true)
	}
	p := e.Report(population.StatesOf(e.parts))
	for _, h := range e.replicas {
		p.Best = max(p.Best, h.seenScore)
		p.Evaluations += e.evaluations(h)
	}
	return p
}

// evaluations is how many colorings a replica has come to, also in the generation that
// is under way.
func (e *engine) evaluations(h *replica) int64 {
	count := h.evaluations()
	if e.begun && h.State.Status == search.Running {
		for i := range e.plan.members {
			count += int64(e.searcher.made(h.Index*e.plan.members + i))
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
	s.Evaluations = e.evaluations(h)
	if h.seenScore > s.Score {
		s.Score, s.Genome, s.Found = h.seenScore, h.seen.Clone(), h.State.Step+1
	}
	return s, nil
}

// Close releases the searches.
func (e *engine) Close() error { return e.searcher.close() }
