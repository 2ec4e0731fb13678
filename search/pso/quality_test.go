package pso

import (
	"context"
	"testing"

	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// With default parameters and 100,000 evaluations, all of ten seeds find the minima
// of a bowl and of Ackley's function, and come near those of others.
func TestDefaultsOnTheTestFunctions(t *testing.T) {
	stop := search.Stop{Steps: 1999}
	for name, value := range map[string]float64{"sphere": 1e-12, "ackley": 1e-6, "rosenbrock": 3, "rastrigin": 10, "griewank": 0.1} {
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
			if got := -problem.ToFloat(s.Score); got > value || search.Verify(p, s) != nil {
				t.Errorf("%s, seed %d: %v, want at most %v", name, s.Seed, got, value)
			}
		}
	}
}
