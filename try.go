package warbler

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/warbler-opt/warbler/search"
)

// life is what the evaluations of a run have in common: a context, and how many
// failed.
type life struct {
	ctx    context.Context
	end    context.CancelFunc
	failed atomic.Int64
	last   atomic.Pointer[error]
}

// newLife is a life that ends with ctx, or before.
func newLife(ctx context.Context) *life {
	l := &life{}
	l.ctx, l.end = context.WithCancel(ctx)
	return l
}

// living is a problem in a run, whose evaluations end with it.
func living(p Problem, l *life) Problem {
	if f, ok := p.(interface{ live(*life) Problem }); ok {
		return f.live(l)
	}
	return p
}

// failure is the last error, or nil.
func (l *life) failure() error {
	if last := l.last.Load(); last != nil {
		return *last
	}
	return nil
}

// attempt evaluates a genome. It reports false where that failed, which is counted
// but for what the end of the run has cut short.
func attempt[V any](l *life, limit time.Duration, g Genome, evaluate func(context.Context, Genome) (V, error)) (v V, ok bool) {
	ctx := context.Background()
	if l != nil {
		ctx = l.ctx
	}
	var err error
	if limit > 0 {
		v, err = within(ctx, limit, g, evaluate)
	} else {
		v, err = evaluate(ctx, g)
	}
	if err != nil && l != nil && ctx.Err() == nil {
		l.failed.Add(1)
		l.last.Store(&err)
	}
	return v, err == nil
}

// within evaluates a copy of a genome in a goroutine, which is left behind if it takes
// too long.
func within[V any](ctx context.Context, limit time.Duration, g Genome, evaluate func(context.Context, Genome) (V, error)) (v V, err error) {
	timed, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	done := make(chan func() (V, error), 1)
	own := g.Clone()
	go func() {
		var v V
		var err error
		defer func() {
			if p := recover(); p != nil {
				panicked := search.Panicked(p)
				done <- func() (V, error) { panic(panicked) }
				return
			}
			done <- func() (V, error) { return v, err }
		}()
		v, err = evaluate(timed, own)
	}()
	select {
	case result := <-done:
		v, err = result()
	case <-timed.Done():
		err = timed.Err()
	}
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		err = fmt.Errorf("an evaluation took longer than %v: %w", limit, err)
	}
	return v, err
}
