package report

import (
	"math"
	"slices"

	"github.com/warbler-opt/warbler/internal/statistics"
)

// Analysis is what the runs of a Report show.
type Analysis struct {
	Title    string
	Notes    []string
	Sections []Section
	// Variants are the names of algorithms with parameters, in the order of
	// the groups. Names are short: parameters that all variants of an
	// algorithm share are left out.
	Variants []string
	Problems []*Problem
	// Ranking compares variants over problems with one target; nil where fewer
	// than two were tried with two or more variants each.
	Ranking *Ranking
	// Runs and Seconds are totals.
	Runs    int
	Seconds float64

	lead       string
	algorithms int // different ones, whatever their parameters
}

// Problem is one problem with all that was tried on it. Of a problem with
// several targets there is one for each, which its Name tells.
type Problem struct {
	Name     string
	Number   int // from 1, in the order of the page
	Minimize bool
	Target   *float64
	Results  []*Result
	// Comparisons are tests of pairs: of all pairs up to 8 results, else of
	// each result with the one that has the best median. Results of a single
	// run each are not compared.
	Comparisons []Comparison
	// KruskalWallis compares all results at once, if there are three or more;
	// its P is corrected over the problems of the report.
	KruskalWallis statistics.Test

	parted   bool // it is a problem with one of several targets
	pictured bool // it has pictures of its own
	// How many runs of all results have a result, a feasible one, the target, none.
	runs, feasible, hits, failed int
}

// Result is what a group shows.
type Result struct {
	// Variant is an index in Analysis.Variants.
	Variant int
	Name    string
	Group   *Group
	// Values summarizes the values of feasible runs, Best and Worst are two of them.
	Values      statistics.Summary
	Best, Worst float64
	// MeanInterval is where the mean lies with 95 % confidence (bootstrap).
	MeanInterval statistics.Interval
	// Steps and Seconds summarize all runs.
	Steps, Seconds statistics.Summary
	// CPU summarizes the seconds of the processor of runs that have them.
	CPU statistics.Summary
	// Rate is evaluations a second over all runs; NaN if unknown.
	Rate float64
	// Hits is the number of runs that reached the target, and the summaries
	// are over those runs.
	Hits                                                int
	StepsToTarget, EvaluationsToTarget, SecondsToTarget statistics.Summary
	// ExpectedEvaluations and ExpectedSeconds are what is spent on average
	// until a run hits, with restarts: the effort of all runs over the hits.
	ExpectedEvaluations, ExpectedSeconds float64

	values      []float64 // of feasible runs, ascending
	ranked      []float64 // of all runs, ascending; infeasible ones are the worst infinity
	evaluations []float64 // to the target, of runs that hit, ascending
	seconds     []float64 // likewise
}

// Analyze computes summaries and tests. It refuses groups that contradict each
// other; a report without runs is a report, too.
func Analyze(r *Report) (*Analysis, error) {
	groups, parted, err := r.part()
	if err != nil {
		return nil, err
	}
	a := &Analysis{Title: clean(r.Title), lead: clean(r.Lead)}
	if a.Title == "" {
		a.Title = "Experiment report"
	}
	for _, n := range r.Notes {
		if n = clean(n); n != "" {
			a.Notes = append(a.Notes, n)
		}
	}
	for _, s := range r.Sections {
		a.Sections = append(a.Sections, s.clean())
	}
	if len(parted) > 0 {
		a.Notes = append(a.Notes, "A problem whose runs have different targets is shown once for each target, and runs with different targets are not compared.")
	}
	names, variants := nameVariants(groups)
	a.Variants = names
	algorithms, problems := map[string]bool{}, map[string]*Problem{}
	for i := range groups {
		g := &groups[i]
		p := problems[g.Problem]
		if p == nil {
			p = &Problem{
				Name: clean(g.Problem), Number: len(a.Problems) + 1, Minimize: g.Minimize, Target: g.Target, parted: parted[g.Problem],
			}
			problems[g.Problem] = p
			a.Problems = append(a.Problems, p)
		}
		p.add(analyzeGroup(g, variants[i], names[variants[i]]))
		a.Runs += len(g.Runs)
		algorithms[g.Algorithm] = true
		for j := range g.Runs {
			a.Seconds += g.Runs[j].seconds()
		}
	}
	a.algorithms = len(algorithms)
	a.compare()
	a.Ranking = a.rank()
	rows := 0
	for _, p := range a.Problems {
		rows += len(p.Results)
		p.pictured = p.Number <= maxPictured && rows <= maxRows
	}
	return a, nil
}

// add appends a result.
func (p *Problem) add(r *Result) {
	p.Results = append(p.Results, r)
	p.runs, p.feasible = p.runs+len(r.ranked), p.feasible+len(r.values)
	p.hits, p.failed = p.hits+r.Hits, p.failed+r.Group.Failed
}

func analyzeGroup(g *Group, variant int, name string) *Result {
	r := &Result{Variant: variant, Name: name, Group: g}
	var steps, seconds, cpu, hitSteps []float64
	var evaluations, total float64
	for i := range g.Runs {
		run := &g.Runs[i]
		if r.ranked = append(r.ranked, g.value(i)); run.valued() {
			r.values = append(r.values, run.Value)
		}
		steps, seconds = append(steps, float64(run.Steps)), append(seconds, run.seconds())
		if run.CPU > 0 {
			cpu = append(cpu, run.CPU)
		}
		evaluations += float64(run.Evaluations)
		total += run.seconds()
		e, t := float64(run.Evaluations), run.seconds()
		if run.Hit && g.Target != nil {
			var s float64
			s, e, t = run.toTarget()
			hitSteps = append(hitSteps, s)
			r.evaluations, r.seconds = append(r.evaluations, e), append(r.seconds, t)
		}
		r.ExpectedEvaluations += e
		r.ExpectedSeconds += t
	}
	for _, x := range [][]float64{r.values, r.ranked, r.evaluations, r.seconds} {
		slices.Sort(x)
	}
	r.Values = statistics.Summarize(r.values)
	if r.Best, r.Worst = r.Values.Max, r.Values.Min; g.Minimize {
		r.Best, r.Worst = r.Worst, r.Best
	}
	resamples := 1000
	if len(r.values) > 20_000 { // samples so large that their means hardly differ
		resamples = 200
	}
	r.MeanInterval = statistics.Bootstrap(r.values, resamples)
	r.Steps, r.Seconds = statistics.Summarize(steps), statistics.Summarize(seconds)
	r.CPU = statistics.Summarize(cpu)
	r.Rate = math.NaN()
	if evaluations > 0 && total > 0 {
		r.Rate = evaluations / total
	}
	r.Hits = len(hitSteps)
	r.StepsToTarget = statistics.Summarize(hitSteps)
	r.EvaluationsToTarget = statistics.Summarize(r.evaluations)
	r.SecondsToTarget = statistics.Summarize(r.seconds)
	r.ExpectedEvaluations /= float64(r.Hits)
	r.ExpectedSeconds /= float64(r.Hits)
	return r
}

// median is that of all runs; infeasible ones are the worst.
func (r *Result) median() float64 { return statistics.Quantile(r.ranked, 0.5) }

// better tells whether a is the better value.
func (p *Problem) better(a, b float64) bool {
	if p.Minimize {
		return a < b
	}
	return a > b
}

// best is the best value of all results.
func (p *Problem) best() float64 {
	best := math.NaN()
	for _, r := range p.Results {
		if b := r.Best; math.IsNaN(best) || p.better(b, best) {
			best = b
		}
	}
	return best
}

// leader is the result with the best median, counting infeasible runs; of
// equal ones the one with the best mean. It is nil if nothing is feasible.
func (p *Problem) leader() (lead *Result) {
	for _, r := range p.Results {
		if m := r.median(); len(r.values) > 0 && !math.IsNaN(m) {
			if lead == nil || p.better(m, lead.median()) || m == lead.median() && p.better(r.Values.Mean, lead.Values.Mean) {
				lead = r
			}
		}
	}
	return lead
}
