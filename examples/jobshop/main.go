// Jobshop schedules jobs whose operations have an order of machines of their own. Ctrl-C
// ends the search with the best so far; the next start goes on where it stopped.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"

	"github.com/warbler-opt/warbler"
	"github.com/warbler-opt/warbler/search"
)

// An operation needs a machine for a time.
type operation struct{ machine, time int }

// jobs are those of the instance FT06 of Fisher and Thompson (1963), whose optimum is 55.
var jobs = [][]operation{
	{{2, 1}, {0, 3}, {1, 6}, {3, 7}, {5, 3}, {4, 6}},
	{{1, 8}, {2, 5}, {4, 10}, {5, 10}, {0, 10}, {3, 4}},
	{{2, 5}, {3, 4}, {5, 8}, {0, 9}, {1, 1}, {4, 7}},
	{{1, 5}, {0, 5}, {2, 5}, {3, 3}, {4, 8}, {5, 9}},
	{{2, 9}, {1, 3}, {4, 5}, {5, 4}, {0, 3}, {3, 1}},
	{{1, 3}, {3, 3}, {5, 9}, {0, 10}, {4, 4}, {2, 1}},
}

const machines = 6

// makespan is when the last job ends. The order is one of tickets: the k-th ticket of
// a job starts its k-th operation, so every order is a schedule.
func makespan(order []uint16) int {
	next, ready, free, end := make([]int, len(jobs)), make([]int, len(jobs)), make([]int, machines), 0
	for _, ticket := range order {
		job := int(ticket) / machines
		op := jobs[job][next[job]]
		start := max(ready[job], free[op.machine])
		next[job]++
		ready[job], free[op.machine] = start+op.time, start+op.time
		end = max(end, start+op.time)
	}
	return end
}

func main() {
	state := flag.String("state", "jobshop.state", "the `file` that keeps the state of the search")
	cancel := flag.Int64("cancel", 0, "end as Ctrl-C does after so many `generations`; 0: do not")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	options := []warbler.Option{warbler.Generations(2000), warbler.Every(100), warbler.Checkpoint(*state)}
	if _, err := os.Stat(*state); err == nil {
		fmt.Println("going on")
		options = append(options, warbler.Resume(*state))
	}
	plan := warbler.Permutation(len(jobs)*machines, makespan, warbler.Minimize(), warbler.Bound(55), warbler.Name("FT06"))
	run := warbler.New(ctx, plan, options...)
	for p := range run.Progress() {
		fmt.Println("generation", p.Steps, "makespan", p.Value)
		if p.Steps == *cancel {
			stop()
		}
	}
	result, err := run.Result()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("makespan", result.Value, "after", result.Steps, "generations:", result.Status)
	if result.Status != search.Interrupted { // there is nothing to go on with
		os.Remove(*state)
	}
}
