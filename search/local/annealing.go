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
func (p *plan) setTemperatures(ctx context.Context) error {
	if p.temperatures == nil {
		return nil
	}
	start, end := p.start, p.end
	if math.IsNaN(start) || math.IsNaN(end) {
		losses, err := p.sampleLosses(ctx)
		if err != nil {
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
	for l := range p.temperatures {
		p.temperatures[l] = start * elementary.Pow(end/start, float64(l)/(temperatureCount-1))
	}
	return nil
}

// sampleLosses is what random moves cost near a local optimum, which random moves for
// the better have led to: ascending, and at least one.
func (p *plan) sampleLosses(ctx context.Context) ([]float64, error) {
	aborted := func() bool { return ctx.Err() != nil }
	evaluator, err := p.Evaluator(p.problem)
	if err != nil {
		return nil, err
	}
	start := problem.NewGenomes(p.rep, 1).At(0)
	p.randomStart(start, 0, math.MaxUint32)
	if !evaluator.ResetUnless(aborted, start) {
		return nil, ctx.Err()
	}
	at := rng.Address{Individual: math.MaxUint32, Purpose: rng.Walk}
	descent := uint32(min(20*p.size, descents))
	if evaluator.Slow {
		descent = min(descent, scorings)
	}
	var losses []float64
	for w := range descent + samples {
		if p.size == 0 || aborted() {
			break
		}
		t := rng.Below(at.Word(w), p.size)
		switch g := evaluator.Gain(t); {
		case w < descent && g > 0:
			evaluator.Do(t)
		case w >= descent && g < 0:
			losses = append(losses, -float64(g))
		}
	}
	if len(losses) == 0 {
		losses = []float64{1}
	}
	slices.Sort(losses)
	return losses, ctx.Err()
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
