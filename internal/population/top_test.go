package population

import (
	"testing"

	"github.com/warbler-opt/warbler/problem"
)

func TestTop(t *testing.T) {
	rep := problem.Representation{Kind: problem.Binary, Length: 8}
	var all cpu
	for r, x := range []struct {
		best    problem.Score
		genome  uint64
		members []uint64
		scores  []problem.Score
	}{{5, 50, []uint64{50, 51}, []problem.Score{5, 5}}, {9, 90, []uint64{30, 90}, []problem.Score{3, 9}}} {
		g := problem.NewGenomes(rep, 2)
		copy(g.Bits, x.members)
		w := &walker{}
		w.Index, w.State, w.Best = r, State{Best: x.best}, problem.Genome{Bits: []uint64{x.genome}}
		w.Replica.genomes, w.Replica.scores = &g, &x.scores
		all.evolvers = append(all.evolvers, w)
	}
	e := &Engine{Frame: Frame{Rep: rep, Seeds: []uint64{7, 8}, Evaluations: func(int64) int64 { return 0 }}, place: &all}
	for _, c := range []struct {
		count int
		want  []uint64
	}{{1, []uint64{90}}, {3, []uint64{90, 50, 51}}, {10, []uint64{90, 50, 51, 30}}, {0, nil}} {
		top, err := e.Top(c.count)
		if err != nil || len(top) != len(c.want) {
			t.Fatalf("%d asked, %d given, want %v, %v", c.count, len(top), c.want, err)
		}
		for i, s := range top {
			if s.Genome.Bits[0] != c.want[i] {
				t.Errorf("place %d of %d has %d, want %d", i, c.count, s.Genome.Bits[0], c.want[i])
			}
		}
	}
	if top, _ := e.Top(4); top[3].Score != 3 || top[3].Seed != 8 {
		s := top[3]
		t.Errorf("the last has score %d and seed %d", s.Score, s.Seed)
	}
}
