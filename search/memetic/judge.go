package memetic

import (
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// judge ends a generation.
func (h *herd) judge(step int64) {
	e := h.engine
	best := 0
	for i, s := range h.scores {
		if s > h.scores[best] {
			best = i
		}
	}
	mean, deviation := h.moments()
	spread := h.spread()
	if h.state.Judge(step, h.scores[best], mean, spread, e.Rules, e.objective.Float) {
		h.best.Set(h.now.At(best))
	}
	if e.Trace {
		all := population.Node{Best: h.scores[best], Worst: h.worst()}
		h.samples = append(h.samples, h.state.Record(all, mean, deviation, spread).Sample(h.index, e.Evaluations(step)))
	}
}

func (h *herd) worst() problem.Score { return slices.Min(h.scores) }

// moments are the mean and the deviation of the population's scores.
func (h *herd) moments() (mean, deviation float64) {
	n, o := float64(len(h.scores)), h.engine.objective
	for _, s := range h.scores {
		mean += o.Number(s)
	}
	mean /= n
	for _, s := range h.scores {
		d := o.Number(s) - mean
		deviation += float64(d * d)
	}
	return mean, math.Sqrt(deviation / n)
}

// spread is the share of places in which neighbors in the population differ.
func (h *herd) spread() float64 {
	differ, all := 0, 0
	for i := 1; i < len(h.scores); i++ {
		a, b := h.now.At(i-1).Order, h.now.At(i).Order
		for k := range a {
			if a[k] != b[k] {
				differ++
			}
		}
		all += len(a)
	}
	return float64(differ) / float64(all)
}

// gathered is the populations of all replicas, one after the other, and their bests.
func (e *engine) gathered() (genomes, best problem.Genomes, scores []problem.Score) {
	n := e.plan.members
	genomes, best = problem.NewGenomes(e.plan.rep, n*len(e.herds)), problem.NewGenomes(e.plan.rep, len(e.herds))
	for r, h := range e.herds {
		for i := range n {
			genomes.Copy(r*n+i, h.now, i)
		}
		scores = append(scores, h.scores...)
		best.At(r).Set(h.best)
	}
	return genomes, best, scores
}

// Save writes a checkpoint: the state after the last whole generation, and the best
// that the one under way has seen, if it is better.
func (e *engine) Save(w io.Writer) error {
	c := search.Checkpoint{Header: e.Header}
	genomes, best, scores := e.gathered()
	var brief, renewed, valued, seenScores []int64
	seen := problem.NewGenomes(e.plan.rep, len(e.herds))
	for r, h := range e.herds {
		brief, renewed, valued = append(brief, int64(h.brief)), append(renewed, h.renewed), append(valued, h.valued)
		if h.seenScore > h.state.Best {
			seen.At(r).Set(h.seen)
			seenScores = append(seenScores, h.seenScore)
		} else {
			seen.At(r).Set(h.best)
			seenScores = append(seenScores, problem.Worst)
		}
	}
	population.PutStates(&c, e.states())
	c.PutGenomes("genomes", genomes)
	c.PutInt64s("scores", scores)
	c.PutGenomes("best", best)
	c.PutInt64s("brief", brief)
	c.PutInt64s("renewed", renewed)
	c.PutInt64s("valued", valued)
	c.PutGenomes("seen", seen)
	c.PutInt64s("seen scores", seenScores)
	return c.Write(w)
}

// restore continues from a checkpoint.
func (e *engine) restore(from io.Reader) error {
	c, err := search.ReadCheckpoint(from)
	if err != nil {
		return err
	}
	if err := c.Header.Match(e.Header); err != nil {
		return err
	}
	n := e.plan.members
	states, err := population.GetStates(c, len(e.herds), e.Rules)
	if err != nil {
		return err
	}
	genomes, err := c.Genomes("genomes", e.plan.rep, n*len(e.herds))
	if err != nil {
		return err
	}
	scores, err := c.Int64s("scores", n*len(e.herds))
	if err != nil {
		return err
	}
	best, err := c.Genomes("best", e.plan.rep, len(e.herds))
	if err != nil {
		return err
	}
	brief, err := c.Int64s("brief", len(e.herds))
	if err != nil {
		return err
	}
	renewed, err := c.Int64s("renewed", len(e.herds))
	if err != nil {
		return err
	}
	valued, err := c.Int64s("valued", len(e.herds))
	if err != nil {
		return err
	}
	seen, err := c.Genomes("seen", e.plan.rep, len(e.herds))
	if err != nil {
		return err
	}
	seenScores, err := c.Int64s("seen scores", len(e.herds))
	if err != nil {
		return err
	}
	for r, h := range e.herds {
		if brief[r] < 0 || brief[r] > int64(e.plan.children) {
			return &search.DamagedError{Reason: fmt.Sprintf("%d of %d children", brief[r], e.plan.children)}
		}
		h.state, h.brief, h.renewed, h.valued = states[r], int(brief[r]), renewed[r], valued[r]
		for i := range n {
			h.now.Copy(i, genomes, r*n+i)
		}
		copy(h.scores, scores[r*n:])
		h.best.Set(best.At(r))
		h.seen.Set(seen.At(r))
		h.seenScore = seenScores[r]
	}
	return nil
}

// Top lists up to count different solutions, the best first.
func (e *engine) Top(count int) ([]search.Solution, error) {
	genomes, best, scores := e.gathered()
	return e.Frame.Top(count, e.states(), best, genomes, scores), nil
}
