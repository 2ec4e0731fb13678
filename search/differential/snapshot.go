package differential

import (
	"fmt"
	"io"
	"math"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// snapshot is the state of all replicas between two steps, the same for every
// device.
type snapshot struct {
	states   []population.State // by replica
	genomes  problem.Genomes    // replica after replica
	scores   []problem.Score
	best     problem.Genomes // by replica
	controls []uint64        // two words a member, when adaptive
}

// controlWords is the size of a control, in checkpoints and on devices.
const controlWords = 2

func (c control) words() [controlWords]uint64 {
	return [controlWords]uint64{math.Float64bits(c.f), c.cr}
}

func controlOf(w []uint64) control { return control{math.Float64frombits(w[0]), w[1]} }

// controlCount is how many words the controls of all replicas take.
func (f *frame) controlCount() int {
	if !f.plan.adaptive {
		return 0
	}
	return len(f.replicas) * f.plan.members * controlWords
}

func (f *frame) newSnapshot() snapshot {
	r, all := len(f.replicas), len(f.replicas)*f.plan.members
	return snapshot{
		states:   make([]population.State, r),
		genomes:  problem.NewGenomes(f.plan.rep, all),
		scores:   make([]problem.Score, all),
		best:     problem.NewGenomes(f.plan.rep, r),
		controls: make([]uint64, f.controlCount()),
	}
}

// write saves a snapshot as a checkpoint.
func (f *frame) write(w io.Writer, s snapshot) error {
	c := search.Checkpoint{Header: f.Header}
	population.PutStates(&c, s.states)
	c.PutGenomes("genomes", s.genomes)
	c.PutInt64s("scores", s.scores)
	c.PutGenomes("best", s.best)
	c.PutUint64s("controls", s.controls)
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
	if s.genomes, err = c.Genomes("genomes", f.plan.rep, all); err != nil {
		return s, err
	}
	if s.scores, err = c.Int64s("scores", all); err != nil {
		return s, err
	}
	if s.best, err = c.Genomes("best", f.plan.rep, len(f.replicas)); err != nil {
		return s, err
	}
	if s.controls, err = c.Uint64s("controls", f.controlCount()); err != nil {
		return s, err
	}
	for k := 0; k < len(s.controls); k += controlWords {
		if x := controlOf(s.controls[k:]); !(math.Abs(x.f) <= math.MaxFloat64) || x.cr > 1<<32 {
			return s, &search.DamagedError{Reason: fmt.Sprintf("section controls, member %d: no weight and rate", k/controlWords)}
		}
	}
	return s, nil
}

// snapshot copies the state of the engine.
func (e *cpu) snapshot() snapshot {
	s := e.newSnapshot()
	n := e.plan.members
	for r, h := range e.herds {
		s.states[r] = h.state
		for i := range n {
			s.genomes.Copy(r*n+i, h.now, i)
		}
		copy(s.scores[r*n:], h.scores)
		s.best.At(r).Set(h.best)
		for i, c := range h.control {
			w := c.words()
			copy(s.controls[(r*n+i)*controlWords:], w[:])
		}
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
		for i := range n {
			h.now.Copy(i, s.genomes, r*n+i)
		}
		copy(h.scores, s.scores[r*n:(r+1)*n])
		h.leader = leader(h.scores)
		h.best.Set(s.best.At(r))
		for i := range h.control {
			h.control[i] = controlOf(s.controls[(r*n+i)*controlWords:])
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
