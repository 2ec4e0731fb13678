package searchtest

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/clocktest"
	"github.com/warbler-opt/warbler/search"
)

// soon is how long a search may go on after it was told to end.
const soon = 100 * time.Millisecond

// Punctual demands that a search ends soon after it is told to. Try tells it, and
// says how long it went on.
func Punctual(t *testing.T, what string, try func() time.Duration) {
	t.Helper()
	clocktest.Within(t, soon, what+" after the end", try)
}

// Canceled demands that a Step ends soon after its context. By itself it would end
// after 250 ms.
func Canceled(t *testing.T, what string, e search.Engine) {
	t.Helper()
	Punctual(t, what, func() time.Duration {
		const given = 20 * time.Millisecond
		ctx, cancel := context.WithTimeout(context.Background(), given)
		defer cancel()
		begin := time.Now()
		if _, err := e.Step(ctx, 1<<30); err != nil {
			t.Fatal(err)
		}
		return time.Since(begin) - given
	})
}

// PunctualFromNew is Punctual for a whole run, from the making of its engine on, that
// has been given some time. If there is an answer, it is right.
func PunctualFromNew(t *testing.T, what string, a search.Algorithm, c search.Config, given time.Duration) {
	t.Helper()
	Punctual(t, what, func() time.Duration {
		begin := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), given)
		defer cancel()
		e, err := a.New(ctx, c)
		if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			return time.Since(begin) - given
		}
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		for first := true; first || ctx.Err() == nil; first = false {
			if _, err := e.Step(ctx, 1<<30); err != nil {
				t.Fatal(err)
			}
		}
		took := time.Since(begin) - given
		if s, err := e.Best(0); err != nil || s.Score != c.Problem.Evaluate(s.Genome) {
			t.Errorf("%s: %+v, %v; the definition says %d", what, s, err, c.Problem.Evaluate(s.Genome))
		}
		return took
	})
}
