package genetic

import (
	"io"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Best is the best solution of a replica.
func (e *onDevice) Best(r int) (search.Solution, error) {
	if err := e.CheckReplica(r); err != nil {
		return search.Solution{}, err
	}
	return e.Solution(r, e.States[r], e.Host.Best(r, problem.NewGenomes(e.plan.Rep, 1))), nil
}

// table is which of the two row tables holds a replica's population.
func (e *onDevice) table(r int) int {
	if e.plan.overlapping {
		return 0
	}
	return int(e.States[r].Step & 1)
}

func (e *onDevice) rowBytes() int { return len(population.Raw(problem.NewGenomes(e.plan.Rep, 1))) }

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
	one := problem.NewGenomes(e.plan.Rep, 1)
	one.At(0).Set(g)
	row := (r*e.plan.demes+i/e.plan.members)*e.plan.rows() + i%e.plan.members
	return e.Queue.Write(e.pop[0], row*e.rowBytes(), population.Raw(one))
}

// snapshot fetches the whole state.
func (e *onDevice) snapshot() (snapshot, error) {
	s := e.newSnapshot()
	copy(s.states, e.States)
	size, n := e.rowBytes(), e.plan.members
	raw := population.Raw(s.genomes)
	err := e.eachDeme(func(table, row, plain int) error {
		if err := e.Queue.Read(raw[plain*size:(plain+n)*size], e.pop[table], row*size); err != nil {
			return err
		}
		return e.Queue.Read(population.Bytes(s.scores[plain:plain+n]), e.scores[table], row*8)
	})
	if err != nil {
		return s, err
	}
	if err := e.Queue.Read(population.Raw(s.best), e.Bests, 0); err != nil {
		return s, err
	}
	words := make([]uint64, len(s.segments)*segmentWords)
	if err := e.Queue.Read(population.Bytes(words), e.segments, 0); err != nil {
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
	s = e.leveled(s)
	e.Continue(s.states)
	size, n := e.rowBytes(), e.plan.members
	raw := population.Raw(s.genomes)
	err = e.eachDeme(func(table, row, plain int) error {
		if err := e.Queue.Write(e.pop[table], row*size, raw[plain*size:(plain+n)*size]); err != nil {
			return err
		}
		return e.Queue.Write(e.scores[table], row*8, population.Bytes(s.scores[plain:plain+n]))
	})
	if err != nil {
		return err
	}
	var words []uint64
	for _, g := range s.segments {
		w := g.words()
		words = append(words, w[:]...)
	}
	if err := e.Put(e.Bests, population.Raw(s.best)); err != nil {
		return err
	}
	if err := e.Put(e.segments, population.Bytes(words)); err != nil {
		return err
	}
	return e.PutStates()
}
