package memetic

import (
	"math"

	"github.com/warbler-opt/warbler/internal/neighborhood"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
)

// tabuSearch is a tabu search, one of many that advance together: tabu.cl's twin.
type tabuSearch struct {
	plan       *plan
	seed       uint64
	individual uint32
	tenure     tenure
	moves      problem.Exchanges
	gains      []problem.Score
	memory     []uint32 // see tabu.cl
	best       problem.Score
	order      []uint16 // the best
	hit        uint32   // one more than the iteration that reached the goal
}

func newTabuSearch(p *plan, seed uint64, individual int, m problem.Exchanges) *tabuSearch {
	n := p.rep.Length
	return &tabuSearch{plan: p, seed: seed, individual: uint32(individual), moves: m,
		gains: make([]problem.Score, n), memory: make([]uint32, p.memory()), order: make([]uint16, n)}
}

// begin starts a round, and reports whether aborted has let it.
func (c *tabuSearch) begin(order []uint16, goal problem.Score, forbid tenure, aborted func() bool) bool {
	c.tenure = forbid
	if !problem.ResetUnless(aborted, c.moves, problem.Genome{Order: order}) {
		return false
	}
	clear(c.memory)
	c.best, c.hit = c.moves.Score(), 0
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
		enough := problem.Difference(c.best, c.moves.Score())
		var m move
		var ok bool
		if p.rotations > 0 {
			if m, ok = c.scanRotations(uint32(it), enough, aborted); aborted() {
				return it - 1
			}
		} else {
			m, ok = c.scanExchanges(uint32(it), enough)
		}
		if !ok {
			m = c.any(x1, x2, x3)
		}
		if p.robust {
			order := c.moves.Genome().Order
			n := len(order)
			c.memory[m.i*n+int(order[m.i])] = uint32(it + c.tenure.least + rng.Below(x0, c.tenure.spread))
			c.memory[m.j*n+int(order[m.j])] = uint32(it + c.tenure.least + rng.Below(x1, c.tenure.spread))
		} else {
			c.memory[p.number(m)] = uint32(it)
		}
		c.moves.Exchange(m.i, m.j)
		if p.rotations > 0 {
			c.moves.Exchange(m.j, m.k)
		}
		if s := c.moves.Score(); s > c.best {
			c.best = s
			copy(c.order, c.moves.Genome().Order)
			if s >= goal {
				c.hit = uint32(it) + 1
			}
		}
	}
	return it
}

// move is an exchange of i and j, i < j; or a rotation, where i takes what j has, j
// what k has and k what i has: i < j < k, or i < k < j in the other direction.
type move struct{ i, j, k int }

// scanExchanges is the best exchange that is free or leads to a new best, the
// first among equals.
func (c *tabuSearch) scanExchanges(it uint32, enough problem.Score) (best move, ok bool) {
	order := c.moves.Genome().Order
	n, most := len(order), problem.Score(math.MinInt64)
	for i := range n - 1 {
		gains := c.gains[:n-i-1]
		c.moves.ExchangeGains(i, gains)
		for e, g := range gains {
			if g <= most {
				continue
			}
			if j := i + 1 + e; g > enough || c.free(move{i, j, 0}, it, order) {
				best, most, ok = move{i, j, 0}, g, true
			}
		}
	}
	return best, ok
}

// scanRotations is likewise the best rotation, or if aborted says so, nothing.
func (c *tabuSearch) scanRotations(it uint32, enough problem.Score, aborted func() bool) (best move, ok bool) {
	n, most := c.plan.rep.Length, problem.Score(math.MinInt64)
	for way := range c.plan.rotations {
		for i := range n - 2 {
			if aborted() {
				return best, false
			}
			for j := i + 1; j < n-1; j++ {
				gains, first, second := c.gains[:n-j-1], i, j
				if way > 0 {
					first, second = j, i
				}
				c.moves.RotationGains(first, second, gains)
				for e, g := range gains {
					if g <= most {
						continue
					}
					m := move{i, j, j + 1 + e}
					if way > 0 {
						m = m.back()
					}
					if g > enough || c.free(m, it, nil) {
						best, most, ok = m, g, true
					}
				}
			}
		}
	}
	return best, ok
}

// back is a rotation in the other direction, which undoes it.
func (m move) back() move { return move{m.i, m.k, m.j} }

// free reports whether a move may be made in an iteration.
func (c *tabuSearch) free(m move, it uint32, order []uint16) bool {
	if c.plan.robust {
		n := len(order)
		return c.memory[m.i*n+int(order[m.j])] < it || c.memory[m.j*n+int(order[m.i])] < it
	}
	made := c.memory[c.plan.number(m)]
	return made == 0 || it-made > uint32(c.tenure.least)
}

// any is a move at random.
func (c *tabuSearch) any(x1, x2, x3 uint32) move {
	n := c.plan.rep.Length
	i := rng.Below(x2, n)
	j := (i + 1 + rng.Below(x3, n-1)) % n
	lo, hi := min(i, j), max(i, j)
	if c.plan.rotations == 0 {
		return move{lo, hi, 0}
	}
	k := hi + 1
	switch {
	case k < n:
	case lo > 0:
		k = lo - 1
	default:
		k = lo + 1
	}
	a, z := min(lo, k), max(hi, k)
	m := move{a, lo + hi + k - a - z, z}
	if rng.Below(x1, c.plan.rotations) > 0 {
		m = m.back()
	}
	return m
}

// number is a move's place among all of its direction.
func (p *plan) number(m move) int {
	if p.rotations == 0 {
		return int(neighborhood.Pairs{N: p.rep.Length}.Index(m.i, m.j))
	}
	if m.j > m.k {
		m = m.back()
	}
	return int(neighborhood.Triples{N: p.rep.Length}.Index(m.i, m.j, m.k))
}

// moveCount is how many moves there are.
func (p *plan) moveCount() int {
	if p.rotations == 0 {
		return int(neighborhood.Pairs{N: p.rep.Length}.Size())
	}
	return int(neighborhood.Rotations{N: p.rep.Length, Both: p.rotations == 2}.Size())
}

// memory is how many words a search remembers by.
func (p *plan) memory() int {
	if p.robust {
		return p.rep.Length * p.rep.Length
	}
	return p.moveCount() / max(1, p.rotations)
}
