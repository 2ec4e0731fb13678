package main

import (
	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/problem/itinerary"
	"github.com/warbler-opt/warbler/problem/profits"
	"github.com/warbler-opt/warbler/search"
)

func (a *app) generateProfitsCommand() *cobra.Command {
	var (
		items, kinds, weights int
		seed                  uint64
		out                   string
	)
	c := &cobra.Command{
		Use:   "profits",
		Short: "Make a random knapsack with several profits",
		Long: "Makes a random knapsack with several profits and weights, all from 10 to 100, whose capacities are half\n" +
			"the weight of all items, for 'warbler pareto'. The same flags always give the same instance.",
		Example: "  warbler generate profits --items 250 --profits 2 > front.txt\n" +
			"  warbler generate profits --items 30 | warbler pareto -",
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			inst, err := profits.Generate(items, kinds, weights, seed)
			if err != nil {
				return mendable(err)
			}
			if out != "" {
				return mendable(search.WriteFile(out, inst.Write))
			}
			return inst.Write(a.out)
		},
	}
	c.Flags().IntVar(&items, "items", 100, "the number of items")
	c.Flags().IntVar(&kinds, "profits", 2, "how many profits an item has")
	c.Flags().IntVar(&weights, "weights", 1, "how many weights an item has")
	c.Flags().Uint64Var(&seed, "seed", 1, "the same seed gives the same instance")
	c.Flags().StringVar(&out, "out", "", "a `FILE` for the instance instead of standard output")
	return c
}

func (a *app) generateItineraryCommand() *cobra.Command {
	var (
		places, costs int
		seed          uint64
		out           string
	)
	c := &cobra.Command{
		Use:   "itinerary",
		Short: "Make a random round trip with several costs",
		Long: "Scatters places over a square once for each cost, for 'warbler pareto': a cost is the distance on its\n" +
			"own map. The same flags always give the same instance.",
		Example: "  warbler generate itinerary --places 50 --costs 2 > trip.txt\n" +
			"  warbler generate itinerary --places 20 | warbler pareto -",
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			inst, err := itinerary.Generate(places, costs, seed)
			if err != nil {
				return mendable(err)
			}
			if out != "" {
				return mendable(search.WriteFile(out, inst.Write))
			}
			return inst.Write(a.out)
		},
	}
	c.Flags().IntVar(&places, "places", 50, "the number of places")
	c.Flags().IntVar(&costs, "costs", 2, "how many costs a way has")
	c.Flags().Uint64Var(&seed, "seed", 1, "the same seed gives the same instance")
	c.Flags().StringVar(&out, "out", "", "a `FILE` for the instance instead of standard output")
	return c
}
