package neighborhood

import (
	"math"
	"slices"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
)

// Evaluator is a genome with the moves of a neighborhood, whose values it finds as
// quickly as the problem can. They come in rows, which follow each other in the
// order of the moves' numbers: those of exchanges have the first place in common,
// those of rotations the first two.
type Evaluator struct {
	genome
	Rows int
	// Row is what the moves of a row would add to the score, in the memory of
	// gains, which has room for MaxRow of them.
	Row  func(r int, gains []problem.Score) []problem.Score
	Gain func(t int) problem.Score // of one move
	Do   func(t int)               // makes a move
	Slow bool                      // a move takes about as long as a genome to score

	// Of problems that can only score whole genomes: the goroutines that share slow
	// evaluations, unless it is nil, how many evaluations there were, and the score that
	// what Best returned leads to.
	Pool        *population.Pool
	Evaluations int64
	After       func() problem.Score

	pick func(k int) // says which move of the last row Do may be called with
	left left
}

// left is where a search for the best move was left.
type left struct {
	row, first, best int
	gain             problem.Score
	found, set       bool
}

// genome is what all evaluators follow.
type genome interface {
	Reset(g problem.Genome)
	Genome() problem.Genome
	Score() problem.Score
}

// ResetUnless moves to another genome, unless it is told to break off before that is
// done, and reports whether it is.
func (e *Evaluator) ResetUnless(aborted func() bool, g problem.Genome) bool {
	return resetUnless(aborted, e.genome, g)
}

// resetUnless uses what the documentation of problem.Exchanges offers.
func resetUnless(aborted func() bool, x interface{ Reset(problem.Genome) }, g problem.Genome) bool {
	if b, ok := x.(interface {
		ResetUnless(aborted func() bool, g problem.Genome) bool
	}); ok {
		return b.ResetUnless(aborted, g)
	}
	if aborted() {
		return false
	}
	x.Reset(g)
	return true
}

// checkEvery is how many rows are valued between two looks at whether to go on.
const checkEvery = 64

// Best is the move that gains most, the first among equals, of those that gain more
// than enough or are free, which is asked by number, row and place there. When aborted
// says so, it breaks off with what it has found, and the next call goes on from there:
// nothing may have been changed. gains is room for a row.
func (e *Evaluator) Best(gains []problem.Score, enough problem.Score, free func(t, row, place int) bool, aborted func() bool) (
	best int, gain problem.Score, ok bool) {
	at := left{gain: math.MinInt64}
	if e.left.set {
		at = e.left
	}
	first, r := at.first, at.row
	best, gain, ok = at.best, at.gain, at.found
	for ; r < e.Rows; r++ {
		if (e.Slow || r%checkEvery == checkEvery-1) && aborted() {
			e.left = left{r, first, best, gain, ok, true}
			return best, gain, ok
		}
		row := e.Row(r, gains)
		for k := 0; ; k++ {
			for k < len(row) && row[k] <= gain { // most moves: nothing is called here, so all of it is in registers
				k++
			}
			if k == len(row) {
				break
			}
			if row[k] > enough || free(first+k, r, k) {
				best, gain, ok = first+k, row[k], true
				if e.pick != nil {
					e.pick(k)
				}
			}
		}
		first += len(row)
	}
	e.left.set = false
	return best, gain, ok
}

// rowLength is how many moves a row has that have nothing in common.
const rowLength = 64

// MaxRow is how many moves a row has at most.
func (m Moves) MaxRow() int { return max(rowLength, m.N, m.Alphabet) }

// loose are the rows of moves that have nothing in common.
func (m Moves) loose() int { return (m.Size() + rowLength - 1) / rowLength }

// looseRow is the first move of such a row, and its gains.
func (m Moves) looseRow(r int, gains []problem.Score) (first int, row []problem.Score) {
	first = r * rowLength
	return first, gains[:min(rowLength, m.Size()-first)]
}

// Evaluator is an evaluator for a problem; Reset must be called first.
func (m Moves) Evaluator(p problem.Problem) (*Evaluator, error) {
	g := problem.NewGenomes(p.Representation(), 1).At(0)
	for i := range g.Order {
		g.Order[i] = uint16(i)
	}
	switch m.Kind {
	case Flip, Pair:
		if x, ok := p.(problem.Mover); ok && m.Kind == Flip {
			return m.flips(x.Moves(g)), nil
		} else if ok {
			return m.flipPairs(x.Moves(g)), nil
		}
	case Change:
		if x, ok := p.(problem.Changer); ok {
			c, err := x.Changes(g)
			return m.changes(c), err
		}
	case Exchange, Rotation:
		if x, ok := p.(problem.Exchanger); ok {
			c, err := x.Exchanges()
			if m.Kind == Exchange {
				return m.exchanges(&route{Exchanges: c}), err
			}
			return m.rotations(&route{Exchanges: c}), err
		}
	case Insertion:
		if x, ok := p.(problem.Inserter); ok {
			c, err := x.Insertions()
			return m.insertions(c), err
		}
	case Reversal, OrOpt:
		if x, ok := p.(problem.Reverser); ok {
			c, err := x.Reversals()
			if m.Kind == Reversal {
				return m.reversals(c), err
			}
			return m.segments(c), err
		}
	}
	return m.whole(p, g), nil
}

func (m Moves) flips(f problem.Moves) *Evaluator {
	return &Evaluator{genome: f, Rows: m.loose(), Gain: f.Gain, Do: f.Flip, Row: func(r int, gains []problem.Score) []problem.Score {
		first, gains := m.looseRow(r, gains)
		for e := range gains {
			gains[e] = f.Gain(first + e)
		}
		return gains
	}}
}

// flipPairs finds what two bits gain by flipping them, since gains may have been cut
// off and then do not add up.
func (m Moves) flipPairs(f problem.Moves) *Evaluator {
	e := &Evaluator{genome: f, Rows: m.N - 1}
	e.Row = func(i int, gains []problem.Score) []problem.Score {
		before := f.Score()
		gains = gains[:m.N-1-i]
		f.Flip(i)
		for e := range gains {
			f.Flip(i + 1 + e)
			gains[e] = problem.Difference(f.Score(), before)
			f.Flip(i + 1 + e)
		}
		f.Flip(i)
		return gains
	}
	e.Do = func(t int) {
		i, j := pairAt(m.N, uint64(t))
		f.Flip(i)
		f.Flip(j)
	}
	e.Gain = func(t int) problem.Score {
		before := f.Score()
		e.Do(t)
		gain := problem.Difference(f.Score(), before)
		e.Do(t)
		return gain
	}
	return e
}

func (m Moves) changes(c problem.Changes) *Evaluator {
	at := func(t int) (i int, s uint8) {
		i, rank, _ := m.At(t)
		return i, symbol(rank, c.Genome().Symbols[i])
	}
	return &Evaluator{
		genome: c, Rows: m.N,
		Gain: func(t int) problem.Score { return c.ChangeGain(at(t)) },
		Do:   func(t int) { c.Change(at(t)) },
		Row: func(i int, gains []problem.Score) []problem.Score {
			gains = gains[:m.Alphabet-1]
			now := c.Genome().Symbols[i]
			for rank := range gains {
				gains[rank] = c.ChangeGain(i, symbol(rank, now))
			}
			return gains
		},
	}
}

func (m Moves) exchanges(x *route) *Evaluator {
	return &Evaluator{
		genome: x, Rows: m.N - 1,
		Gain: func(t int) problem.Score { return x.ExchangeGain(pairAt(m.N, uint64(t))) },
		Do:   func(t int) { x.Exchange(pairAt(m.N, uint64(t))) },
		Row: func(i int, gains []problem.Score) []problem.Score {
			gains = gains[:m.N-1-i]
			x.ExchangeGains(i, gains)
			return gains
		},
	}
}

func (m Moves) rotations(x *route) *Evaluator {
	pairs := (m.N - 1) * (m.N - 2) / 2 // what the first two places can be: of all places but the last one
	first, second, next := 0, 1, 0     // those of row next
	return &Evaluator{
		genome: x, Rows: m.Rotations * pairs,
		Gain: func(t int) problem.Score { return x.RotationGain(m.At(t)) },
		Do: func(t int) {
			i, j, k := m.At(t)
			x.Exchange(i, j)
			x.Exchange(j, k)
		},
		Row: func(r int, gains []problem.Score) []problem.Score {
			if r != next || r == pairs {
				first, second = pairAt(m.N-1, uint64(r%pairs))
			}
			gains = gains[:m.N-1-second]
			if r < pairs {
				x.RotationGains(first, second, gains)
			} else {
				x.RotationGains(second, first, gains)
			}
			if second++; second == m.N-1 {
				first, second = first+1, first+2
			}
			next = r + 1
			return gains
		},
	}
}

// insertions have rows with the old place of a value in common.
func (m Moves) insertions(x problem.Insertions) *Evaluator {
	return &Evaluator{
		genome: x, Rows: m.N, Slow: true,
		Gain: func(t int) problem.Score { return x.InsertionGain(insertionAt(m.N, t)) },
		Do:   func(t int) { x.Insert(insertionAt(m.N, t)) },
		Row: func(i int, gains []problem.Score) []problem.Score {
			gains = gains[:m.N]
			x.InsertionGains(i, gains)
			// Moving i to i-1 counts as moving i-1 to i.
			return slices.Delete(gains, max(0, i-1), i+1)
		},
	}
}

func (m Moves) reversals(x problem.Reversals) *Evaluator {
	return &Evaluator{
		genome: x, Rows: m.N - 1,
		Gain: func(t int) problem.Score { return x.ReversalGain(pairAt(m.N, uint64(t))) },
		Do:   func(t int) { x.Reverse(pairAt(m.N, uint64(t))) },
		Row: func(i int, gains []problem.Score) []problem.Score {
			gains = gains[:m.N-1-i]
			for e := range gains {
				gains[e] = x.ReversalGain(i, i+1+e)
			}
			return gains
		},
	}
}

func (m Moves) segments(x problem.Reversals) *Evaluator {
	gain := func(t int) problem.Score {
		i, j, k := segmentAt(m.N, t)
		return x.SegmentGain(i, j, segments[k].count, segments[k].turned)
	}
	return &Evaluator{
		genome: x, Rows: m.loose(), Gain: gain,
		Do: func(t int) {
			i, j, k := segmentAt(m.N, t)
			moveSegment(i, j, k, x.Reverse)
		},
		Row: func(r int, gains []problem.Score) []problem.Score {
			first, gains := m.looseRow(r, gains)
			for e := range gains {
				gains[e] = gain(first + e)
			}
			return gains
		},
	}
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

// ResetUnless is Reset that may be broken off.
func (r *route) ResetUnless(aborted func() bool, g problem.Genome) bool {
	if !r.begun || r.far(g) {
		r.begun = resetUnless(aborted, r.Exchanges, g)
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
