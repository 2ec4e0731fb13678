package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/internal/plot"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/criteria"
	"github.com/warbler-opt/warbler/search"
	"github.com/warbler-opt/warbler/search/nsga2"
)

// frontGenerations is how long a search for a front goes when nothing ends it:
// the paper's number.
const frontGenerations = 250

func (a *app) paretoCommand() *cobra.Command {
	f := &searchFlags{}
	variables := 0
	c := &cobra.Command{
		Use:   "pareto NAME|FILE…",
		Short: "Find the fronts of problems with several objectives",
		Long: "Searches for the front of a problem with several objectives: solutions that are each better\n" +
			"than any other in something, with NSGA-II. A problem is a file that 'warbler generate profits'\n" +
			"(a knapsack with several profits) or 'warbler generate itinerary' (a round trip with several\n" +
			"costs) can make, or a function of the literature: " + strings.Join(criteria.Names(), ", ") + ".\n" +
			"Solutions that violate a constraint are worse than all that do not.\n\n" +
			"Prints a table in CSV: the objectives of every solution, then the solution; of several replicas\n" +
			"the front of all of them together. --plot draws the front. Without a limit a search goes on\n" +
			"for 250 generations.",
		Example: "  warbler pareto zdt1 --plot front.svg\n" +
			"  warbler pareto examples/profits-100.txt --generations 1000 --out front.csv\n" +
			"  warbler verify examples/profits-100.txt front.csv\n" +
			"  warbler pareto srn -p population=200 --replicas 10 --json\n" +
			"  warbler generate itinerary --places 30 | warbler pareto --generations 2000 -",
		Args: cobra.MinimumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return criteria.Names(), cobra.ShellCompDirectiveDefault
		},
		RunE: func(c *cobra.Command, names []string) error { return a.findFronts(c, f, variables, names) },
	}
	f.bind(c, "auto|nsga2")
	c.Flags().IntVar(&variables, "dim", 0, "variables of a function; 0 takes what is usual")
	c.Flags().Lookup("generations").Usage = "stop after this many generations; 0 is no limit, or 250 where nothing else ends the run"
	c.Flags().Lookup("plot").Usage = "a .svg or .png `FILE` for a picture of the front"
	c.Flags().Lookup("start").Usage = "a `FILE` with a front to start from, as this command prints it"
	for _, name := range []string{"target", "stagnation", "top"} {
		_ = c.Flags().MarkHidden(name) // a front has no single value; findFronts says so
	}
	return c
}

func (a *app) findFronts(c *cobra.Command, f *searchFlags, variables int, names []string) error {
	for _, name := range []string{"target", "stagnation", "top"} {
		if c.Flags().Changed(name) {
			return userErrorf("--%s: a front has no single value that could be compared; leave it out", name)
		}
	}
	if single := f.single(); len(names) > 1 && len(single) > 0 {
		return userErrorf("%s is for one problem; give one name", strings.Join(single, ", "))
	}
	return a.answers(c, f, func() (*task, error) {
		if len(names) == 0 {
			return nil, nil
		}
		s, err := a.subjectOf(names[0], variables)
		names = names[1:]
		if err != nil {
			return nil, err
		}
		return a.frontTask(s, f)
	})
}

// frontTask is the task of a problem with several objectives.
func (a *app) frontTask(s *subject, f *searchFlags) (*task, error) {
	// Others would search, by the first objective alone, and have no front to show.
	if f.algorithm != "auto" && f.algorithm != "nsga2" {
		return nil, userErrorf("--algorithm %s: only nsga2 finds fronts", f.algorithm)
	}
	t := &task{
		kind: s.kind, instance: s.instance, problem: s.problem, options: s.options, paste: s.paste, seconds: s.seconds,
		generations: frontGenerations,
		auto:        func(string) string { return "nsga2" },
		check:       func(search.Solution) error { return nil }, // it is one of the front, which is checked
		write:       func(w io.Writer, o *outcome) error { return writeFront(w, s, o.front) },
		show:        func(x search.Solution) any { return s.show(x.Genome) },
		fronts: func(o *outcome) error {
			return a.concludeFronts(s, o, f.plot)
		},
		showFront: func(o *outcome) []frontAnswer { return frontAnswers(s, o.front) },
	}
	if f.start != "" {
		var err error
		if t.begin, err = a.readStart(s, f.start); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// concludeFronts joins the fronts of all replicas, checks what came of it and
// draws it.
func (a *app) concludeFronts(s *subject, o *outcome, picture string) error {
	names := s.problem.Criteria()
	for _, front := range o.fronts {
		var scores [][]problem.Score
		for _, m := range front {
			if m.Violation == 0 {
				scores = append(scores, m.Scores)
			}
		}
		o.volumes = append(o.volumes, nsga2.FrontVolume(names, scores))
	}
	o.front = search.JoinFronts(o.fronts)
	table := tableOf(s, o.front)
	if err := table.verify(s); err != nil {
		return wrongAnswer(s.instance, err)
	}
	var points [][]problem.Score
	for _, m := range o.front {
		points = append(points, m.Scores)
	}
	o.volume = nsga2.FrontVolume(names, points)
	if o.none = len(o.front) == 0; o.none {
		a.note("%s: no feasible solution was found", s.instance)
	}
	if picture == "" {
		return nil
	}
	title := fmt.Sprintf("%s %s", s.kind, filepath.Base(s.instance))
	return mendable((&plot.Front{Title: title, Criteria: names, Points: points}).WriteTo(picture))
}

// readStart reads the solutions of a front.
func (a *app) readStart(s *subject, path string) ([]problem.Genome, error) {
	table, err := a.readTable(path)
	if err != nil {
		return nil, mendable(err)
	}
	var list []problem.Genome
	for k, row := range table.rows {
		g, err := s.genome(row.words)
		if err == nil {
			err = search.CheckGenome(s.problem.Representation(), g)
		}
		if err != nil {
			return nil, userErrorf("%s: row %d: %w", path, k+1, err)
		}
		list = append(list, g)
	}
	if len(list) == 0 {
		return nil, mendable(errors.New(path + ": there is no solution to start from"))
	}
	return list, nil
}
