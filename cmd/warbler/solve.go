package main

import (
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// foreign are the files of problems that this version does not solve, by
// extension.
var foreign = map[string]string{
	".cnf": "satisfiability", ".wcnf": "maximum satisfiability", ".dat": "quadratic assignment",
	".col": "graph colouring", ".tsp": "travelling salesman", ".c": "user-defined",
}

func (a *app) solveCommand() *cobra.Command {
	f := &knapsackFlags{}
	c := &cobra.Command{
		Use:   "solve FILE…",
		Short: "Solve whatever a file holds",
		Long: "Solves whatever a file holds, by its name and content; answers and exit status are\n" +
			"those of the subcommand for that problem. This version knows knapsacks.",
		Example: "  warbler solve examples/mkp-30x5.txt",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, files []string) error {
			for _, name := range files {
				if kind, ok := foreign[extension(name)]; ok {
					return userErrorf("%s: this is the name of a %s problem, which this version does not solve; 'warbler knapsack' reads it as a knapsack", name, kind)
				}
			}
			return a.solveKnapsacks(c, f, files)
		},
	}
	f.bindKnapsack(c)
	return c
}

// extension is a file's extension under that of its compression.
func extension(name string) string {
	ext := strings.ToLower(filepath.Ext(name))
	switch ext {
	case ".gz", ".xz", ".bz2", ".zst":
		return extension(strings.TrimSuffix(name, filepath.Ext(name)))
	}
	return ext
}
