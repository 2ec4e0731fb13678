package local

import (
	"slices"

	"github.com/warbler-opt/warbler/internal/neighborhood"
	"github.com/warbler-opt/warbler/problem"
)

// evaluator is a genome with the moves of a neighborhood, whose values it finds as
// quickly as the problem can. They come in rows, which follow each other in the
// order of the moves' numbers.
type evaluator interface {
	Reset(g problem.Genome)
	Genome() problem.Genome
	Score() problem.Score
	rows() int
	// row is what the moves of a row would add to the score, in the memory of
	// gains, which has room for maxRow of them.
	row(r int, gains []problem.Score) []problem.Score
	gain(t int) problem.Score
	do(t int)
}

// checkEvery is how many moves are valued between two looks at whether to go on.
const checkEvery = 64

// maxRow is how many moves a row has at most.
func maxRow(h moveSet) int { return max(checkEvery, h.n, h.alphabet) }

// newEvaluator is an evaluator for a problem; Reset must be called first.
func newEvaluator(p problem.Problem, h moveSet) (evaluator, error) {
	g := problem.NewGenomes(p.Representation(), 1).At(0)
	for i := range g.Order {
		g.Order[i] = uint16(i)
	}
	switch h.kind {
	case flip, pair:
		if m, ok := p.(problem.Mover); ok {
			if h.kind == flip {
				return &bitEvaluator{m.Moves(g), h}, nil
			}
			return &pairEvaluator{m.Moves(g), h}, nil
		}
	case change:
		if c, ok := p.(problem.Changer); ok {
			m, err := c.Changes(g)
			return &changeEvaluator{m, h}, err
		}
	case exchange, rotation:
		if x, ok := p.(problem.Exchanger); ok {
			m, err := x.Exchanges()
			if h.kind == exchange {
				return &exchangeEvaluator{route{Exchanges: m}, h}, err
			}
			return &rotationEvaluator{route{Exchanges: m}, h}, err
		}
	case insertion:
		if x, ok := p.(problem.Inserter); ok {
			m, err := x.Insertions()
			return &insertionEvaluator{m, h}, err
		}
	}
	t := &fullEvaluator{problem: p, moveSet: h, genome: g, tried: g.Clone()}
	if b, ok := p.(problem.BatchEvaluator); ok {
		t.batch, t.tries = b, problem.NewGenomes(p.Representation(), checkEvery)
	}
	t.Reset(g)
	return t, nil
}

// bitEvaluator is of single bits.
type bitEvaluator struct {
	problem.Moves
	moveSet
}

func (f *bitEvaluator) rows() int { return (f.n + checkEvery - 1) / checkEvery }

func (f *bitEvaluator) row(r int, gains []problem.Score) []problem.Score {
	first := r * checkEvery
	gains = gains[:min(checkEvery, f.n-first)]
	for e := range gains {
		gains[e] = f.Gain(first + e)
	}
	return gains
}

func (f *bitEvaluator) gain(t int) problem.Score { return f.Gain(t) }
func (f *bitEvaluator) do(t int)                 { f.Flip(t) }

// pairEvaluator is of two bits. What they gain is found by flipping them, since gains may
// have been cut off and then do not add up.
type pairEvaluator struct {
	problem.Moves
	moveSet
}

func (p *pairEvaluator) rows() int { return p.n - 1 }

func (p *pairEvaluator) row(i int, gains []problem.Score) []problem.Score {
	before := p.Score()
	gains = gains[:p.n-1-i]
	p.Flip(i)
	for e := range gains {
		p.Flip(i + 1 + e)
		gains[e] = problem.Difference(p.Score(), before)
		p.Flip(i + 1 + e)
	}
	p.Flip(i)
	return gains
}

func (p *pairEvaluator) gain(t int) problem.Score {
	before := p.Score()
	p.do(t)
	gain := problem.Difference(p.Score(), before)
	p.do(t)
	return gain
}

func (p *pairEvaluator) do(t int) {
	i, j, _ := p.positions(t)
	p.Flip(i)
	p.Flip(j)
}

// changeEvaluator is of other symbols of a gene.
type changeEvaluator struct {
	problem.Changes
	moveSet
}

func (c *changeEvaluator) rows() int { return c.n }

func (c *changeEvaluator) row(i int, gains []problem.Score) []problem.Score {
	gains = gains[:c.alphabet-1]
	now := c.Genome().Symbols[i]
	for rank := range gains {
		gains[rank] = c.ChangeGain(i, neighborhood.Symbol(rank, now))
	}
	return gains
}

func (c *changeEvaluator) at(t int) (i int, symbol uint8) {
	i, rank, _ := c.positions(t)
	return i, neighborhood.Symbol(rank, c.Genome().Symbols[i])
}

func (c *changeEvaluator) gain(t int) problem.Score { return c.ChangeGain(c.at(t)) }
func (c *changeEvaluator) do(t int)                 { c.Change(c.at(t)) }

// exchangeEvaluator is of two places.
type exchangeEvaluator struct {
	route
	moveSet
}

func (x *exchangeEvaluator) rows() int { return x.n - 1 }

func (x *exchangeEvaluator) row(i int, gains []problem.Score) []problem.Score {
	gains = gains[:x.n-1-i]
	x.ExchangeGains(i, gains)
	return gains
}

func (x *exchangeEvaluator) gain(t int) problem.Score {
	i, j, _ := x.positions(t)
	return x.ExchangeGain(i, j)
}

func (x *exchangeEvaluator) do(t int) {
	i, j, _ := x.positions(t)
	x.Exchange(i, j)
}

// route is a permutation that goes to another by exchanges of places, if that takes
// few: a problem finds what it keeps of a permutation in more time than it follows
// some exchanges.
type route struct {
	problem.Exchanges
	begun bool // somewhere
}

// Reset goes to another permutation.
func (r *route) Reset(g problem.Genome) { r.ResetUnless(func() bool { return false }, g) }

// ResetUnless implements problem.Breakable.
func (r *route) ResetUnless(aborted func() bool, g problem.Genome) bool {
	if !r.begun || r.far(g) {
		r.begun = problem.ResetUnless(aborted, r.Exchanges, g)
		return r.begun
	}
	order := r.Genome().Order
	for i, v := range g.Order {
		if order[i] != v {
			if r.begun = !aborted(); !r.begun {
				return false
			}
			r.Exchange(i, slices.Index(order, v))
		}
	}
	return true
}

// far reports whether more than half of the places differ.
func (r *route) far(g problem.Genome) bool {
	order, apart := r.Genome().Order, 0
	for i, v := range g.Order {
		if order[i] != v {
			apart++
		}
	}
	return apart > len(order)/2
}

// rotationEvaluator is of three places. A row has two of them in common.
type rotationEvaluator struct {
	route
	moveSet
}

func (r *rotationEvaluator) rows() int { return r.rotations * r.pairs() }

// pairs are what the first two places can be: of all places but the last one.
func (r *rotationEvaluator) pairs() int { return (r.n - 1) * (r.n - 2) / 2 }

func (r *rotationEvaluator) row(at int, gains []problem.Score) []problem.Score {
	back := at >= r.pairs()
	if back {
		at -= r.pairs()
	}
	i, j := neighborhood.Pairs{N: r.n - 1}.At(uint64(at))
	gains = gains[:r.n-1-j]
	if back {
		i, j = j, i
	}
	r.RotationGains(i, j, gains)
	return gains
}

func (r *rotationEvaluator) gain(t int) problem.Score { return r.RotationGain(r.positions(t)) }

func (r *rotationEvaluator) do(t int) {
	i, j, k := r.positions(t)
	r.Exchange(i, j)
	r.Exchange(j, k)
}

// insertionEvaluator is of values that go to another place. A row has their old place in
// common.
type insertionEvaluator struct {
	problem.Insertions
	moveSet
}

func (x *insertionEvaluator) rows() int { return x.n }

func (x *insertionEvaluator) row(i int, gains []problem.Score) []problem.Score {
	gains = gains[:x.n]
	x.InsertionGains(i, gains)
	// Moving i to i-1 counts as moving i-1 to i.
	return slices.Delete(gains, max(0, i-1), i+1)
}

func (x *insertionEvaluator) gain(t int) problem.Score {
	i, j, _ := x.positions(t)
	return x.InsertionGain(i, j)
}

func (x *insertionEvaluator) do(t int) {
	i, j, _ := x.positions(t)
	x.Insert(i, j)
}

// fullEvaluator is for problems that can only score whole genomes.
type fullEvaluator struct {
	problem problem.Problem
	moveSet
	genome, tried problem.Genome
	score         problem.Score
	batch         problem.BatchEvaluator // or nil
	tries         problem.Genomes        // what batch scores: the genomes of a row
}

func (a *fullEvaluator) Reset(g problem.Genome) {
	a.genome.Set(g)
	a.score = a.problem.Evaluate(a.genome)
}

func (a *fullEvaluator) Genome() problem.Genome { return a.genome }
func (a *fullEvaluator) Score() problem.Score   { return a.score }

func (a *fullEvaluator) rows() int { return (a.size() + checkEvery - 1) / checkEvery }

func (a *fullEvaluator) row(r int, gains []problem.Score) []problem.Score {
	first := r * checkEvery
	gains = gains[:min(checkEvery, a.size()-first)]
	if a.batch == nil {
		for e := range gains {
			gains[e] = a.gain(first + e)
		}
		return gains
	}
	for e := range gains {
		g := a.tries.At(e)
		g.Set(a.genome)
		a.apply(g, first+e)
	}
	a.batch.EvaluateBatch(a.tries.Slice(0, len(gains)), gains)
	for e := range gains {
		gains[e] = problem.Difference(gains[e], a.score)
	}
	return gains
}

func (a *fullEvaluator) gain(t int) problem.Score {
	a.tried.Set(a.genome)
	a.apply(a.tried, t)
	return problem.Difference(a.problem.Evaluate(a.tried), a.score)
}

func (a *fullEvaluator) do(t int) {
	a.apply(a.genome, t)
	a.score = a.problem.Evaluate(a.genome)
}
