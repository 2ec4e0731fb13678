package campaign

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/internal/experiment"
)

func (a *family) solutionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "solution DIR RUN",
		Short: "Print the best solution of a run",
		Long: "Prints the best solution of a run of a campaign as the problem's own subcommand does, once it\n" +
			"has been verified by the instance as it was read. Runs have the numbers that 'experiment\n" +
			"export' writes.",
		Example: "  warbler experiment run examples/campaign.toml --out kept\n" +
			"  warbler experiment solution kept 1",
		Args: cobra.ExactArgs(2),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(c *cobra.Command, args []string) error {
			number, err := strconv.Atoi(args[1])
			if err != nil {
				return cli.UserErrorf("%s: a run has a number, as 'experiment export' writes it", args[1])
			}
			s, err := cli.Awaited(c.Context(), func() (experiment.Solution, error) { return experiment.ReadSolution(args[0], number) })
			if err != nil {
				return err
			}
			return s.Write(a.Out)
		},
	}
}
