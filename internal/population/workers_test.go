package population

import (
	"context"
	"sync/atomic"
	"testing"
	"time"
)

// TestWorkersDoEveryTaskOnce holds for one task and for many, for workers that
// sleep between jobs and for more workers than cores.
func TestWorkersDoEveryTaskOnce(t *testing.T) {
	for _, threads := range []int{2, 3, 16} {
		g := startWorkers(NewPool(threads))
		for round := range 400 {
			tasks := []int{1, 2, threads, 7, 100}[round%5]
			counts := make([]atomic.Int32, tasks)
			inside := make([]atomic.Int32, threads)
			g.do(tasks, func(worker, task int) {
				if inside[worker].Add(1) != 1 {
					t.Errorf("worker %d of %d does two tasks at a time", worker, threads)
				}
				counts[task].Add(1)
				if round%50 == 0 && task%3 == 1 {
					time.Sleep(3 * patience) // the others wait longer than their patience
				}
				inside[worker].Add(-1)
			})
			for task := range counts {
				if n := counts[task].Load(); n != 1 {
					t.Fatalf("%d threads, round %d: task %d of %d was done %d times", threads, round, task, tasks, n)
				}
			}
			if round%40 == 0 {
				time.Sleep(2 * patience)
			}
		}
		g.end()
	}
}

// TestWorkersLeaveTasksOutWhenAborted wants do to return only when nobody is at a
// task any more, and soon.
func TestWorkersLeaveTasksOutWhenAborted(t *testing.T) {
	for range 50 {
		c := NewPool(4)
		ctx, cancel := context.WithCancel(context.Background())
		stop := c.Watch(ctx)
		g := startWorkers(c)
		var inside, done atomic.Int32
		g.do(10_000, func(_, task int) {
			inside.Add(1)
			if done.Add(1) == 20 {
				cancel()
			}
			time.Sleep(20 * time.Microsecond)
			inside.Add(-1)
		})
		if inside.Load() != 0 {
			t.Fatal("do returned while a task ran")
		}
		if done.Load() == 10_000 {
			t.Fatal("no task was left out")
		}
		g.end()
		stop()
		cancel()
	}
}
