package experiment

import (
	"context"
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
	s, err := newSchedule(where.workers())
	if err != nil {
		return nil, err
	}
	for _, k := range kinds(len(tasks),
		func(i int) (*Case, search.Values) { return tasks[i].Case, tasks[i].Values },
		func(run int) (int, uint64) { return run, tasks[run].Seed }) {
		s.add(k, k.members)
	}
	var lock sync.Mutex
	var done []Run
	err = s.perform(ctx, newMeter(len(tasks), 0, len(s.workers), watch), func(runs []Run) error {
		lock.Lock()
		defer lock.Unlock()
		done = append(done, runs...)
		return nil
	}, nil)
	slices.SortFunc(done, func(a, b Run) int { return a.Number - b.Number })
	return done, err
}

// batchable is what runs share that one engine can do.
type batchable struct {
	*Case
	values  search.Values // of all runs
	replica func(run int) search.Replica
	members []int // the tasks, or the cells of a plan, whose runs they are
}

// kinds sorts so many tasks or cells by what must be the same in an engine. member
// says what one of them is, locate finds the one that a run is of, and its seed.
func kinds(count int, member func(i int) (*Case, search.Values), locate func(run int) (int, uint64)) (list []*batchable) {
	type key struct {
		on     *Case
		shared string
	}
	known := map[key]*batchable{}
	own := make([]search.Values, count)
	replica := func(run int) search.Replica {
		i, seed := locate(run)
		return search.Replica{Seed: seed, Values: own[i]}
	}
	for i := range own {
		on, values := member(i)
		var shared search.Values
		shared, own[i] = Split(on.algorithm.Params, values)
		at := key{on, shared.String()}
		k := known[at]
		if k == nil {
			k = &batchable{Case: on, values: shared, replica: replica}
			known[at] = k
			list = append(list, k)
		}
		k.members = append(k.members, i)
	}
	return list
}

// Split tells the values that all replicas of an engine share from those that may
// be a replica's own.
func Split(params search.Table, values search.Values) (shared, own search.Values) {
	shared, own = search.Values{}, search.Values{}
	for name, text := range values {
		if p, _ := params.Find(name); p.PerReplica {
			own[name] = text
		} else {
			shared[name] = text
		}
	}
	return shared, own
}
