package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/internal/token"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/function"
	"github.com/warbler-opt/warbler/search"
)

// functionFlags are the flags that only functions have.
type functionFlags struct {
	searchFlags
	dim    int
	bound  float64
	coding string
	bits   int
}

func (a *app) functionCommand() *cobra.Command {
	f := &functionFlags{}
	c := &cobra.Command{
		Use:   "function NAME…",
		Short: "Minimize classic continuous functions",
		Long: "Minimizes classic continuous functions: " + strings.Join(function.Names(), ", ") + ".\n" +
			"Prints the value, then the vector. Without a limit a search goes on for 100 generations.",
		Example: "  warbler function rosenbrock --dim 10 --time 10s\n" +
			"  warbler function rastrigin --coding gray --bits 20 --generations 1000 --replicas 50 --json",
		Args:      cobra.MinimumNArgs(1),
		ValidArgs: function.Names(),
		RunE:      func(c *cobra.Command, names []string) error { return a.solveFunctions(c, f, names) },
	}
	f.bind(c, "auto|differential|cma|genetic")
	c.Flags().IntVar(&f.dim, "dim", 10, "dimensions")
	c.Flags().Float64Var(&f.bound, "bound", 0, "variables lie between minus this and this; 0 takes what is usual for the function")
	c.Flags().StringVar(&f.coding, "coding", "real", "what genomes are: real, or bits in binary or gray code")
	c.Flags().IntVar(&f.bits, "bits", 16, "bits for a variable with --coding binary or gray")
	_ = c.RegisterFlagCompletionFunc("coding", cobra.FixedCompletions([]string{"real", "binary", "gray"}, cobra.ShellCompDirectiveNoFileComp))
	return c
}

func (a *app) solveFunctions(c *cobra.Command, f *functionFlags, names []string) error {
	if single := f.single(); len(names) > 1 && len(single) > 0 {
		return userErrorf("%s is for one function; give one name", strings.Join(single, ", "))
	}
	return a.answers(c, &f.searchFlags, func() (*task, error) {
		if len(names) == 0 {
			return nil, nil
		}
		name := names[0]
		names = names[1:]
		return a.functionTask(name, f)
	})
}

func (a *app) functionTask(name string, f *functionFlags) (*task, error) {
	inner, err := function.New(name, f.dim)
	if err == nil && f.bound != 0 {
		inner, err = inner.WithBounds(f.bound)
	}
	if err != nil {
		return nil, mendable(err)
	}
	var p problem.Problem = inner
	options := map[string]any{"dim": f.dim, "coding": f.coding, "bound": inner.Representation().Upper[0]}
	switch f.coding {
	case "real":
	case "binary", "gray":
		options["bits"] = f.bits
		if p, err = problem.NewCoded(inner, f.bits, f.coding == "gray"); err != nil {
			return nil, mendable(err)
		}
	default:
		return nil, userErrorf("--coding %s: it is real, binary or gray", f.coding)
	}
	vector := func(s search.Solution) []float64 {
		if code := p.Representation().Code; code != nil {
			reals := make([]float64, f.dim)
			code.Decode(s.Genome.Bits, reals)
			return reals
		}
		return s.Genome.Reals
	}
	return &task{
		kind: "function", instance: inner.Name(), problem: p, options: options, optimum: inner.Optimum(), paste: []string{name},
		check: func(s search.Solution) error {
			return checkFunction(inner.Name(), vector(s), -problem.ToFloat(s.Score))
		},
		print: func(w io.Writer, s search.Solution) error {
			_, err := fmt.Fprintf(w, "%s\n%s\n", problem.ObjectiveOf(p).Format(s.Score), numbers(vector(s)))
			return err
		},
		show:  func(s search.Solution) any { return vector(s) },
		start: func(path string) (problem.Genome, error) { return a.readVector(path, f.dim, p.Representation()) },
	}, nil
}

// numbers writes floats so that reading them gives the same bits.
func numbers(list []float64) string {
	words := make([]string, len(list))
	for i, x := range list {
		words[i] = strconv.FormatFloat(x, 'g', -1, 64)
	}
	return strings.Join(words, " ")
}

// readVector reads a vector, alone or below its value as the answer has it.
func (a *app) readVector(path string, dim int, r problem.Representation) (problem.Genome, error) {
	file, name, err := a.open(path)
	if err != nil {
		return problem.Genome{}, err
	}
	defer file.Close()
	scanner := token.NewScanner(file, name)
	var list []float64
	for scanner.Scan() {
		x, err := strconv.ParseFloat(scanner.Text(), 64)
		if err != nil || math.IsNaN(x) || len(list) > dim {
			return problem.Genome{}, scanner.Errorf("%q is not one of %d numbers", scanner.Text(), dim)
		}
		list = append(list, x)
	}
	if err := scanner.Err(); err != nil {
		return problem.Genome{}, err
	}
	if len(list) == dim+1 {
		list = list[1:]
	}
	if len(list) != dim {
		return problem.Genome{}, userErrorf("%s: it has %d numbers; a vector of --dim %d has as many, or one more where its value comes first", name, len(list), dim)
	}
	g := problem.Genome{Reals: list}
	if r.Code != nil {
		for j, x := range list {
			if lower, upper := r.Code.Lower[j], r.Code.Upper[j]; x < lower || x > upper {
				return problem.Genome{}, userErrorf("%s: gene %d is %v; it must be from %v to %v", name, j, x, lower, upper)
			}
		}
		g = problem.NewGenomes(r, 1).At(0)
		r.Code.Encode(list, g.Bits)
	}
	if err := search.CheckGenome(r, g); err != nil {
		return problem.Genome{}, userErrorf("%s: %w", name, err)
	}
	return g, nil
}
