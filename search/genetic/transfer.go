package genetic

import (
	"context"
	"io"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
	"github.com/warbler-opt/warbler/search/population"
)

// look waits for the queue and fetches the states of all replicas.
func (e *onDevice) look(ctx context.Context) error {
	words := make([]uint64, len(e.replicas)*population.StateWords)
	if err := e.queue.Wait(ctx); err != nil {
		return err
	}
	if err := e.queue.Read(bytesOf(words), e.state, 0); err != nil {
		return err
	}
	e.states = e.states[:0]
	for r := range e.replicas {
		e.states = append(e.states, population.StateOf(words[r*population.StateWords:]))
	}
	return nil
}

// collect turns the records of some steps from first on into samples.
func (e *onDevice) collect(first int64, steps int) error {
	if !e.trace {
		return nil
	}
	reps := len(e.replicas)
	words := make([]uint64, steps*reps*population.RecordWords)
	if err := e.queue.Read(bytesOf(words), e.records, 0); err != nil {
		return err
	}
	for s := range steps {
		for r, st := range e.states {
			rec := population.RecordOf(words[(s*reps+r)*population.RecordWords:])
			// A frozen replica leaves no record: what lies there is older.
			if step := first + int64(s); rec.Step != step || st.Step < step {
				continue
			}
			n := float64(rec.Step + 1)
			e.samples = append(e.samples, search.Sample{
				Replica: r, Step: rec.Step, Evaluations: e.evaluations(rec.Step),
				BestSoFar: rec.SoFar, Best: rec.Best, Worst: rec.Worst,
				Mean: rec.Mean, Deviation: rec.Deviation, Diversity: rec.Spread,
				Online: rec.OnlineSum / n, Offline: rec.OfflineSum / n,
			})
		}
	}
	return nil
}

// Best is the best solution of a replica.
func (e *onDevice) Best(r int) (search.Solution, error) {
	if r < 0 || r >= len(e.replicas) {
		return search.Solution{}, e.noReplica(r)
	}
	g := problem.NewGenomes(e.plan.rep, 1)
	size := len(rawOf(g))
	if err := e.queue.Read(rawOf(g), e.bests, r*size); err != nil {
		return search.Solution{}, err
	}
	return e.solution(r, e.states[r], g.At(0)), nil
}

// rawOf is the memory of a table of genomes.
func rawOf(g problem.Genomes) []byte {
	switch g.Kind {
	case problem.Binary:
		return bytesOf(g.Bits)
	case problem.Discrete:
		return bytesOf(g.Symbs)
	case problem.Permutation:
		return bytesOf(g.Orders)
	}
	return bytesOf(g.Reals)
}

// table is which of the two row tables holds a replica's population.
func (e *onDevice) table(r int) int {
	if e.plan.overlapping {
		return 0
	}
	return int(e.states[r].Step & 1)
}

func (e *onDevice) rowBytes() int { return len(rawOf(problem.NewGenomes(e.plan.rep, 1))) }

// eachDeme calls f with the first row of every deme on the device, its table,
// and its first row in a snapshot.
func (e *onDevice) eachDeme(f func(table, row, plain int) error) error {
	for r := range e.replicas {
		for d := range e.plan.demes {
			s := r*e.plan.demes + d
			if err := f(e.table(r), s*e.plan.rows(), s*e.plan.members); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e *onDevice) writeGenome(r, i int, g problem.Genome) error {
	one := problem.NewGenomes(e.plan.rep, 1)
	one.At(0).Set(g)
	row := (r*e.plan.demes+i/e.plan.members)*e.plan.rows() + i%e.plan.members
	return e.queue.Write(e.pop[0], row*e.rowBytes(), rawOf(one))
}

func (e *onDevice) writeStates() error {
	var words []uint64
	for _, s := range e.states {
		w := s.Words()
		words = append(words, w[:]...)
	}
	return e.queue.Write(e.state, 0, bytesOf(words))
}

// snapshot fetches the whole state.
func (e *onDevice) snapshot() (snapshot, error) {
	s := e.newSnapshot()
	copy(s.states, e.states)
	size, n := e.rowBytes(), e.plan.members
	raw := rawOf(s.genomes)
	err := e.eachDeme(func(table, row, plain int) error {
		if err := e.queue.Read(raw[plain*size:(plain+n)*size], e.pop[table], row*size); err != nil {
			return err
		}
		return e.queue.Read(bytesOf(s.scores[plain:plain+n]), e.scores[table], row*8)
	})
	if err != nil {
		return s, err
	}
	if err := e.queue.Read(rawOf(s.best), e.bests, 0); err != nil {
		return s, err
	}
	words := make([]uint64, len(s.segments)*segmentWords)
	if err := e.queue.Read(bytesOf(words), e.segments, 0); err != nil {
		return s, err
	}
	for i := range s.segments {
		s.segments[i] = segmentOf(words[i*segmentWords:])
	}
	return s, nil
}

// Save writes a checkpoint.
func (e *onDevice) Save(w io.Writer) error {
	s, err := e.snapshot()
	if err != nil {
		return err
	}
	return e.write(w, s)
}

// restore puts a checkpoint's state on the device.
func (e *onDevice) restore(r io.Reader) error {
	s, err := e.read(r)
	if err != nil {
		return err
	}
	e.states = s.states
	e.seeded = true
	size, n := e.rowBytes(), e.plan.members
	raw := rawOf(s.genomes)
	err = e.eachDeme(func(table, row, plain int) error {
		if err := e.queue.Write(e.pop[table], row*size, raw[plain*size:(plain+n)*size]); err != nil {
			return err
		}
		return e.queue.Write(e.scores[table], row*8, bytesOf(s.scores[plain:plain+n]))
	})
	if err != nil {
		return err
	}
	var words []uint64
	for _, g := range s.segments {
		w := g.words()
		words = append(words, w[:]...)
	}
	for _, w := range []struct {
		to   device.Buffer
		from []byte
	}{{e.bests, rawOf(s.best)}, {e.segments, bytesOf(words)}} {
		if err := e.queue.Write(w.to, 0, w.from); err != nil {
			return err
		}
	}
	return e.writeStates()
}
