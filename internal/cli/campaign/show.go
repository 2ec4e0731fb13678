package campaign

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/internal/experiment"
	"github.com/warbler-opt/warbler/internal/params"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

func (a *family) showCommand() *cobra.Command {
	asJSON := false
	c := command(cobra.Command{
		Use:   "show DIR",
		Short: "Show the results of a campaign",
		Long: "Prints a line for every cell of a campaign (a problem, an algorithm and its parameters, with\n" +
			"stop rules where cells differ in nothing else): how many of its runs are done, their best,\n" +
			"mean and worst value, the standard deviation, and how many hit the target or a known\n" +
			"optimum. Runs without a feasible answer are told and count in none but the first. Runs that a fitness\n" +
			"function of your own broke off are named below it. It also works while the campaign runs.",
		Example: "  warbler experiment show results\n  warbler experiment show --json results",
	}, func(ctx context.Context, dir string) error {
		r, err := cli.Awaited(ctx, func() (*experiment.Results, error) { return experiment.Open(dir) })
		if err != nil {
			return err
		}
		return a.showResults(r, asJSON)
	})
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON object on one line")
	return c
}

func (a *family) showResults(r *experiment.Results, asJSON bool) error {
	defer a.noteFailures(r)
	if asJSON {
		return a.experimentJSON(r)
	}
	w := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "CELL\tPROBLEM\tALGORITHM\tPARAMETERS\tRUNS\tBEST\tMEAN\tDEVIATION\tWORST\tHITS")
	problems := ProblemNames(r.Cells)
	labels := labels(r.Cells, problems, (*experiment.Cell).Label, func(c, d *experiment.Cell) bool { return true })
	for i, c := range r.Cells {
		s := summarize(c)
		best, mean, deviation, worst := "-", "-", "-", "-"
		if s.feasible > 0 {
			best, worst = c.Objective.Format(s.best), c.Objective.Format(s.worst)
			mean = fmt.Sprintf("%.6g", s.mean)
		}
		if s.feasible > 1 {
			deviation = fmt.Sprintf("%.3g", s.deviation)
		}
		if labels[i] == "" {
			labels[i] = "-"
		}
		runs := fmt.Sprintf("%d/%d", len(c.Runs), r.RunsOf(c))
		if none := len(c.Runs) - s.feasible; none > 0 {
			runs += fmt.Sprintf(" (%d infeasible)", none)
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%d\n", c.Number+1, inLine(problems[i]), inLine(c.Method), inLine(labels[i]),
			runs, best, mean, deviation, worst, s.hits)
	}
	return w.Flush()
}

// inLine keeps a name from breaking a table: a file's may have any character.
func inLine(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return unicode.ReplacementChar
		}
		return r
	}, name)
}

// noteFailures says which runs have no result, a line for each cell and message.
func (a *family) noteFailures(r *experiment.Results) {
	for _, c := range r.Cells {
		for _, n := range failureNotes(c) {
			a.Note("cell %d: %s", c.Number+1, n)
		}
	}
}

// failureNotes are the different messages of a cell's failures, with their seeds.
func failureNotes(c *experiment.Cell) (list []string) {
	seeds := map[string][]string{}
	var order []string
	for _, f := range c.Failures {
		if seeds[f.Message] == nil {
			order = append(order, f.Message)
		}
		seeds[f.Message] = append(seeds[f.Message], strconv.FormatUint(f.Seed, 10))
	}
	for _, message := range order {
		named, more, runs := seeds[message], "", "1 run"
		if len(named) > 1 {
			runs = fmt.Sprintf("%d runs", len(named))
		}
		if len(named) > 10 {
			named, more = named[:10], ", …"
		}
		list = append(list, fmt.Sprintf("%s failed (seed %s%s): %s", runs, strings.Join(named, ", "), more, message))
	}
	return list
}

// summary is a line of the table.
type summary struct {
	feasible, hits  int
	best, worst     problem.Score
	mean, deviation float64
}

func summarize(c *experiment.Cell) summary {
	var s summary
	sum, squares := 0.0, 0.0
	for _, r := range c.Runs {
		if c.Hit(r) {
			s.hits++
		}
		if !r.Feasible {
			continue
		}
		if s.feasible == 0 {
			s.best, s.worst = r.Score, r.Score
		}
		s.feasible++
		s.best, s.worst = max(s.best, r.Score), min(s.worst, r.Score)
		sum += r.Value
	}
	s.mean = sum / float64(max(s.feasible, 1))
	for _, r := range c.Runs {
		if r.Feasible {
			squares += (r.Value - s.mean) * (r.Value - s.mean)
		}
	}
	s.deviation = math.Sqrt(squares / float64(max(s.feasible-1, 1)))
	return s
}

// CampaignAnswer is what experiment's --json prints; its names are an interface
// to other programs.
type CampaignAnswer struct {
	Name    string       `json:"name"`
	Version string       `json:"version"`
	Created time.Time    `json:"created"`
	Device  string       `json:"device"`
	Runs    int          `json:"runs"`
	Done    int          `json:"done"`
	Failed  int          `json:"failed"`
	Cells   []cellAnswer `json:"cells"`
}

type cellAnswer struct {
	Cell       int               `json:"cell"`
	Problem    string            `json:"problem"`
	Kind       string            `json:"kind"`
	Options    map[string]string `json:"options,omitempty"`
	Algorithm  string            `json:"algorithm"`
	Label      string            `json:"label,omitempty"` // of the algorithm, where the plan has one
	Parameters map[string]any    `json:"parameters"`
	Stop       stopAnswer        `json:"stop"`
	Runs       int               `json:"runs"`
	Done       int               `json:"done"`
	Feasible   int               `json:"feasible"`
	Best       any               `json:"best"`
	Mean       any               `json:"mean"`
	Deviation  any               `json:"deviation"`
	Worst      any               `json:"worst"`
	Hits       int               `json:"hits"`
	Failures   []failureAnswer   `json:"failures,omitempty"`
}

// stopAnswer is a cell's stop rules, those that it has.
type stopAnswer struct {
	Generations int64    `json:"generations,omitempty"`
	Evaluations int64    `json:"evaluations,omitempty"`
	Seconds     float64  `json:"time_seconds,omitempty"`
	Target      any      `json:"target,omitempty"`
	Stagnation  int64    `json:"stagnation,omitempty"`
	Convergence *float64 `json:"convergence,omitempty"`
}

func stopOf(c *experiment.Cell) stopAnswer {
	a := stopAnswer{Generations: c.Stop.Steps, Evaluations: c.Stop.Evaluations, Seconds: c.Stop.Time.Seconds(), Stagnation: c.Stop.Stagnation}
	if c.Stop.Target != nil {
		a.Target = cli.Number(c.Objective, *c.Stop.Target)
	}
	if c.Stop.Converged {
		a.Convergence = &c.Stop.Convergence
	}
	return a
}

// labelOf is what the plan calls the algorithm of a cell, where it does.
func labelOf(c *experiment.Cell) string {
	if c.Method == c.Algorithm {
		return ""
	}
	return c.Method
}

// failureAnswer is a run without a result.
type failureAnswer struct {
	Seed   uint64 `json:"seed"`
	Status string `json:"status"` // crashed, hung or wrong
	Error  string `json:"error"`
	Device string `json:"device"`
}

func (a *family) experimentJSON(r *experiment.Results) error {
	out := CampaignAnswer{Name: r.Name, Version: r.Version, Created: r.Created, Device: r.Device, Runs: r.Runs(), Done: r.Done(), Failed: r.Failed()}
	for _, c := range r.Cells {
		s := summarize(c)
		line := cellAnswer{
			Cell: c.Number + 1, Problem: c.Problem, Kind: c.Kind, Options: c.Options, Algorithm: c.Algorithm, Label: labelOf(c),
			Stop: stopOf(c), Runs: r.RunsOf(c), Done: len(c.Runs), Feasible: s.feasible, Hits: s.hits,
		}
		if algorithm, err := search.Lookup(c.Algorithm); err == nil {
			line.Parameters = params.Typed(algorithm.Params, c.Parameters)
		}
		if s.feasible > 0 {
			line.Best, line.Worst = cli.Number(c.Objective, s.best), cli.Number(c.Objective, s.worst)
			if !math.IsNaN(s.mean) && !math.IsInf(s.mean, 0) { // JSON has neither
				line.Mean = s.mean
				if s.feasible > 1 {
					line.Deviation = s.deviation
				}
			}
		}
		for _, f := range c.Failures {
			line.Failures = append(line.Failures, failureAnswer{f.Seed, f.Status, f.Message, f.Device})
		}
		out.Cells = append(out.Cells, line)
	}
	return json.NewEncoder(a.Out).Encode(out)
}

// TellProgress says how far a campaign is.
func TellProgress(p experiment.Progress) string {
	percent := math.Floor(100 * p.Part)
	if p.Done < p.Runs { // one that stagnation may end is done to an extent that nobody knows
		percent = min(percent, 99)
	}
	text := fmt.Sprintf("%d of %d runs, %.0f%%", p.Done, p.Runs, percent)
	if p.Left > 0 {
		text += ", " + p.Left.Round(time.Second).String() + " left"
	}
	return text
}
