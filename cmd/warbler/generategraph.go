package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/problem/coloring"
	"github.com/warbler-opt/warbler/search"
)

func (a *app) generateColoringCommand() *cobra.Command {
	var (
		nodes, colors int
		density       float64
		seed          uint64
		out           string
	)
	c := &cobra.Command{
		Use:   "coloring",
		Short: "Make a random graph to be colored",
		Long: "Makes a random graph as a .col file of DIMACS: each pair of vertices is joined with the\n" +
			"probability --density. With --colors there is a hidden coloring with that many colors:\n" +
			"only vertices of different ones are joined. The same flags always give the same graph.",
		Example: "  warbler generate coloring --nodes 125 --density 0.5 --seed 7 > random.col\n" +
			"  warbler generate coloring --nodes 60 --colors 4 --density 0.3 | warbler coloring --time 2s -",
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			made := func() (*coloring.Graph, error) { return coloring.Generate(nodes, density, seed) }
			if colors != 0 {
				made = func() (*coloring.Graph, error) { return coloring.GeneratePlanted(nodes, colors, density, seed) }
			}
			g, err := made()
			if err != nil {
				return userErrorf("%s", strings.TrimPrefix(err.Error(), "coloring: "))
			}
			if out != "" {
				return mendable(search.WriteFile(out, g.Write))
			}
			return g.Write(a.out)
		},
	}
	c.Flags().IntVar(&nodes, "nodes", 100, "the number of vertices")
	c.Flags().Float64Var(&density, "density", 0.5, "the probability that two vertices are joined, from 0 to 1")
	c.Flags().IntVar(&colors, "colors", 0, "the graph can be colored with this many colors; 0: whatever comes")
	c.Flags().Uint64Var(&seed, "seed", 1, "the same seed gives the same graph")
	c.Flags().StringVar(&out, "out", "", "a `FILE` for the graph instead of standard output")
	_ = c.MarkFlagFilename("out", "col")
	return c
}
