// Package plot draws runs of package warbler. It is a package of its own so that only
// programs that draw carry what drawing takes.
package plot

import (
	"errors"
	"fmt"
	"time"

	"github.com/warbler-opt/warbler/internal/plot"
	"github.com/warbler-opt/warbler/internal/replicas"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// To draws a run to a file, .svg or .png, when it has ended: how its values converged or,
// with several objectives, its front.
//
//	warbler.Solve(ctx, p, warbler.Watch(plot.To("run.svg")))
func To(path string) search.Observer { return &picture{path: path} }

// picture is one that a run is to draw.
type picture struct {
	path, title string
	values      *plot.Convergence // or nil
	engine      search.Engine     // of a run with several objectives
	criteria    []problem.Criterion
}

// Begin makes a picture of a run ready.
func (p *picture) Begin(e search.Engine, a search.Algorithm, c search.Config) (err error) {
	p.title = fmt.Sprintf("%s, %s, seed %d", c.Problem.Name(), a.Name, c.Replicas[0].Seed)
	if several, ok := c.Problem.(problem.MultiObjective); ok && a.Fronts {
		p.engine, p.criteria = e, several.Criteria()
		_, err = plot.Format(p.path)
		return err
	}
	p.values, err = plot.To(p.path, p.title, problem.ObjectiveOf(c.Problem))
	return err
}

// Observe implements search.Observer.
func (p *picture) Observe(now search.Progress, elapsed time.Duration) error {
	switch {
	case p.values != nil:
		return p.values.Observe(now, elapsed)
	case p.engine == nil:
		return errors.New("plot: the run does not say what it is; give the picture to warbler.Watch")
	}
	return nil
}

// Finish draws.
func (p *picture) Finish(r search.Result) error {
	switch fronted, ok := p.engine.(search.Fronted); {
	case p.values != nil:
		return p.values.Finish(r)
	case ok && len(r.Runs) > 0:
		fronts := make([][]search.Member, len(r.Runs))
		for i := range fronts {
			var err error
			if fronts[i], err = fronted.Front(i); err != nil {
				return err
			}
		}
		var points [][]problem.Score
		for _, m := range replicas.JoinFronts(fronts) {
			points = append(points, m.Scores)
		}
		return plot.WriteFront(p.path, p.title, p.criteria, points)
	}
	return nil
}
