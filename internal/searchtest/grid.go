package searchtest

import (
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

// Grid is a real problem that asks for a point of a grid. It has what functions have
// not: integer scores, a repair, data that is kept on chip, and batches.
type Grid struct{ Point []uint64 }

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

// Name implements problem.Problem.
func (p Grid) Name() string { return "grid" }

// Representation implements problem.Problem.
func (p Grid) Representation() problem.Representation {
	r := problem.Representation{Kind: problem.Real, Length: len(p.Point)}
	for range p.Point {
		r.Lower, r.Upper = append(r.Lower, 0), append(r.Upper, 99.5)
	}
	return r
}

// Evaluate implements problem.Problem.
func (p Grid) Evaluate(g problem.Genome) problem.Score {
	sum := problem.Score(0)
	for j, x := range g.Reals {
		d := int64(x) - int64(p.Point[j])
		sum -= max(d, -d)
	}
	return sum
}

// EvaluateBatch implements problem.BatchEvaluator.
func (p Grid) EvaluateBatch(g problem.Genomes, scores []problem.Score) {
	for i := range scores {
		scores[i] = p.Evaluate(g.At(i))
	}
}

// Repair implements problem.Repairer.
func (p Grid) Repair(g problem.Genome, at rng.Address) {
	for j, x := range g.Reals {
		g.Reals[j] = float64(int64(x)) + float64(at.Word(uint32(j))&1)
	}
}

// Bound is the score of the point itself.
func (p Grid) Bound() (problem.Score, bool) { return 0, true }

// Kernel implements problem.Kernelled.
func (p Grid) Kernel() problem.Kernel {
	return problem.Kernel{
		Parts:  []kernel.Part{{Name: "grid.cl", Text: gridText}},
		Data:   p.Point,
		Cache:  len(p.Point),
		Repair: true,
	}
}
