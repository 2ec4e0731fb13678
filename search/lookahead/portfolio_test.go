package lookahead

import (
	"context"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem/sat"
)

// A formula so large that a walk of it takes long to build does not keep what
// was told to end.
func TestCancelLarge(t *testing.T) {
	f, err := sat.Generate(sat.Random{Width: 3, Vars: 230_000, Clauses: 990_000, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for name, decide := range map[string]func(context.Context) (Result, error){
		"walk": func(ctx context.Context) (Result, error) { return Solve(ctx, f, Options{Algorithm: "walk", Seed: 1}) },
		"a portfolio of one": func(ctx context.Context) (Result, error) {
			return Solve(ctx, f, portfolio(Options{Threads: 1}, 1))
		},
		"a portfolio of two": func(ctx context.Context) (Result, error) {
			return Solve(ctx, f, portfolio(Options{Threads: 2}, 1))
		},
	} {
		searchtest.Punctual(t, name, func() time.Duration {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			const after = 20 * time.Millisecond
			var asked time.Time
			time.AfterFunc(after, func() {
				asked = time.Now()
				cancel()
			})
			r, err := decide(ctx)
			ended := time.Now()
			if err != nil || r.Status != sat.Unknown || ctx.Err() == nil {
				t.Errorf("%s: %v after %v, %v", name, r.Status, r.Elapsed, err)
			}
			return ended.Sub(asked)
		})
	}
}
