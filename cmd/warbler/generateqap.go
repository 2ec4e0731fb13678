package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/problem/qap"
	"github.com/warbler-opt/warbler/search"
)

func (a *app) generateQAPCommand() *cobra.Command {
	var (
		kind, out string
		size      int
		seed      uint64
	)
	c := &cobra.Command{
		Use:   "qap",
		Short: "Make a random quadratic assignment problem",
		Long: "Makes a random quadratic assignment problem after Taillard, as a .dat file: uniform, as\n" +
			"tai20a to tai100a of QAPLIB, or structured, in the manner of tai20b to tai150b: clusters of\n" +
			"locations, and flows of very different sizes. The same flags always give the same instance.",
		Example: "  warbler generate qap --kind structured --size 30 --seed 7 > structured.dat\n" +
			"  warbler generate qap --size 12 | warbler qap --time 2s -",
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			family, err := qap.ParseKind(kind)
			if err != nil {
				return userErrorf("--kind %s: it is one of %s", kind, strings.Join(qap.Kinds(), ", "))
			}
			inst, err := qap.Generate(family, size, seed)
			if err != nil {
				return userErrorf("--size %d: it is a whole number from 2 to %d", size, qap.MaxSize)
			}
			if out != "" {
				return mendable(search.WriteFile(out, inst.Write))
			}
			return inst.Write(a.out)
		},
	}
	c.Flags().StringVar(&kind, "kind", "uniform", "the family: "+strings.Join(qap.Kinds(), ", "))
	c.Flags().IntVar(&size, "size", 30, "the number of facilities, and of locations")
	c.Flags().Uint64Var(&seed, "seed", 1, "the same seed gives the same instance")
	c.Flags().StringVar(&out, "out", "", "a `FILE` for the instance instead of standard output")
	_ = c.MarkFlagFilename("out", "dat")
	_ = c.RegisterFlagCompletionFunc("kind", cobra.FixedCompletions(qap.Kinds(), cobra.ShellCompDirectiveNoFileComp))
	return c
}
