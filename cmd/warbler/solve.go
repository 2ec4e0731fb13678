package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/warbler-opt/warbler/experiment/evolve"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/coloring"
	"github.com/warbler-opt/warbler/problem/custom"
	"github.com/warbler-opt/warbler/problem/knapsack"
	"github.com/warbler-opt/warbler/problem/qap"
	"github.com/warbler-opt/warbler/problem/recognize"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/problem/tsp"
)

// solveFlags are the flags of all problems that have files.
type solveFlags struct {
	knapsackFlags
	unsatisfied bool
	colors      int
	picture     string
}

func (a *app) solveCommand() *cobra.Command {
	f := &solveFlags{}
	c := &cobra.Command{
		Use:   "solve FILE…",
		Short: "Solve whatever a file holds",
		Long: "Solves whatever a file holds, by its name and content; answers and exit status are\n" +
			"those of the subcommand for that problem. This version knows sat (.cnf), maxsat (.wcnf),\n" +
			"qap (.dat), tsp (.tsp), coloring (.col), evolve (.c), knapsacks, and files with several objectives, of which\n" +
			"'warbler pareto' finds the front.",
		Example: "  warbler solve examples/mkp-30x5.txt\n" +
			"  warbler solve --generations 500 examples/qap-20.dat\n" +
			"  warbler solve --time 5s examples/planted-60.col\n" +
			"  warbler solve --time 5s examples/maxsat-100.wcnf",
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, files []string) error {
			return a.solveAny(c, f, files)
		},
	}
	f.bindKnapsack(c)
	c.Flags().Lookup("algorithm").Usage = "how to search: " + algorithmNames(problem.Binary, "exact", "lookahead", "portfolio")
	c.Flags().Lookup("generations").Usage = "stop after this many generations; 0 is no limit, or 100 (500 for quantum) for knapsacks where nothing else ends the run"
	c.Flags().Lookup("constraint").Usage += " (knapsacks)"
	bindUnsatisfied(c, &f.unsatisfied)
	bindColors(c, &f.colors)
	c.Flags().Lookup("colors").Usage += " (graphs)"
	bindMap(c, &f.picture)
	return c
}

// decidable refuses flags that a decision about a .cnf has no use for.
func (f *knapsackFlags) decidable(c *cobra.Command) error {
	var useless []string
	c.Flags().Visit(func(flag *pflag.Flag) {
		switch flag.Name {
		case "algorithm", "threads", "device", "seed", "time", "out", "json", "progress", "quiet", "verbose", "instance", "constraint", "unsatisfied", "colors":
		default:
			useless = append(useless, "--"+flag.Name)
		}
	})
	if len(useless) > 0 {
		return userErrorf("%s: deciding a .cnf has no use for it; 'warbler maxsat' has", strings.Join(useless, ", "))
	}
	return (&satFlags{searchFlags: f.searchFlags}).checkSat(nil)
}

// solveAny answers files of different kinds.
func (a *app) solveAny(c *cobra.Command, f *solveFlags, files []string) error {
	way, err := f.checked(files)
	if err != nil {
		return err
	}
	if err := checkColors(f.colors); err != nil {
		return err
	}
	if err := checkMap(f.picture); err != nil {
		return err
	}
	if f.picture != "" && len(files) > 1 {
		return userErrorf("--map is for one instance; give one file")
	}
	count := len(files)
	var next func() (*picked[readable], error) // of the file at hand
	var open *evolve.Problem
	defer func() { a.dismiss(open) }()
	return a.answers(c, &f.searchFlags, func() (*task, error) {
		a.dismiss(open)
		open = nil
		var p *picked[readable]
		for p == nil {
			if next != nil {
				var err error
				if p, err = next(); p != nil || err != nil {
					if err != nil {
						return nil, err
					}
					break
				}
			}
			if len(files) == 0 {
				return nil, nil
			}
			name := files[0]
			files = files[1:]
			if recognize.Custom(name) {
				t, made, err := a.fragmentTask(c.Context(), name, &f.searchFlags, custom.Options{})
				open = made
				return t, err
			}
			next = instances(a, []string{name}, f.instance, f.single(), readAny)
		}
		if f.picture != "" && p.instance.Cities == nil {
			return nil, userErrorf("--map is for tours; %s holds something else", p.paste[0])
		}
		if s := p.instance.front; s != nil {
			s.paste, s.seconds = p.paste, p.seconds
			return a.frontTask(s, &f.searchFlags)
		}
		switch found := p.instance.Found; {
		case found.Formula != nil:
			if found.Formula.Format == sat.CNF {
				if err := f.decidable(c); err != nil {
					return nil, err
				}
				return a.satTask(&picked[*sat.Formula]{found.Formula, p.paste, p.seconds}, &satFlags{searchFlags: f.searchFlags}, count > 1)
			}
			return a.maxsatTask(&picked[*sat.Formula]{found.Formula, p.paste, p.seconds}, f.unsatisfied, count > 1)
		case found.Assignment != nil:
			return a.qapTask(&picked[*qap.Instance]{found.Assignment, p.paste, p.seconds})
		case found.Cities != nil:
			return a.tourTask(&picked[*tsp.Instance]{found.Cities, p.paste, p.seconds}, f.picture)
		case found.Graph != nil:
			return a.coloringTask(&picked[*coloring.Graph]{found.Graph, p.paste, p.seconds}, &f.searchFlags, f.colors)
		}
		return a.knapsackTask(&picked[*knapsack.Instance]{p.instance.Knapsack, p.paste, p.seconds}, way, f.constraint)
	})
}
