package memetic

import (
	"context"
	"math"
	"time"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
)

// cpu is a searcher of goroutines.
type cpu struct {
	engine   *engine
	pool     *population.Pool
	searches []*tabuSearch
	starts   problem.Genomes // of the round
	runs     []bool
	at       []int // iterations of each search, or waiting
	stride   int   // between two looks at the clock
	inTurn   bool  // nobody waits for a target
}

// waiting is a search that has yet to start: where there are many places, that
// takes as long as many iterations.
const waiting = -1

func newCPU(ctx context.Context, e *engine, threads int) (searcher, error) {
	t := &cpu{engine: e, pool: population.NewPool(threads), stride: 16, inTurn: e.Rules.Target == math.MaxInt64}
	for _, h := range e.replicas {
		for i := range e.plan.children {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			moves, err := e.plan.evaluator(e.Problem)
			if err != nil {
				return nil, err
			}
			moves.Pool = t.pool
			t.searches = append(t.searches, newTabuSearch(&e.plan, h.Seed, i, moves))
		}
	}
	t.at = make([]int, len(t.searches))
	return t, nil
}

func (t *cpu) begin(_ context.Context, orders problem.Genomes, runs []bool) error {
	t.starts, t.runs = orders, runs
	for k, c := range t.searches {
		t.at[k], c.best, c.hit = waiting, problem.Worst, 0
	}
	return nil
}

// search makes iterations of a search up to until, after its start if it has yet to.
// It reports whether that was not aborted.
func (t *cpu) search(k int, base uint64, until int) bool {
	p, c := &t.engine.plan, t.searches[k]
	if t.at[k] == waiting {
		h := t.engine.replicas[k/p.children]
		if !c.begin(t.starts.At(k).Order, t.engine.goal, p.tenures[h.class(k%p.children)], t.pool.Aborted) {
			return false
		}
		t.at[k] = 0
	}
	t.at[k] = c.advance(base, t.at[k], until, t.engine.goal, t.pool.Aborted)
	return !t.pool.Aborted()
}

// slice is about how long advance works.
const slice = 20 * time.Millisecond

func (t *cpu) advance(ctx context.Context, base uint64, from, until int) (int, error) {
	defer t.pool.Watch(ctx)()
	if t.inTurn {
		t.oneByOne(base, until)
	} else {
		until = t.sideBySide(base, from, until)
	}
	reached := until
	for k, c := range t.searches {
		if t.runs[k] && c.hit == 0 {
			reached = min(reached, t.at[k])
		}
	}
	return reached, nil
}

// oneByOne takes the searches up to until one after the other, a thread each: when
// time ends the generation, some that have come far know more than many that have
// hardly begun. Replicas come equally far.
func (t *cpu) oneByOne(base uint64, until int) {
	begin := time.Now()
	replicas := len(t.engine.replicas)
	t.pool.Parallel(len(t.searches), func(_, i int) {
		k := i%replicas*t.engine.plan.children + i/replicas
		c := t.searches[k]
		for stride := 1; t.runs[k] && c.hit == 0 && t.at[k] < until && time.Since(begin) <= slice; stride *= 2 {
			if !t.search(k, base, min(until, max(0, t.at[k])+stride)) {
				return
			}
		}
	})
}

// sideBySide makes a few iterations of all searches, and returns up to which: the
// one that reaches a target first ends the others.
func (t *cpu) sideBySide(base uint64, from, until int) int {
	started := t.started()
	until = min(until, from+t.stride)
	begin := time.Now()
	t.pool.Parallel(len(t.searches), func(_, k int) {
		if t.runs[k] && t.at[k] < until && (t.at[k] != waiting || time.Since(begin) <= slice) {
			t.search(k, base, until)
		}
	})
	switch took := time.Since(begin); {
	case !started: // what took so long was perhaps that
	case took < slice/2 && until == from+t.stride:
		t.stride *= 2
	case took > slice && t.stride > 1:
		t.stride /= 2
	}
	return until
}

// started reports whether all searches have that run.
func (t *cpu) started() bool {
	for k, runs := range t.runs {
		if runs && t.at[k] == waiting {
			return false
		}
	}
	return true
}

func (t *cpu) result(k int) (problem.Score, uint32) { return t.searches[k].best, t.searches[k].hit }

func (t *cpu) made(k int) int { return t.at[k] }

func (t *cpu) order(k int) ([]uint16, error) { return t.searches[k].order, nil }

func (t *cpu) retire(k int) error {
	t.runs[k] = false
	return nil
}

func (t *cpu) close() error { return nil }
