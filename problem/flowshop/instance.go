package flowshop

import (
	"fmt"
	"math/bits"

	"github.com/warbler-opt/warbler/internal/words"
)

// The largest instance that is read or made: a file that claims more is refused before
// anything is reserved for it.
const (
	maxJobs     = 5000
	maxMachines = 100
)

// maxTotal bounds n times the sum of all times, which no objective exceeds.
const maxTotal = 1 << 60

// Instance is a flow shop.
type Instance struct {
	Name     string
	Jobs     int     // n
	Machines int     // m
	Times    []int64 // Times[u*n+j] is how long machine u takes for job j
	Seed     int64   // that it was made from, or 0
	Lower    int64   // bounds of the least makespan that the file claims;
	Upper    int64   // 0: it claims none
}

// validate reports what is wrong with an instance: sizes that do not match, negative
// times, or sums that could be too large.
func (q *Instance) validate() error {
	switch {
	case q.Jobs < 1 || q.Jobs > maxJobs:
		return fmt.Errorf("%d jobs; there must be 1 to %d", q.Jobs, maxJobs)
	case q.Machines < 1 || q.Machines > maxMachines:
		return fmt.Errorf("%d machines; there must be 1 to %d", q.Machines, maxMachines)
	case len(q.Times) != q.Jobs*q.Machines:
		return fmt.Errorf("%d times; %d jobs on %d machines need %d", len(q.Times), q.Jobs, q.Machines, q.Jobs*q.Machines)
	}
	for e, t := range q.Times {
		if t < 0 {
			return fmt.Errorf("the time of job %d on machine %d is negative (%d)", e%q.Jobs+1, e/q.Jobs+1, t)
		}
	}
	if q.total() > maxTotal {
		return fmt.Errorf("the sum of all times, times the number of jobs, is more than 2^60; scale the times down")
	}
	return nil
}

// total is n times the sum of all times, or more than maxTotal.
func (q *Instance) total() uint64 {
	sum := uint64(0)
	for _, t := range q.Times {
		sum = min(sum+uint64(t), maxTotal+1)
	}
	if high, low := bits.Mul64(sum, uint64(q.Jobs)); high == 0 {
		return low
	}
	return maxTotal + 1
}

// hash identifies an instance by its times; its name does not matter.
func (q *Instance) hash() [32]byte {
	return words.Hash(int64(q.Jobs), q.Times)
}
