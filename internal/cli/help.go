package cli

import (
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler"
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
			for _, algorithm := range a.allAlgorithms() {
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
				for _, algorithm := range a.allAlgorithms() {
					if _, err := fmt.Fprintf(a.Out, "  %-14s %s\n", algorithm.Name, algorithm.Help); err != nil {
						return err
					}
				}
				return nil
			case "exit-status":
				text := "Exit statuses:\n"
				for _, e := range exitCodes {
					text += fmt.Sprintf("  %3d  %s\n", e.code, e.help)
				}
				_, err := io.WriteString(a.Out, text)
				return err
			}
			if c, _, err := root.Find(args); err == nil && c != root {
				c.InitDefaultHelpFlag()
				return c.Help()
			}
			for _, algorithm := range a.allAlgorithms() {
				if args[0] == algorithm.Name {
					return a.describe(algorithm)
				}
			}
			return UserErrorf("%q is neither a subcommand nor an algorithm; 'warbler help' lists the one, 'warbler help algorithms' the other", strings.Join(args, " "))
		},
	}
}

// allAlgorithms are the engines', and those of extensions.
func (a *App) allAlgorithms() []search.Algorithm { return append(search.Algorithms(), a.algorithms...) }

func (a *App) describe(algorithm search.Algorithm) error {
	kinds := make([]string, len(algorithm.Kinds))
	for i, k := range algorithm.Kinds {
		kinds[i] = k.String()
	}
	parameters := "It has no parameters.\n"
	if table := algorithm.Params; len(table) > 0 {
		parameters = fmt.Sprintf("Parameters, with their defaults (-p %s=%s):\n%s", table[0].Name, table[0].Default, params.Help(table))
	}
	follows := ""
	if algorithm.Paper != "" {
		follows = "Follows: " + algorithm.Paper + "\n"
	}
	_, err := fmt.Fprintf(a.Out, "%s: %s\n\n%sGenomes: %s\n\n%s", algorithm.Name, algorithm.Help, follows, strings.Join(kinds, ", "), parameters)
	return err
}

func (a *App) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(a.Out, "warbler %s %s %s/%s\n", warbler.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}
