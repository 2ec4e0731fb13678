package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/problem/custom"
)

// extendEvolve lets the subcommand for custom problems print a file to begin with.
func extendEvolve(a *cli.App) cli.Extension {
	return cli.Extension{Specials: map[string]cli.Special{"custom": {Command: func(c *cobra.Command) { withTemplate(a, c) }}}}
}

// withTemplate gives the subcommand --new, which prints a file to begin with.
func withTemplate(a *cli.App, c *cobra.Command) {
	c.Use = "evolve FITNESS.c…"
	var template string
	c.Flags().StringVar(&template, "new", "", "print a file to begin with, of this `KIND`: "+strings.Join(custom.Templates, ", "))
	kinds := []string{"binary", "discrete", "permutation", "real"}
	for name, words := range map[string][]string{"new": custom.Templates, "genome": kinds, "objective": {"maximize", "minimize"}, "score": {"integer", "real"}} {
		_ = c.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	}
	_ = c.RegisterFlagCompletionFunc("data", cli.AnyFile)
	c.Args = cobra.ArbitraryArgs
	solve := c.RunE
	c.RunE = func(c *cobra.Command, files []string) error {
		if template != "" {
			text, err := custom.Template(template)
			if err != nil {
				return cli.UserErrorf("--new %w", err)
			}
			_, err = io.WriteString(a.Out, text)
			return err
		}
		if len(files) == 0 {
			return cli.UserErrorf("name a file with your fitness function; 'warbler evolve --new binary' prints one to begin with")
		}
		return solve(c, files)
	}
}
