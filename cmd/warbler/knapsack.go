package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/knapsack"
	"github.com/warbler-opt/warbler/search"
)

// knapsackFlags are the flags that only knapsacks have.
type knapsackFlags struct {
	searchFlags
	constraint string
	instance   int
}

// constraintNames are --constraint's words for what becomes of genomes that
// are too heavy.
var constraintNames = []struct {
	name string
	way  knapsack.Constraint
}{
	{"greedy", knapsack.GreedyRepair},
	{"random", knapsack.RandomRepair},
	{"index", knapsack.IndexRepair},
	{"penalty", knapsack.Penalty},
}

func (a *app) knapsackCommand() *cobra.Command {
	f := &knapsackFlags{}
	c := &cobra.Command{
		Use:   "knapsack FILE…",
		Short: "Solve 0/1 and multidimensional knapsacks",
		Long: "Solves 0/1 and multidimensional knapsacks. Prints the value and the weight of each\n" +
			"constraint, then the chosen items, counted from 1.\n\n" +
			"The usual file formats are recognized by their content; files with several instances\n" +
			"are answered one after the other. Without a limit a search goes on for 100 generations,\n" +
			"the quantum-inspired one for 500;\n" +
			"--algorithm auto proves optimality instead where that is quick.",
		Example: "  warbler knapsack examples/knapsack-50.txt\n" +
			"  warbler knapsack --algorithm genetic -p population=10000 --time 10s --json examples/mkp-30x5.txt",
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return a.solveKnapsacks(c, f, args) },
	}
	f.bindKnapsack(c)
	return c
}

func (f *knapsackFlags) bindKnapsack(c *cobra.Command) {
	f.bind(c, "auto|genetic|cellular|quantum|climb|tabu|exact")
	c.Flags().StringVar(&f.constraint, "constraint", "", "what becomes of selections that are too heavy: greedy, random or index repair, or a penalty (default greedy, and index for --algorithm quantum)")
	c.Flags().IntVar(&f.instance, "instance", 0, "answer only the `N`-th instance of each file, from 1")
	_ = c.RegisterFlagCompletionFunc("constraint", cobra.FixedCompletions([]string{"greedy", "random", "index", "penalty"}, cobra.ShellCompDirectiveNoFileComp))
}

func (a *app) solveKnapsacks(c *cobra.Command, f *knapsackFlags, files []string) error {
	way, err := f.checked(files)
	if err != nil {
		return err
	}
	next := instances(a, files, f.instance, f.single(), knapsack.Read)
	return a.answers(c, &f.searchFlags, func() (*task, error) {
		p, err := next()
		if p == nil || err != nil {
			return nil, err
		}
		return a.knapsackTask(p, way, f.constraint)
	})
}

// checked finds the mistakes in the flags for some files, and what --constraint
// means.
func (f *knapsackFlags) checked(files []string) (knapsack.Constraint, error) {
	way, err := f.way()
	if err != nil {
		return 0, err
	}
	if f.instance < 0 {
		return 0, userErrorf("--instance %d: instances count from 1", f.instance)
	}
	if single := f.single(); len(files) > 1 && len(single) > 0 {
		return 0, userErrorf("%s is for one instance; give one file", strings.Join(single, ", "))
	}
	return way, nil
}

func (f *knapsackFlags) way() (knapsack.Constraint, error) {
	if f.constraint == "" { // quantum is published with index repair
		f.constraint = "greedy"
		if f.algorithm == "quantum" {
			f.constraint = "index"
		}
	}
	for _, c := range constraintNames {
		if c.name == f.constraint {
			return c.way, nil
		}
	}
	return 0, userErrorf("--constraint %s: it is greedy, random, index or penalty", f.constraint)
}

func (a *app) knapsackTask(p *picked[*knapsack.Instance], way knapsack.Constraint, wayName string) (*task, error) {
	inst := p.instance
	sack, err := knapsack.New(inst, knapsack.WithConstraint(way))
	if err != nil {
		return nil, mendable(err)
	}
	t := &task{
		kind: "knapsack", instance: inst.Name, problem: sack, paste: p.paste, seconds: p.seconds,
		options: map[string]any{"constraint": wayName},
		exact:   func(ctx context.Context, auto bool) (proof, error) { return proveKnapsack(ctx, inst, auto) },
		check:   func(s search.Solution) error { return checkKnapsack(inst, s) },
		print:   func(w io.Writer, s search.Solution) error { return printKnapsack(w, inst, s) },
		show:    func(s search.Solution) any { return chosen(s.Genome) },
		start:   func(path string) (problem.Genome, error) { return a.readSelection(path, inst) },
		mend: func(s search.Solution) (search.Solution, string) {
			if s.Score >= 0 {
				return s, ""
			}
			// Only a penalty lets a search end without a feasible selection; taking
			// nothing is always one.
			s.Genome, s.Score = problem.NewGenomes(sack.Representation(), 1).At(0), 0
			return s, "no feasible selection was found, so nothing is taken; --constraint greedy finds some"
		},
	}
	if inst.KnownOptimum >= 0 {
		t.optimum = &inst.KnownOptimum
	}
	return t, nil
}

// chosen are the items of a genome, counted from 1.
func chosen(g problem.Genome) []int {
	list := []int{}
	for _, j := range knapsack.Items(g) {
		list = append(list, j+1)
	}
	return list
}

// printKnapsack writes "value weight…" and the chosen items.
func printKnapsack(w io.Writer, inst *knapsack.Instance, s search.Solution) error {
	a, err := knapsack.NewAnswer(inst, knapsack.Items(s.Genome))
	if err != nil {
		return err
	}
	return a.Write(w, inst)
}

// checkKnapsack judges a solution against the instance as it was read.
func checkKnapsack(inst *knapsack.Instance, s search.Solution) error {
	value, _, err := knapsack.Check(inst, knapsack.Items(s.Genome))
	if err == nil && value != s.Score {
		err = fmt.Errorf("the items are worth %d, not %d", value, s.Score)
	}
	return err
}

// proveKnapsack runs the exact method: for auto with the limit that makes it
// quick, else for as long as it takes.
func proveKnapsack(ctx context.Context, inst *knapsack.Instance, auto bool) (proof, error) {
	limit := int64(math.MaxInt64)
	if auto {
		limit = knapsack.DefaultLimit
	}
	a, proven, err := knapsack.Exact(ctx, inst, limit)
	if err != nil {
		return proof{}, err
	}
	return proof{solution: search.Solution{Genome: inst.Genome(a.Items), Score: a.Value}, optimal: proven, found: true}, nil
}

// readSelection reads an answer to start from. It may be infeasible: the
// search mends that.
func (a *app) readSelection(path string, inst *knapsack.Instance) (problem.Genome, error) {
	answer, err := a.readAnswer(path, inst)
	if err != nil {
		return problem.Genome{}, err
	}
	return inst.Genome(answer.Items), nil
}
