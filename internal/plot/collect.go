package plot

import (
	"slices"
	"time"

	"github.com/warbler-opt/warbler/internal/trace"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// maxPoints bounds what is kept of a replica: twice as many as a picture has
// columns. Longer runs are thinned evenly.
const maxPoints = 2048

// Convergence is a search.Observer that keeps the statistics of a run and
// draws them when it ends. The engine must have been made with Config.Trace.
type Convergence struct {
	path      string
	title     string
	objective problem.Objective
	replicas  map[int]*series
}

var _ search.Observer = (*Convergence)(nil)

// point is a replica after a step, in the problem's own objective.
type point struct {
	step              int64
	best, mean, worst float64
}

// series is the history of a replica: the points of the steps that are
// multiples of stride, in order, and the newest one.
type series struct {
	points []point
	last   point
	stride int64
}

// To makes a picture that is written to a file, .svg or .png, when the run has
// ended.
func To(path, title string, o problem.Objective) (*Convergence, error) {
	if _, err := Format(path); err != nil {
		return nil, err
	}
	return &Convergence{path: path, title: title, objective: o, replicas: make(map[int]*series)}, nil
}

// Observe implements search.Observer.
func (c *Convergence) Observe(p search.Progress, _ time.Duration) error {
	for i := range p.Samples {
		s := &p.Samples[i]
		r := c.replicas[s.Replica]
		if r == nil {
			r = &series{stride: 1}
			c.replicas[s.Replica] = r
		}
		r.add(point{
			step:  s.Step,
			best:  c.objective.Value(s.BestSoFar),
			mean:  trace.OwnValue(c.objective, s.Mean),
			worst: c.objective.Value(s.Worst),
		})
	}
	return nil
}

func (s *series) add(p point) {
	s.last = p
	if p.step%s.stride != 0 {
		return
	}
	if s.points = append(s.points, p); len(s.points) <= maxPoints {
		return
	}
	s.stride *= 2
	s.points = slices.DeleteFunc(s.points, func(p point) bool { return p.step%s.stride != 0 })
}

// all is the thinned history with the newest point.
func (s *series) all() []point {
	if n := len(s.points); n > 0 && s.points[n-1].step == s.last.step {
		return s.points
	}
	return append(s.points[:len(s.points):len(s.points)], s.last)
}
