package cma

import (
	"fmt"
	"io"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// snapshot is the state of all replicas between two steps, the same for every
// device. What the members of the generation so far are made of is not in it:
// it follows from the model and the addresses of the deviates.
type snapshot struct {
	states []population.State // by replica
	models []uint64           // replica after replica
	scores []problem.Score    // of the generation so far; the rest is 0
	rows   problem.Genomes    // the last chunk
	latest []problem.Score    // its scores
	best   problem.Genomes    // by replica
}

func (f *frame) newSnapshot() snapshot {
	r, all := len(f.replicas), len(f.replicas)*f.plan.chunk
	return snapshot{
		states: make([]population.State, r),
		models: make([]uint64, r*modelWords(f.plan.n)),
		scores: make([]problem.Score, r*f.plan.most()),
		rows:   problem.NewGenomes(f.plan.rep, all),
		latest: make([]problem.Score, all),
		best:   problem.NewGenomes(f.plan.rep, r),
	}
}

// modelOf is the words of a replica's model.
func (f *frame) modelOf(s snapshot, r int) []uint64 {
	w := modelWords(f.plan.n)
	return s.models[r*w : (r+1)*w]
}

// scoresOf are the scores of a replica's generation.
func (f *frame) scoresOf(s snapshot, r int) []problem.Score {
	return s.scores[r*f.plan.most() : (r+1)*f.plan.most()]
}

// write saves a snapshot as a checkpoint.
func (f *frame) write(w io.Writer, s snapshot) error {
	c := search.Checkpoint{Header: f.Header}
	population.PutStates(&c, s.states)
	c.PutUint64s("models", s.models)
	c.PutInt64s("scores", s.scores)
	c.PutGenomes("genomes", s.rows)
	c.PutInt64s("latest", s.latest)
	c.PutGenomes("best", s.best)
	return c.Write(w)
}

// read loads a checkpoint of this very run and judges its replicas by the
// rules of now.
func (f *frame) read(r io.Reader) (s snapshot, err error) {
	c, err := search.ReadCheckpoint(r)
	if err != nil {
		return s, err
	}
	if err := c.Header.Match(f.Header); err != nil {
		return s, err
	}
	reps, all := len(f.replicas), len(f.replicas)*f.plan.chunk
	if s.states, err = population.GetStates(c, reps, f.Rules); err != nil {
		return s, err
	}
	if s.models, err = c.Uint64s("models", reps*modelWords(f.plan.n)); err != nil {
		return s, err
	}
	if s.scores, err = c.Int64s("scores", reps*f.plan.most()); err != nil {
		return s, err
	}
	if s.rows, err = c.Genomes("genomes", f.plan.rep, all); err != nil {
		return s, err
	}
	if s.latest, err = c.Int64s("latest", all); err != nil {
		return s, err
	}
	if s.best, err = c.Genomes("best", f.plan.rep, reps); err != nil {
		return s, err
	}
	for i := range reps {
		m := newModel(f.plan.n)
		m.set(f.modelOf(s, i))
		if m.level < 0 || m.level >= int64(len(f.plan.levels)) || m.filled < 0 || m.filled >= int64(f.plan.levels[m.level].chunks) {
			return s, &search.DamagedError{Reason: fmt.Sprintf("section models, replica %d: no such population", i)}
		}
	}
	return s, nil
}

// snapshot copies the state of the engine.
func (e *cpu) snapshot() snapshot {
	s := e.newSnapshot()
	n := e.plan.chunk
	for r, h := range e.herds {
		s.states[r] = h.state
		h.model.words(e.modelOf(s, r)[:0])
		copy(e.scoresOf(s, r), h.scores[:int(h.model.filled)*n])
		for i := range n {
			s.rows.Copy(r*n+i, h.rows, i)
		}
		copy(s.latest[r*n:], h.latest)
		s.best.At(r).Set(h.best)
	}
	return s
}

// Save writes a checkpoint.
func (e *cpu) Save(w io.Writer) error { return e.write(w, e.snapshot()) }

// load continues from a snapshot.
func (e *cpu) load(s snapshot) {
	n := e.plan.chunk
	for r, h := range e.herds {
		h.state = s.states[r]
		h.model.set(e.modelOf(s, r))
		for i := range n {
			h.rows.Copy(i, s.rows, r*n+i)
		}
		copy(h.latest, s.latest[r*n:(r+1)*n])
		h.best.Set(s.best.At(r))
		filled := int(h.model.filled)
		h.scores = append(h.scores[:0], e.scoresOf(s, r)[:filled*n]...)
		h.z, h.y = make([]float64, filled*n*e.plan.n), make([]float64, filled*n*e.plan.n)
		for k := range filled { // the members again
			e.sample(h, k*n, 0, n, h.state.Step-int64(filled-1-k))
		}
	}
}

// leveled brings the running replicas of a snapshot to the same step.
func (f *frame) leveled(s snapshot) snapshot {
	if _, level := population.Level(s.states); level {
		return s
	}
	e := emptyCPU(0, *f)
	e.load(s)
	population.LevelOff(e.crew, e.herds)
	for _, h := range e.herds { // for the first report
		f.Samples = append(f.Samples, h.samples...)
	}
	return e.snapshot()
}

// Top lists up to count different solutions, the best first.
func (e *cpu) Top(count int) ([]search.Solution, error) {
	s := e.snapshot()
	return e.Frame.Top(count, s.states, s.best, s.rows, s.latest), nil
}
