package nsga2

import (
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// snapshot is the state of all replicas between two steps, the same for every
// device. Everything goes replica after replica.
type snapshot struct {
	states    []population.State
	genomes   problem.Genomes
	scores    []problem.Score // by member and criterion
	violation []problem.Score
	rank      []uint64
	crowding  []float64
}

// newSnapshot makes room for so many replicas.
func (f *frame) newSnapshot(replicas int) snapshot {
	all := replicas * f.plan.members
	return snapshot{
		states:    make([]population.State, replicas),
		genomes:   problem.NewGenomes(f.plan.Rep, all),
		scores:    make([]problem.Score, all*len(f.plan.criteria)),
		violation: make([]problem.Score, all),
		rank:      make([]uint64, all),
		crowding:  make([]float64, all),
	}
}

// write saves a snapshot as a checkpoint.
func (f *frame) write(w io.Writer, s snapshot) error {
	c := search.Checkpoint{Header: f.Header}
	population.PutStates(&c, s.states)
	c.PutGenomes("genomes", s.genomes)
	c.PutInt64s("scores", s.scores)
	c.PutInt64s("violations", s.violation)
	c.PutUint64s("ranks", s.rank)
	c.PutFloat64s("crowding", s.crowding)
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
	if s.genomes, err = c.Genomes("genomes", f.plan.Rep, all); err != nil {
		return s, err
	}
	if s.scores, err = c.Int64s("scores", all*len(f.plan.criteria)); err != nil {
		return s, err
	}
	if s.violation, err = c.Int64s("violations", all); err != nil {
		return s, err
	}
	if s.rank, err = c.Uint64s("ranks", all); err != nil {
		return s, err
	}
	if s.crowding, err = c.Float64s("crowding", all); err != nil {
		return s, err
	}
	for i, v := range s.violation {
		if v < 0 || s.rank[i] > math.MaxUint32 || !(s.crowding[i] >= 0) {
			return s, &search.DamagedError{Reason: fmt.Sprintf("member %d has no violation, rank and distance", i)}
		}
	}
	return s, nil
}

// snapshot copies the state of replicas.
func (e *cpu) snapshot(herds []*herd) snapshot {
	s := e.newSnapshot(len(herds))
	n, m := e.plan.members, len(e.plan.criteria)
	for r, h := range herds {
		s.states[r] = h.state
		for i := range n {
			s.genomes.Copy(r*n+i, h.genomes, i)
			s.rank[r*n+i] = uint64(h.rank[i])
		}
		copy(s.scores[r*n*m:], h.pool.scores[:n*m])
		copy(s.violation[r*n:], h.pool.violation[:n])
		copy(s.crowding[r*n:], h.crowding)
	}
	return s
}

// load continues from a snapshot.
func (e *cpu) load(s snapshot) {
	n, m := e.plan.members, len(e.plan.criteria)
	for r, h := range e.herds {
		h.state = s.states[r]
		for i := range n {
			h.genomes.Copy(i, s.genomes, r*n+i)
			h.rank[i] = uint32(s.rank[r*n+i])
		}
		copy(h.pool.scores, s.scores[r*n*m:(r+1)*n*m])
		copy(h.pool.violation, s.violation[r*n:(r+1)*n])
		copy(h.crowding, s.crowding[r*n:(r+1)*n])
		h.leader = uint32(e.leaderOf(s, r))
	}
}

// leaderOf is the best member of a replica by the first criterion.
func (f *frame) leaderOf(s snapshot, r int) int {
	n, m := f.plan.members, len(f.plan.criteria)
	best := -1
	for i := r * n; i < (r+1)*n; i++ {
		if s.rank[i] != 0 {
			continue
		}
		if best < 0 || s.violation[i] == 0 && s.scores[i*m] > s.scores[best*m] {
			best = i
		}
	}
	return max(best-r*n, 0)
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
	return e.snapshot(e.herds)
}

// frontOf lists the first front of the only replica of a snapshot.
func (f *frame) frontOf(s snapshot) []search.Member {
	m := len(f.plan.criteria)
	var list []search.Member
	seen := map[string]bool{}
	for i, rank := range s.rank {
		if rank != 0 {
			continue
		}
		if key := string(population.Raw(s.genomes.Slice(i, i+1))); !seen[key] {
			seen[key] = true
			list = append(list, search.Member{
				Genome:    s.genomes.At(i).Clone(),
				Scores:    slices.Clone(s.scores[i*m : (i+1)*m]),
				Violation: s.violation[i],
			})
		}
	}
	slices.SortStableFunc(list, func(a, b search.Member) int { return slices.Compare(b.Scores, a.Scores) })
	return list
}
