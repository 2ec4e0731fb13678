// Package tour is what searches for short round trips share: cities and the distances
// between them, lists of near neighbors, first tours, and tours as arrays.
//
// Everything here is the same on any number of goroutines: a ParallelFor shares out
// tasks that write to places of their own. Where work was broken off, what is returned
// is to be thrown away.
package tour

import "github.com/warbler-opt/warbler/problem"

// Problem is a problem whose solutions are round trips through cities.
type Problem interface {
	problem.Problem
	// Cities are the cities of the trips. They must not be changed.
	Cities() *Cities
}

// ParallelFor runs the tasks 0 to tasks-1 on some goroutines, or leaves tasks out when
// work is to be left unfinished. When it has left one out, it leaves out all later ones.
type ParallelFor = func(tasks int, run func(worker, task int))

// Serial is a ParallelFor on the goroutine that calls it.
func Serial(tasks int, run func(worker, task int)) {
	for t := range tasks {
		run(0, t)
	}
}

// blocks runs tasks for blocks of n things that take little time each.
func blocks(n int, parallel ParallelFor, run func(lo, hi int)) {
	const some = 1 << 14
	parallel((n+some-1)/some, func(_, task int) { run(some*task, min(some*(task+1), n)) })
}
