package population

import (
	"testing"

	"github.com/warbler-opt/warbler/problem"
)

func TestTop(t *testing.T) {
	rep := problem.Representation{Kind: problem.Binary, Length: 8}
	f := Frame{Seeds: []uint64{7, 8}, Evaluations: func(int64) int64 { return 0 }}
	states := []State{{Best: 5}, {Best: 9}}
	best, members := problem.NewGenomes(rep, 2), problem.NewGenomes(rep, 4)
	copy(best.Bits, []uint64{50, 90})
	copy(members.Bits, []uint64{50, 51, 30, 90})
	scores := []problem.Score{5, 5, 3, 9} // 50, 51 of replica 0; 30, 90 of replica 1
	for _, c := range []struct {
		count int
		want  []uint64
	}{{1, []uint64{90}}, {3, []uint64{90, 50, 51}}, {10, []uint64{90, 50, 51, 30}}, {0, nil}} {
		top := f.Top(c.count, states, best, members, scores)
		if len(top) != len(c.want) {
			t.Fatalf("%d asked, %d given, want %v", c.count, len(top), c.want)
		}
		for i, s := range top {
			if s.Genome.Bits[0] != c.want[i] {
				t.Errorf("place %d of %d has %d, want %d", i, c.count, s.Genome.Bits[0], c.want[i])
			}
		}
	}
	if s := f.Top(4, states, best, members, scores)[3]; s.Score != 3 || s.Seed != 8 {
		t.Errorf("the last has score %d and seed %d", s.Score, s.Seed)
	}
}
