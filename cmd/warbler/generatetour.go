package main

import (
	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/problem/tsp"
	"github.com/warbler-opt/warbler/search"
)

func (a *app) generateTSPCommand() *cobra.Command {
	var (
		cities int
		seed   uint64
		out    string
	)
	c := &cobra.Command{
		Use:   "tsp",
		Short: "Scatter cities at random",
		Long: "Scatters cities uniformly over a square, at whole coordinates from 0 to 999999, as a .tsp file\n" +
			"of TSPLIB. The same flags always give the same instance.",
		Example: "  warbler generate tsp --cities 200 --seed 7 > cities.tsp\n" +
			"  warbler generate tsp --cities 30 | warbler tsp --time 2s -",
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			inst, err := tsp.Generate(cities, seed)
			if err != nil {
				return userErrorf("--cities %d: it is a whole number from 1 to %d", cities, tsp.MaxCities)
			}
			if out != "" {
				return mendable(search.WriteFile(out, inst.Write))
			}
			return inst.Write(a.out)
		},
	}
	c.Flags().IntVar(&cities, "cities", 100, "the number of cities")
	c.Flags().Uint64Var(&seed, "seed", 1, "the same seed gives the same instance")
	c.Flags().StringVar(&out, "out", "", "a `FILE` for the instance instead of standard output")
	_ = c.MarkFlagFilename("out", "tsp")
	return c
}
