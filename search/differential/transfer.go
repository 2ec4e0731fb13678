package differential

import (
	"io"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Best is the best solution of a replica.
func (e *onDevice) Best(r int) (search.Solution, error) {
	if err := e.CheckReplica(r); err != nil {
		return search.Solution{}, err
	}
	return e.Solution(r, e.States[r], e.Host.Best(r, problem.NewGenomes(e.plan.rep, 1))), nil
}

// eachReplica calls f with the table that holds a replica's population, in its
// rows lo to hi-1.
func (e *onDevice) eachReplica(f func(table, lo, hi int) error) error {
	n := e.plan.members
	for r, s := range e.States {
		if err := f(int(s.Step&1), r*n, (r+1)*n); err != nil {
			return err
		}
	}
	return nil
}

// snapshot fetches the whole state.
func (e *onDevice) snapshot() (snapshot, error) {
	s := e.newSnapshot()
	copy(s.states, e.States)
	err := e.eachReplica(func(table, lo, hi int) error {
		if err := e.Queue.Read(population.Bytes(s.genomes.Slice(lo, hi).Reals), e.pop[table], lo*e.rowBytes()); err != nil {
			return err
		}
		return e.Queue.Read(population.Bytes(s.scores[lo:hi]), e.scores[table], lo*8)
	})
	if err == nil {
		err = e.Queue.Read(population.Bytes(s.best.Reals), e.Bests, 0)
	}
	if err == nil && len(s.controls) > 0 {
		err = e.Queue.Read(population.Bytes(s.controls), e.controls, 0)
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
	e.Continue(s.states)
	var leaders []uint32
	err = e.eachReplica(func(table, lo, hi int) error {
		leaders = append(leaders, leader(s.scores[lo:hi]))
		if err := e.Queue.Write(e.pop[table], lo*e.rowBytes(), population.Bytes(s.genomes.Slice(lo, hi).Reals)); err != nil {
			return err
		}
		return e.Queue.Write(e.scores[table], lo*8, population.Bytes(s.scores[lo:hi]))
	})
	if err != nil {
		return err
	}
	for _, p := range []struct {
		to   device.Buffer
		from []byte
	}{{e.Bests, population.Bytes(s.best.Reals)}, {e.controls, population.Bytes(s.controls)}, {e.leaders, population.Bytes(leaders)}} {
		if err := e.Put(p.to, p.from); err != nil {
			return err
		}
	}
	return e.PutStates()
}
