package quantum

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
	angles  []uint8            // of every gene, replica after replica
	genomes problem.Genomes    // the population last observed, likewise
	scores  []problem.Score
	best    problem.Genomes // by replica
}

func (f *frame) newSnapshot() snapshot {
	r, all := len(f.replicas), len(f.replicas)*f.plan.members
	return snapshot{
		states:  make([]population.State, r),
		angles:  make([]uint8, all*f.plan.room()),
		genomes: problem.NewGenomes(f.plan.rep, all),
		scores:  make([]problem.Score, all),
		best:    problem.NewGenomes(f.plan.rep, r),
	}
}

// write saves a snapshot as a checkpoint.
func (f *frame) write(w io.Writer, s snapshot) error {
	c := search.Checkpoint{Header: f.Header}
	population.PutStates(&c, s.states)
	angles := make([]uint64, len(s.angles)/8)
	for i, k := range s.angles {
		angles[i/8] |= uint64(k) << (8 * (i % 8))
	}
	c.PutUint64s("angles", angles)
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
	all := len(f.replicas) * f.plan.members
	if s.states, err = population.GetStates(c, len(f.replicas), f.Rules); err != nil {
		return s, err
	}
	words, err := c.Uint64s("angles", all*f.plan.room()/8)
	if err != nil {
		return s, err
	}
	s.angles = make([]uint8, 8*len(words))
	for i := range s.angles {
		k := uint8(words[i/8] >> (8 * (i % 8)))
		if k > ring || k > 0 && i%f.plan.room() >= f.plan.rep.Length {
			return s, &search.DamagedError{Reason: fmt.Sprintf("section angles: byte %d is no angle", i)}
		}
		s.angles[i] = k
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
	n := e.plan.members
	for r, h := range e.herds {
		s.states[r] = h.state
		copy(s.angles[r*n*e.plan.room():], h.angles)
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
	n := e.plan.members
	for r, h := range e.herds {
		h.state = s.states[r]
		copy(h.angles, s.angles[r*n*e.plan.room():])
		for j, k := range h.angles {
			h.chances[j] = uppers[k]
		}
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
