package function

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/problem"
)

func init() {
	problem.Register(problem.Kind{
		Name: "function", Noun: "function", Unit: "function",
		Help: "Minimize classic continuous functions",
		Text: "Minimizes classic continuous functions: " + strings.Join(Names(), ", ") + ".\n" +
			"Prints the value, then the vector.",
		Examples: "  warbler function rosenbrock --dim 10 --time 10s\n" +
			"  warbler function rastrigin --coding gray --bits 20 --generations 1000 --replicas 50 --json",
		Genomes: []problem.GenomeKind{problem.Real, problem.Binary},
		Names:   Names,
		Find:    func(name string) (problem.Instance, error) { return named(name), nil },
		Flags: []problem.Flag{
			{Name: "dim", Default: 10, Least: 1, Most: maxDimensions, Help: "dimensions"},
			{Name: "bound", Default: 0.0, Help: "variables lie between minus this and this; 0 takes what is usual for the function"},
			{Name: "coding", Default: "real", Label: true, Choices: []string{"real", "binary", "gray"}, Help: "what genomes are: real, or bits in binary or gray code"},
			{Name: "bits", Default: 16, Help: "bits for a variable with --coding binary or gray"},
		},
		Sample: func() (problem.Problem, error) { return New("sphere", 3) },
	})
}

// named is a function by its name.
type named string

// Task implements problem.Instance.
func (n named) Task(_ context.Context, o problem.Options) (*problem.Task, error) {
	dim, coding := problem.Option[int](o, "dim"), problem.Option[string](o, "coding")
	inner, err := find(string(n), dim)
	switch {
	case err != nil && slices.Contains(Names(), strings.ToLower(string(n))): // it has too few or too many
		return nil, &problem.FlagError{Flags: []string{"dim"}, Err: err}
	case err != nil:
		return nil, err
	case o.Strict && coding == "real" && o.Values["bits"] != nil:
		return nil, &problem.FlagError{Flags: []string{"bits"}, Err: errors.New(`it is for coding = "binary" or "gray"`)}
	}
	if bound := problem.Option[float64](o, "bound"); bound != 0 || o.Strict && o.Values["bound"] != nil {
		if err := inner.within(bound); err != nil {
			return nil, &problem.FlagError{Flags: []string{"bound"}, Err: err}
		}
	}
	t := &problem.Task{
		Instance: inner.name, Label: fmt.Sprintf("%s-%d", n, dim), Problem: inner, Optimum: inner.optimum(),
		Options: map[string]any{"dim": dim, "coding": coding, "bound": inner.bound},
	}
	if coding != "real" {
		bits := problem.Option[int](o, "bits")
		t.Options["bits"] = bits
		if t.Problem, err = problem.NewCoded(inner, bits, coding == "gray"); err != nil {
			return nil, &problem.FlagError{Flags: []string{"bits", "coding"}, Err: err}
		}
	}
	t.Form = form{answer.Genes{Problem: t.Problem}, inner.name}
	return t, nil
}

// form is how vectors are written.
type form struct {
	answer.Genes
	name string
}

// Check implements problem.Form.
func (f form) Check(g problem.Genome, s problem.Score) error {
	return check(f.name, f.Vector(g), -problem.ToFloat(s))
}
