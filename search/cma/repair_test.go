package cma

import (
	"testing"

	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/rng"
	"github.com/warbler-opt/warbler/search"
	"github.com/warbler-opt/warbler/search/searchtest"
)

// grid asks for the point of a list, on a grid. It has what functions have
// not: integer scores, a repair, data that is kept on chip, and batches.
type grid struct{ point []uint64 }

const gridText = `
DEVICE i64 problem_score(GENOME g, GLOBAL const u64 *data, LOCALPTR const u64 *cache TEAM_PARAM)
{
    i64 sum = 0;
    for (u32 j = 0; j < LEN; j++) {
#if CACHED
        i64 d = (i64)REAL(g, j) - (i64)cache[j];
#else
        i64 d = (i64)REAL(g, j) - (i64)data[j];
#endif
        sum -= d < 0 ? -d : d;
    }
    return sum;
}

DEVICE void problem_repair(GENOME_RW g, GLOBAL const u64 *data, LOCALPTR const u64 *cache, address at TEAM_PARAM)
{
    for (u32 j = 0; j < LEN; j++)
        g[j] = F64_FLOOR(g[j]) + (f64)(random_word(at, j) & 1);
}
`

func (p grid) Name() string { return "grid" }

func (p grid) Representation() problem.Representation {
	r := problem.Representation{Kind: problem.Real, Length: len(p.point)}
	for range p.point {
		r.Lower, r.Upper = append(r.Lower, 0), append(r.Upper, 99.5)
	}
	return r
}

func (p grid) Evaluate(g problem.Genome) problem.Score {
	sum := problem.Score(0)
	for j, x := range g.Reals {
		d := int64(x) - int64(p.point[j])
		sum -= max(d, -d)
	}
	return sum
}

func (p grid) EvaluateBatch(g problem.Genomes, scores []problem.Score) {
	for i := range scores {
		scores[i] = p.Evaluate(g.At(i))
	}
}

func (p grid) Repair(g problem.Genome, at rng.Address) {
	for j, x := range g.Reals {
		g.Reals[j] = float64(int64(x)) + float64(at.Word(uint32(j))&1)
	}
}

// Bound is the score of the point itself.
func (p grid) Bound() (problem.Score, bool) { return 0, true }

func (p grid) Kernel() problem.Kernel {
	return problem.Kernel{
		Parts:  []kernel.Part{{Name: "grid.cl", Text: gridText}},
		Data:   p.point,
		Cache:  len(p.point),
		Repair: true,
	}
}

func TestRepairAndTablesAgreeEverywhere(t *testing.T) {
	p := grid{[]uint64{3, 41, 59, 26, 53}}
	c := search.Config{Problem: p, Values: search.Values{"population": "40"}, Replicas: search.Seeds(1, 3)}
	searchtest.Everywhere(t, algorithm(t), c, 4, 10)
	forced.localMemory = 16
	defer func() { forced.localMemory = 0 }()
	searchtest.Everywhere(t, algorithm(t), c, 1, 10)
	if s := searchtest.History(t, algorithm(t), c, 1, 400)[0].Best[0]; s.Status != search.Optimal || search.Verify(p, s) != nil {
		t.Error(s)
	}
}
