package memetic

import (
	"github.com/warbler-opt/warbler/internal/neighborhood"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// tabuSearch is a tabu search, one of many that advance together: tabu.cl's twin.
type tabuSearch struct {
	plan       *plan
	seed       uint64
	individual uint32
	tenure     tenure
	evaluator  *neighborhood.Evaluator
	gains      []problem.Score
	memory     []uint32 // see tabu.cl
	best       problem.Score
	order      []uint16 // the best
	hit        uint32   // one more than the iteration that reached the goal
}

// evaluator values the moves of a permutation.
func (p *plan) evaluator(of problem.Problem) (*neighborhood.Evaluator, error) {
	e, err := p.moves.Evaluator(of)
	if err != nil {
		return nil, &search.UnsuitedError{Algorithm: "memetic", Reason: err.Error()}
	}
	return e, nil
}

func newTabuSearch(p *plan, seed uint64, individual int, e *neighborhood.Evaluator) *tabuSearch {
	return &tabuSearch{plan: p, seed: seed, individual: uint32(individual), evaluator: e,
		gains: make([]problem.Score, p.moves.MaxRow()), memory: make([]uint32, p.memory()), order: make([]uint16, p.rep.Length)}
}

// begin starts a round, and reports whether aborted has let it.
func (c *tabuSearch) begin(order []uint16, goal problem.Score, forbid tenure, aborted func() bool) bool {
	c.tenure = forbid
	if !c.evaluator.ResetUnless(aborted, problem.Genome{Order: order}) {
		return false
	}
	clear(c.memory)
	c.best, c.hit = c.evaluator.Score(), 0
	copy(c.order, order)
	if c.best >= goal {
		c.hit = 1
	}
	return true
}

// advance makes the iterations from+1 to until of a round, or fewer when the goal
// is reached or aborted says so, and returns the last it made; base is the number
// of those in earlier rounds.
func (c *tabuSearch) advance(base uint64, from, until int, goal problem.Score, aborted func() bool) int {
	p := c.plan
	at := rng.Address{Seed: c.seed, Individual: c.individual, Purpose: rng.Walk}
	it := from
	for it < until && c.hit == 0 && !aborted() {
		it++
		at.Step = base + uint64(it-1)
		x0, x1, x2, x3 := at.Block(0)
		enough := problem.Difference(c.best, c.evaluator.Score())
		t, _, ok := c.evaluator.Best(c.gains, enough, func(t, row, place int) bool { return c.free(t, row, place, uint32(it)) }, aborted)
		if aborted() {
			return it - 1
		}
		if !ok {
			t = c.any(x1, x2, x3)
		}
		if p.robust {
			i, j, _ := p.moves.At(t)
			order := c.evaluator.Genome().Order
			n := len(order)
			c.memory[i*n+int(order[i])] = uint32(it + c.tenure.least + rng.Below(x0, c.tenure.spread))
			c.memory[j*n+int(order[j])] = uint32(it + c.tenure.least + rng.Below(x1, c.tenure.spread))
		} else {
			c.memory[t%len(c.memory)] = uint32(it)
		}
		c.evaluator.Do(t)
		if s := c.evaluator.Score(); s > c.best {
			c.best = s
			copy(c.order, c.evaluator.Genome().Order)
			if s >= goal {
				c.hit = uint32(it) + 1
			}
		}
	}
	return it
}

// free reports whether move t, at a place of a row, may be made in an iteration.
func (c *tabuSearch) free(t, row, place int, it uint32) bool {
	if !c.plan.robust {
		made := c.memory[t%len(c.memory)]
		return made == 0 || it-made > uint32(c.tenure.least)
	}
	i, j := row, row+1+place
	if c.evaluator.Slow { // its rows have nothing in common
		i, j, _ = c.plan.moves.At(t)
	}
	order := c.evaluator.Genome().Order
	n := len(order)
	return c.memory[i*n+int(order[j])] < it || c.memory[j*n+int(order[i])] < it
}

// any is a move at random.
func (c *tabuSearch) any(x1, x2, x3 uint32) int {
	n := c.plan.rep.Length
	i := rng.Below(x2, n)
	j := (i + 1 + rng.Below(x3, n-1)) % n
	lo, hi := min(i, j), max(i, j)
	if c.plan.moves.Kind == neighborhood.Exchange {
		return c.plan.moves.Index(lo, hi, 0)
	}
	k := hi + 1
	switch {
	case k < n:
	case lo > 0:
		k = lo - 1
	default:
		k = lo + 1
	}
	first, last := min(lo, k), max(hi, k)
	middle := lo + hi + k - first - last
	if rng.Below(x1, c.plan.moves.Rotations) > 0 {
		middle, last = last, middle
	}
	return c.plan.moves.Index(first, middle, last)
}
