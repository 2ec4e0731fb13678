package population

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/warbler-opt/warbler/search"
)

// A panic in any goroutine of a pool reaches the caller, once, and the pool can
// be used again.
func TestPoolRaisesPanics(t *testing.T) {
	wrong := errors.New("wrong")
	for _, threads := range []int{1, 2, 5} {
		for _, standing := range []bool{false, true} {
			t.Run(fmt.Sprint(threads, standing), func(t *testing.T) {
				c := NewPool(threads)
				for range 3 {
					stop := c.Watch(context.Background())
					if standing && threads > 1 {
						c.workers = startWorkers(c)
					}
					var done atomic.Int64
					caught := func() (v any) {
						defer func() { v = recover() }()
						c.Parallel(10, func(_, task int) {
							if done.Add(1); task == 3 || task == 7 {
								panic(wrong)
							}
						})
						return nil
					}()
					p, ok := caught.(*search.PanicError)
					if threads == 1 { // nobody to catch it for
						ok = caught == wrong
					} else if ok {
						ok = errors.Is(p, wrong) && strings.Contains(p.Where, "pool_test.go:")
					}
					if !ok {
						t.Errorf("%v", caught)
					}
					stop()
					c.Watch(context.Background())
					done.Store(0)
					c.Parallel(10, func(int, int) { done.Add(1) })
					if done.Load() != 10 {
						t.Errorf("%d of 10 tasks after a panic", done.Load())
					}
					if c.workers != nil {
						c.workers.end()
						c.workers = nil
					}
				}
			})
		}
	}
}
