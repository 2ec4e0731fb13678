package differential

import (
	"context"
	"io"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
	"github.com/warbler-opt/warbler/search/population"
)

// look waits for the queue and fetches the states of all replicas.
func (e *onDevice) look(ctx context.Context) error {
	if err := e.queue.Wait(ctx); err != nil {
		return err
	}
	words := make([]uint64, len(e.replicas)*population.StateWords)
	if err := e.queue.Read(bytesOf(words), e.state, 0); err != nil {
		return err
	}
	e.states = population.StatesOf(words)
	return nil
}

// collect turns the records of some steps from first on into samples.
func (e *onDevice) collect(first int64, steps int) error {
	if !e.trace {
		return nil
	}
	words := make([]uint64, steps*len(e.replicas)*population.RecordWords)
	if err := e.queue.Read(bytesOf(words), e.records, 0); err != nil {
		return err
	}
	e.samples = population.Samples(e.samples, words, first, e.states, e.evaluations)
	return nil
}

// Best is the best solution of a replica.
func (e *onDevice) Best(r int) (search.Solution, error) {
	if err := e.checkReplica(r); err != nil {
		return search.Solution{}, err
	}
	g := problem.NewGenomes(e.plan.rep, 1)
	if err := e.queue.Read(bytesOf(g.Reals), e.bests, r*e.rowBytes()); err != nil {
		return search.Solution{}, err
	}
	return e.solution(r, e.states[r], g.At(0)), nil
}

// eachReplica calls f with the table that holds a replica's population, in its
// rows lo to hi-1.
func (e *onDevice) eachReplica(f func(table, lo, hi int) error) error {
	n := e.plan.members
	for r, s := range e.states {
		if err := f(int(s.Step&1), r*n, (r+1)*n); err != nil {
			return err
		}
	}
	return nil
}

// snapshot fetches the whole state.
func (e *onDevice) snapshot() (snapshot, error) {
	s := e.newSnapshot()
	copy(s.states, e.states)
	err := e.eachReplica(func(table, lo, hi int) error {
		if err := e.queue.Read(bytesOf(s.genomes.Slice(lo, hi).Reals), e.pop[table], lo*e.rowBytes()); err != nil {
			return err
		}
		return e.queue.Read(bytesOf(s.scores[lo:hi]), e.scores[table], lo*8)
	})
	if err == nil {
		err = e.queue.Read(bytesOf(s.best.Reals), e.bests, 0)
	}
	if err == nil && len(s.controls) > 0 {
		err = e.queue.Read(bytesOf(s.controls), e.controls, 0)
	}
	return s, err
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
	e.states, e.reported = s.states, true
	var leaders []uint32
	err = e.eachReplica(func(table, lo, hi int) error {
		leaders = append(leaders, leader(s.scores[lo:hi]))
		if err := e.queue.Write(e.pop[table], lo*e.rowBytes(), bytesOf(s.genomes.Slice(lo, hi).Reals)); err != nil {
			return err
		}
		return e.queue.Write(e.scores[table], lo*8, bytesOf(s.scores[lo:hi]))
	})
	if err != nil {
		return err
	}
	return e.put(put{e.bests, bytesOf(s.best.Reals)}, put{e.controls, bytesOf(s.controls)},
		put{e.leaders, bytesOf(leaders)}, put{e.state, bytesOf(population.StatesWords(s.states))})
}
