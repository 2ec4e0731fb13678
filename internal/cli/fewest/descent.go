package fewest

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"time"

	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/internal/graph"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/coloring"
	"github.com/warbler-opt/warbler/search"
)

// descent is a series of searches, each with fewer colors than the last coloring.
//
// While colorings are found quickly, the searches jump: each success doubles how many
// colors the next search has less. One that jumps has few steps. When it fails,
// nothing is known, but the next ones stay above it, until one color less is left to be
// tried: that search has all the time there is.
type descent struct {
	*cli.Session
	task      *cli.Task
	graph     *coloring.Graph
	neighbors graph.Graph
	began     time.Time
	target    int

	auto    bool         // the algorithm was left open
	exact   bool         // it is the exact method alone
	quick   int64        // steps of a search that jumps
	clique  []int        // vertices that are all joined
	least   int          // no coloring has fewer colors
	best    []int        // the best so far: a color from 0 for each vertex
	colors  int          // of it
	outcome *cli.Outcome // of the whole
}

func (d *descent) run(ctx context.Context) (*cli.Outcome, error) {
	if err := d.first(ctx); err != nil {
		return nil, err
	}
	name := "dsatur"
	if d.exact {
		name = "exact"
	}
	d.outcome = &cli.Outcome{
		Task: d.task, Algorithm: name, Device: "cpu", Name: cli.CPUName(),
		Replicas: []search.Replica{{Seed: d.Flags.Seed}},
		Result:   search.Result{Runs: []search.Solution{solution(d.best, d.colors, search.Solution{Seed: d.Flags.Seed})}},
	}
	again, failure := false, error(nil)
	jump, failed := 1, 0 // the next search has so many colors less, but more than have failed
	// A coloring that no genome can be is no answer, so there is a search at least.
	for failure == nil && !d.exact && (d.status(ctx) == search.Running || d.colors > d.most()) {
		colors := min(d.colors-1, max(d.colors-jump, failed+1, d.least, d.target), d.most())
		jumps := colors < d.colors-1 && d.colors <= d.most()
		tried, err := d.try(ctx, colors, jumps, again)
		if tried == nil || len(tried.Result.Runs) == 0 {
			if ctx.Err() != nil && d.colors <= d.most() {
				break // interrupted before this search had anything: the last coloring is the answer
			}
			return nil, err
		}
		failure = err
		if again = true; d.add(tried) {
			if jump *= 2; tried.Result.Runs[d.outcome.Result.Best].Steps > d.quick {
				jump = 1
			}
			if d.auto && d.graph.Vertices <= smallGraph {
				colors := d.colors
				if d.prove(ctx, smallSteps); d.colors < colors {
					best := &d.outcome.Result.Runs[d.outcome.Result.Best]
					*best = solution(d.best, d.colors, *best)
					d.Note("%s: %d colors", d.graph.Name, d.colors)
				}
			}
			continue
		}
		if jumps {
			jump, failed = max(1, jump/2), colors
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

// Of a graph with up to smallGraph vertices smallSteps of the exact method are tried for
// each number of colors, and of every graph firstSteps for the first. The coloring that it
// leaves is improved by iterated greedy for iteratedRounds at a time.
const (
	smallGraph     = 128
	smallSteps     = 1 << 24
	firstSteps     = 1 << 22
	iteratedRounds = 100
	mostTable      = 1 << 24 // vertices by colors that the exact method takes
)

// first finds the mistakes in the flags, a coloring to begin with, and what
// proves that there is none better.
func (d *descent) first(ctx context.Context) error {
	if err := d.check(); err != nil {
		return err
	}
	if limit := d.limit(); limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	d.best, d.colors = graph.Number(d.neighbors.Greedy())
	d.clique = d.neighbors.Clique(ctx)
	most := d.most()
	if d.least = len(d.clique); d.least > most {
		return cli.UserErrorf("%s: %d of its vertices are all joined, so it takes as many colors; at most %d can be searched", d.graph.Name, d.least, most)
	}
	if d.Flags.Start != "" {
		if err := d.start(); err != nil {
			return err
		}
	}
	switch {
	case d.exact:
		d.prove(ctx, 0)
	case d.auto && d.status(ctx) == search.Running:
		if d.prove(ctx, firstSteps) {
			d.NotePaste(d.task, "exact", "")
			d.exact = true
			return nil
		}
		better := d.neighbors.Iterate(d.best, iteratedRounds, d.Flags.Seed, func(colors int) bool {
			return colors <= max(d.least, d.target) || ctx.Err() != nil
		})
		d.best, d.colors = graph.Number(better)
	}
	return nil
}

// check finds the mistakes in the flags.
func (d *descent) check() error {
	name := d.Flags.Algorithm
	if d.exact = name == "exact"; d.exact {
		return nil
	}
	if d.auto = name == "auto"; d.auto {
		name = d.task.Choose(d.Flags)
	}
	algorithm, err := search.LookupFor(d.task.Problem, name)
	if err != nil {
		return err
	}
	values, err := d.Flags.Values()
	if err != nil {
		return err
	}
	settings, err := algorithm.Params.Settings(values)
	if err != nil {
		return err
	}
	d.quick = 10
	if algorithm.Patience != nil {
		d.quick = max(1, algorithm.Patience(settings, d.task.Problem)/100)
	}
	return nil
}

// prove tries to find a better coloring, or to prove that there is none, in so many
// steps (0: in any number), and reports whether the coloring is proven to be best.
func (d *descent) prove(ctx context.Context, steps int) bool {
	if steps > 0 && d.graph.Vertices*d.colors > mostTable {
		return false
	}
	better, proven := d.neighbors.Exact(ctx, d.best, d.clique, steps)
	if d.best, d.colors = graph.Number(better); proven {
		d.least = d.colors
	}
	return proven
}

// start reads the coloring of --start.
func (d *descent) start() error {
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
	case d.colors <= d.least:
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

// try searches with so many colors, for a few steps if it jumps.
func (d *descent) try(ctx context.Context, colors int, jumps, again bool) (*cli.Outcome, error) {
	made, err := d.graph.WithColors(colors)
	if err != nil {
		return nil, cli.AsUserError(err)
	}
	made.Instance = fmt.Sprintf("%s with %d colors", d.graph.Name, colors)
	made.Start = func() []problem.Genome {
		return []problem.Genome{{Symbols: graph.Symbols(d.neighbors.Reduce(d.best, colors))}}
	}
	t := &cli.Task{Task: made, Kind: d.task.Kind, Paste: d.task.Paste, Seconds: d.task.Seconds, Again: again, Enough: true}
	if jumps {
		t.Steps = d.quick
	}
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
