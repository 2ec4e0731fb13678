package cellular

import (
	"fmt"
	"io"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// snapshot is the state of all replicas between two steps, the same for every
// device.
type snapshot struct {
	states  []population.State // by replica
	passes  []uint64           // by replica
	genomes problem.Genomes    // replica after replica
	scores  []problem.Score
	best    problem.Genomes // by replica
}

func (f *frame) newSnapshot() snapshot {
	r, all := len(f.replicas), len(f.replicas)*f.plan.members()
	return snapshot{
		states:  make([]population.State, r),
		passes:  make([]uint64, r),
		genomes: problem.NewGenomes(f.plan.rep, all),
		scores:  make([]problem.Score, all),
		best:    problem.NewGenomes(f.plan.rep, r),
	}
}

// write saves a snapshot as a checkpoint.
func (f *frame) write(w io.Writer, s snapshot) error {
	c := search.Checkpoint{Header: f.Header}
	population.PutStates(&c, s.states)
	c.PutUint64s("passes", s.passes)
	c.PutGenomes("genomes", s.genomes)
	c.PutInt64s("scores", s.scores)
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
	all := len(f.replicas) * f.plan.members()
	if s.states, err = population.GetStates(c, len(f.replicas), f.Rules); err != nil {
		return s, err
	}
	if s.passes, err = c.Uint64s("passes", len(f.replicas)); err != nil {
		return s, err
	}
	for r, n := range s.passes {
		if most := f.replicas[r].passes; n > uint64(most) {
			return s, &search.DamagedError{Reason: fmt.Sprintf("section passes, replica %d: %d of at most %d", r, n, most)}
		}
	}
	if s.genomes, err = c.Genomes("genomes", f.plan.rep, all); err != nil {
		return s, err
	}
	if s.scores, err = c.Int64s("scores", all); err != nil {
		return s, err
	}
	s.best, err = c.Genomes("best", f.plan.rep, len(f.replicas))
	return s, err
}

// snapshot copies the state of the engine.
func (e *cpu) snapshot() snapshot {
	s := e.newSnapshot()
	n := e.plan.members()
	for r, h := range e.herds {
		s.states[r], s.passes[r] = h.state, uint64(h.passes)
		for i := range n {
			s.genomes.Copy(r*n+i, h.now, i)
		}
		copy(s.scores[r*n:], h.scores)
		s.best.At(r).Set(h.best)
	}
	return s
}

// Save writes a checkpoint.
func (e *cpu) Save(w io.Writer) error { return e.write(w, e.snapshot()) }

// load continues from a snapshot.
func (e *cpu) load(s snapshot) {
	n := e.plan.members()
	for r, h := range e.herds {
		h.state, h.passes = s.states[r], int(s.passes[r])
		for i := range n {
			h.now.Copy(i, s.genomes, r*n+i)
		}
		copy(h.scores, s.scores[r*n:(r+1)*n])
		h.best.Set(s.best.At(r))
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
	return e.Frame.Top(count, s.states, s.best, s.genomes, s.scores), nil
}

// Top lists up to count different solutions, the best first.
func (e *onDevice) Top(count int) ([]search.Solution, error) {
	s, err := e.snapshot()
	if err != nil {
		return nil, err
	}
	return e.Frame.Top(count, s.states, s.best, s.genomes, s.scores), nil
}
