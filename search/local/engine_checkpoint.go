package local

import (
	"fmt"
	"io"
	"math"

	"github.com/warbler-opt/warbler/internal/checkpoint"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Save writes a checkpoint.
func (e *engine) Save(w io.Writer) error {
	c := search.Checkpoint{Header: e.Header}
	states := make([]population.State, len(e.searches))
	var starts []uint64
	var begun, roundFound, tabuUntil []int64
	for r, s := range e.searches {
		states[r] = s.state
		starts, begun, roundFound = append(starts, uint64(s.starts)), append(begun, s.begun), append(roundFound, s.roundFound)
		tabuUntil = append(tabuUntil, s.tabuUntil...)
	}
	population.PutStates(&c, states)
	checkpoint.Put(&c, "genomes", e.rows((*localSearch).genome))
	checkpoint.Put(&c, "best", e.rows(func(s *localSearch) problem.Genome { return s.best }))
	checkpoint.Put(&c, "starts", starts)
	checkpoint.Put(&c, "begun", begun)
	checkpoint.Put(&c, "until", tabuUntil)
	if e.iterated {
		checkpoint.Put(&c, "accepted", e.rows(func(s *localSearch) problem.Genome { return s.accepted }))
		checkpoint.Put(&c, "round best", e.rows(func(s *localSearch) problem.Genome { return s.roundBest }))
		checkpoint.Put(&c, "round found", roundFound)
	}
	return c.Write(w)
}

// rows are genomes of all replicas, one of each.
func (e *engine) rows(of func(s *localSearch) problem.Genome) problem.Genomes {
	g := problem.NewGenomes(e.rep, len(e.searches))
	for r, s := range e.searches {
		g.At(r).Set(of(s))
	}
	return g
}

// restore continues from a checkpoint.
func (e *engine) restore(from io.Reader) error {
	c, n := checkpoint.Resume(from, e.Header), len(e.searches)
	genomes, best := c.Genomes("genomes", e.rep, n), c.Genomes("best", e.rep, n)
	starts, begun, tabuUntil := c.Uint64s("starts", n), c.Int64s("begun", n), c.Int64s("until", n*e.remembered())
	states := population.GetStates(c, n, e.Rules)
	if c.Err != nil {
		return c.Err
	}
	for r, s := range e.searches {
		if starts[r] > math.MaxUint32 {
			return &search.CheckpointError{Reason: fmt.Sprintf("section starts: replica %d has begun %d times", r, starts[r])}
		}
		if begun[r] < 0 || begun[r] > states[r].Step {
			return &search.CheckpointError{Reason: fmt.Sprintf("section begun: replica %d has begun at step %d of %d", r, begun[r], states[r].Step)}
		}
		s.state, s.starts, s.begun = states[r], uint32(starts[r]), begun[r]
		s.jump(genomes.At(r))
		s.best.Set(best.At(r))
		copy(s.tabuUntil, tabuUntil[r*e.remembered():])
	}
	if !e.iterated {
		return nil
	}
	accepted, roundBest, roundFound := c.Genomes("accepted", e.rep, n), c.Genomes("round best", e.rep, n), c.Int64s("round found", n)
	if c.Err != nil {
		return c.Err
	}
	for r, s := range e.searches {
		s.accepted.Set(accepted.At(r))
		s.roundBest.Set(roundBest.At(r))
		s.acceptedScore, s.roundBestScore, s.roundFound = e.Problem.Evaluate(s.accepted), e.Problem.Evaluate(s.roundBest), roundFound[r]
	}
	return nil
}
