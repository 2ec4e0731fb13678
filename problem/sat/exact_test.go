package sat

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// The exact method agrees with the checker on all assignments of small formulas.
func TestProveMaxsat(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vars := rapid.IntRange(0, 7).Draw(t, "vars")
		f := &Formula{Name: "x", Vars: vars, Weights: []int64{}}
		for range rapid.IntRange(0, 25).Draw(t, "clauses") {
			var clause []int32
			for range rapid.IntRange(0, min(vars, 3)).Draw(t, "width") {
				x := int32(rapid.IntRange(1, vars).Draw(t, "variable"))
				clause = append(clause, x-2*x*int32(rapid.IntRange(0, 1).Draw(t, "negated")))
			}
			weight := rapid.Int64Range(0, 5).Draw(t, "weight")
			if rapid.Bool().Draw(t, "hard") && len(clause) > 0 {
				weight = Hard
			}
			f.Add(weight, clause...)
		}
		p, err := newProblem(f)
		if err != nil {
			t.Fatal(err)
		}
		got, err := newForm(p).prove(context.Background(), true)
		if err != nil || !got.Optimal || len(got.Best) != 1 || search.Verify(p, search.Solution{Genome: got.Best[0].Genome, Score: got.Best[0].Score}) != nil {
			t.Fatalf("%+v, %v", got, err)
		}
		least := int64(-1)
		for bits := range uint64(1) << vars {
			_, violated, cost, err := Check(f, cnf.AssignmentOf(problem.Genome{Bits: []uint64{bits}}, vars))
			if err != nil {
				t.Fatal(err)
			}
			if violated == 0 && (least < 0 || cost < least) {
				least = cost
			}
		}
		if got.None != (least < 0) || !got.None && p.Objective().Total-got.Best[0].Score != least {
			t.Fatalf("%+v; the least cost is %d", got, least)
		}
	})
}
