package plot

import (
	"fmt"
	"io"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/warbler-opt/warbler/internal/atomicfile"
	"github.com/warbler-opt/warbler/internal/report"
	"github.com/warbler-opt/warbler/internal/statistics"
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

// Format is the format that a file's name asks for: "svg" or "png".
func Format(path string) (string, error) {
	switch ext := strings.ToLower(filepath.Ext(path)); ext {
	case ".svg", ".png":
		return ext[1:], nil
	}
	return "", fmt.Errorf("%s: a picture is a .svg or a .png file", path)
}

// Save writes a picture to a file, in the format of its name.
func Save(p report.Picture, path string) error {
	format, err := Format(path)
	if err != nil {
		return err
	}
	return atomicfile.Write(path, func(w io.Writer) error { return p.Write(w, format) })
}

// Finish draws what there is: one replica with its worst members, several by medians
// and quartiles. A replica that has ended stays where it ended.
func (c *Convergence) Finish(search.Result) error {
	if len(c.replicas) == 0 {
		return nil
	}
	best, mean := report.Line{Name: "best"}, report.Line{Name: "mean, shaded to the worst"}
	if n := len(c.replicas); n > 1 {
		best.Name, mean.Name = fmt.Sprintf("best, median and quartiles of %d", n), "mean, likewise"
	}
	var histories [][]point
	steps := map[int64]bool{}
	for _, r := range c.replicas {
		h := r.all()
		histories = append(histories, h)
		for _, p := range h {
			steps[p.step] = true
		}
	}
	at := make([]int, len(histories))
	bests, means := make([]float64, len(histories)), make([]float64, len(histories))
	for _, step := range slices.Sorted(maps.Keys(steps)) {
		worst := 0.0
		for i, h := range histories {
			for at[i]+1 < len(h) && h[at[i]+1].step <= step {
				at[i]++
			}
			bests[i], means[i], worst = h[at[i]].best, h[at[i]].mean, h[at[i]].worst
		}
		add(&best, step, bests)
		add(&mean, step, means)
		if len(histories) == 1 {
			best.Bands, mean.Bands[len(mean.Bands)-1] = nil, [2]float64{worst, means[0]}
		}
	}
	return Save(report.Chart{
		Name: "run", Title: c.title, X: "step", Y: report.Directed("objective", c.objective.Minimize), Lines: []report.Line{best, mean},
	}.Picture(), c.path)
}

// add adds the median and the quartiles of those values that are finite.
func add(l *report.Line, step int64, values []float64) {
	finite := slices.DeleteFunc(statistics.Sorted(values), func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
	l.Add(float64(step), statistics.Quantile(finite, 0.5))
	l.Bands = append(l.Bands, [2]float64{statistics.Quantile(finite, 0.25), statistics.Quantile(finite, 0.75)})
}

// WriteFront writes a picture of a front to a file, .svg or .png: its points by
// two criteria or, if there are more, by each two of them.
func WriteFront(path, title string, criteria []problem.Criterion, front [][]problem.Score) error {
	if len(criteria) > 2 {
		pairs := report.Pairs{Name: "front", Title: title}
		for _, c := range criteria {
			pairs.Axes = append(pairs.Axes, report.Directed(c.Name, c.Minimize))
		}
		for _, s := range front {
			values := make([]float64, len(criteria))
			for i, c := range criteria {
				values[i] = c.Value(s[i])
			}
			pairs.Points = append(pairs.Points, values)
		}
		return Save(pairs.Picture(), path)
	}
	x, y := criteria[0], criteria[1]
	points := report.Line{Dots: true}
	for _, s := range front {
		points.Add(x.Value(s[0]), y.Value(s[1]))
	}
	return Save(report.Chart{
		Name: "front", Title: title, X: report.Directed(x.Name, x.Minimize), Y: report.Directed(y.Name, y.Minimize), Lines: []report.Line{points},
	}.Picture(), path)
}
