package climb

import (
	"sync"

	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/internal/neighborhood"
	"github.com/warbler-opt/warbler/problem"
)

// Climber climbs hills from binary genomes, many at a time. It is safe for
// concurrent use.
type Climber struct {
	problem  problem.Problem
	first    int       // the gene that a pass begins with
	literal  bool      // passes are reported as figure 10 does
	schedule *schedule // of a bit-sliced climb, or nil
	rooms    sync.Pool // what goroutines need
}

// New chooses the method for a problem. With literal, passes are those of
// figure 10 of Munawar et al. to the letter: they begin with the second gene
// and end with the first, and the count of passes starts at 0 for all but the
// first gene.
func New(p problem.Problem, literal bool) *Climber {
	c := newPlain(p, literal)
	if f, ok := p.(cnf.Problem); ok && f.Table().Alike() && fits(f.Table()) {
		c.schedule = newSchedule(f.Table(), p.Representation().Length, c.first)
		c.rooms.New = func() any { return c.schedule.newSlices() }
	}
	return c
}

// newPlain is a climber on any problem, one genome after the other.
func newPlain(p problem.Problem, literal bool) *Climber {
	c := &Climber{problem: p, literal: literal}
	if literal {
		c.first = 1 % p.Representation().Length
	}
	c.rooms.New = func() any {
		if m, ok := p.(problem.Mover); ok {
			return m.Moves(problem.NewGenomes(p.Representation(), 1).At(0))
		}
		e, _ := neighborhood.Moves{Kind: neighborhood.Flip, N: p.Representation().Length}.Evaluator(p) // flips have no errors
		return whole{e}
	}
	return c
}

// Climb makes at most so many passes from each of the genomes, which it
// changes in place, and scores them. last is the number, from 1, of the last
// pass that improved a genome, or 0. When aborted says so, it breaks off and
// what it leaves behind is of no use; with slow it is asked before each flip.
func (c *Climber) Climb(g problem.Genomes, scores []problem.Score, passes int, last []int32, slow bool, aborted func() bool) {
	room := c.rooms.Get()
	defer c.rooms.Put(room)
	if c.schedule != nil {
		c.sliced(room.(*slices64), g, scores, passes, last, aborted)
	} else {
		c.plain(room.(problem.Moves), g, scores, passes, last, slow, aborted)
	}
}

// Together reports whether genomes climb together, so that they should not be parted.
func (c *Climber) Together() bool { return c.schedule != nil }

// checkEvery is how many flips are valued between two looks at whether to go on.
const checkEvery = 64

func (c *Climber) plain(m problem.Moves, g problem.Genomes, scores []problem.Score, passes int, last []int32, slow bool, aborted func() bool) {
	length := g.Length
	for i := range scores {
		m.Reset(g.At(i))
		last[i] = 0
		for pass := int32(1); pass <= int32(passes); pass++ {
			flipped, final := false, false
			for k := range length {
				if (slow || k%checkEvery == 0) && aborted() {
					return
				}
				if j := (c.first + k) % length; m.Gain(j) > 0 {
					m.Flip(j)
					flipped, final = true, k == length-1
				}
			}
			if !flipped {
				break
			}
			last[i] = pass
			if c.literal && !final {
				last[i] = pass - 1
			}
		}
		g.At(i).Set(m.Genome())
		scores[i] = m.Score()
	}
}

// whole is Moves for problems that can only score whole genomes.
type whole struct{ evaluator *neighborhood.Evaluator }

func (w whole) Reset(g problem.Genome)   { w.evaluator.Reset(g) }
func (w whole) Genome() problem.Genome   { return w.evaluator.Genome() }
func (w whole) Score() problem.Score     { return w.evaluator.Score() }
func (w whole) Gain(j int) problem.Score { return w.evaluator.Gain(j) }
func (w whole) Flip(j int)               { w.evaluator.Do(j) }
