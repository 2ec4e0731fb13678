package head

import (
	"context"
	"time"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
)

// cpu is a searcher of goroutines.
type cpu struct {
	engine   *engine
	pool     *population.Pool
	searches []*tabuCol
	starts   problem.Genomes
	lengths  []int
	before   []int64
	at       []int // iterations of each search, or waiting
	stride   int   // between two looks at the clock
}

// waiting is a search that has yet to start.
const waiting = -1

// slice is about how long advance works, and look is how many iterations a search makes
// before it looks whether it is to end.
const (
	slice = 20 * time.Millisecond
	look  = 64
)

func newCPU(e *engine, threads int) *cpu {
	t := &cpu{engine: e, pool: population.NewPool(threads), stride: 256}
	for range len(e.replicas) * e.plan.members {
		t.searches = append(t.searches, newTabuCol(e.plan.table))
	}
	t.at = make([]int, len(t.searches))
	return t
}

func (t *cpu) begin(_ context.Context, starts problem.Genomes, lengths []int, before []int64) error {
	t.starts, t.lengths, t.before = starts, lengths, before
	for k := range t.searches {
		t.at[k] = waiting
	}
	return nil
}

// advance makes a few iterations of all searches: the first to reach the goal ends
// the others.
func (t *cpu) advance(ctx context.Context, from, until int) (int, error) {
	defer t.pool.Watch(ctx)()
	from = max(from, 0)
	until = min(until, from+t.stride)
	began := time.Now()
	t.pool.Parallel(len(t.searches), func(_, k int) { t.search(k, until) })
	switch took := time.Since(began); {
	case took < slice/2 && until == from+t.stride:
		t.stride *= 2
	case took > slice && t.stride > look:
		t.stride /= 2
	}
	reached := until
	for k, c := range t.searches {
		if t.lengths[k] > 0 && (t.at[k] == waiting || c.hit == 0 && t.at[k] < t.lengths[k]) {
			reached = min(reached, t.at[k])
		}
	}
	return reached, nil
}

// search makes iterations of a search up to until, after its start if it has yet to.
func (t *cpu) search(k, until int) {
	e, c := t.engine, t.searches[k]
	if t.lengths[k] == 0 {
		return
	}
	goal := int(-e.goal)
	if t.at[k] == waiting {
		c.begin(t.starts.At(k).Symbols, goal)
		t.at[k] = 0
	}
	address := rng.Address{Seed: e.Seeds[k/e.plan.members], Individual: uint32(k % e.plan.members), Purpose: rng.Walk}
	for until = min(until, t.lengths[k]); t.at[k] < until && c.hit == 0 && !t.pool.Aborted(); {
		t.at[k] = c.advance(address, uint64(t.before[k]), t.at[k], min(until, t.at[k]+look), goal)
	}
}

func (t *cpu) result(k int) (problem.Score, uint32) {
	if t.at[k] == waiting {
		return problem.Worst, 0
	}
	return -problem.Score(t.searches[k].best), t.searches[k].hit
}

func (t *cpu) made(k int) int { return max(0, t.at[k]) }

func (t *cpu) coloring(k int) ([]uint8, error) { return t.searches[k].coloring, nil }

func (t *cpu) retire(k int) error {
	t.lengths[k] = 0
	return nil
}

func (t *cpu) close() error { return nil }
