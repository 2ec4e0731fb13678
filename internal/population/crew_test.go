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

// A panic in any goroutine of a crew reaches the caller, once, and the crew can
// be used again.
func TestCrewRaisesPanics(t *testing.T) {
	wrong := errors.New("wrong")
	for _, threads := range []int{1, 2, 5} {
		for _, ganged := range []bool{false, true} {
			t.Run(fmt.Sprint(threads, ganged), func(t *testing.T) {
				c := NewCrew(threads)
				for range 3 {
					stop := c.Watch(context.Background())
					if ganged && threads > 1 {
						c.gang = newGang(c)
					}
					var done atomic.Int64
					caught := func() (v any) {
						defer func() { v = recover() }()
						c.Together(10, func(_, task int) {
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
						ok = errors.Is(p, wrong) && strings.Contains(p.Where, "crew_test.go:")
					}
					if !ok {
						t.Errorf("%v", caught)
					}
					stop()
					c.Watch(context.Background())
					done.Store(0)
					c.Together(10, func(int, int) { done.Add(1) })
					if done.Load() != 10 {
						t.Errorf("%d of 10 tasks after a panic", done.Load())
					}
					if c.gang != nil {
						c.gang.end()
						c.gang = nil
					}
				}
			})
		}
	}
}
