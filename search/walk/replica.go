package walk

import (
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/kernel"
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
	// kernel adds what the walk's part is compiled with, and names the mode.
	kernel(d *kernel.Defines) string
	// toDevice is what walk.cl keeps besides the clauses; some of it are words of the
	// walk's head. fromDevice is its inverse, as far as a checkpoint needs it.
	toDevice(head []uint64) []uint64
	fromDevice(head, words []uint64)
}

func (a *assignment) assigned() *assignment { return a }

// replica is one replica: a walk, or two that take turns.
type replica struct {
	index   int
	seed    uint64
	state   population.State
	walkers []walker
	samples []search.Sample // not reported yet

	best []uint64 // the best assignment
	// flipped are the variables flipped since best was the assignment of the walker
	// that is at turn, unless it is no longer known.
	flipped []uint32
	known   bool
}

// walkerAt is the walk that makes a flip.
func (c *replica) walkerAt(step int64) int {
	return int((step - 1) >> turn % int64(len(c.walkers)))
}

// judge ends a flip.
func (c *replica) judge(w walker, step int64, r population.Rules) {
	c.state.Step = step
	s := w.assigned().score()
	if step == 0 || s > c.state.Best {
		c.state.Best, c.state.Found = s, step
		c.keep(w.assigned())
		w.improved(step)
		c.state.Recheck(r)
	}
	c.state.Online += float64(s)
	c.state.Offline += float64(c.state.Best)
}

// keep makes the assignment the best one.
func (c *replica) keep(f *assignment) {
	if c.known {
		for _, v := range c.flipped {
			c.best[v>>6] ^= 1 << (v & 63)
		}
	} else {
		f.pack(c.best)
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

// run makes so many flips, or fewer when the replica ends or aborted says so.
// every is how many flips lie between two samples, 0 for none; the last flip has
// one too.
func (c *replica) run(flips int64, r population.Rules, every int64, aborted func() bool) {
	var words [checkEvery][4]uint32
	at := rng.Address{Seed: c.seed, Purpose: rng.Walk}
	for end := c.state.Step + flips; c.state.Step < end && c.state.Status == search.Running && !aborted(); {
		first := c.state.Step + 1
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
		for step := first; step <= last && c.state.Status == search.Running; step++ {
			x := &words[step-first]
			v, fresh := w.advance(x[0], x[1], x[2], x[3], step)
			if fresh {
				c.known = false
			}
			if c.known {
				if c.flipped = append(c.flipped, v); len(c.flipped) > 64+len(c.best) {
					c.known = false // copying will be quicker
				}
			}
			c.judge(w, step, r)
			if step >= r.Steps || step-c.state.Found >= r.Stagnation {
				c.state.Recheck(r)
			}
			if every > 0 && (step%every == 0 || c.state.Status != search.Running) {
				c.sample(w)
			}
		}
	}
}

// sample notes where the walk is.
func (c *replica) sample(w walker) {
	c.samples = append(c.samples, sampleOf(c.index, c.state.Step, w.assigned().score(), c.state.Best, c.state.Online, c.state.Offline))
}

// sampleOf is a line of a trace; online and offline are the sums so far.
func sampleOf(replica int, step int64, score, best problem.Score, online, offline float64) search.Sample {
	flips := float64(step + 1)
	return search.Sample{
		Replica: replica, Step: step, Evaluations: step + 1,
		BestSoFar: best, Best: score, Worst: score, Mean: float64(score),
		Online: online / flips, Offline: offline / flips,
	}
}

// newReplica begins a replica at step 0, at a given assignment if there is one.
func newReplica(index int, seed uint64, walkers []walker, given []problem.Genome, vars int, r population.Rules) *replica {
	c := &replica{index: index, seed: seed, walkers: walkers, best: make([]uint64, (vars+63)/64), state: population.NewState()}
	for _, w := range walkers {
		if len(given) > 0 {
			w.assigned().unpack(given[0].Bits)
			w.resume()
		}
		w.improved(0)
	}
	c.judge(walkers[0], 0, r)
	return c
}
