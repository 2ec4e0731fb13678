package warbler

import (
	"math"
	"slices"

	"github.com/warbler-opt/warbler/internal/replicas"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// Solution is a solution that a result has. One of a front is of no single replica, so it
// has no seed and no steps.
type Solution struct {
	search.Solution           // the genome, and how it was found
	Value           float64   // what it is worth, as the problem states it; with several objectives by the first
	Values          []float64 // with several objectives: by each of them
	Violation       float64   // by how much it violates constraints; 0: it is feasible
}

// valued says what solutions are worth. Fronts have the scores by all criteria of each.
func valued(p Problem, list []search.Solution, fronts ...[]search.Member) (to []Solution, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = search.Panicked(v)
		}
	}()
	for _, s := range list {
		v := Solution{Solution: s, Value: problem.ObjectiveOf(p).Value(s.Score), Violation: violationAt(p, s)}
		if f := functionOf(p); f != nil && v.Violation > 0 {
			v.Value = f.worth(s.Genome, v.Value, v.Violation)
		} else if f != nil && f.tries && s.Score == problem.Worst { // an integer cannot tell
			v.Value = math.NaN()
		}
		for _, front := range fronts {
			if i := slices.IndexFunc(front, func(m search.Member) bool { return m.Genome.Equal(s.Genome) }); i >= 0 {
				v.Values = valuesOf(p, front[i].Scores)
				break
			}
		}
		to = append(to, v)
	}
	return to, nil
}

// valuedFront says what the members of a front are worth.
func valuedFront(p Problem, front []search.Member) (to []Solution, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = search.Panicked(v)
		}
	}()
	for _, m := range front {
		v := Solution{Solution: search.Solution{Genome: m.Genome, Score: m.Scores[0]}, Values: valuesOf(p, m.Scores)}
		if v.Value = v.Values[0]; m.Violation > 0 {
			v.Violation = violationAt(p, v.Solution)
		}
		to = append(to, v)
	}
	return to, nil
}

// violationAt is by how much a solution violates constraints.
func violationAt(p Problem, s search.Solution) (violation float64) {
	if _, elsewhere := p.(search.Opener); !elsewhere {
		violation = violationOf(p, s.Genome)
	}
	if violation == 0 && s.Score != problem.Worst {
		violation = problem.ObjectiveOf(p).Violation(s.Score)
	}
	if math.IsNaN(violation) { // as all comparisons with 0 expect it
		violation = math.Inf(1)
	}
	return violation
}

// valuesOf are the values of scores by several criteria.
func valuesOf(p Problem, scores []problem.Score) []float64 {
	list := make([]float64, len(scores))
	for i, c := range p.(problem.MultiObjective).Criteria() {
		list[i] = c.Value(scores[i])
	}
	return list
}

// Statistics are of the values of the best solutions of replicas, with several objectives
// by the first. What has no value or is not feasible does not count.
type Statistics struct {
	Count                        int // of the replicas that have a feasible solution
	Best, Worst, Mean, Deviation float64
	Hits                         int // of them, those that reached the target or else what is proven to be optimal
}

// Statistics tell how the replicas did. The deviation is that of a sample.
func (r *Result) Statistics() Statistics {
	var values []float64
	var s Statistics
	for _, run := range r.Runs {
		if run.Violation > 0 || math.IsNaN(run.Value) {
			continue
		}
		values = append(values, run.Value)
		if r.rules.Target != nil && run.Score >= *r.rules.Target || r.rules.Target == nil && run.Status == search.Optimal {
			s.Hits++
		}
	}
	s.Count = len(values)
	s.Best, s.Worst, s.Mean, s.Deviation = replicas.Describe(values, r.objective.Minimize)
	return s
}
