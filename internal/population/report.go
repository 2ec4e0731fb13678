package population

import (
	"cmp"
	"math"
	"slices"

	"github.com/warbler-opt/warbler/internal/checkpoint"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Progress sums up the states of all replicas. evaluations is how many genomes
// a replica has scored by a step.
func Progress(states []State, evaluations func(step int64) int64) search.Progress {
	p := search.Progress{Best: problem.Worst}
	for _, s := range states {
		p.Steps = max(p.Steps, s.Step)
		p.Evaluations += evaluations(s.Step)
		p.Best = max(p.Best, s.Best)
		if s.Status == search.Running {
			p.Running++
		}
	}
	return p
}

// Front is the step that all running replicas have reached.
func Front(states []State) (step int64, running bool) {
	for _, s := range states {
		if s.Status == search.Running {
			return s.Step, true
		}
	}
	return 0, false
}

// furthest is the furthest step of the running replicas, and whether all of them
// have reached it. Goroutines may be stopped at different steps; a device's
// launches are for all replicas alike.
func furthest(states []State) (step int64, level bool) {
	least, running := Front(states)
	for _, s := range states {
		if s.Status == search.Running {
			step, least = max(step, s.Step), min(least, s.Step)
		}
	}
	return step, !running || least == step
}

// Record is what the device would have written after a step that a state was
// judged by.
func (s State) Record(all Node, mean, deviation, spread float64) Record {
	return Record{
		Step: s.Step, Best: all.Best, Worst: all.Worst, SoFar: s.Best,
		Mean: mean, Deviation: deviation, Spread: spread,
		OnlineSum: s.Online, OfflineSum: s.Offline,
	}
}

// Sample is the record of a replica as a line of a trace.
func (r Record) Sample(replica int, evaluations int64) search.Sample {
	steps := float64(r.Step + 1)
	return search.Sample{
		Replica: replica, Step: r.Step, Evaluations: evaluations,
		BestSoFar: r.SoFar, Best: r.Best, Worst: r.Worst,
		Mean: r.Mean, Deviation: r.Deviation, Diversity: r.Spread,
		Online: r.OnlineSum / steps, Offline: r.OfflineSum / steps,
		Front: int(r.Front), Hypervolume: r.Volume,
	}
}

// samples appends the records of some steps from first on, as a device left
// them, to a list of samples. states are those after the last of the steps.
func samples(to []search.Sample, records []Record, first int64, states []State, evaluations func(step int64) int64) []search.Sample {
	for k, record := range records {
		// A frozen replica leaves no record: what lies there is older.
		step, r := first+int64(k/len(states)), k%len(states)
		if record.Step == step && states[r].Step >= step {
			to = append(to, record.Sample(r, evaluations(step)))
		}
	}
	return to
}

// SortSamples orders samples by step and then by replica.
func SortSamples(list []search.Sample) {
	slices.SortFunc(list, func(a, b search.Sample) int {
		return cmp.Or(cmp.Compare(a.Step, b.Step), cmp.Compare(a.Replica, b.Replica))
	})
}

// PutStates stores the states of all replicas in a checkpoint, and the
// furthest step in its header.
func PutStates(c *search.Checkpoint, states []State) {
	least := int64(math.MaxInt64)
	for _, s := range states {
		c.Header.Steps = max(c.Header.Steps, s.Step)
		if s.Status == search.Running {
			least = min(least, s.Step)
		}
	}
	c.Header.Behind = max(0, c.Header.Steps-least)
	checkpoint.Put(c, "states", view[uint64](states))
}

// GetStates reads what PutStates stored for so many replicas and judges them
// by the rules of the run that goes on.
func GetStates(c *checkpoint.Reader, replicas int, r Rules) []State {
	states := view[State](c.Uint64s("states", stateWords*replicas))
	for i := range states {
		states[i].Recheck(r)
	}
	return states
}
