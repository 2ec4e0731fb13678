package differential

import (
	"context"
	"testing"

	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/function"
	"github.com/warbler-opt/warbler/search"
)

// With default parameters every function in 10 dimensions falls below 1e-6 for
// all of ten seeds. The slowest, Rosenbrock's, needs about 1200 steps: 120,000
// evaluations, a twentieth of a second.
func TestDefaultsSolveTheTestFunctions(t *testing.T) {
	target := problem.FromFloat(-1e-6)
	stop := search.Stop{Target: &target, Steps: 3000}
	for _, name := range function.Names() {
		p := searchtest.Function(name, 10)
		e, err := newEngine(context.Background(), search.Config{Problem: p, Replicas: search.Seeds(1, 10), Stop: stop})
		if err != nil {
			t.Fatal(err)
		}
		result, err := search.Run(context.Background(), e, stop)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range result.Runs {
			if s.Status != search.Reached || search.Verify(p, s) != nil {
				t.Errorf("%s, seed %d: %v with %v after %d steps", name, s.Seed, s.Status, -problem.ToFloat(s.Score), s.Steps)
			}
		}
	}
}
