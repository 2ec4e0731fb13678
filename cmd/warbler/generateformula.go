package main

import (
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/problem/recognize"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search"
)

// threshold is the number of clauses per variable at which random 3-SAT turns
// from satisfiable to unsatisfiable, and is hardest.
const threshold = 4.26

// formulaFlags say which formula to make.
type formulaFlags struct {
	variables, clauses, width int
	planted                   bool
	weighted                  int64
	hard                      float64
	maxcut                    bool
	vertices, edges           int
	seed                      uint64
	out                       string
}

func (a *app) generate3satCommand() *cobra.Command {
	f := &formulaFlags{width: 3}
	c := &cobra.Command{
		Use:   "3sat",
		Short: "Make a random 3-SAT formula",
		Long: "Makes a uniform random 3-SAT formula in DIMACS CNF: each clause has three different variables,\n" +
			"each negated or not. The same flags always give the same formula.",
		Example: "  warbler generate 3sat --variables 50 --planted | warbler maxsat --time 5s -",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return a.generateFormula(f) },
	}
	f.bindRandom(c)
	f.bindOut(c)
	return c
}

func (a *app) generateMaxsatCommand() *cobra.Command {
	f := &formulaFlags{}
	c := &cobra.Command{
		Use:   "maxsat",
		Short: "Make a random MAX-SAT formula, or MaxCut of a random graph",
		Long: "Makes a uniform random formula for MAX-SAT or, with --maxcut, one that asks for the largest cut\n" +
			"of a random graph. Weights and hard clauses make it WCNF as since 2022; without either it is\n" +
			"DIMACS CNF, unless --out is a .wcnf file. The same flags always give the same formula.",
		Example: "  warbler generate maxsat --variables 100 --weighted 20 --hard 0.3 --seed 7 > partial.wcnf\n" +
			"  warbler generate maxsat --maxcut --vertices 60 --edges 300 | warbler maxsat --time 5s -",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := f.checkCut(c); err != nil {
				return err
			}
			return a.generateFormula(f)
		},
	}
	f.bindRandom(c)
	c.Flags().IntVar(&f.width, "width", 3, "literals in a clause")
	c.Flags().Int64Var(&f.weighted, "weighted", 0, "soft clauses weigh 1 to `W` at random; 0: they all weigh 1")
	c.Flags().Float64Var(&f.hard, "hard", 0, "this `share` of the clauses is hard, from 0 to 1; a hidden assignment satisfies them")
	c.Flags().BoolVar(&f.maxcut, "maxcut", false, "make a formula of a random graph, with --vertices and --edges")
	c.Flags().IntVar(&f.vertices, "vertices", 100, "vertices of the graph")
	c.Flags().IntVar(&f.edges, "edges", 500, "edges of the graph")
	f.bindOut(c)
	return c
}

func (f *formulaFlags) bindRandom(c *cobra.Command) {
	c.Flags().SortFlags = false
	c.Flags().IntVar(&f.variables, "variables", 100, "the number of variables")
	c.Flags().IntVar(&f.clauses, "clauses", -1, "the number of clauses; -1 takes 4.26 per variable, where random 3-SAT is hardest")
	c.Flags().BoolVar(&f.planted, "planted", false, "a hidden assignment satisfies all clauses")
}

func (f *formulaFlags) bindOut(c *cobra.Command) {
	c.Flags().Uint64Var(&f.seed, "seed", 1, "the same seed gives the same formula")
	c.Flags().StringVar(&f.out, "out", "", "a `FILE` for the formula instead of standard output")
	_ = c.MarkFlagFilename("out", "cnf", "wcnf")
}

// checkCut refuses flags of random formulas for a graph, and the other way
// round.
func (f *formulaFlags) checkCut(c *cobra.Command) error {
	useless, kind := []string{"vertices", "edges"}, "without --maxcut there is no graph"
	if f.maxcut {
		useless, kind = []string{"variables", "clauses", "planted", "width", "hard"}, "with --maxcut the graph decides that"
	}
	for _, name := range useless {
		if c.Flags().Changed(name) {
			return userErrorf("--%s: %s; leave it out", name, kind)
		}
	}
	return nil
}

func (a *app) generateFormula(flags *formulaFlags) error {
	f, err := flags.formula()
	if err != nil {
		return userErrorf("%s", strings.TrimPrefix(err.Error(), "sat: "))
	}
	switch weighted := f.Format == sat.WCNF; recognize.Extension(flags.out) {
	case ".wcnf":
		f.Format = sat.WCNF
	case ".cnf":
		if weighted {
			return userErrorf("--out %s: a .cnf file has neither weights nor hard clauses; call it .wcnf", flags.out)
		}
	}
	if flags.out != "" {
		return mendable(search.WriteFile(flags.out, f.Write))
	}
	return f.Write(a.out)
}

func (f *formulaFlags) formula() (*sat.Formula, error) {
	var options []sat.GenerateOption
	if f.weighted != 0 {
		options = append(options, sat.Weighted(f.weighted))
	}
	if f.maxcut {
		return sat.GenerateMaxCut(f.vertices, f.edges, f.seed, options...)
	}
	if f.hard != 0 {
		options = append(options, sat.Partial(f.hard))
	}
	if f.planted {
		options = append(options, sat.Planted())
	}
	clauses := f.clauses
	if clauses == -1 {
		clauses = int(math.Round(threshold * float64(max(f.variables, 0))))
	}
	return sat.Generate(f.width, f.variables, clauses, f.seed, options...)
}
