package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/coloring"
	"github.com/warbler-opt/warbler/search"
)

// fewestFamily is what colors graphs with as few colors as can be.
type fewestFamily struct{ *app }

// extendFewest makes the search for the fewest colors.
func extendFewest(a *app) extension {
	f := &fewestFamily{a}
	return extension{specials: map[string]special{"coloring": {task: f.task}}}
}

// task is the task of coloring a graph with as few colors as can be, or nil
// where --colors says how many.
func (a *fewestFamily) task(c *cobra.Command, f *kindFlags, p picked, _, _ bool) (*task, error) {
	if problem.Option[int](f.options(), "colors") != 0 {
		return nil, nil
	}
	for _, flag := range []struct{ name, value string }{
		{"--trace", f.trace}, {"--plot", f.plot}, {"--checkpoint", f.checkpoint}, {"--resume", f.resume},
	} {
		if flag.value != "" {
			return nil, userErrorf("%s is for one number of colors; say which with --colors", flag.name)
		}
	}
	target := 1
	if f.target != "" {
		var err error
		if target, err = strconv.Atoi(f.target); err != nil || target < 1 {
			return nil, userErrorf("--target %q: it is a number of colors", f.target)
		}
	}
	t, err := a.newTask(c.Context(), p.kind, p, f.options())
	if err != nil {
		return nil, err
	}
	t.solve = func(ctx context.Context, s *session, t *task) (*outcome, error) {
		d := &descent{session: s, task: t, graph: p.instance.(*coloring.Graph), began: time.Now(), target: target}
		return d.run(ctx)
	}
	return t, nil
}

// descent is a series of searches, each with one color less than the last
// coloring.
type descent struct {
	*session
	task   *task
	graph  *coloring.Graph
	began  time.Time
	target int

	least   int             // no coloring has fewer
	best    coloring.Answer // so far
	outcome *outcome        // of the whole
}

func (d *descent) run(ctx context.Context) (*outcome, error) {
	if err := d.first(); err != nil {
		return nil, err
	}
	d.outcome = &outcome{
		task: d.task, algorithm: "dsatur", device: "cpu", name: cpuName(),
		replicas: []search.Replica{{Seed: d.flags.seed}},
		result:   search.Result{Runs: []search.Solution{d.solution(d.best, search.Solution{Seed: d.flags.seed})}},
	}
	again, failure := false, error(nil)
	// A coloring that no genome can be is no answer, so there is a search at least.
	for failure == nil && (d.status(ctx) == search.Running || d.best.Colors > coloring.MaxColors) {
		tried, err := d.try(ctx, again)
		if tried == nil || len(tried.result.Runs) == 0 {
			return nil, err
		}
		failure = err
		if again = true; d.add(tried) {
			continue
		}
		if d.best.Colors > coloring.MaxColors {
			d.note("%s: without conflicts DSATUR takes %d colors; a search has at most %d", d.graph.Name, d.best.Colors, coloring.MaxColors)
			tried.task.Instance = d.graph.Name
			return tried, err
		}
		if d.outcome.result.Status = tried.result.Status; tried.result.Status == search.Running {
			d.outcome.result.Status = search.Interrupted
		}
		break
	}
	result := &d.outcome.result
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
	name := d.flags.algorithm
	if name == "auto" {
		name = d.task.choose(d.flags.device)
	}
	algorithm, err := search.Lookup(name)
	if err != nil {
		return err
	}
	values, err := d.flags.values()
	if err != nil {
		return err
	}
	if err := algorithm.Params.Check(values); err != nil {
		return err
	}
	d.best = coloring.NewAnswer(coloring.Greedy(d.graph))
	if d.least = len(coloring.Clique(d.graph)); d.least > coloring.MaxColors {
		return userErrorf("%s: %d of its vertices are all joined, so it takes as many colors; at most %d can be searched", d.graph.Name, d.least, coloring.MaxColors)
	}
	if d.flags.start == "" {
		return nil
	}
	r, shown, err := d.open(d.flags.start)
	if err != nil {
		return userErrorf("--start %s: %w", d.flags.start, err)
	}
	defer r.Close()
	given, err := d.graph.ReadAny(r, shown)
	if err == nil {
		_, err = given.Verify(d.graph)
	}
	if err != nil {
		return userErrorf("--start %s: %w", d.flags.start, err)
	}
	if given = coloring.NewAnswer(given.Coloring); given.Colors <= d.best.Colors {
		d.best = given
	}
	return nil
}

// status says why no further search is wanted, or that one is.
func (d *descent) status(ctx context.Context) search.Status {
	switch {
	case d.best.Colors == d.least:
		return search.Optimal
	case d.best.Colors <= d.target:
		return search.Reached
	case ctx.Err() != nil:
		return search.Interrupted
	case d.flags.time > 0 && time.Since(d.began) >= d.flags.time:
		return search.TimedOut
	}
	return search.Running
}

// try searches with one color less.
func (d *descent) try(ctx context.Context, again bool) (*outcome, error) {
	colors := min(d.best.Colors-1, coloring.MaxColors)
	options := problem.Defaults(d.task.kind.Flags)
	options.Set("colors", colors)
	made, err := d.graph.Task(ctx, options)
	if err != nil {
		return nil, mendable(err)
	}
	made.Instance = fmt.Sprintf("%s with %d colors", d.graph.Name, colors)
	made.Start = func() []problem.Genome {
		return []problem.Genome{coloring.Genome(coloring.Reduce(d.graph, d.best.Coloring, colors))}
	}
	t := &task{Task: made, kind: d.task.kind, paste: d.task.paste, seconds: d.task.seconds, again: again, enough: true}
	flags, s := *d.flags, *d.session
	s.flags, flags.start, flags.target = &flags, "", ""
	if flags.time > 0 {
		flags.time = max(flags.time-time.Since(d.began), time.Nanosecond)
	}
	return s.solve(ctx, t)
}

// add takes over what a search found, and reports whether it is a coloring.
func (d *descent) add(tried *outcome) bool {
	o := d.outcome
	o.algorithm, o.params, o.values = tried.algorithm, tried.params, tried.values
	o.device, o.name, o.replicas = tried.device, tried.name, tried.replicas
	for len(o.result.Runs) < len(tried.result.Runs) {
		o.result.Runs = append(o.result.Runs, o.result.Runs[0])
	}
	// How far the others have come when one has a coloring depends on the moment,
	// so what they did after its last step does not count.
	winner := -1
	for i, run := range tried.result.Runs {
		if run.Score == 0 && (winner < 0 || run.Steps < tried.result.Runs[winner].Steps) {
			winner = i
		}
	}
	steps := tried.result.Steps
	if winner >= 0 {
		steps = tried.result.Runs[winner].Steps
	}
	for i, run := range tried.result.Runs {
		mine := &o.result.Runs[i]
		mine.Seed, mine.Steps, mine.Evaluations = run.Seed, mine.Steps+min(run.Steps, steps), mine.Evaluations+run.Evaluations
		if run.Score == 0 && run.Steps == steps {
			*mine = d.solution(coloring.NewAnswer(coloring.Colors(run.Genome)), *mine)
		}
	}
	o.result.Steps += steps
	o.result.Evaluations += tried.result.Evaluations
	if winner < 0 {
		return false
	}
	o.result.Best = winner
	d.best = coloring.NewAnswer(coloring.Colors(o.result.Runs[winner].Genome))
	d.note("%s: %d colors", d.graph.Name, d.best.Colors)
	return true
}

// solution is a coloring as a solution, with what another says about the run.
func (d *descent) solution(a coloring.Answer, of search.Solution) search.Solution {
	of.Genome, of.Score = coloring.Genome(a.Coloring), -problem.Score(a.Colors)
	return of
}
