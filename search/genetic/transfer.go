package genetic

import (
	"context"
	"io"
	"unsafe"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
	"github.com/warbler-opt/warbler/search/population"
)

// window is page-locked memory through which the host looks at the device:
// the states, the best rows and, with a trace, the records. What is read into
// it is queued behind the launches, so that one wait fetches all.
type window struct {
	memory  device.HostBuffer
	states  []byte
	bests   []byte
	records []byte
}

func (e *onDevice) openWindow() error {
	sizes := []int{e.state.Size(), e.bests.Size(), 0}
	if e.trace {
		sizes[2] = e.records.Size()
	}
	m, err := e.dev.AllocHost(sizes[0] + sizes[1] + sizes[2])
	if err != nil {
		return err
	}
	e.closers = append(e.closers, m)
	b := m.Bytes()
	e.window = window{m, b[:sizes[0]], b[sizes[0] : sizes[0]+sizes[1]], b[sizes[0]+sizes[1]:]}
	return nil
}

// look waits for the queue and fetches the states and best rows of all
// replicas and, with a trace, the records of some steps from first on.
func (e *onDevice) look(ctx context.Context, first int64, steps int) error {
	if err := e.queue.Read(e.window.states, e.state, 0); err != nil {
		return err
	}
	if err := e.queue.Read(e.window.bests, e.bests, 0); err != nil {
		return err
	}
	used := 0
	if e.trace {
		used = steps * len(e.replicas) * population.RecordWords * 8
		if err := e.queue.Read(e.window.records[:used], e.records, 0); err != nil {
			return err
		}
	}
	if err := e.queue.Wait(ctx); err != nil {
		return err
	}
	e.states = population.StatesOf(wordsOf(e.window.states[:len(e.replicas)*population.StateWords*8]))
	e.samples = population.Samples(e.samples, wordsOf(e.window.records[:used]), first, e.states, e.evaluations)
	return nil
}

// wordsOf reads memory as words.
func wordsOf(b []byte) []uint64 {
	if len(b) == 0 {
		return nil
	}
	return unsafe.Slice((*uint64)(unsafe.Pointer(&b[0])), len(b)/8)
}

// Best is the best solution of a replica.
func (e *onDevice) Best(r int) (search.Solution, error) {
	if r < 0 || r >= len(e.replicas) {
		return search.Solution{}, e.noReplica(r)
	}
	g := problem.NewGenomes(e.plan.rep, 1)
	raw := rawOf(g)
	copy(raw, e.window.bests[r*len(raw):])
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
	return e.queue.Write(e.state, 0, bytesOf(population.StatesWords(e.states)))
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
	s = e.leveled(s)
	e.states = s.states
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
