package nsga2

import (
	"io"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Best is the best solution of a replica by the first criterion.
func (e *onDevice) Best(r int) (search.Solution, error) {
	if err := e.CheckReplica(r); err != nil {
		return search.Solution{}, err
	}
	return e.Solution(r, e.States[r], e.Host.Best(r, problem.NewGenomes(e.plan.Rep, 1))), nil
}

// writeGenome puts a member of the first population into the pool of step 0.
func (e *onDevice) writeGenome(r, i int, g problem.Genome) error {
	one := problem.NewGenomes(e.plan.Rep, 1)
	one.At(0).Set(g)
	return e.Queue.Write(e.pop[1], (r*e.plan.rows()+i)*e.rowBytes(), population.Raw(one))
}

// eachPart calls f with every part of a replica's population that lies on the
// device: its buffer, where it begins there, and its place in a snapshot, in which
// it is number at. ranks have 32 bits there.
func (e *onDevice) eachPart(r, at int, s *snapshot, ranks []uint32, f func(b device.Buffer, offset int, host []byte) error) error {
	n, m, row := e.plan.members, len(e.plan.criteria), r*e.plan.rows()
	t := e.States[r].Step & 1
	for _, p := range []struct {
		b    device.Buffer
		size int // of a row
		all  []byte
	}{
		{e.pop[t], e.rowBytes(), population.Raw(s.genomes)},
		{e.scores[t], m * 8, population.Bytes(s.scores)},
		{e.violation[t], 8, population.Bytes(s.violation)},
		{e.rank[t], 4, population.Bytes(ranks)},
		{e.crowding[t], 8, population.Bytes(s.crowding)},
	} {
		if err := f(p.b, row*p.size, p.all[at*n*p.size:(at+1)*n*p.size]); err != nil {
			return err
		}
	}
	return nil
}

// snapshot fetches the state of the replicas from first to end-1.
func (e *onDevice) snapshot(first, end int) (snapshot, error) {
	s := e.newSnapshot(end - first)
	copy(s.states, e.States[first:end])
	ranks := make([]uint32, len(s.rank))
	for r := first; r < end; r++ {
		err := e.eachPart(r, r-first, &s, ranks, func(b device.Buffer, offset int, host []byte) error { return e.Queue.Read(host, b, offset) })
		if err != nil {
			return s, err
		}
	}
	for i, x := range ranks {
		s.rank[i] = uint64(x)
	}
	return s, nil
}

// Front lists the first front of a replica.
func (e *onDevice) Front(r int) ([]search.Member, error) {
	if err := e.CheckReplica(r); err != nil {
		return nil, err
	}
	s, err := e.snapshot(r, r+1)
	if err != nil {
		return nil, err
	}
	return e.frontOf(s), nil
}

// Save writes a checkpoint.
func (e *onDevice) Save(w io.Writer) error {
	s, err := e.snapshot(0, len(e.replicas))
	if err != nil {
		return err
	}
	return e.write(w, s)
}

// restore puts a checkpoint's state on the device.
func (e *onDevice) restore(from io.Reader) error {
	s, err := e.read(from)
	if err != nil {
		return err
	}
	s = e.leveled(s)
	e.Continue(s.states)
	ranks := make([]uint32, len(s.rank))
	for i, x := range s.rank {
		ranks[i] = uint32(x)
	}
	best := problem.NewGenomes(e.plan.Rep, len(e.replicas))
	for r := range e.replicas {
		best.Copy(r, s.genomes, r*e.plan.members+e.leaderOf(s, r))
		err := e.eachPart(r, r, &s, ranks, func(b device.Buffer, offset int, host []byte) error { return e.Queue.Write(b, offset, host) })
		if err != nil {
			return err
		}
	}
	if err := e.Put(e.Bests, population.Raw(best)); err != nil {
		return err
	}
	return e.PutStates()
}
