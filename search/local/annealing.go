package local

import (
	"context"
	"math"
	"slices"

	"github.com/warbler-opt/warbler/internal/elementary"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
)

const (
	samples       = 500    // moves that the temperatures are found by
	descents      = 20_000 // at most, moves tried on the way there,
	scorings      = 1000   // or so many where each takes about as long as a whole genome
	mostDoublings = 20     // doublings of a cooling
)

// setTemperatures finds the temperatures, which fall geometrically. Those that are not
// given follow from what moves cost near a local optimum: at first half of the median,
// at last an eighth of what one in fifty stays below. That did best on tours and
// assignments of some sizes. They belong to the instance, so they are the same for all
// replicas.
func (e *engine) setTemperatures(ctx context.Context) error {
	if e.temperatures == nil {
		return nil
	}
	start, end := e.start, e.end
	if math.IsNaN(start) || math.IsNaN(end) {
		defer e.pool.Watch(ctx)()
		losses := e.sampleLosses()
		if err := ctx.Err(); err != nil {
			return err
		}
		if math.IsNaN(start) {
			start = losses[len(losses)/2] / 2
			if end > start {
				start = end
			}
		}
		if math.IsNaN(end) {
			end = min(start, losses[len(losses)/50]/8)
		}
	}
	for l := range e.temperatures {
		e.temperatures[l] = start * elementary.Pow(end/start, float64(l)/(temperatureCount-1))
	}
	return nil
}

// sampleLosses is what random moves cost near a local optimum, which random moves for
// the better have led to: ascending, and at least one.
func (e *engine) sampleLosses() []float64 {
	s, size := *e.searches[0], e.Size()
	s.seed = 0
	if s.randomStart(math.MaxUint32); !s.evaluator.ResetUnless(e.pool.Aborted, s.next) {
		return nil
	}
	at := rng.Address{Individual: math.MaxUint32, Purpose: rng.Walk}
	descent := uint32(min(20*size, descents))
	if s.evaluator.Slow {
		descent = min(descent, scorings)
	}
	var losses []float64
	for w := range descent + samples {
		if size == 0 || e.pool.Aborted() {
			break
		}
		t := rng.Below(at.Word(w), size)
		switch g := s.evaluator.Gain(t); {
		case w < descent && g > 0:
			s.evaluator.Do(t)
		case w >= descent && g < 0:
			losses = append(losses, -float64(g))
		}
	}
	if len(losses) == 0 {
		return []float64{1}
	}
	slices.Sort(losses)
	return losses
}

// anneal makes a random move if it does not lower the score, or with the probability
// exp(gain/temperature): Metropolis' rule. A cooling that has ended is followed by
// one of twice as many trials, from a random genome. It is false when the engine is
// aborted on the way.
func (s *localSearch) anneal(step int64) bool {
	e := s.engine
	done, length := step-s.begun-1, min(e.length<<min(s.starts, mostDoublings), 1<<50)
	if done >= length || e.Size() == 0 {
		return s.restart(step)
	}
	at := rng.Address{Seed: s.seed, Step: uint64(step), Purpose: rng.Walk}
	x0, x1, _, _ := at.Block(0)
	t := rng.Below(x0, e.Size())
	if gain := s.evaluator.Gain(t); gain >= 0 || metropolis(gain, e.temperatures[level(done, length)], x1) {
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
