package local

import (
	"math"
	"slices"
	"sync"
	"time"

	"github.com/warbler-opt/warbler/internal/elementary"
	"github.com/warbler-opt/warbler/internal/neighborhood"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
)

const (
	samples       = 500    // moves that the temperatures are found by
	descents      = 20_000 // at most, moves tried on the way there,
	scorings      = 1000   // or so many where each takes about as long as a whole genome
	mostDoublings = 20     // doublings of a cooling
)

// sampling finds what random moves cost near a local optimum, which random moves for the
// better have led to. It can be left and gone on with, since scoring may be slow.
type sampling struct {
	sync.Mutex
	evaluator *neighborhood.Evaluator // nil before it has begun
	made      uint32                  // moves
	losses    []float64
	done      bool
}

// setTemperatures sets the temperatures, which fall geometrically. Those that are not
// given follow from what moves cost near a local optimum: at first half of the median,
// at last an eighth of what one in fifty stays below. That did best on tours and
// assignments of some sizes. Of reversals and moves of Or-opt most join what lies far apart,
// and few are ever made: by these, what one in fifty stays below, a half and a 32nd did
// best on tours. They belong to the instance, so they are the same for all replicas.
func (p *plan) setTemperatures() {
	start, end, losses := p.start, p.end, p.sampling.losses
	if len(losses) == 0 {
		losses = []float64{1}
	}
	slices.Sort(losses)
	low := losses[len(losses)/50]
	first, last := losses[len(losses)/2]/2, low/8
	if p.Kind == neighborhood.Reversal || p.Kind == neighborhood.OrOpt {
		first, last = low/2, low/32
	}
	if math.IsNaN(start) {
		start = first
		if end > start {
			start = end
		}
	}
	if math.IsNaN(end) {
		end = min(start, last)
	}
	for l := range p.temperatures {
		p.temperatures[l] = start * elementary.Pow(end/start, float64(l)/(temperatureCount-1))
	}
}

// sample sets the temperatures, after some moves have been valued if they are not given,
// and reports whether it has: not when it is aborted. scored is told of each evaluation.
func (p *plan) sample(pool *population.Pool, aborted func() bool, scored func(e *neighborhood.Evaluator)) bool {
	w := &p.sampling
	w.Lock()
	defer w.Unlock()
	if w.done || p.temperatures == nil {
		return true
	}
	if !math.IsNaN(p.start) && !math.IsNaN(p.end) {
		p.setTemperatures()
		w.done = true
		return true
	}
	if w.evaluator == nil {
		e, _ := p.Evaluator(p.problem) // newPlan has seen that there is one
		e.Pool = pool
		start := problem.NewGenomes(p.rep, 1).At(0)
		p.randomStart(start, 0, math.MaxUint32)
		if !e.ResetUnless(aborted, start) {
			return false
		}
		w.evaluator = e
		scored(e)
	}
	at := rng.Address{Individual: math.MaxUint32, Purpose: rng.Walk}
	descent := uint32(min(20*p.size, descents))
	if w.evaluator.Slow {
		descent = min(descent, scorings)
	}
	for ; w.made < descent+samples && p.size > 0; w.made++ {
		if w.evaluator.Slow && p.allowed > 0 && w.evaluator.Evaluations+1 >= p.allowed {
			break // all that is left is for a first solution
		}
		if aborted() {
			return false
		}
		t := rng.Below(at.Word(w.made), p.size)
		switch g := w.evaluator.Gain(t); {
		case w.made < descent && g > 0:
			w.evaluator.Do(t)
		case w.made >= descent && g < 0 && p.valued(w.evaluator.Score(), g):
			w.losses = append(w.losses, -float64(g))
		}
		scored(w.evaluator)
	}
	if w.evaluator.Slow { // else no genome was scored
		if p.sampled = w.evaluator.Evaluations; p.limit != nil {
			p.limit()
		}
	}
	p.setTemperatures()
	w.done = true
	return true
}

// findTemperatures is sample for a replica; false when the engine is aborted.
func (s *localSearch) findTemperatures() bool {
	return s.sample(s.Pool, s.Pool.Aborted, func(e *neighborhood.Evaluator) {
		if s.State.Step < 0 && e.Slow {
			s.Made(1)
			s.Lead(e.Genome(), e.Score())
			s.Pool.Scored()
			s.Pool.Pause(time.Now())
		}
	})
}

// valued reports whether a move leads from something feasible to the same: what others
// cost is no value.
func (p *plan) valued(score, gain problem.Score) bool {
	return !p.objective.Constrained || p.objective.Feasible(score) && p.objective.Feasible(score+gain)
}

// anneal makes a random move if it does not lower the score, or with the probability
// exp(gain/temperature): Metropolis' rule. A cooling that has ended is followed by
// one of twice as many trials, from a random genome. It is false when the engine is
// aborted on the way.
func (s *localSearch) anneal(step int64) bool {
	done, length := step-s.begun-1, min(s.length<<min(s.starts, mostDoublings), 1<<50)
	if done >= length || s.size == 0 {
		return s.restart(step)
	}
	at := rng.Address{Seed: s.Seed, Step: uint64(step), Purpose: rng.Walk}
	x0, x1, _, _ := at.Block(0)
	t := rng.Below(x0, s.size)
	if gain := s.evaluator.Gain(t); gain >= 0 || metropolis(gain, s.temperatures[level(done, length)], x1) {
		s.evaluator.Do(t)
	}
	return true
}

// level is the number of the temperature after so many trials of all.
func level(done, length int64) int { return int(float64(done) / float64(length) * temperatureCount) }

// metropolis is the Metropolis test of a loss: whether a random number is below
// exp(gain/temperature), by its logarithm.
func metropolis(gain problem.Score, temperature float64, x uint32) bool {
	return float64(gain) >= temperature*elementary.Log((float64(x)+1)*(1.0/(1<<32)))
}
