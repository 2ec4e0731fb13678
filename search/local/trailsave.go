package local

import (
	"fmt"
	"io"
	"math"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Save writes a checkpoint.
func (e *trail) Save(w io.Writer) error {
	c := search.Checkpoint{Header: e.Header}
	n := len(e.hikers)
	states := make([]population.State, n)
	now, best := problem.NewGenomes(e.rep, n), problem.NewGenomes(e.rep, n)
	home, top := problem.NewGenomes(e.rep, n), problem.NewGenomes(e.rep, n)
	var starts, begun, topped, until []uint64
	for r, h := range e.hikers {
		states[r] = h.state
		now.At(r).Set(h.place())
		best.At(r).Set(h.best)
		home.At(r).Set(h.home)
		top.At(r).Set(h.top)
		starts, begun, topped = append(starts, uint64(h.starts)), append(begun, uint64(h.begun)), append(topped, uint64(h.topped))
		until = appendInts(until, h.until)
	}
	population.PutStates(&c, states)
	c.PutGenomes("genomes", now)
	c.PutGenomes("best", best)
	c.PutUint64s("starts", starts)
	c.PutUint64s("begun", begun)
	c.PutUint64s("until", until)
	if e.iterated {
		c.PutGenomes("home", home)
		c.PutGenomes("top", top)
		c.PutUint64s("topped", topped)
	}
	return c.Write(w)
}

// restore continues from a checkpoint.
func (e *trail) restore(r io.Reader) error {
	c, err := search.ReadCheckpoint(r)
	if err != nil {
		return err
	}
	if err := c.Header.Match(e.Header); err != nil {
		return err
	}
	n := len(e.hikers)
	states, err := population.GetStates(c, n, e.Rules)
	if err != nil {
		return err
	}
	now, err := c.Genomes("genomes", e.rep, n)
	if err != nil {
		return err
	}
	best, err := c.Genomes("best", e.rep, n)
	if err != nil {
		return err
	}
	starts, err := c.Uint64s("starts", n)
	if err != nil {
		return err
	}
	begun, err := c.Int64s("begun", n)
	if err != nil {
		return err
	}
	until, err := c.Uint64s("until", n*e.remembered())
	if err != nil {
		return err
	}
	for r, h := range e.hikers {
		if starts[r] > math.MaxUint32 {
			return &search.DamagedError{Reason: fmt.Sprintf("section starts: replica %d has begun %d times", r, starts[r])}
		}
		if begun[r] < 0 || begun[r] > states[r].Step {
			return &search.DamagedError{Reason: fmt.Sprintf("section begun: replica %d has begun at step %d of %d", r, begun[r], states[r].Step)}
		}
		h.state, h.starts, h.begun = states[r], uint32(starts[r]), begun[r]
		h.drop(now.At(r))
		h.best.Set(best.At(r))
		toInts(h.until, until[r*e.remembered():])
	}
	return e.restoreRounds(c)
}

// restoreRounds reads what iterated search has besides.
func (e *trail) restoreRounds(c *search.Checkpoint) error {
	if !e.iterated {
		return nil
	}
	n := len(e.hikers)
	home, err := c.Genomes("home", e.rep, n)
	if err != nil {
		return err
	}
	top, err := c.Genomes("top", e.rep, n)
	if err != nil {
		return err
	}
	topped, err := c.Int64s("topped", n)
	if err != nil {
		return err
	}
	for r, h := range e.hikers {
		h.home.Set(home.At(r))
		h.top.Set(top.At(r))
		h.homeScore, h.topScore, h.topped = e.Problem.Evaluate(h.home), e.Problem.Evaluate(h.top), topped[r]
	}
	return nil
}
