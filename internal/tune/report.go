package tune

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/warbler-opt/warbler/internal/atomicfile"
	"github.com/warbler-opt/warbler/internal/report"
	"github.com/warbler-opt/warbler/search"
)

// WriteFolder writes a report into a folder, which is made if it is not there:
// what package report writes, with report.html first of all, and all candidates
// and all values of the comparison as candidates.csv and heldout.csv. Notes are
// shown first.
func (r *Result) WriteFolder(dir string, notes []string) error {
	p := r.Report()
	p.Notes = append(notes, p.Notes...)
	a, err := report.Analyze(p)
	if err != nil {
		return err
	}
	if err := a.WriteFolder(context.Background(), dir); err != nil {
		return err
	}
	write := func(name string, rows [][]string) error {
		return atomicfile.Write(filepath.Join(dir, name), func(w io.Writer) error { return csv.NewWriter(w).WriteAll(rows) })
	}
	err = write("candidates.csv", r.candidateRows())
	if r.HeldOut != nil {
		err = errors.Join(err, write("heldout.csv", r.HeldOut.rows()))
	}
	return err
}

// Report is the result as package report takes it: the comparison is a problem
// with two algorithms, whose runs are the instances.
func (r *Result) Report() *report.Report {
	p := r.Plan
	out := &report.Report{
		Title: p.Name,
		Lead: fmt.Sprintf("%d parameters of %s, tuned by %s with %d of %d runs of %d candidates on %d training instances.",
			len(p.Space), p.Algorithm.Name, p.Method, r.Spent, p.Budget, len(r.Candidates), len(p.Training)),
		Sections: []report.Section{r.outcome(), r.race()},
	}
	if c := r.HeldOut; c != nil {
		for i, values := range [][]float64{c.Best, c.Baseline} {
			group := report.Group{Problem: "Instances held out", Algorithm: []string{"best", "baseline"}[i], Minimize: c.Minimize, Paired: true}
			for i, v := range values {
				group.Runs = append(group.Runs, report.Run{Seed: uint64(i), Value: v, Feasible: !math.IsInf(v, 0), Known: &c.Known[i]})
			}
			out.Groups = append(out.Groups, group)
		}
	}
	return out
}

// outcome is the section of what was found.
func (r *Result) outcome() report.Section {
	ranges := report.Table{
		Caption: "What was tuned.",
		Columns: []report.Column{{Head: "Parameter", Words: true}, {Head: "Range", Words: true}, {Head: "Baseline"}, {Head: "Best"}},
	}
	finalists := report.Table{
		Caption: "The finalists on training instances, the best first, and the baseline. Ranks are among the finalists, in the trials that all of them have been in; means, of evaluations and seconds of a run too, are of all trials of a candidate.",
		Columns: []report.Column{{Head: "Candidate", Words: true}, {Head: "Drawn in"}, {Head: "Trials"}, {Head: "Mean rank"}, {Head: "Mean value"}, {Head: "Evaluations"}, {Head: "Seconds"}},
	}
	for _, q := range r.Plan.Space {
		name := q.Param.Name
		ranges.Rows = append(ranges.Rows, []string{name, q.Domain(), r.Baseline.Values[name], r.Best.Values[name]})
		finalists.Columns = append(finalists.Columns, report.Column{Head: name})
	}
	shown := r.Finalists
	if !slices.ContainsFunc(shown, func(s Standing) bool { return s.Candidate == r.Baseline }) {
		shown = append(slices.Clip(shown), r.Candidates[0])
	}
	for _, s := range shown {
		row := []string{strconv.Itoa(s.Candidate.Number), strconv.Itoa(s.Candidate.Iteration), strconv.Itoa(s.Trials), "–", "–", "–", "–"}
		if s.Candidate == r.Baseline {
			row[0], row[1] = "baseline", "–"
		}
		if s.Trials > 0 {
			row[5], row[6] = fmt.Sprintf("%.0f", s.Spent.Evaluations), short(s.Spent.Seconds)
			if row[4] = fmt.Sprintf("%.4g", s.Mean); !math.IsNaN(s.MeanRank) {
				row[3] = fmt.Sprintf("%.2f", s.MeanRank)
			}
		}
		for _, q := range r.Plan.Space {
			row = append(row, s.Candidate.Values[q.Param.Name])
		}
		finalists.Rows = append(finalists.Rows, row)
	}
	return report.Section{
		Title: "What was found", Text: []string{r.Verdict(), "Winner of the race: " + r.settingsOf(r.Best).String()}, Tables: []report.Table{ranges, finalists},
	}
}

// race is the section of how it was found.
func (r *Result) race() report.Section {
	line := report.Line{Name: "candidates"}
	t := report.Table{
		Caption: "The last comparison of each iteration or round. The mean is that of the leader's values in these trials.",
		Columns: []report.Column{{Head: "Iteration", Words: true}, {Head: "Candidates"}, {Head: "Left"}, {Head: "Trials"}, {Head: "Runs so far"}, {Head: "Leader"}, {Head: "Its mean"}},
	}
	began, spent := 0, 0
	for i, s := range r.Course {
		if i == 0 || r.Course[i-1].Iteration != s.Iteration {
			began = s.Before
		}
		// The line goes down where candidates were dropped.
		line.Points = append(line.Points, [2]float64{float64(spent), float64(s.Before)}, [2]float64{float64(s.Spent), float64(s.Before)}, [2]float64{float64(s.Spent), float64(s.After)})
		spent = s.Spent
		if i+1 == len(r.Course) || r.Course[i+1].Iteration != s.Iteration {
			t.Rows = append(t.Rows, []string{
				strconv.Itoa(s.Iteration), strconv.Itoa(began), strconv.Itoa(s.After), strconv.Itoa(s.Trials), strconv.Itoa(s.Spent),
				strconv.Itoa(s.Leader), fmt.Sprintf("%.4g", s.Mean),
			})
		}
	}
	section := report.Section{Title: "The race"}
	if len(r.Course) == 0 {
		section.Text = []string{"No candidates were compared."}
		return section
	}
	section.Tables = []report.Table{t}
	section.Charts = []report.Chart{{
		Name: "race", Title: "The race", Caption: "Candidates in the race. It rises where new ones join, and falls where some are dropped.",
		X: "runs", Y: "candidates", Lines: []report.Line{line},
	}}
	return section
}

// candidateRows are a line for each candidate.
func (r *Result) candidateRows() [][]string {
	head := []string{"candidate", "iteration", "parent", "trials", "mean", "evaluations", "seconds"}
	for _, q := range r.Plan.Algorithm.Params {
		head = append(head, q.Name)
	}
	rows := [][]string{head}
	for _, s := range r.Candidates {
		c := s.Candidate
		row := []string{strconv.Itoa(c.Number), strconv.Itoa(c.Iteration), "", strconv.Itoa(s.Trials), "", "", ""}
		if c.Parent >= 0 {
			row[2] = strconv.Itoa(c.Parent)
		}
		if s.Trials > 0 {
			row[4], row[5], row[6] = exact(s.Mean), exact(s.Spent.Evaluations), exact(s.Spent.Seconds)
		}
		for _, q := range r.Plan.Algorithm.Params {
			row = append(row, c.Values[q.Name])
		}
		rows = append(rows, row)
	}
	return rows
}

// rows are a line for each instance.
func (c *Comparison) rows() [][]string {
	rows := [][]string{{"instance", "best", "baseline", "best_known"}}
	for i, name := range c.Instances {
		rows = append(rows, []string{name, exact(c.Best[i]), exact(c.Baseline[i]), exact(c.Known[i])})
	}
	return rows
}

// Settings are the parameters to use that are not the algorithm's defaults: the best
// candidate's or, where that is not recommended, the baseline's. A tuning that was stopped
// before it could tell has the best so far.
func (r *Result) Settings() search.Values {
	use := r.Baseline
	if r.Recommended() || r.Stopped {
		use = r.Best
	}
	return r.settingsOf(use)
}

func (r *Result) settingsOf(c *Candidate) search.Values {
	defaults := r.Plan.Algorithm.Params.Fill(nil)
	v := search.Values{}
	for name, text := range c.Values {
		if text != defaults[name] {
			v[name] = text
		}
	}
	return v
}

// Verdict says in a sentence or two what was found.
func (r *Result) Verdict() string {
	c := r.HeldOut
	switch {
	case r.Stopped && r.Finalists[0].Trials == 0:
		return "Stopped before any candidates could be compared."
	case r.Stopped:
		return fmt.Sprintf("Stopped before the comparison on the instances that are held out; the best so far stands by %d trials on training instances alone.",
			r.Finalists[0].Trials)
	case c == nil:
		return "No candidate did better than the baseline on the training instances: nothing is recommended."
	}
	counts := fmt.Sprintf("better on %d, equal on %d and worse on %d of %d instances held out", c.Better, c.Equal, c.Worse, len(c.Instances))
	amount := fmt.Sprintf("the chance to be better on an instance is %.2f (95 %% interval %.2f to %.2f)", c.Chance, c.ChanceInterval.Low, c.ChanceInterval.High)
	if !math.IsNaN(c.Gain) {
		amount = fmt.Sprintf("by %s %% of the best known value on average (95 %% interval %s to %s)", short(c.Gain), short(c.Interval.Low), short(c.Interval.High))
	}
	evidence := fmt.Sprintf("%s; %s; Wilcoxon p = %s, at %s", counts, amount, strconv.FormatFloat(c.Wilcoxon.P, 'g', 2, 64), r.Plan.Allowed())
	switch {
	case r.Recommended():
		return "The settings are better than the baseline: " + evidence + "."
	case c.Verdict() > 0: // for more work
		return fmt.Sprintf("Nothing is recommended: the values are better, but runs spend %s where those of the baseline spend %s (%s).",
			r.spent(c.SpentBest), r.spent(c.SpentBaseline), evidence)
	case c.Verdict() < 0:
		return "Nothing is recommended: the winner of the race is worse than the baseline: " + evidence + "."
	}
	return "Nothing is recommended: no difference from the baseline is shown: " + evidence + "."
}

// spent is what a run costs, in what candidates have equal.
func (r *Result) spent(s Spending) string {
	if r.Plan.timed() {
		return fmt.Sprintf("%s s", short(s.Seconds))
	}
	return fmt.Sprintf("%.0f evaluations", s.Evaluations)
}

// short is a number for people.
func short(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }

// exact is a number for programs.
func exact(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
