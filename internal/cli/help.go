package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/internal/params"
	"github.com/warbler-opt/warbler/search"
)

// helpCommand shows the help of a subcommand, the parameters of an algorithm,
// or one of two topics.
func (a *App) helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [SUBCOMMAND | ALGORITHM | algorithms | exit-status]",
		Short: "Help on a subcommand, or an algorithm and its parameters",
		Long: "Shows a subcommand with its flags, or an algorithm with its parameters.\n" +
			"'help algorithms' lists the algorithms, 'help exit-status' the exit statuses.",
		Example: "  warbler help knapsack\n  warbler help genetic",
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			names := []string{"algorithms", "exit-status"}
			for _, c := range root.Commands() {
				if c.IsAvailableCommand() {
					names = append(names, c.Name())
				}
			}
			for _, algorithm := range append(search.Algorithms(), a.algorithms...) {
				names = append(names, algorithm.Name)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return root.Help()
			}
			switch args[0] {
			case "algorithms":
				return a.listAlgorithms()
			case "exit-status":
				_, err := fmt.Fprint(a.Out, exitHelp())
				return err
			}
			if c, _, err := root.Find(args); err == nil && c != root {
				c.InitDefaultHelpFlag()
				return c.Help()
			}
			for _, d := range a.algorithms {
				if args[0] == d.Name {
					return a.describe(d)
				}
			}
			algorithm, err := search.Lookup(args[0])
			if err != nil {
				return UserErrorf("%q is neither a subcommand nor an algorithm; 'warbler help' lists the one, 'warbler help algorithms' the other", strings.Join(args, " "))
			}
			return a.describe(algorithm)
		},
	}
}

func (a *App) listAlgorithms() error {
	for _, algorithm := range append(search.Algorithms(), a.algorithms...) {
		if _, err := fmt.Fprintf(a.Out, "  %-14s %s\n", algorithm.Name, algorithm.Help); err != nil {
			return err
		}
	}
	return nil
}

func (a *App) describe(algorithm search.Algorithm) error {
	kinds := make([]string, len(algorithm.Kinds))
	for i, k := range algorithm.Kinds {
		kinds[i] = k.String()
	}
	example := "name=value"
	if len(algorithm.Params) > 0 {
		example = algorithm.Params[0].Name + "=" + algorithm.Params[0].Default
	}
	parameters := "It has no parameters.\n"
	if len(algorithm.Params) > 0 {
		parameters = fmt.Sprintf("Parameters, with their defaults (-p %s):\n%s", example, params.Help(algorithm.Params))
	}
	follows := ""
	if algorithm.Paper != "" {
		follows = "Follows: " + algorithm.Paper + "\n"
	}
	_, err := fmt.Fprintf(a.Out, "%s: %s\n\n%sGenomes: %s\n\n%s", algorithm.Name, algorithm.Help, follows, strings.Join(kinds, ", "), parameters)
	return err
}
