package cli

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler"
)

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
