package flowshop

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/warbler-opt/warbler/problem"
)

// Objective is what is minimized.
type Objective int

// The objectives.
const (
	Makespan Objective = iota // when the last job is done
	FlowTime                  // the sum of when each job is done
)

var objectiveNames = []string{"makespan", "flowtime"}

// String is the name as the command line has it.
func (o Objective) String() string { return objectiveNames[o] }

// ParseObjective finds an objective by its name; no name is the makespan's.
func ParseObjective(name string) (Objective, error) {
	at := slices.Index(objectiveNames, name)
	if at < 0 && name != "" {
		return 0, fmt.Errorf("flowshop: no objective is called %q; there are %s", name, strings.Join(objectiveNames, " and "))
	}
	return Objective(max(at, 0)), nil
}

// Problem is an instance as the searches see it. It is safe for concurrent use.
type Problem struct {
	instance  *Instance
	objective Objective
	times     []int64 // times[j*m+u]: those of a job lie together
	hash      func() [32]byte
	bound     func() problem.Score
	data      func() []uint64
}

var (
	_ problem.Problem   = (*Problem)(nil)
	_ problem.Valued    = (*Problem)(nil)
	_ problem.Targeted  = (*Problem)(nil)
	_ problem.Hashed    = (*Problem)(nil)
	_ problem.Varied    = (*Problem)(nil)
	_ problem.Advised   = (*Problem)(nil)
	_ problem.Kernelled = (*Problem)(nil)
	_ problem.Exchanger = (*Problem)(nil)
	_ problem.Inserter  = (*Problem)(nil)
)

// New makes a problem of an instance, which must not change any more. The score of a
// permutation is minus its objective.
func New(inst *Instance, o Objective) (*Problem, error) {
	if err := inst.Validate(); err != nil {
		return nil, fmt.Errorf("flowshop: %s: %w", inst.Name, err)
	}
	n, m := inst.Jobs, inst.Machines
	p := &Problem{instance: inst, objective: o, times: make([]int64, n*m)}
	for e, t := range inst.Times {
		p.times[e%n*m+e/n] = t
	}
	p.hash = sync.OnceValue(inst.Hash)
	p.bound = sync.OnceValue(func() problem.Score { return -p.least() })
	p.data = sync.OnceValue(p.pack)
	return p, nil
}

// Name is "flowshop".
func (p *Problem) Name() string { return "flowshop" }

// Instance is the data the problem was made of.
func (p *Problem) Instance() *Instance { return p.instance }

// Representation is the order of the jobs.
func (p *Problem) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Permutation, Length: p.instance.Jobs}
}

// Objective says that it is to be minimized.
func (p *Problem) Objective() problem.Objective { return problem.Objective{Minimize: true} }

// Hash identifies the instance.
func (p *Problem) Hash() [32]byte { return p.hash() }

// Variant tells the objective.
func (p *Problem) Variant() string { return "objective=" + p.objective.String() }

// Bound is a score that no permutation can beat: see least.
func (p *Problem) Bound() (problem.Score, bool) { return p.bound(), true }

// job are the times of a job.
func (p *Problem) job(j uint16) []int64 {
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
func (p *Problem) Evaluate(g problem.Genome) problem.Score {
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
	if p.objective == FlowTime {
		return -sum
	}
	return -last
}
