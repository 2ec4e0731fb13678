package tune

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/warbler-opt/warbler/internal/experiment"
	"github.com/warbler-opt/warbler/internal/statistics"
	"github.com/warbler-opt/warbler/search"
)

// Progress is how far a tuning is.
type Progress struct {
	Stage   string // "iteration 2" or "held out"
	Alive   int    // candidates that have not been dropped
	Done    int    // runs
	Runs    int    // that there will be at most
	Elapsed time.Duration
}

// Stage is a moment of the race: candidates have been compared, and perhaps
// dropped.
type Stage struct {
	Iteration int // from 1
	Trials    int // that the comparison rests on
	Before    int // candidates in the race
	After     int
	Spent     int     // runs so far
	Leader    int     // the number of the best candidate
	Mean      float64 // of its values in these trials
}

// field is where candidates compete: it has the outcome of every run.
type field struct {
	plan     *Plan
	where    experiment.Where
	watch    func(Progress)
	began    time.Time
	results  map[place]experiment.Run
	spent    int // runs on training instances
	course   []Stage
	progress Progress
}

// place is a candidate in a trial.
type place struct{ candidate, trial int }

func newField(p *Plan, where experiment.Where, watch func(Progress)) *field {
	f := &field{plan: p, where: where, watch: watch, began: time.Now(), results: map[place]experiment.Run{}}
	f.progress.Runs = p.Budget + 2*len(p.HeldOut)*p.Seeds.Count
	return f
}

// lacking are the places of candidates in the trials from to until-1 that have no
// run.
func (f *field) lacking(candidates []*Candidate, from, until int) (places []place) {
	for trial := from; trial < until; trial++ {
		for _, c := range candidates {
			if _, done := f.results[place{c.Number, trial}]; !done {
				places = append(places, place{c.Number, trial})
			}
		}
	}
	return places
}

// run does what candidates lack in the trials from to until-1: instance after
// instance with the first seed, then all of them with the next. It is ctx's error
// when that ends before.
func (f *field) run(ctx context.Context, candidates []*Candidate, from, until int) error {
	values := map[int]search.Values{}
	for _, c := range candidates {
		values[c.Number] = c.Values
	}
	var tasks []experiment.Task
	places, training := f.lacking(candidates, from, until), f.plan.Training
	for _, at := range places {
		tasks = append(tasks, experiment.Task{
			Case: training[at.trial%len(training)], Values: values[at.candidate], Seed: f.plan.Seeds.At(at.trial / len(training)),
		})
	}
	runs, err := f.perform(ctx, tasks)
	for _, r := range runs {
		f.results[places[r.Number]] = r
	}
	f.spent += len(runs)
	return err
}

// perform does tasks, and tells how it goes.
func (f *field) perform(ctx context.Context, tasks []experiment.Task) ([]experiment.Run, error) {
	if len(tasks) == 0 {
		return nil, ctx.Err()
	}
	before := f.progress.Done
	runs, err := experiment.Perform(ctx, f.where, tasks, func(p experiment.Progress) {
		if f.progress.Done, f.progress.Elapsed = before+p.Done, time.Since(f.began); f.watch != nil {
			f.watch(f.progress)
		}
	})
	f.progress.Done = before + len(runs)
	if err == nil && len(runs) < len(tasks) {
		err = ctx.Err()
	}
	return runs, err
}

// seen is the number of trials, from the first on, that a candidate has been in.
func (f *field) seen(c *Candidate) (trials int) {
	for {
		if _, done := f.results[place{c.Number, trials}]; !done {
			return trials
		}
		trials++
	}
}

// costs has a row for each trial and a column for each candidate; smaller is
// better.
func (f *field) costs(candidates []*Candidate, trials int) [][]float64 {
	rows := make([][]float64, trials)
	for t := range rows {
		objective := f.plan.Training[t%len(f.plan.Training)].Objective
		rows[t] = make([]float64, len(candidates))
		for i, c := range candidates {
			x := -objective.Number(f.results[place{c.Number, t}].Score)
			if math.IsNaN(x) {
				x = math.Inf(1)
			}
			rows[t][i] = x
		}
	}
	return rows
}

// Standing is how a candidate stands on the training instances.
type Standing struct {
	Candidate *Candidate
	Trials    int     // that it has been in
	MeanRank  float64 // among those that it is listed with; 1 is the best
	Mean      float64 // of its values
	Spent     Spending
}

// Spending is what runs cost, on average.
type Spending struct {
	Evaluations float64
	Seconds     float64
}

// spending is that of some runs.
func spending(runs []experiment.Run) (s Spending) {
	for _, r := range runs {
		s.Evaluations += float64(r.Evaluations) / float64(len(runs))
		s.Seconds += r.Seconds / float64(len(runs))
	}
	return s
}

// spent is what a candidate's runs cost in all trials that it has been in.
func (f *field) spentBy(c *Candidate) Spending {
	var runs []experiment.Run
	for t := range f.seen(c) {
		runs = append(runs, f.results[place{c.Number, t}])
	}
	return spending(runs)
}

// standings compares candidates by their mean ranks in the first trials, the
// best first; of equals the one with the better values, then the older one.
// Ranks are within trials, so that instances with large values count no more
// than others, and runs without a feasible answer can be compared too.
func (f *field) standings(candidates []*Candidate, trials int) []Standing {
	list := make([]Standing, len(candidates))
	for i, c := range candidates {
		list[i] = Standing{Candidate: c, Trials: f.seen(c), Mean: f.mean(c, trials), Spent: f.spentBy(c)}
	}
	for _, row := range f.costs(candidates, trials) {
		ranks, _ := statistics.Ranks(row)
		for i, r := range ranks {
			list[i].MeanRank += r // halves, so that sums are exact and equal ones are seen
		}
	}
	for i := range list {
		list[i].MeanRank /= float64(max(trials, 1))
	}
	slices.SortFunc(list, func(a, b Standing) int {
		means := cmp.Compare(a.Mean, b.Mean)
		if !f.plan.Training[0].Objective.Minimize {
			means = cmp.Compare(-a.Mean, -b.Mean) // without a value, NaN, they stay first
		}
		return cmp.Or(cmp.Compare(a.MeanRank, b.MeanRank), means, a.Candidate.Number-b.Candidate.Number)
	})
	return list
}

// common is the number of trials that all of some candidates have been in.
func (f *field) common(candidates []*Candidate) int {
	trials := f.plan.trials()
	for _, c := range candidates {
		trials = min(trials, f.seen(c))
	}
	return trials
}

// finalists are the best in their order, with ranks among themselves.
func (f *field) finalists(best []Standing) []Standing {
	all := candidatesOf(best)
	list := f.standings(all, f.common(all))
	for i, s := range list {
		list[i].Mean = f.mean(s.Candidate, s.Trials)
	}
	place := func(s Standing) int { return slices.Index(all, s.Candidate) }
	slices.SortFunc(list, func(a, b Standing) int { return place(a) - place(b) })
	return list
}

// mean is that of a candidate's values in the first trials.
func (f *field) mean(c *Candidate, trials int) float64 {
	sum := 0.0
	for t := range trials {
		sum += valueOf(f.results[place{c.Number, t}], f.plan.Training[0].Objective.Minimize)
	}
	return sum / float64(trials)
}

// valueOf is what a run came to: without a feasible answer the worst there is.
func valueOf(r experiment.Run, minimize bool) float64 {
	if r.Feasible && !math.IsNaN(r.Value) {
		return r.Value
	}
	if minimize {
		return math.Inf(1)
	}
	return math.Inf(-1)
}

// everyone lists candidates with what they have done.
func (f *field) everyone(all []*Candidate) []Standing {
	list := make([]Standing, len(all))
	for i, c := range all {
		seen := f.seen(c)
		list[i] = Standing{Candidate: c, Trials: seen, MeanRank: math.NaN(), Mean: f.mean(c, seen), Spent: f.spentBy(c)}
	}
	return list
}

// compared notes a stage.
func (f *field) compared(iteration, trials, before int, left []Standing) {
	f.progress.Alive = len(left)
	f.course = append(f.course, Stage{
		Iteration: iteration, Trials: trials, Before: before, After: len(left), Spent: f.spent,
		Leader: left[0].Candidate.Number, Mean: left[0].Mean,
	})
}

func candidatesOf(list []Standing) []*Candidate {
	all := make([]*Candidate, len(list))
	for i, s := range list {
		all[i] = s.Candidate
	}
	return all
}

// Result is what a tuning came to.
type Result struct {
	Plan      *Plan
	Best      *Candidate
	Baseline  *Candidate
	Finalists []Standing // on the training instances, the best first
	// Candidates are all there were, by number. They have no ranks, since they
	// have not all been in the same trials.
	Candidates []Standing
	Course     []Stage
	Spent      int // runs on training instances
	// HeldOut compares the best with the baseline; nil where the tuning was
	// stopped before, or the best is the baseline.
	HeldOut *Comparison
	Stopped bool // ctx ended; the rest is what was known then
	Elapsed time.Duration
}

// Run tunes. When ctx ends, the result is what is known by then, and that is no
// error.
func Run(ctx context.Context, p *Plan, where experiment.Where, watch func(Progress)) (*Result, error) {
	if err := p.equalize(ctx); err != nil && ctx.Err() == nil {
		return nil, err
	}
	f := newField(p, where, watch)
	l := newPool(p)
	choose := f.race
	if p.Method == "halving" {
		choose = f.halve
	}
	standing, err := choose(ctx, l)
	r := &Result{
		Plan: p, Baseline: l.all[0], Best: standing[0].Candidate, Finalists: f.finalists(standing), Candidates: f.everyone(l.all),
		Course: f.course, Spent: f.spent,
	}
	if err == nil && r.Best != r.Baseline {
		f.progress.Stage, f.progress.Alive = "held out", 2
		f.progress.Runs = f.progress.Done + 2*len(p.HeldOut)*p.Seeds.Count
		r.HeldOut, err = f.compare(ctx, r.Best, r.Baseline)
	}
	if err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		r.Stopped, err = true, nil
	}
	if err != nil {
		return nil, fmt.Errorf("tune: %w", err)
	}
	r.Elapsed = time.Since(f.began)
	return r, nil
}

// Comparison is the best candidate beside the baseline on the instances that
// were held out. The value of an instance is the mean over its seeds.
type Comparison struct {
	Minimize  bool
	Instances []string
	Seeds     int
	// Best and Baseline are the values by instance; without a feasible answer they
	// are infinite. Known are the best known: beforehand, or by any of these runs.
	Best, Baseline, Known []float64
	// SpentBest and SpentBaseline are what runs cost.
	SpentBest, SpentBaseline Spending
	statistics.Pairs         // of the instances
}

// compare runs two candidates on all instances that were held out.
func (f *field) compare(ctx context.Context, best, baseline *Candidate) (*Comparison, error) {
	p := f.plan
	var tasks []experiment.Task
	for _, on := range p.HeldOut {
		for s := range p.Seeds.Count {
			for _, c := range []*Candidate{best, baseline} {
				tasks = append(tasks, experiment.Task{Case: on, Values: c.Values, Seed: p.Seeds.At(s)})
			}
		}
	}
	runs, err := f.perform(ctx, tasks)
	if err != nil {
		return nil, err
	}
	c := &Comparison{Minimize: p.HeldOut[0].Objective.Minimize, Seeds: p.Seeds.Count}
	var by [2][]experiment.Run
	for i, on := range p.HeldOut {
		sums, known := [2]float64{}, on.BestKnown()
		for j := range 2 * p.Seeds.Count {
			r := runs[2*i*p.Seeds.Count+j]
			value := valueOf(r, c.Minimize)
			sums[j%2] += value
			known = statistics.BestKnown(value, value, known, c.Minimize)
			by[j%2] = append(by[j%2], r)
		}
		c.Instances = append(c.Instances, on.Name)
		c.Best = append(c.Best, sums[0]/float64(p.Seeds.Count))
		c.Baseline = append(c.Baseline, sums[1]/float64(p.Seeds.Count))
		c.Known = append(c.Known, known)
	}
	c.SpentBest, c.SpentBaseline = spending(by[0]), spending(by[1])
	c.Pairs = statistics.ComparePairs(c.Best, c.Baseline, c.Known, c.Minimize)
	return c, nil
}

// moreSpent is by how much runs of the best may cost more than those of the baseline.
const moreSpent = 1.05

// dearer reports whether the best has spent more than the baseline, so that its values
// say nothing: a rule that ends runs early may end those of the baseline earlier.
func (c *Comparison) dearer(timed bool) bool {
	if timed {
		return c.SpentBest.Seconds > moreSpent*c.SpentBaseline.Seconds
	}
	return c.SpentBest.Evaluations > moreSpent*c.SpentBaseline.Evaluations
}

// Recommended reports whether the best is better than the baseline on instances held
// out, and not for a bigger budget.
func (r *Result) Recommended() bool {
	return r.HeldOut != nil && r.HeldOut.Verdict() > 0 && !r.HeldOut.dearer(r.Plan.timed())
}
