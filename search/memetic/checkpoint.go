package memetic

import (
	"fmt"
	"io"

	"github.com/warbler-opt/warbler/internal/checkpoint"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// gathered is the populations of all replicas, one after the other, and their bests.
func (e *engine) gathered() (genomes, best problem.Genomes, scores []problem.Score) {
	n := e.plan.members
	genomes, best = problem.NewGenomes(e.plan.rep, n*len(e.replicas)), problem.NewGenomes(e.plan.rep, len(e.replicas))
	for r, h := range e.replicas {
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
	seen := problem.NewGenomes(e.plan.rep, len(e.replicas))
	for r, h := range e.replicas {
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
	checkpoint.Put(&c, "genomes", genomes)
	checkpoint.Put(&c, "scores", scores)
	checkpoint.Put(&c, "best", best)
	checkpoint.Put(&c, "brief", brief)
	checkpoint.Put(&c, "renewed", renewed)
	checkpoint.Put(&c, "valued", valued)
	checkpoint.Put(&c, "seen", seen)
	checkpoint.Put(&c, "seen scores", seenScores)
	return c.Write(w)
}

// restore continues from a checkpoint.
func (e *engine) restore(from io.Reader) error {
	c, n, members := checkpoint.Resume(from, e.Header), len(e.replicas), e.plan.members
	genomes, scores, best := c.Genomes("genomes", e.plan.rep, n*members), c.Int64s("scores", n*members), c.Genomes("best", e.plan.rep, n)
	brief, renewed, valued := c.Int64s("brief", n), c.Int64s("renewed", n), c.Int64s("valued", n)
	seen, seenScores := c.Genomes("seen", e.plan.rep, n), c.Int64s("seen scores", n)
	states := population.GetStates(c, n, e.Rules)
	if c.Err != nil {
		return c.Err
	}
	for r, h := range e.replicas {
		if brief[r] < 0 || brief[r] > int64(e.plan.children) {
			return &search.CheckpointError{Reason: fmt.Sprintf("%d of %d children", brief[r], e.plan.children)}
		}
		h.state, h.brief, h.renewed, h.valued = states[r], int(brief[r]), renewed[r], valued[r]
		for i := range members {
			h.now.Copy(i, genomes, r*members+i)
		}
		copy(h.scores, scores[r*members:])
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
