package local

import (
	"context"
	"math"
	"slices"

	"github.com/warbler-opt/warbler/internal/elementary"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/rng"
)

const (
	samples  = 500    // moves that the temperatures are found by
	descents = 20_000 // at most, moves tried on the way there,
	scorings = 1000   // or so many where each scores a whole genome
	longest  = 20     // doublings of a cooling
)

// warm finds the temperatures, which fall geometrically. Those that are not given
// follow from what moves cost near a hilltop that a random genome leads to: half
// of the median at first, at last an eighth of what one in fifty stays below,
// where tours and assignments of some sizes did best. They are the same for all
// replicas, whatever their seeds, since they belong to the instance.
func (e *trail) warm(ctx context.Context) error {
	if e.heat == nil {
		return nil
	}
	start, end := e.start, e.end
	if math.IsNaN(start) || math.IsNaN(end) {
		defer e.crew.Watch(ctx)()
		losses := e.sample()
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
	for l := range e.heat {
		e.heat[l] = start * elementary.Pow(end/start, float64(l)/(heats-1))
	}
	return nil
}

// sample is what random moves cost after random moves for the better have led to
// about a hilltop: ascending, and at least one.
func (e *trail) sample() []float64 {
	h, size := *e.hikers[0], e.size()
	h.seed = 0
	if h.anywhere(math.MaxUint32); !resetUnless(e.crew.Aborted, h.terrain, h.next) {
		return nil
	}
	at := rng.Address{Individual: math.MaxUint32, Purpose: rng.Walk}
	descent := uint32(min(20*size, descents))
	if _, ok := h.terrain.(*afresh); ok {
		descent = min(descent, scorings)
	}
	var losses []float64
	for w := range descent + samples {
		if size == 0 || e.crew.Aborted() {
			break
		}
		t := draw(at.Word(w), size)
		switch g := h.terrain.gain(t); {
		case w < descent && g > 0:
			h.terrain.do(t)
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

// try makes a random move if it does not lower the score, or with the probability
// exp(gain/temperature): Metropolis' rule. A cooling that has ended is followed by
// one of twice as many trials, from anywhere. It makes none when the engine is
// aborted on the way.
func (h *hiker) try(step int64) bool {
	e := h.trail
	done, length := step-h.begun-1, min(e.length<<min(h.starts, longest), 1<<50)
	if done >= length || e.size() == 0 {
		return h.anew(step)
	}
	at := rng.Address{Seed: h.seed, Step: uint64(step), Purpose: rng.Walk}
	x0, x1, _, _ := at.Block(0)
	t := draw(x0, e.size())
	if gain := h.terrain.gain(t); gain >= 0 || bearable(gain, e.heat[level(done, length)], x1) {
		h.terrain.do(t)
	}
	return true
}

// level is the number of the temperature after so many trials of all.
func level(done, length int64) int { return int(float64(done) / float64(length) * heats) }

// bearable reports whether a loss is accepted: whether the random word is below
// exp(gain/temperature), but by its logarithm.
func bearable(gain problem.Score, temperature float64, x uint32) bool {
	return float64(gain) >= temperature*elementary.Log((float64(x)+1)*(1.0/(1<<32)))
}
