package main

import (
	"bufio"
	"bytes"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/knapsack"
	"github.com/warbler-opt/warbler/problem/sat"
)

// foreign are the files of problems that this version does not solve, by
// extension.
var foreign = map[string]string{
	".dat": "quadratic assignment", ".col": "graph colouring", ".tsp": "travelling salesman", ".c": "user-defined",
}

func (a *app) solveCommand() *cobra.Command {
	f := &knapsackFlags{}
	unsatisfied := false
	c := &cobra.Command{
		Use:   "solve FILE…",
		Short: "Solve whatever a file holds",
		Long: "Solves whatever a file holds, by its name and content; answers and exit status are\n" +
			"those of the subcommand for that problem. This version knows maxsat (.wcnf and .cnf)\n" +
			"and knapsacks.",
		Example: "  warbler solve examples/mkp-30x5.txt\n" +
			"  warbler solve --time 5s examples/maxsat-100.wcnf",
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, files []string) error {
			for _, name := range files {
				if kind, ok := foreign[extension(name)]; ok {
					return userErrorf("%s: this is the name of a %s problem, which this version does not solve; 'warbler knapsack' reads it as a knapsack", name, kind)
				}
			}
			return a.solveAny(c, f, unsatisfied, files)
		},
	}
	f.bindKnapsack(c)
	c.Flags().Lookup("algorithm").Usage = "how to search: " + algorithmNames(problem.Binary, "exact")
	c.Flags().Lookup("generations").Usage = "stop after this many generations; 0 is no limit, or 100 for knapsacks where nothing else ends the run"
	c.Flags().Lookup("constraint").Usage += " (knapsacks)"
	bindUnsatisfied(c, &unsatisfied)
	return c
}

// solveAny answers files of different kinds.
func (a *app) solveAny(c *cobra.Command, f *knapsackFlags, unsatisfied bool, files []string) error {
	way, err := f.checked(files)
	if err != nil {
		return err
	}
	next := instances(a, files, f.instance, f.single(), readAny)
	several := len(files) > 1
	return a.answers(c, &f.searchFlags, func() (*task, error) {
		p, err := next()
		if p == nil || err != nil {
			return nil, err
		}
		if formula := p.instance.formula; formula != nil {
			if formula.Format == sat.CNF {
				a.note("%s: this version does not answer the question of satisfiability; it is solved as 'warbler maxsat' does", formula.Name)
			}
			return a.maxsatTask(&picked[*sat.Formula]{formula, p.paste, p.seconds}, unsatisfied, several)
		}
		return a.knapsackTask(&picked[*knapsack.Instance]{p.instance.sack, p.paste, p.seconds}, way, f.constraint)
	})
}

// found is one of the kinds of instances that a file can hold.
type found struct {
	formula *sat.Formula
	sack    *knapsack.Instance
}

// readAny is a reader of files of all kinds.
func readAny(r io.Reader, name string) (list []found, err error) {
	text := bufio.NewReader(r)
	if holdsFormula(text, name) {
		f, err := sat.Read(text, name)
		return []found{{formula: f}}, err
	}
	sacks, err := knapsack.Read(text, name)
	for _, s := range sacks {
		list = append(list, found{sack: s})
	}
	return list, err
}

// holdsFormula tells formulas from knapsacks by the name or, where that says
// nothing, by the first line: a p line, a comment or a hard clause. A formula
// that begins with the weight of a soft clause is a list of numbers like a
// knapsack, and only its name can tell.
func holdsFormula(text *bufio.Reader, name string) bool {
	switch extension(name) {
	case ".cnf", ".wcnf":
		return true
	}
	head, _ := text.Peek(512)
	line, _, _ := bytes.Cut(bytes.TrimSpace(head), []byte("\n"))
	words := bytes.Fields(line)
	if len(words) == 0 {
		return false
	}
	switch string(words[0]) {
	case "c", "h":
		return true
	case "p":
		return len(words) > 1 && (string(words[1]) == "cnf" || string(words[1]) == "wcnf")
	}
	return false
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
