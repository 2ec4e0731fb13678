package cli

import (
	"fmt"
	"math"

	"github.com/warbler-opt/warbler/internal/replicas"
	"github.com/warbler-opt/warbler/problem"
)

// statistics are how several replicas did: of the values of their best solutions or,
// with several objectives, of the areas that their fronts dominate. What is not feasible
// does not count.
type statistics struct {
	Of        string `json:"of"` // value or hypervolume
	Count     int    `json:"count"`
	Best      any    `json:"best"`
	Mean      any    `json:"mean"`
	Deviation any    `json:"deviation"`
	Worst     any    `json:"worst"`
	Hits      any    `json:"hits,omitempty"` // that reached the target, or else the optimum where it is known
	Goal      any    `json:"goal,omitempty"` // what they reached
}

// statistics are those of an outcome, or nil: where an answer takes several searches,
// replicas go on from each other's.
func (o *Outcome) statistics(f *SearchFlags) *statistics {
	if len(o.Result.Runs) < 2 || o.none || o.Task.Solve != nil {
		return nil
	}
	objective := o.Task.objective()
	s := &statistics{Of: "value"}
	var values []float64
	if o.Task.Front != nil {
		s.Of, objective.Minimize = "hypervolume", false
		for _, v := range o.volumes {
			if !math.IsNaN(v) {
				values = append(values, v)
			}
		}
	} else {
		goal, known := o.goal(f)
		hits := 0
		for _, run := range o.Result.Runs {
			if !objective.Feasible(run.Score) || run.Score == problem.Worst {
				continue
			}
			if values = append(values, objective.Value(run.Score)); run.Score >= goal {
				hits++
			}
		}
		if known {
			s.Hits, s.Goal = hits, Number(objective, goal)
		}
	}
	s.Count = len(values)
	best, worst, mean, deviation := replicas.Describe(values, objective.Minimize)
	s.Best, s.Worst, s.Mean, s.Deviation = measured(best), measured(worst), measured(mean), measured(deviation)
	return s
}

// goal is the score that replicas are to reach: the target, a known optimum or a bound.
func (o *Outcome) goal(f *SearchFlags) (problem.Score, bool) {
	if score, err := targetScore(o.Task.objective(), f.Target); f.Target != "" && err == nil {
		return score, true
	}
	if o.Task.Optimum != nil {
		return *o.Task.Optimum, true
	}
	best := o.Result.Solution().Score
	return best, o.Task.bounds(best) // one that nobody reached may be out of reach
}

// noteReplicas tells how several replicas did.
func (s *Session) noteReplicas(t *Task, o *Outcome) {
	of := o.statistics(s.Flags)
	if s.Flags.Json || of == nil || of.Count == 0 {
		return
	}
	text := fmt.Sprintf("%d replicas: ", len(o.Result.Runs))
	if of.Of != "value" {
		text += of.Of + " "
	}
	text += fmt.Sprintf("best %.8g, mean %.8g, deviation %.4g, worst %.8g", of.Best, of.Mean, of.Deviation, of.Worst)
	if of.Count < len(o.Result.Runs) {
		text += fmt.Sprintf("; %d have nothing feasible", len(o.Result.Runs)-of.Count)
	}
	if of.Goal != nil {
		text += fmt.Sprintf("; %d reached %v", of.Hits, of.Goal)
	}
	s.Note("%s: %s", t.Instance, text)
}
