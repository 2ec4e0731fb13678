package experiment

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/warbler-opt/warbler/search"
)

// Task is a run that is wanted.
type Task struct {
	Case   *Case
	Values search.Values
	Seed   uint64
}

// Perform does runs on all devices at once, packed into batches as those of a
// campaign are: tasks of a case whose parameters differ in those of replicas
// only share launches, which cannot be seen in the results. The runs have the
// numbers of their tasks and come in that order; when ctx ends, those that are
// not finished are missing, and that is no error.
func Perform(ctx context.Context, where Where, tasks []Task, watch func(Progress)) ([]Run, error) {
	workers := where.workers()
	if len(workers) == 0 {
		return nil, errors.New("experiment: there is no device to run on")
	}
	s := newSchedule(workers)
	for _, k := range kinds(tasks) {
		s.add(&k.batchable, k.runs)
	}
	var lock sync.Mutex
	var done []Run
	err := s.perform(ctx, newMeter(len(tasks), 0, len(workers), watch), func(runs []Run) error {
		lock.Lock()
		defer lock.Unlock()
		done = append(done, runs...)
		return nil
	}, nil)
	slices.SortFunc(done, func(a, b Run) int { return a.Number - b.Number })
	return done, err
}

// kind is the tasks that can share an engine.
type kind struct {
	batchable
	runs []int
}

// kinds sorts tasks by what must be the same in an engine.
func kinds(tasks []Task) (list []*kind) {
	type key struct {
		on     *Case
		shared string
	}
	known := map[key]*kind{}
	own := make([]search.Values, len(tasks))
	for i, t := range tasks {
		shared := search.Values{}
		own[i] = search.Values{}
		for name, text := range t.Values {
			if p, _ := t.Case.algorithm.Params.Find(name); p.PerReplica {
				own[i][name] = text
			} else {
				shared[name] = text
			}
		}
		at := key{t.Case, shared.String()}
		k := known[at]
		if k == nil {
			k = &kind{batchable: t.Case.batchable}
			k.values = shared
			k.replica = func(run int) search.Replica { return search.Replica{Seed: tasks[run].Seed, Values: own[run]} }
			known[at] = k
			list = append(list, k)
		}
		k.runs = append(k.runs, i)
	}
	return list
}
