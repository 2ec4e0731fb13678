package criteria

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/warbler-opt/warbler/problem"
)

func init() {
	problem.Register(problem.Kind{
		Name: "pareto", Noun: "function", Unit: "problem",
		Help: "Find the fronts of problems with several objectives",
		Text: "Searches for the front of a problem with several objectives: solutions that are each better\n" +
			"than any other in something, with NSGA-II. A problem is a file that 'warbler generate profits'\n" +
			"(a knapsack with several profits) or 'warbler generate itinerary' (a round trip with several\n" +
			"costs) can make, or a function of the literature: " + strings.Join(names(), ", ") + ".\n" +
			"Solutions that violate a constraint are worse than all that do not.\n\n" +
			"Prints a table in CSV: the objectives of every solution, then the solution; of several replicas\n" +
			"the front of all of them together. --plot draws the front. Without a limit a search goes on\n" +
			"for 250 generations.",
		Examples: "  warbler pareto zdt1 --plot front.svg\n" +
			"  warbler pareto examples/profits-100.txt --generations 1000 --out front.csv\n" +
			"  warbler verify examples/profits-100.txt front.csv\n" +
			"  warbler pareto srn -p population=200 --replicas 10 --json\n" +
			"  warbler generate itinerary --places 30 | warbler pareto --generations 2000 -",
		Genomes: []problem.GenomeKind{problem.Real, problem.Binary}, Several: true, Steps: 250,
		Names: names, Find: func(name string) (problem.Instance, error) { return named(name), nil },
		Flags: []problem.Flag{{Name: "dim", Default: 0, Help: "variables of a function; 0 takes what is usual"}},
	})
}

// named is a function by its name.
type named string

// Task implements problem.Instance.
func (n named) Task(_ context.Context, o problem.Options) (*problem.Task, error) {
	p, err := find(string(n), problem.Option[int](o, "dim"))
	if err != nil {
		return nil, err
	}
	return &problem.Task{Instance: p.name, Problem: p, Front: frontForm{p}, Options: map[string]any{"dim": p.variables}}, nil
}

// frontForm is how solutions are written: numbers, or bits.
type frontForm struct{ *functions }

// Words implements problem.FrontForm.
func (f frontForm) Words(g problem.Genome) []string {
	if r := f.Representation(); r.Kind == problem.Binary {
		text := make([]byte, r.Length)
		for i := range text {
			text[i] = '0'
			if g.Bit(i) {
				text[i] = '1'
			}
		}
		return []string{string(text)}
	}
	words := make([]string, len(g.Reals))
	for i, x := range g.Reals {
		words[i] = strconv.FormatFloat(x, 'g', -1, 64)
	}
	return words
}

// Genome implements problem.FrontForm.
func (f frontForm) Genome(words []string) (problem.Genome, error) {
	r := f.Representation()
	if r.Kind != problem.Binary {
		x, err := reals(words)
		return problem.Genome{Reals: x}, err
	}
	text := strings.Join(words, "")
	g := problem.NewGenomes(r, 1).At(0)
	if len(text) != r.Length || strings.Trim(text, "01") != "" {
		return g, errors.New("it should be " + strconv.Itoa(r.Length) + " bits, each 0 or 1")
	}
	for i, b := range []byte(text) {
		g.Bits[i/64] |= uint64(b-'0') << (i % 64)
	}
	return g, nil
}

// Check implements problem.FrontForm.
func (f frontForm) Check(words, claimed []string) error {
	if f.Representation().Kind == problem.Binary {
		words = strings.Split(strings.Join(words, ""), "")
	}
	x, err := reals(words)
	if err != nil {
		return err
	}
	values, err := reals(claimed)
	if err != nil {
		return err
	}
	return check(f.name, x, values)
}

func reals(words []string) ([]float64, error) {
	list := make([]float64, len(words))
	for k, w := range words {
		v, err := strconv.ParseFloat(w, 64)
		if err != nil {
			return nil, fmt.Errorf("%.40q is not a number", w)
		}
		list[k] = v
	}
	return list, nil
}
