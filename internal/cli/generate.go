package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/internal/atomicfile"
	"github.com/warbler-opt/warbler/problem"
)

func (a *App) generateCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "generate PROBLEM",
		Short: "Make random instances",
		Example: "  warbler generate knapsack --kind strongly --items 1000 --seed 7 > strong.txt\n" +
			"  warbler generate 3sat --variables 250 > random.cnf",
		Args: cobra.NoArgs,
	}
	var calls []string
	for _, k := range problem.Kinds() {
		for _, g := range k.Generators {
			c.AddCommand(a.generatorCommand(k, g))
			calls = append(calls, "'warbler generate "+g.Name+"'")
		}
	}
	slices.Sort(calls)
	c.RunE = func(*cobra.Command, []string) error {
		return UserErrorf("say what to make: %s", either(calls))
	}
	return c
}

// either joins words by commas, the last by or.
func either(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

func (a *App) generatorCommand(k *problem.Kind, g problem.Generator) *cobra.Command {
	flags := append(slices.Clone(g.Flags),
		problem.Flag{Name: "seed", Default: uint64(1), Help: "the same seed gives the same " + k.Unit},
		problem.Flag{Name: "out", Default: "", Help: "a `FILE` for the " + k.Unit + " instead of standard output"})
	var own []*OwnFlag
	c := &cobra.Command{
		Use: g.Name, Short: g.Help, Long: g.Text, Example: g.Examples,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := checkOwn(own); err != nil {
				return err
			}
			options := optionsOf(flags, own)
			made, err := g.Make(options)
			if err != nil {
				return AsUserError(err)
			}
			if out := problem.Option[string](options, "out"); out != "" {
				return AsUserError(atomicfile.Write(out, made.Write))
			}
			return made.Write(a.Out)
		},
	}
	c.Flags().SortFlags = false
	for _, f := range flags {
		own = append(own, bindOwn(c, k, f))
	}
	_ = c.RegisterFlagCompletionFunc("out", AnyFile)
	if g.Extension != "" {
		_ = c.MarkFlagFilename("out", g.Extension)
	}
	return c
}
