package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/experiment/evolve"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/custom"
	"github.com/warbler-opt/warbler/search"
)

// evolveFlags are the flags that only custom problems have.
type evolveFlags struct {
	searchFlags
	options      custom.Options
	lower, upper float64
	template     string
}

func (a *app) evolveCommand() *cobra.Command {
	f := &evolveFlags{}
	c := &cobra.Command{
		Use:   "evolve FITNESS.c…",
		Short: "Solve a problem of your own, written in C",
		Long: "Solves a problem of your own. Its objective is a function in C,\n\n" +
			"    score fitness(genome g, data d)\n\n" +
			"which runs on the CPU (compiled by the system's C compiler), on CUDA and on OpenCL with\n" +
			"the same answers. A comment at the top says what genomes are, in TOML; --new prints a\n" +
			"file to begin with. Every algorithm that fits the genomes can be chosen. Prints the value,\n" +
			"then the genes. Your code runs in a process of its own, which may crash or hang.\n\n" +
			"docs/CUSTOM.md has the language, the header and all functions.",
		Example: "  warbler evolve --new binary > my.c\n" +
			"  warbler evolve my.c\n" +
			"  warbler evolve examples/evolve/antenna.c --time 10s\n" +
			"  warbler evolve examples/evolve/satchel.c --algorithm tabu --generations 1000 --json",
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, files []string) error { return a.evolve(c, f, files) },
	}
	f.bind(c, algorithmNames(problem.Binary, "memetic", "differential", "cma"))
	f.bindFragment(c)
	c.Flags().StringVar(&f.template, "new", "", "print a file to begin with, for genomes of this `KIND`: binary, discrete, permutation or real")
	_ = c.RegisterFlagCompletionFunc("new", cobra.FixedCompletions(kinds, cobra.ShellCompDirectiveNoFileComp))
	return c
}

// kinds are the genomes that a fragment can have.
var kinds = []string{"binary", "discrete", "permutation", "real"}

// bindFragment binds what goes before a header.
func (f *evolveFlags) bindFragment(c *cobra.Command) {
	s, o := c.Flags(), &f.options
	s.StringVar(&o.Genome, "genome", "", "what genomes are: binary, discrete, permutation or real, instead of the header's word")
	s.StringVar(&o.Length, "length", "", "`genes` of a genome: a number, or the name of an array")
	s.IntVar(&o.Alphabet, "alphabet", 0, "symbols of a discrete gene")
	s.Float64Var(&f.lower, "lower", 0, "the least value of real genes")
	s.Float64Var(&f.upper, "upper", 0, "the largest value of real genes")
	s.StringVar(&o.Objective, "objective", "", "maximize or minimize")
	s.StringVar(&o.Score, "score", "", "what fitness returns: integer or real")
	s.StringArrayVar(&o.Data, "data", nil, "an array from a CSV file, `name=file`; repeat it for more")
	_ = c.RegisterFlagCompletionFunc("genome", cobra.FixedCompletions(kinds, cobra.ShellCompDirectiveNoFileComp))
}

// fragmentOptions are the options that were given.
func (f *evolveFlags) fragmentOptions(c *cobra.Command) custom.Options {
	o := f.options
	if c.Flags().Changed("lower") {
		o.Lower = &f.lower
	}
	if c.Flags().Changed("upper") {
		o.Upper = &f.upper
	}
	return o
}

func (a *app) evolve(c *cobra.Command, f *evolveFlags, files []string) error {
	if f.template != "" {
		text, err := custom.Template(f.template)
		if err != nil {
			return userErrorf("--new %w", err)
		}
		_, err = io.WriteString(a.out, text)
		return err
	}
	if len(files) == 0 {
		return userErrorf("name a file with your fitness function; 'warbler evolve --new binary' prints one to begin with")
	}
	if single := f.single(); len(files) > 1 && len(single) > 0 {
		return userErrorf("%s is for one problem; give one file", strings.Join(single, ", "))
	}
	var open *evolve.Problem
	defer func() { a.dismiss(open) }()
	return a.answers(c, &f.searchFlags, func() (*task, error) {
		a.dismiss(open)
		open = nil
		if len(files) == 0 {
			return nil, nil
		}
		name := files[0]
		files = files[1:]
		t, p, err := a.fragmentTask(c.Context(), name, &f.searchFlags, f.fragmentOptions(c))
		open = p
		return t, err
	})
}

// dismiss ends the child that has scored answers.
func (a *app) dismiss(p *evolve.Problem) {
	if p != nil {
		_ = p.Close() // it has nothing to say
	}
}

// readFragment reads and compiles a fragment.
func (a *app) readFragment(ctx context.Context, name string, options custom.Options) (*evolve.Problem, error) {
	r, shown, err := a.open(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	p, err := evolve.Read(ctx, r, shown, options)
	if err != nil {
		return nil, mendable(err)
	}
	return p, nil
}

func (a *app) fragmentTask(ctx context.Context, name string, f *searchFlags, options custom.Options) (*task, *evolve.Problem, error) {
	began := time.Now()
	p, err := a.readFragment(ctx, name, options)
	if err != nil {
		return nil, nil, err
	}
	if !p.Compiled() {
		_, failed := p.Fragment.Compile(ctx)
		if f.device == "cpu" || f.device == "auto" || f.device == "" {
			return nil, nil, mendable(fmt.Errorf("%s: %w; --device cuda or opencl needs none", name, failed))
		}
	}
	fragment := p.Fragment
	if fragment.Warnings != "" {
		a.note("%s", strings.TrimSpace(fragment.Warnings))
	}
	t := &task{
		kind: "custom", instance: fragment.Name, problem: p, paste: []string{name}, seconds: time.Since(began).Seconds(),
		auto: func(string) string {
			if fragment.Representation.Kind == problem.Real {
				return "differential"
			}
			return "genetic"
		},
		// The code is all that says what a score is: search.Verify has it run again,
		// in a process that has not searched.
		check: func(search.Solution) error { return nil },
		doubt: func(err error) error { return doubtFragment(fragment, err) },
		print: func(w io.Writer, s search.Solution) error {
			_, err := fmt.Fprintf(w, "%s\n%s\n", fragment.Objective().Format(s.Score), genes(fragment.Representation, s.Genome))
			return err
		},
		show:  func(s search.Solution) any { return geneList(fragment.Representation, s.Genome) },
		start: func(path string) (problem.Genome, error) { return a.readGenes(path, fragment) },
	}
	if fragment.Bounded {
		t.optimum = &fragment.BestScore
	}
	return t, p, nil
}

// doubtFragment says what may be wrong with a fragment whose answer is not what its
// search said.
func doubtFragment(f *custom.Fragment, err error) error {
	var wrong *search.VerifyError
	if !errors.As(err, &wrong) {
		return err
	}
	has := func(name string) bool { return slices.Contains(f.Functions(), name) }
	switch {
	case wrong.Reason != "" && has("repair"):
		return fmt.Errorf("%w; does repair set a gene that does not exist, or to a value that it cannot have?", err)
	case has("delta"):
		return fmt.Errorf("%w; is delta always what a move adds to fitness, and do both depend on the genome and the data alone?", err)
	case has("fitness_group"):
		return fmt.Errorf("%w; do all lanes of a team return the same score (team_sum), and does it depend on the genome and the data alone?", err)
	}
	return fmt.Errorf("%w; fitness must depend on the genome and the data alone: does it read a variable before it is set, or outside of an array, or divide by zero?", err)
}

// genes writes a genome: bits without blanks, other genes with.
func genes(r problem.Representation, g problem.Genome) string {
	if r.Kind == problem.Real {
		return numbers(g.Reals)
	}
	separator := " "
	if r.Kind == problem.Binary {
		separator = ""
	}
	words := make([]string, 0, r.Length)
	for _, x := range wholeGenes(r, g) {
		words = append(words, strconv.Itoa(x))
	}
	return strings.Join(words, separator)
}

// geneList is a genome for --json.
func geneList(r problem.Representation, g problem.Genome) any {
	if r.Kind == problem.Real {
		return g.Reals
	}
	return wholeGenes(r, g)
}

func wholeGenes(r problem.Representation, g problem.Genome) []int {
	list := make([]int, r.Length)
	for j := range list {
		switch r.Kind {
		case problem.Binary:
			list[j] = int(g.Bits[j>>6] >> (j & 63) & 1)
		case problem.Discrete:
			list[j] = int(g.Symbols[j])
		default:
			list[j] = int(g.Order[j])
		}
	}
	return list
}
