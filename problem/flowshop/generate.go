package flowshop

import (
	"fmt"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/problem"
)

// The generator of Taillard's benchmarks (1993): x ← 16807·x mod 2³¹−1.
const (
	multiplier = 16807
	modulus    = 1<<31 - 1
	mostTime   = 99
)

// Generate makes an instance as Taillard did: times from 1 to 99, machine by machine,
// from a seed of 1 to 2³¹−2. With his sizes and seeds these are his instances.
func Generate(jobs, machines int, seed uint64) (*Instance, error) {
	if seed < 1 || seed >= modulus {
		err := fmt.Errorf("flowshop: the seed is %d; Taillard's generator takes 1 to %d", seed, modulus-1)
		return nil, &problem.FlagError{Flags: []string{"seed"}, Err: err}
	}
	q := &Instance{Name: fmt.Sprintf("flowshop-%d-%d-%d", jobs, machines, seed), Jobs: jobs, Machines: machines, Seed: int64(seed)}
	if jobs >= 1 && jobs <= maxJobs && machines >= 1 && machines <= maxMachines {
		q.Times = make([]int64, jobs*machines)
	}
	x := int64(seed)
	for e := range q.Times {
		x = x * multiplier % modulus
		q.Times[e] = 1 + x*mostTime/modulus
	}
	p, err := newSchedule(q, makespan.String())
	if err != nil {
		return nil, err
	}
	// The bounds of the file: the jobs as they come are a schedule.
	asTheyCome := make([]int, jobs)
	for k := range asTheyCome {
		asTheyCome[k] = k
	}
	q.Lower, q.Upper = -p.bound(), -p.Evaluate(answer.Ordered(asTheyCome))
	return q, nil
}
