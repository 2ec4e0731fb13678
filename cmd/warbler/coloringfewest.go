package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/warbler-opt/warbler"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/coloring"
	"github.com/warbler-opt/warbler/search"
)

// fewest is the problem of coloring a graph with as few colors as can be. No
// engine searches it: an answer comes of searches with fewer and fewer colors.
type fewest struct{ graph *coloring.Graph }

// Name implements problem.Problem.
func (fewest) Name() string { return "coloring" }

// Representation implements problem.Problem.
func (p fewest) Representation() problem.Representation {
	return problem.Representation{Kind: problem.Discrete, Length: p.graph.Vertices, Alphabet: coloring.MaxColors}
}

// Objective implements problem.Valued.
func (fewest) Objective() problem.Objective { return problem.Objective{Minimize: true} }

// Evaluate is minus the number of colors, or the worst where an edge joins two
// vertices of the same.
func (p fewest) Evaluate(g problem.Genome) problem.Score {
	for _, e := range p.graph.Edges {
		if g.Symbols[e.U] == g.Symbols[e.V] {
			return problem.Worst
		}
	}
	return -problem.Score(coloring.NewAnswer(coloring.Colors(g)).Colors)
}

func (a *app) fewestTask(p *picked[*coloring.Graph], f *searchFlags) (*task, error) {
	g, target := p.instance, 1
	for _, flag := range []struct{ name, value string }{
		{"--trace", f.trace}, {"--plot", f.plot}, {"--checkpoint", f.checkpoint}, {"--resume", f.resume},
	} {
		if flag.value != "" {
			return nil, userErrorf("%s is for one number of colors; say which with --colors", flag.name)
		}
	}
	if f.target != "" {
		var err error
		if target, err = strconv.Atoi(f.target); err != nil || target < 1 {
			return nil, userErrorf("--target %q: it is a number of colors", f.target)
		}
	}
	return &task{
		kind: "coloring", instance: g.Name, problem: fewest{g}, paste: p.paste, seconds: p.seconds,
		solve: func(ctx context.Context, s *session, t *task) (*outcome, error) {
			d := &descent{session: s, task: t, graph: g, began: time.Now(), target: target}
			return d.run(ctx)
		},
		check: func(s search.Solution) error {
			used, err := coloring.NewAnswer(coloring.Colors(s.Genome)).Verify(g)
			if err == nil && int64(used) != -s.Score {
				err = fmt.Errorf("the coloring has %d colors, not %d", used, -s.Score)
			}
			return err
		},
		print: func(w io.Writer, s search.Solution) error {
			return coloring.NewAnswer(coloring.Colors(s.Genome)).Write(w)
		},
		judge: func(o *outcome) conclusion {
			return conclusion{status: o.result.Status.String(), optimum: o.result.Status == search.Optimal}
		},
		show: showColoring,
	}, nil
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
			tried.task.instance = d.graph.Name
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
		name = warbler.Choose((*coloring.Problem)(nil), d.flags.device) // as for every coloring
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
	given, err := d.readColoring(d.flags.start, d.graph)
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
	t, err := d.colorsTask(d.graph, colors)
	if err != nil {
		return nil, err
	}
	t.instance = fmt.Sprintf("%s with %d colors", d.graph.Name, colors)
	t.paste, t.seconds = d.task.paste, d.task.seconds
	t.begin = begin(d.graph, d.best.Coloring, colors)
	t.again, t.enough = again, true
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
