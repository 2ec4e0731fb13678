package cma

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

// snapshot fetches the whole state.
func (e *onDevice) snapshot() (snapshot, error) {
	s := e.newSnapshot()
	copy(s.states, e.States)
	for _, p := range []struct {
		to   []byte
		from device.Buffer
	}{
		{population.Bytes(s.models), e.models},
		{population.Bytes(s.scores), e.scores},
		{population.Bytes(s.rows.Reals), e.rows},
		{population.Bytes(s.latest), e.latest},
		{population.Bytes(s.best.Reals), e.Bests},
	} {
		if err := e.Queue.Read(p.to, p.from, 0); err != nil {
			return s, err
		}
	}
	m := newModel(e.plan.n)
	for r := range e.replicas { // what lies behind the generation is older
		m.set(e.modelOf(s, r))
		clear(e.scoresOf(s, r)[int(m.filled)*e.plan.chunk:])
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
	for _, p := range []struct {
		to   device.Buffer
		from []byte
	}{
		{e.models, population.Bytes(s.models)},
		{e.scores, population.Bytes(s.scores)},
		{e.rows, population.Bytes(s.rows.Reals)},
		{e.latest, population.Bytes(s.latest)},
		{e.Bests, population.Bytes(s.best.Reals)},
	} {
		if err := e.Put(p.to, p.from); err != nil {
			return err
		}
	}
	return e.PutStates()
}

// Top lists up to count different solutions, the best first.
func (e *onDevice) Top(count int) ([]search.Solution, error) {
	s, err := e.snapshot()
	if err != nil {
		return nil, err
	}
	return e.Frame.Top(count, s.states, s.best, s.rows, s.latest), nil
}
