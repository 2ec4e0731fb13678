package walk

import (
	"errors"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// checkEvery is how many flips are made between two looks at whether to go on.
const checkEvery = 64

// turn is how many flips, as a power of two, one walk of a mixture makes before
// the other goes on.
const turn = 20

// walker is one way to walk.
type walker interface {
	// begin starts at a random assignment.
	begin(seed uint64)
	// advance makes flip number at, from 1, with four random words, and says which
	// variable it flipped, and whether it started anew before that.
	advance(x0, x1, x2, x3 uint32, at int64) (v uint32, fresh bool)
	// improved says that the last flip found a new best.
	improved(at int64)
	// resume finds all that follows from the assignment and what else is saved.
	resume()
	assigned() *assignment
	// words is what must be saved besides, and setWords its inverse.
	words() []uint64
	setWords(w []uint64)
	// toDevice is what walk.cl keeps besides the clauses; some of it are words of the
	// walk's head. fromDevice is its inverse, as far as a checkpoint needs it.
	toDevice(head []uint64) []uint64
	fromDevice(head, words []uint64)
}

func (a *assignment) assigned() *assignment { return a }

// replica is one replica: a walk, or two that take turns.
type replica struct {
	population.Replica
	*plan
	walkers []walker
	damaged error // what was wrong with a checkpoint

	// flipped are the variables flipped since Best was the assignment of the walker
	// that is at turn, unless it is no longer known.
	flipped []uint32
	known   bool
}

// Arrays lists what the replica carries from step to step: the walks, for which
// devices have more words than checkpoints.
func (c *replica) Arrays() []population.Array {
	return []population.Array{
		population.Encoded("walkers", c.saved, func(to []uint64) {
			for _, w := range c.walkers {
				to = to[copy(to, savedWords(w)):]
			}
		}, func(from []uint64) {
			for _, w := range c.walkers {
				n := len(savedWords(w))
				c.damaged = errors.Join(c.damaged, setSavedWords(w, from[:n]))
				from = from[n:]
			}
		}).OnlyInGo(),
		population.Encoded("", c.stride, func(to []uint64) {
			for _, w := range c.walkers {
				to = to[copy(to, toDevice(w)):]
			}
		}, func(from []uint64) {
			for k, w := range c.walkers {
				fromDevice(w, from[c.ways[k].offset:])
			}
		}).OnlyOnDevice(),
	}
}

// Check refuses walks that no run has.
func (c *replica) Check() error { return c.damaged }

// Start begins at a given assignment, or at a random one.
func (c *replica) Start(population.ParallelFor) {
	for _, w := range c.walkers {
		if w.begin(c.Seed); len(c.Given) > 0 {
			w.assigned().unpack(c.Given[0].Bits)
			w.resume()
		}
		w.improved(0)
	}
	c.judge(c.walkers[0], 0, c.Rules)
	if c.every > 0 {
		c.sample(c.walkers[0])
	}
}

// walkerAt is the walk that makes a flip.
func (p *plan) walkerAt(step int64) int {
	return int((step - 1) >> turn % int64(len(p.ways)))
}

// judge ends a flip.
func (c *replica) judge(w walker, step int64, r population.Rules) {
	c.State.Step = step
	s := w.assigned().score()
	if step == 0 || s > c.State.Best {
		c.State.Best, c.State.Found = s, step
		c.keep(w.assigned())
		w.improved(step)
		c.State.Recheck(r)
	}
	c.State.Online += float64(s)
	c.State.Offline += float64(c.State.Best)
}

// keep makes the assignment the best one.
func (c *replica) keep(f *assignment) {
	if c.known {
		for _, v := range c.flipped {
			c.Best.Bits[v>>6] ^= 1 << (v & 63)
		}
	} else {
		f.pack(c.Best.Bits)
	}
	c.flipped, c.known = c.flipped[:0], true
}

// pack writes an assignment as a genome.
func (a *assignment) pack(to []uint64) {
	clear(to)
	for v, x := range a.value {
		to[v>>6] |= uint64(x) << (v & 63)
	}
}

// unpack is the inverse of pack.
func (a *assignment) unpack(from []uint64) {
	for v := range a.value {
		a.value[v] = uint8(from[v>>6] >> (v & 63) & 1)
	}
}

// Run makes so many flips. The last flip of a replica has a sample too.
func (c *replica) Run(flips int64) {
	for _, w := range c.walkers {
		w.assigned().seed = c.Seed // a walk that was resumed has not begun here
	}
	var words [checkEvery][4]uint32
	r, every, at := c.Rules, c.every, rng.Address{Seed: c.Seed, Purpose: rng.Walk}
	for end := c.State.Step + flips; c.State.Step < end && c.State.Status == search.Running && !c.Pool.Aborted(); {
		first := c.State.Step + 1
		last := min(end, (first+checkEvery-1)/checkEvery*checkEvery) // turns end at such steps too
		w := c.walkers[c.walkerAt(first)]
		if first > 1 && c.walkerAt(first) != c.walkerAt(first-1) {
			c.known = false
		}
		// Drawn apart from the flips, they leave room for the processor to look ahead
		// from the misses of one flip to those of the next.
		for i := range last - first + 1 {
			at.Step = uint64(first + i)
			words[i][0], words[i][1], words[i][2], words[i][3] = at.Block(0)
		}
		for step := first; step <= last && c.State.Status == search.Running; step++ {
			x := &words[step-first]
			v, fresh := w.advance(x[0], x[1], x[2], x[3], step)
			if fresh {
				c.known = false
			}
			if c.known {
				if c.flipped = append(c.flipped, v); len(c.flipped) > 64+len(c.Best.Bits) {
					c.known = false // copying will be quicker
				}
			}
			c.judge(w, step, r)
			if step >= r.Steps || r.Stagnated(step, c.State.Found) {
				c.State.Recheck(r)
			}
			if every > 0 && (step%every == 0 || c.State.Status != search.Running) {
				c.sample(w)
			}
		}
	}
}

// sample notes where the walk is.
func (c *replica) sample(w walker) {
	c.Sample(sampleOf(c.Index, c.State.Step, w.assigned().score(), c.State.Best, c.State.Online, c.State.Offline))
}

// sampleOf is a line of a trace; online and offline are the sums so far.
func sampleOf(replica int, step int64, score, best problem.Score, online, offline float64) search.Sample {
	r := population.Record{Step: step, Best: score, Worst: score, SoFar: best, Mean: float64(score), OnlineSum: online, OfflineSum: offline}
	return r.Sample(replica, step+1)
}
