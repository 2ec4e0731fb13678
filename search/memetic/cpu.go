package memetic

import (
	"context"
	"time"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search/population"
)

// cpu is a team of goroutines.
type cpu struct {
	engine *engine
	crew   *population.Crew
	chains []*chain
	runs   []bool
	at     []int // iterations of each search
	stride int   // between two looks at the clock
}

func newCPU(e *engine, threads int) (team, error) {
	t := &cpu{engine: e, crew: population.NewCrew(threads), stride: 16}
	first := problem.NewGenomes(e.plan.rep, 1).At(0)
	for i := range first.Order {
		first.Order[i] = uint16(i)
	}
	for _, h := range e.herds {
		for i := range e.plan.children {
			m, err := exchangesOf(e.Problem, first)
			if err != nil {
				return nil, err
			}
			t.chains = append(t.chains, newChain(&e.plan, h.seed, i, m))
		}
	}
	t.at = make([]int, len(t.chains))
	return t, nil
}

func (t *cpu) begin(ctx context.Context, orders problem.Genomes, runs []bool) error {
	defer t.crew.Watch(context.WithoutCancel(ctx))()
	t.runs = runs
	clear(t.at)
	t.crew.Together(len(t.chains), func(_, k int) {
		if runs[k] {
			p := &t.engine.plan
			h, child := t.engine.herds[k/p.children], k%p.children
			t.chains[k].begin(orders.At(k).Order, t.engine.goal, p.tenures[h.class(child)])
		}
	})
	return nil
}

func (t *cpu) advance(ctx context.Context, base uint64, from, until int) (int, error) {
	defer t.crew.Watch(ctx)()
	const slice = 20 * time.Millisecond
	until = min(until, from+t.stride)
	begin := time.Now()
	t.crew.Together(len(t.chains), func(_, k int) {
		if t.runs[k] && t.at[k] < until {
			t.at[k] = t.chains[k].advance(base, t.at[k], until, t.engine.goal, t.crew.Aborted)
		}
	})
	switch took := time.Since(begin); {
	case took < slice/2 && until == from+t.stride:
		t.stride *= 2
	case took > slice && t.stride > 1:
		t.stride /= 2
	}
	reached := until
	for k, c := range t.chains {
		if t.runs[k] && c.hit == 0 {
			reached = min(reached, t.at[k])
		}
	}
	return reached, nil
}

func (t *cpu) result(k int) (problem.Score, uint32) { return t.chains[k].best, t.chains[k].hit }

func (t *cpu) order(k int) ([]uint16, error) { return t.chains[k].order, nil }

func (t *cpu) retire(k int) error {
	t.runs[k] = false
	return nil
}

func (t *cpu) close() error { return nil }
