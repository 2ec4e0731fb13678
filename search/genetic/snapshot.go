package genetic

import (
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
	segments []segment       // replica after replica, deme after deme
}

// segment is the statistics of a deme that the next step's selection needs.
type segment struct {
	best, worst problem.Score
	at          uint32
	mean, dev   float64
}

func (f *frame) newSnapshot() snapshot {
	r, all := len(f.replicas), f.plan.population()
	return snapshot{
		states:   make([]population.State, r),
		genomes:  problem.NewGenomes(f.plan.Rep, r*all),
		scores:   make([]problem.Score, r*all),
		best:     problem.NewGenomes(f.plan.Rep, r),
		segments: make([]segment, r*f.plan.demes),
	}
}

// segmentWords is the size of a segment, in checkpoints and on devices.
const segmentWords = 6

func (g segment) words() [segmentWords]uint64 {
	return [segmentWords]uint64{uint64(g.best), uint64(g.worst), uint64(g.at), math.Float64bits(g.mean), math.Float64bits(g.dev)}
}

func segmentOf(w []uint64) segment {
	return segment{problem.Score(w[0]), problem.Score(w[1]), uint32(w[2]), math.Float64frombits(w[3]), math.Float64frombits(w[4])}
}

// write saves a snapshot as a checkpoint.
func (f *frame) write(w io.Writer, s snapshot) error {
	c := search.Checkpoint{Header: f.Header}
	population.PutStates(&c, s.states)
	var words []uint64
	for _, g := range s.segments {
		w := g.words()
		words = append(words, w[:]...)
	}
	c.PutUint64s("segments", words)
	c.PutGenomes("genomes", s.genomes)
	c.PutInt64s("scores", s.scores)
	c.PutGenomes("best", s.best)
	return c.Write(w)
}

// read loads a checkpoint of this very run and judges its replicas by the
// rules of now.
func (f *frame) read(r io.Reader) (snapshot, error) {
	c, err := search.ReadCheckpoint(r)
	if err != nil {
		return snapshot{}, err
	}
	if err := c.Header.Match(f.Header); err != nil {
		return snapshot{}, err
	}
	s := f.newSnapshot()
	if s.states, err = population.GetStates(c, len(s.states), f.Rules); err != nil {
		return snapshot{}, err
	}
	words, err := c.Uint64s("segments", segmentWords*len(s.segments))
	if err != nil {
		return snapshot{}, err
	}
	for i := range s.segments {
		s.segments[i] = segmentOf(words[segmentWords*i:])
	}
	if s.genomes, err = c.Genomes("genomes", f.plan.Rep, len(s.scores)); err != nil {
		return snapshot{}, err
	}
	if s.scores, err = c.Int64s("scores", len(s.scores)); err != nil {
		return snapshot{}, err
	}
	s.best, err = c.Genomes("best", f.plan.Rep, len(s.states))
	return s, err
}

// snapshot copies the state of the engine.
func (e *cpu) snapshot() snapshot {
	s := e.newSnapshot()
	all := e.plan.population()
	for r, h := range e.herds {
		s.states[r] = h.state
		for i := range all {
			s.genomes.Copy(r*all+i, h.now, i)
		}
		copy(s.scores[r*all:], h.scores)
		s.best.At(r).Set(h.best)
		for d, w := range h.wheels {
			s.segments[r*e.plan.demes+d] = segment{w.node.Best, w.node.Worst, w.node.At, w.mean, w.dev}
		}
	}
	return s
}

// Save writes a checkpoint.
func (e *cpu) Save(w io.Writer) error { return e.write(w, e.snapshot()) }

// load continues from a snapshot.
func (e *cpu) load(s snapshot) {
	all := e.plan.population()
	for r, h := range e.herds {
		h.state = s.states[r]
		for i := range all {
			h.now.Copy(i, s.genomes, r*all+i)
		}
		copy(h.scores, s.scores[r*all:(r+1)*all])
		h.best.Set(s.best.At(r))
		for d := range h.wheels {
			g, w := s.segments[r*e.plan.demes+d], &h.wheels[d]
			w.node = population.Node{Best: g.best, Worst: g.worst, At: g.at}
			w.mean, w.dev = g.mean, g.dev
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
