package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/problem/knapsack"
	"github.com/warbler-opt/warbler/search"
)

func (a *app) generateCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "generate PROBLEM",
		Short: "Make random instances",
		Example: "  warbler generate knapsack --kind strongly --items 1000 --seed 7 > strong.txt\n" +
			"  warbler generate 3sat --variables 250 > random.cnf",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return userErrorf("say what to make: 'warbler generate knapsack', 'warbler generate maxsat', 'warbler generate 3sat', 'warbler generate qap', 'warbler generate tsp', 'warbler generate coloring', 'warbler generate profits' or 'warbler generate itinerary'")
		},
	}
	c.AddCommand(a.generateKnapsackCommand(), a.generateMaxsatCommand(), a.generate3satCommand(), a.generateQAPCommand(),
		a.generateTSPCommand(), a.generateColoringCommand(), a.generateProfitsCommand(), a.generateItineraryCommand())
	return c
}

func (a *app) generateKnapsackCommand() *cobra.Command {
	var (
		kind, out string
		items     int
		seed      uint64
		largest   int64
	)
	c := &cobra.Command{
		Use:     "knapsack",
		Short:   "Make a random 0/1 knapsack",
		Long:    "Makes a random 0/1 knapsack whose capacity is half the weight of all items, or\nthe largest weight if that is more. The same flags always give the same instance.",
		Example: "  warbler generate knapsack --kind han-kim --items 250 | warbler knapsack -",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			family, err := knapsack.ParseKind(kind)
			if err != nil {
				return userErrorf("--kind %s: it is one of %s", kind, strings.Join(knapsack.Kinds(), ", "))
			}
			inst, err := knapsack.Generate(family, items, seed, knapsack.Range(largest))
			if err != nil {
				return mendable(err)
			}
			if out != "" {
				return mendable(search.WriteFile(out, inst.Write))
			}
			return inst.Write(a.out)
		},
	}
	c.Flags().StringVar(&kind, "kind", "uncorrelated", "the family: "+strings.Join(knapsack.Kinds(), ", "))
	c.Flags().IntVar(&items, "items", 100, "the number of items")
	c.Flags().Int64Var(&largest, "range", knapsack.DefaultRange, "the largest weight, but for han-kim; for inverse the largest profit")
	c.Flags().Uint64Var(&seed, "seed", 1, "the same seed gives the same instance")
	c.Flags().StringVar(&out, "out", "", "a `FILE` for the instance instead of standard output")
	_ = c.RegisterFlagCompletionFunc("kind", cobra.FixedCompletions(knapsack.Kinds(), cobra.ShellCompDirectiveNoFileComp))
	return c
}
