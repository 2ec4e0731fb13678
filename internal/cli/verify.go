package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

func (a *App) verifyCommand() *cobra.Command {
	var number int
	var proof bool
	c := &cobra.Command{
		Use:   "verify FILE ANSWER",
		Short: "Check an answer",
		Long: "Checks an answer against its instance, sharing no code with the search: that it is\n" +
			"feasible and worth what it says. An answer is what 'warbler sat', " + verified() + " print,\n" +
			"also with --json; a .sln file of QAPLIB; a .tour file of TSPLIB, whose length\n" +
			"is in its COMMENT; lines 's col' and 'l' of DIMACS; or what another solver prints about a\n" +
			".cnf or .wcnf: a .cnf must be satisfied whole unless the answer has a cost (an o line)\n" +
			"or says OPTIMUM FOUND. A refutation in DRAT, a file called .drat or any with --proof, must derive\n" +
			"the empty clause. Of a front, as 'warbler pareto' prints it, every row must be worth what it says and\n" +
			"none as good as another in everything; instead of a file, functions have names (zdt1). Of a fitness\n" +
			"function in C (.c), which is all that says what an answer is worth, a process of its own scores the answer.\n" +
			"Of the answers to several files the one whose header, 'c FILE', names the file is checked.\n" +
			"Exit status 0: right; 3: wrong; 2: unreadable, or without an assignment.",
		Example: "  warbler knapsack examples/knapsack-50.txt --out answer.txt\n" +
			"  warbler verify examples/knapsack-50.txt answer.txt\n" +
			"  warbler maxsat --time 2s examples/maxsat-100.wcnf | warbler verify examples/maxsat-100.wcnf -",
		Args: cobra.ExactArgs(2),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 1 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveDefault
		},
		RunE: func(c *cobra.Command, args []string) error {
			return a.verify(c.Context(), args[0], args[1], number, proof)
		},
	}
	c.Flags().IntVar(&number, "instance", 0, "the `N`-th instance of the file, from 1")
	c.Flags().BoolVar(&proof, "proof", false, "the answer is a refutation in DRAT, whatever its name")
	return c
}

// verified are the subcommands whose answers are checked, beside that which decides.
func verified() string {
	var names []string
	for _, k := range ownKinds() {
		names = append(names, k.Name)
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

func (a *App) verify(ctx context.Context, file, path string, number int, proof bool) error {
	if number < 0 {
		return UserErrorf("--instance %d: instances count from 1", number)
	}
	if file == "-" && path == "-" {
		return UserErrorf("the instance and the answer cannot both be standard input")
	}
	if k, in := findNamed(file); k != nil && k.Several {
		return a.verifyInstance(ctx, Picked{Instance: in, Kind: k, Paste: []string{file}}, path)
	}
	list, err := a.load(file, number, problem.ReadFile)
	if err != nil {
		return AsUserError(err)
	}
	if len(list) > 1 {
		return UserErrorf("%s: it has %d instances; pick one with --instance", file, len(list))
	}
	if proof || problem.Extension(path) == ".drat" {
		judge := a.specials[list[0].Kind.Name].Proof
		if judge == nil {
			return UserErrorf("%s: proofs are of formulas", file)
		}
		return judge(list[0].Instance, path)
	}
	return a.verifyInstance(ctx, list[0], path)
}

// verifyInstance judges an answer about an instance.
func (a *App) verifyInstance(ctx context.Context, p Picked, path string) error {
	if p.Kind.Several || p.Kind.Fronts {
		t, err := a.NewTask(ctx, p.Kind, p, problem.Options{Flags: p.Kind.Flags})
		if err != nil {
			return err
		}
		defer t.close()
		if t.Front != nil {
			return a.verifyFront(t, path)
		}
	}
	verifier, ok := p.Instance.(problem.Verifier)
	if !ok {
		return UserErrorf("answers about a %s cannot be checked", p.Kind.Noun)
	}
	r, name, err := a.Open(path)
	if err != nil {
		return err
	}
	defer r.Close()
	text, err := a.answerOf(p.Kind, p.Paste, r, name)
	if err != nil {
		return AsUserError(err)
	}
	right, err := verifier.Verify(ctx, text, name)
	return a.Verdict(right, err)
}

// Verdict prints what a check has come to.
func (a *App) Verdict(right string, err error) error {
	switch {
	case errors.Is(err, problem.ErrWrong):
		fmt.Fprintf(a.Out, "wrong: %v\n", err)
		return &CodedError{Code: ExitWrong}
	case errors.As(err, new(search.StatusError)):
		return err
	case err != nil:
		return AsUserError(err)
	}
	_, err = fmt.Fprintf(a.Out, "right: %s\n", right)
	return err
}
