package knapsack

import (
	"context"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/problem"
)

func init() {
	problem.Register(problem.Kind{
		Name: "knapsack", Noun: "knapsack",
		Help: "Solve 0/1 and multidimensional knapsacks",
		Text: "Solves 0/1 and multidimensional knapsacks. Prints the value and the weight of each\n" +
			"constraint, then the chosen items, counted from 1.\n\n" +
			"The usual file formats are recognized by their content; files with several instances\n" +
			"are answered one after the other. --algorithm auto proves optimality where that is quick.",
		Examples: "  warbler knapsack examples/knapsack-50.txt\n" +
			"  warbler knapsack --algorithm genetic -p population=10000 --time 10s --json examples/mkp-30x5.txt",
		Genomes: []problem.GenomeKind{problem.Binary}, Exact: true, Penalized: true, ByAlgorithm: true,
		Many: true, Read: answer.Many(Read),
		Flags: []problem.Flag{constraintFlag},
		Generators: []problem.Generator{{
			Name: "knapsack", Help: "Make a random 0/1 knapsack",
			Text:     "Makes a random 0/1 knapsack whose capacity is half the weight of all items, or\nthe largest weight if that is more. The same flags always give the same instance.",
			Examples: "  warbler generate knapsack --kind han-kim --items 250 | warbler knapsack -",
			Flags: []problem.Flag{
				{Name: "kind", Default: "uncorrelated", Choices: families, Help: "the family: " + strings.Join(families, ", ")},
				{Name: "items", Default: 100, Help: "the number of items"},
				{Name: "range", Default: int64(defaultRange), Help: "the largest weight, but for han-kim; for inverse the largest profit"},
			},
			Make: func(o problem.Options) (problem.Writable, error) {
				return Generate(problem.Option[string](o, "kind"), problem.Option[int](o, "items"), problem.Option[int64](o, "range"), problem.Option[uint64](o, "seed"))
			},
			Campaign: &problem.Campaign{
				Flags: []problem.Flag{
					{Name: "kind", Default: "uncorrelated", Choices: families}, {Name: "items", Default: 100, Least: 1, Most: 1 << 20},
					constraintFlag,
				},
				Name: func(o problem.Options) string {
					return fmt.Sprintf("knapsack-%s-%d", problem.Option[string](o, "kind"), problem.Option[int](o, "items"))
				},
				Size: func(o problem.Options) int64 { return int64(problem.Option[int](o, "items")) },
				Most: 1 << 22, Unit: "items",
			},
		}},
		Sample: func() (problem.Problem, error) {
			inst, _ := Generate("weakly", 50, 0, 1) // which is right
			return New(inst, "greedy")
		},
	})
}

var constraintFlag = problem.Flag{
	Name: "constraint", Default: "", Label: true, Choices: []string{"greedy", "random", "index", "penalty"},
	Help: "what becomes of selections that are too heavy: greedy, random or index repair, or a penalty (default greedy, and index for --algorithm quantum)",
}

// Task implements problem.Instance.
func (k *Instance) Task(_ context.Context, o problem.Options) (*problem.Task, error) {
	name := problem.Option[string](o, "constraint")
	if name == "" {
		if name = "greedy"; o.Algorithm == "quantum" { // it is published with index repair
			name = "index"
		}
	}
	p, err := New(k, name)
	if err != nil {
		return nil, err
	}
	t := &problem.Task{Instance: k.Name, Problem: p, Form: k.form(), Prove: k.prove, Mend: k.mend, Options: map[string]any{"constraint": name}}
	if k.KnownOptimum >= 0 {
		t.Optimum = &k.KnownOptimum
	}
	return t, nil
}

// Verify implements problem.Verifier.
func (k *Instance) Verify(_ context.Context, r io.Reader, name string) (string, error) {
	return answer.Verify(r, name, k.readAnswer, func(a claim) (string, error) {
		_, weights, _ := k.check(a.items)
		return k.worth(a.value, weights), k.verify(a)
	})
}

// mend implements problem.Task.Mend: only a penalty lets a search end without a feasible
// selection; taking nothing is always one.
func (k *Instance) mend(g problem.Genome, s problem.Score) (problem.Genome, problem.Score, string) {
	if s >= 0 {
		return g, s, ""
	}
	return k.genome(nil), 0, "no feasible selection was found, so nothing is taken; --constraint greedy finds some"
}

// prove implements problem.Task.Prove.
func (k *Instance) prove(ctx context.Context, quick bool) (problem.Outcome, error) {
	limit := int64(math.MaxInt64)
	if quick {
		limit = defaultLimit
	}
	return Exact(ctx, k, limit)
}
