package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/problem"
)

// fileKinds are the kinds that have files.
func fileKinds() []*problem.Kind {
	return slices.DeleteFunc(problem.Kinds(), func(k *problem.Kind) bool { return k.Read == nil })
}

// ownKinds are those with one objective and a subcommand of their own.
func ownKinds() []*problem.Kind {
	return slices.DeleteFunc(fileKinds(), func(k *problem.Kind) bool { return k.Several || k.Name != k.Command })
}

func (a *App) solveCommand() *cobra.Command {
	f := &KindFlags{}
	var known []string
	for _, k := range fileKinds() {
		line := fmt.Sprintf("  %-10s a %s", k.Command, k.Noun)
		if len(k.Extensions) > 0 {
			line += " (" + strings.Join(k.Extensions, ", ") + ")"
		}
		known = append(known, line)
	}
	c := &cobra.Command{
		Use:   "solve FILE…",
		Short: "Solve whatever a file holds",
		Long: "Solves whatever a file holds, by its name and content; answers and exit status are\n" +
			"those of the subcommand for that problem. A .cnf is decided, as 'warbler sat' does.\n" +
			"A file may hold:\n\n" + strings.Join(known, "\n"),
		Example: "  warbler solve examples/mkp-30x5.txt\n" +
			"  warbler solve --generations 500 examples/qap-20.dat\n" +
			"  warbler solve --time 5s examples/planted-60.col\n" +
			"  warbler solve --time 5s examples/maxsat-100.wcnf",
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, files []string) error {
			if err := f.checkKinds("instance", "file", len(files)); err != nil {
				return err
			}
			return a.solveAll(c, f, a.Instances(files, f.instance, f.single(), problem.ReadFile), len(files) > 1, false)
		},
	}
	var deciding []string
	for _, d := range a.algorithms {
		deciding = append(deciding, d.Name)
	}
	f.bindKinds(c, ownKinds(), deciding...) // a problem in C says all in its file
	return c
}
