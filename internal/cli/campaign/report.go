package campaign

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/internal/experiment"
	"github.com/warbler-opt/warbler/internal/report"
)

func (a *family) reportCommand() *cobra.Command {
	out := ""
	c := command(cobra.Command{
		Use:   "report DIR",
		Short: "Write a report on a campaign",
		Long: "Writes tables (Markdown, CSV, LaTeX), statistical tests, pictures (SVG, PNG) and one page,\n" +
			"report.html, that shows all of it and needs nothing else. With traces (trace = true in the\n" +
			"plan) it shows how runs converged. It also works while the campaign runs; what is not\n" +
			"done yet is left out, and the report says so.",
		Example: "  warbler experiment run examples/campaign.toml --out study\n  warbler experiment report study --out page",
	}, func(ctx context.Context, dir string) error { return a.reportExperiment(ctx, dir, out) })
	c.Flags().StringVar(&out, "out", "", "the `FOLDER` to write to (default: report in DIR)")
	_ = c.MarkFlagDirname("out")
	return c
}

func (a *family) reportExperiment(ctx context.Context, dir, out string) error {
	analysis, err := cli.Awaited(ctx, func() (*report.Analysis, error) { return analyzeCampaign(dir) })
	if err != nil {
		return err
	}
	if out == "" {
		out = filepath.Join(dir, "report")
	}
	if err := analysis.WriteFolder(ctx, out); err != nil {
		return err
	}
	fmt.Fprintln(a.Out, filepath.Join(out, "report.html"))
	return nil
}

func analyzeCampaign(dir string) (*report.Analysis, error) {
	r, err := experiment.Open(dir)
	if err != nil {
		return nil, err
	}
	switch failed := r.Failed(); {
	case r.Done() > 0:
	case failed == r.Runs():
		return nil, cli.UserErrorf("%s: all runs of the campaign have failed; 'warbler experiment show %s' says why", dir, cli.ShellWord(dir))
	case failed > 0:
		return nil, cli.UserErrorf("%s: no run of the campaign has finished yet, and %d of %d have failed; 'warbler experiment show %s' says why", dir, failed, r.Runs(), cli.ShellWord(dir))
	default:
		return nil, cli.UserErrorf("%s: no run of the campaign has finished yet", dir)
	}
	traces, err := experiment.Traces(dir)
	if err != nil {
		return nil, err
	}
	analysis, err := report.Analyze(reportOf(r, traces))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return analysis, nil
}

// reportOf is a campaign, with the traces of its runs, as a report sees it.
func reportOf(r *experiment.Results, traces map[int][]experiment.Point) *report.Report {
	p := &report.Report{Title: r.Name, Notes: []string{
		fmt.Sprintf("%d of %d runs, seeds %s, by Warbler %s, begun on %s.", r.Done(), r.Runs(), r.Seeds, r.Version, r.Created.Format("2 January 2006")),
	}}
	for _, s := range r.Sessions {
		threads := ""
		if s.Threads > 0 {
			threads = fmt.Sprintf(", with --threads %d", s.Threads)
		}
		p.Notes = append(p.Notes, fmt.Sprintf("%s: on %s%s.", s.Began.Format("2 January 2006"), strings.Join(s.Devices, "; "), threads))
	}
	if n := starvedNote(r); n != "" {
		p.Notes = append(p.Notes, n)
	}
	problems := ProblemNames(r.Cells)
	// What tells the cells of a problem apart: what the plan varies and, where that is not
	// enough, all in which they differ. A goal is no part of it: the report shows runs with
	// different ones as different problems.
	labels := labels(r.Cells, problems, func(c *experiment.Cell) string { return varied(c, r.Cells) }, func(c, d *experiment.Cell) bool {
		return (c.Goal == nil) == (d.Goal == nil) && (c.Goal == nil || *c.Goal == *d.Goal)
	})
	for i, c := range r.Cells {
		for _, n := range failureNotes(c) {
			p.Notes = append(p.Notes, fmt.Sprintf("%s by %s: %s.", problems[i], strings.TrimSpace(c.Method+" "+labels[i]), n))
		}
		if len(c.Runs) == 0 {
			continue
		}
		g := report.Group{Problem: problems[i], Algorithm: c.Method, Parameters: labels[i], Minimize: c.Objective.Minimize, Failed: len(c.Failures)}
		if c.Goal != nil {
			x := c.Objective.Value(*c.Goal)
			g.Target = &x
		}
		if c.Known != nil {
			x := c.Objective.Value(*c.Known)
			g.Known = &x
		}
		for _, run := range c.Runs {
			g.Runs = append(g.Runs, report.Run{
				Seed: run.Seed, Value: run.Value, Feasible: run.Feasible, Hit: c.Hit(run),
				Steps: run.Steps, Evaluations: run.Evaluations, Seconds: run.Seconds, CPU: run.CPU, Found: run.Found,
			})
			if t := traces[run.Number]; len(t) > 0 {
				g.Traces = append(g.Traces, courseOf(c, run, t))
			}
		}
		p.Groups = append(p.Groups, g)
	}
	p.Sections = append(p.Sections, settingsOf(r, labels))
	return p
}

// mostSettings bounds the table of settings: nobody reads more.
const mostSettings = 250

// settingsOf is the section with the parameters and stop rules of all algorithms, the
// defaults too: what others need to repeat the runs.
func settingsOf(r *experiment.Results, labels []string) report.Section {
	t := report.Table{
		Caption: "Parameters and stop rules of all algorithms. Targets are those of the problems.",
		Columns: []report.Column{{Head: "Name", Words: true}, {Head: "Algorithm", Words: true}, {Head: "Parameters", Words: true}, {Head: "Stop", Words: true}},
	}
	seen := map[string]bool{}
	for i, c := range r.Cells {
		parameters, stop := settings(c)
		row := []string{strings.TrimSpace(c.Method + " " + labels[i]), c.Algorithm, parameters, stop}
		if key := strings.Join(row, "\x00"); !seen[key] && len(t.Rows) < mostSettings {
			seen[key] = true
			t.Rows = append(t.Rows, row)
		}
	}
	return report.Section{Title: "What was run", Tables: []report.Table{t}}
}

// aCore is the least share of a core that a run with a limit of time should have had.
const aCore = 0.9

// starvedNote says how many runs that time may end had to share their core with something
// else, so that the time limit gave them less; empty where none had.
func starvedNote(r *experiment.Results) string {
	starved, timed, least := 0, 0, 1.0
	for _, c := range r.Cells {
		for _, run := range c.Runs {
			if c.Stop.Time == 0 || math.IsNaN(run.CPU) || run.Seconds <= 0 {
				continue
			}
			timed++
			if share := run.CPU / run.Seconds; share < aCore {
				starved++
				least = min(least, share)
			}
		}
	}
	if starved == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d runs with a time limit got less than 90 %% of a core, the least %.0f %%: something else was at work on the machine.", starved, timed, 100*least)
}

// courseOf is a run's trace as a report sees it: its improvements, and its end.
func courseOf(c *experiment.Cell, run experiment.Run, t []experiment.Point) report.Trace {
	course := make(report.Trace, 0, len(t)+1)
	for _, p := range append(t, experiment.Point{Step: run.Steps, Evaluations: run.Evaluations, Score: run.Score}) {
		value := math.NaN()
		if c.Feasible(p.Score) {
			value = c.Objective.Value(p.Score)
		}
		course = append(course, report.Point{Step: p.Step, Value: value, Evaluations: p.Evaluations})
	}
	return course
}
