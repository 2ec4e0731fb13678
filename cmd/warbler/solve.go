package main

import (
	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/knapsack"
	"github.com/warbler-opt/warbler/problem/qap"
	"github.com/warbler-opt/warbler/problem/recognise"
	"github.com/warbler-opt/warbler/problem/sat"
)

func (a *app) solveCommand() *cobra.Command {
	f := &knapsackFlags{}
	unsatisfied := false
	c := &cobra.Command{
		Use:   "solve FILE…",
		Short: "Solve whatever a file holds",
		Long: "Solves whatever a file holds, by its name and content; answers and exit status are\n" +
			"those of the subcommand for that problem. This version knows maxsat (.wcnf and .cnf),\n" +
			"qap (.dat) and knapsacks.",
		Example: "  warbler solve examples/mkp-30x5.txt\n" +
			"  warbler solve --generations 500 examples/qap-20.dat\n" +
			"  warbler solve --time 5s examples/maxsat-100.wcnf",
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, files []string) error {
			for _, name := range files {
				if kind, ok := recognise.Foreign(name); ok {
					return userErrorf("%s: this is the name of a %s problem, which this version does not solve; 'warbler knapsack' reads it as a knapsack", name, kind)
				}
			}
			return a.solveAny(c, f, unsatisfied, files)
		},
	}
	f.bindKnapsack(c)
	c.Flags().Lookup("algorithm").Usage = "how to search: " + algorithmNames(problem.Binary, "exact")
	c.Flags().Lookup("generations").Usage = "stop after this many generations; 0 is no limit, or 100 for knapsacks where nothing else ends the run"
	c.Flags().Lookup("constraint").Usage += " (knapsacks)"
	bindUnsatisfied(c, &unsatisfied)
	return c
}

// solveAny answers files of different kinds.
func (a *app) solveAny(c *cobra.Command, f *knapsackFlags, unsatisfied bool, files []string) error {
	way, err := f.checked(files)
	if err != nil {
		return err
	}
	next := instances(a, files, f.instance, f.single(), recognise.Read)
	several := len(files) > 1
	return a.answers(c, &f.searchFlags, func() (*task, error) {
		p, err := next()
		if p == nil || err != nil {
			return nil, err
		}
		if formula := p.instance.Formula; formula != nil {
			if formula.Format == sat.CNF {
				a.note("%s: this version does not answer the question of satisfiability; it is solved as 'warbler maxsat' does", formula.Name)
			}
			return a.maxsatTask(&picked[*sat.Formula]{formula, p.paste, p.seconds}, unsatisfied, several)
		}
		if inst := p.instance.Assignment; inst != nil {
			return a.qapTask(&picked[*qap.Instance]{inst, p.paste, p.seconds})
		}
		return a.knapsackTask(&picked[*knapsack.Instance]{p.instance.Knapsack, p.paste, p.seconds}, way, f.constraint)
	})
}
