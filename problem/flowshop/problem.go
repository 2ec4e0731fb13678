package flowshop

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/warbler-opt/warbler/problem"
)

// objective is what is minimized.
type objective int

const (
	makespan objective = iota // when the last job is done
	flowTime                  // the sum of when each job is done
)

var objectiveNames = [...]string{"makespan", "flowtime"}

// String is the name as the command line has it.
func (o objective) String() string { return objectiveNames[o] }

// schedule is an instance as the searches see it. It is safe for concurrent use.
type schedule struct {
	instance  *Instance
	objective objective
	times     []int64 // times[j*m+u]: those of a job lie together
	hash      func() [32]byte
	bound     func() problem.Score
	data      func() []uint64
}

var (
	_ problem.Valued    = (*schedule)(nil)
	_ problem.Targeted  = (*schedule)(nil)
	_ problem.Hashed    = (*schedule)(nil)
	_ problem.Advised   = (*schedule)(nil)
	_ problem.Kernelled = (*schedule)(nil)
	_ problem.Exchanger = (*schedule)(nil)
	_ problem.Inserter  = (*schedule)(nil)
)

// New makes a problem of an instance, which must not change any more, and of what is to
// be minimized: "makespan", when the last job is done, or "flowtime", the sum of when
// each job is. A permutation is the order of the jobs, and its score minus that.
func New(inst *Instance, minimized string) (problem.Problem, error) {
	p, err := newSchedule(inst, minimized)
	if err != nil {
		return nil, err
	}
	return p, nil
}

func newSchedule(inst *Instance, minimized string) (*schedule, error) {
	o := objective(slices.Index(objectiveNames[:], minimized))
	if o < 0 {
		return nil, fmt.Errorf("flowshop: no objective is called %q; there are %s", minimized, strings.Join(objectiveNames[:], " and "))
	}
	if err := inst.validate(); err != nil {
		return nil, fmt.Errorf("flowshop: %s: %w", inst.Name, err)
	}
	n, m := inst.Jobs, inst.Machines
	p := &schedule{instance: inst, objective: o, times: make([]int64, n*m)}
	for e, t := range inst.Times {
		p.times[e%n*m+e/n] = t
	}
	p.hash = sync.OnceValue(inst.hash)
	p.bound = sync.OnceValue(func() problem.Score { return -p.least() })
	p.data = sync.OnceValue(p.pack)
	return p, nil
}

// Name is "flowshop".
func (p *schedule) Name() string { return "flowshop" }

// Representation is the order of the jobs.
func (p *schedule) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Permutation, Length: p.instance.Jobs}
}

// Objective says that it is to be minimized.
func (p *schedule) Objective() problem.Objective { return problem.Objective{Minimize: true} }

// Hash identifies the instance.
func (p *schedule) Hash() [32]byte { return p.hash() }

// Variant tells the objective.
func (p *schedule) Variant() string { return "objective=" + p.objective.String() }

// Bound is a score that no permutation can beat: see least.
func (p *schedule) Bound() (problem.Score, bool) { return p.bound(), true }

// job are the times of a job.
func (p *schedule) job(j uint16) []int64 {
	m := p.instance.Machines
	return p.times[int(j)*m : (int(j)+1)*m]
}

// advance lets all machines do a job after what they have done by ends, and returns when
// the last of them is done.
func advance(ends, times []int64) int64 {
	ends = ends[:len(times)]
	now := int64(0)
	for u, t := range times {
		now = max(now, ends[u]) + t
		ends[u] = now
	}
	return now
}

// Evaluate scores a permutation by the definition.
func (p *schedule) Evaluate(g problem.Genome) problem.Score {
	var room [32]int64
	ends := room[:]
	if m := p.instance.Machines; m > len(room) {
		ends = make([]int64, m)
	}
	last, sum := int64(0), int64(0)
	for _, j := range g.Order {
		last = advance(ends, p.job(j))
		sum += last
	}
	if p.objective == flowTime {
		return -sum
	}
	return -last
}
