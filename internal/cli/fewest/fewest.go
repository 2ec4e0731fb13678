// Package fewest colors graphs with as few colors as can be: a series of searches, each
// with one color less than the last coloring.
package fewest

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/internal/graph"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/coloring"
	"github.com/warbler-opt/warbler/search"
)

// family is what colors graphs with as few colors as can be.
type family struct{ *cli.App }

// Extend makes the search for the fewest colors.
func Extend(a *cli.App) cli.Extension {
	f := &family{a}
	return cli.Extension{Specials: map[string]cli.Special{"coloring": {Task: f.task}}}
}

// task is the task of coloring a graph with as few colors as can be, or nil
// where --colors says how many.
func (a *family) task(c *cobra.Command, f *cli.KindFlags, p cli.Picked, _, _ bool) (*cli.Task, error) {
	if problem.Option[int](f.Options(p.Kind), "colors") != 0 {
		return nil, nil
	}
	for _, flag := range []struct{ name, value string }{
		{"--trace", f.Trace}, {"--plot", f.Plot}, {"--checkpoint", f.Checkpoint}, {"--resume", f.Resume},
	} {
		if flag.value != "" {
			return nil, cli.UserErrorf("%s is for one number of colors; say which with --colors", flag.name)
		}
	}
	target := 1
	if f.Target != "" {
		var err error
		if target, err = strconv.Atoi(f.Target); err != nil || target < 1 {
			return nil, cli.UserErrorf("--target %q: it is a number of colors", f.Target)
		}
	}
	t, err := a.NewTask(c.Context(), p.Kind, p, f.Options(p.Kind))
	if err != nil {
		return nil, err
	}
	t.Solve = func(ctx context.Context, s *cli.Session, t *cli.Task) (*cli.Outcome, error) {
		g := p.Instance.(*coloring.Graph)
		d := &descent{Session: s, task: t, graph: g, neighbors: graph.New(g.Vertices, g.Edges), began: time.Now(), target: target}
		return d.run(ctx)
	}
	return t, nil
}

// descent is a series of searches, each with one color less than the last
// coloring.
type descent struct {
	*cli.Session
	task      *cli.Task
	graph     *coloring.Graph
	neighbors graph.Graph
	began     time.Time
	target    int

	least   int          // no coloring has fewer colors
	best    []int        // the best so far: a color from 0 for each vertex
	colors  int          // of it
	outcome *cli.Outcome // of the whole
}

func (d *descent) run(ctx context.Context) (*cli.Outcome, error) {
	if err := d.first(); err != nil {
		return nil, err
	}
	d.outcome = &cli.Outcome{
		Task: d.task, Algorithm: "dsatur", Device: "cpu", Name: cli.CPUName(),
		Replicas: []search.Replica{{Seed: d.Flags.Seed}},
		Result:   search.Result{Runs: []search.Solution{solution(d.best, d.colors, search.Solution{Seed: d.Flags.Seed})}},
	}
	again, failure := false, error(nil)
	// A coloring that no genome can be is no answer, so there is a search at least.
	for failure == nil && (d.status(ctx) == search.Running || d.colors > d.most()) {
		tried, err := d.try(ctx, again)
		if tried == nil || len(tried.Result.Runs) == 0 {
			if ctx.Err() != nil && d.colors <= d.most() {
				break // interrupted before this search had anything: the last coloring is the answer
			}
			return nil, err
		}
		failure = err
		if again = true; d.add(tried) {
			continue
		}
		if d.colors > d.most() {
			d.Note("%s: without conflicts DSATUR takes %d colors; a search has at most %d", d.graph.Name, d.colors, d.most())
			tried.Task.Instance = d.graph.Name
			return tried, err
		}
		if d.outcome.Result.Status = tried.Result.Status; tried.Result.Status == search.Running {
			d.outcome.Result.Status = search.Interrupted
		}
		break
	}
	result := &d.outcome.Result
	if s := d.status(ctx); s != search.Running {
		result.Status = s
	}
	for i := range result.Runs {
		result.Runs[i].Status = result.Status
	}
	result.Elapsed = time.Since(d.began)
	return d.outcome, failure
}

// first finds the mistakes in the flags, a coloring to begin with, and what
// proves that there is none better.
func (d *descent) first() error {
	name := d.Flags.Algorithm
	if name == "auto" {
		name = d.task.Choose(d.Flags.Device)
	}
	algorithm, err := search.Lookup(name)
	if err != nil {
		return err
	}
	values, err := d.Flags.Values()
	if err != nil {
		return err
	}
	if _, err := algorithm.Params.Settings(values); err != nil {
		return err
	}
	d.best, d.colors = graph.Number(d.neighbors.Greedy())
	most := d.most()
	if d.least = len(d.neighbors.Clique()); d.least > most {
		return cli.UserErrorf("%s: %d of its vertices are all joined, so it takes as many colors; at most %d can be searched", d.graph.Name, d.least, most)
	}
	if d.Flags.Start == "" {
		return nil
	}
	r, shown, err := d.Open(d.Flags.Start)
	if err != nil {
		return cli.UserErrorf("--start %s: %w", d.Flags.Start, err)
	}
	defer r.Close()
	given, err := d.task.Form.(interface {
		ReadColoring(r io.Reader, name string) ([]int, error)
	}).ReadColoring(r, shown)
	if err != nil {
		return cli.UserErrorf("--start %s: %w", d.Flags.Start, err)
	}
	if list, colors := graph.Number(given); colors <= d.colors {
		d.best, d.colors = list, colors
	}
	return nil
}

// most is how many colors a search can have.
func (d *descent) most() int { return d.task.Problem.Representation().Alphabet }

// limit is how long all of it may take, or 0.
func (d *descent) limit() time.Duration { return cmp.Or(d.Flags.Time, d.Flags.Cap) }

// status says why no further search is wanted, or that one is.
func (d *descent) status(ctx context.Context) search.Status {
	switch {
	case d.colors == d.least:
		return search.Optimal
	case d.colors <= d.target:
		return search.Reached
	case ctx.Err() != nil:
		return search.Interrupted
	case d.limit() > 0 && time.Since(d.began) >= d.limit():
		return search.TimedOut
	}
	return search.Running
}

// try searches with one color less.
func (d *descent) try(ctx context.Context, again bool) (*cli.Outcome, error) {
	colors := min(d.colors-1, d.most())
	options := problem.Options{Flags: d.task.Kind.Flags, Values: map[string]any{"colors": colors}}
	made, err := d.graph.Task(ctx, options)
	if err != nil {
		return nil, cli.AsUserError(err)
	}
	made.Instance = fmt.Sprintf("%s with %d colors", d.graph.Name, colors)
	made.Start = func() []problem.Genome {
		return []problem.Genome{{Symbols: graph.Symbols(d.neighbors.Reduce(d.best, colors))}}
	}
	t := &cli.Task{Task: made, Kind: d.task.Kind, Paste: d.task.Paste, Seconds: d.task.Seconds, Again: again, Enough: true}
	flags, s := *d.Flags, *d.Session
	s.Flags, flags.Start, flags.Target = &flags, "", ""
	for _, limit := range []*time.Duration{&flags.Time, &flags.Cap} {
		if *limit > 0 {
			*limit = max(*limit-time.Since(d.began), time.Nanosecond)
		}
	}
	return s.Solve(ctx, t)
}

// add takes over what a search found, and reports whether it is a coloring.
func (d *descent) add(tried *cli.Outcome) bool {
	o := d.outcome
	o.Algorithm, o.Params, o.Values = tried.Algorithm, tried.Params, tried.Values
	o.Device, o.Name, o.Replicas = tried.Device, tried.Name, tried.Replicas
	for len(o.Result.Runs) < len(tried.Result.Runs) {
		o.Result.Runs = append(o.Result.Runs, o.Result.Runs[0])
	}
	// How far the others have come when one has a coloring depends on the moment,
	// so what they did after its last step does not count.
	winner := -1
	for i, run := range tried.Result.Runs {
		if run.Score == 0 && (winner < 0 || run.Steps < tried.Result.Runs[winner].Steps) {
			winner = i
		}
	}
	steps := tried.Result.Steps
	if winner >= 0 {
		steps = tried.Result.Runs[winner].Steps
	}
	for i, run := range tried.Result.Runs {
		mine := &o.Result.Runs[i]
		mine.Seed, mine.Steps, mine.Evaluations = run.Seed, mine.Steps+min(run.Steps, steps), mine.Evaluations+run.Evaluations
		if run.Score == 0 && run.Steps == steps {
			list, colors := graph.Number(run.Genome.Symbols)
			*mine = solution(list, colors, *mine)
		}
	}
	o.Result.Steps += steps
	o.Result.Evaluations += tried.Result.Evaluations
	if winner < 0 {
		return false
	}
	o.Result.Best = winner
	d.best, d.colors = graph.Number(o.Result.Runs[winner].Genome.Symbols)
	d.Note("%s: %d colors", d.graph.Name, d.colors)
	return true
}

// solution is a coloring as a solution, with what another says about the run.
func solution(coloring []int, colors int, of search.Solution) search.Solution {
	of.Genome, of.Score = problem.Genome{Symbols: graph.Symbols(coloring)}, -problem.Score(colors)
	return of
}
