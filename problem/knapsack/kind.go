package knapsack

import (
	"bufio"
	"context"
	"encoding/json"
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
			"are answered one after the other. Without a limit a search goes on for 100 generations,\n" +
			"the quantum-inspired one for 500;\n" +
			"--algorithm auto proves optimality instead where that is quick.",
		Examples: "  warbler knapsack examples/knapsack-50.txt\n" +
			"  warbler knapsack --algorithm genetic -p population=10000 --time 10s --json examples/mkp-30x5.txt",
		Genomes: []problem.GenomeKind{problem.Binary}, Exact: true, Penalized: true, ByAlgorithm: true,
		Many: true, Read: readKind,
		Flags: []problem.Flag{{
			Name: "constraint", Default: "", Label: true, Choices: []string{"greedy", "random", "index", "penalty"},
			Help: "what becomes of selections that are too heavy: greedy, random or index repair, or a penalty (default greedy, and index for --algorithm quantum)",
		}},
		Generators: []problem.Generator{{
			Name: "knapsack", Help: "Make a random 0/1 knapsack",
			Text:     "Makes a random 0/1 knapsack whose capacity is half the weight of all items, or\nthe largest weight if that is more. The same flags always give the same instance.",
			Examples: "  warbler generate knapsack --kind han-kim --items 250 | warbler knapsack -",
			Flags: []problem.Flag{
				{Name: "kind", Default: "uncorrelated", Choices: Kinds(), Help: "the family: " + strings.Join(Kinds(), ", ")},
				{Name: "items", Default: 100, Help: "the number of items"},
				{Name: "range", Default: int64(DefaultRange), Help: "the largest weight, but for han-kim; for inverse the largest profit"},
			},
			Make: generateKind,
		}},
		Sample: func() (problem.Problem, error) {
			inst, err := Generate(WeaklyCorrelated, 50, 1)
			if err != nil {
				return nil, err
			}
			return New(inst, WithConstraint(GreedyRepair))
		},
	})
}

func readKind(r io.Reader, name string) ([]problem.Instance, error) {
	list, err := Read(r, name)
	all := make([]problem.Instance, len(list))
	for i, inst := range list {
		all[i] = inst
	}
	return all, err
}

func generateKind(o problem.Options) (problem.Writable, error) {
	family, err := ParseKind(problem.Option[string](o, "kind"))
	if err != nil {
		return nil, err
	}
	return Generate(family, problem.Option[int](o, "items"), problem.Option[uint64](o, "seed"), Range(problem.Option[int64](o, "range")))
}

// Task implements problem.Instance.
func (k *Instance) Task(_ context.Context, o problem.Options) (*problem.Task, error) {
	name := problem.Option[string](o, "constraint")
	if name == "" {
		if name = "greedy"; o.Algorithm == "quantum" { // it is published with index repair
			name = "index"
		}
	}
	way, err := ParseConstraint(name)
	if err != nil {
		return nil, err
	}
	p, err := New(k, WithConstraint(way))
	if err != nil {
		return nil, err
	}
	t := &problem.Task{Instance: k.Name, Problem: p, Form: form{k}, Options: map[string]any{"constraint": name}}
	if k.KnownOptimum >= 0 {
		t.Optimum = &k.KnownOptimum
	}
	return t, nil
}

// Verify implements problem.Verifier.
func (k *Instance) Verify(_ context.Context, r io.Reader, name string) (string, error) {
	answer, err := k.readAnswer(r, name)
	if err != nil {
		return "", err
	}
	if err := answer.Verify(k); err != nil {
		return "", &problem.WrongError{Err: err}
	}
	text := &strings.Builder{}
	err = answer.Write(text, k)
	right, _, _ := strings.Cut(text.String(), "\n")
	return right, err
}

// readAnswer reads an answer as text or as JSON. In JSON the weights are not told,
// so they claim nothing.
func (k *Instance) readAnswer(r io.Reader, name string) (Answer, error) {
	var object struct {
		Score    json.Number `json:"score"`
		Solution []int       `json:"solution"`
	}
	text := bufio.NewReader(r)
	switch is, err := answer.ReadJSON(text, name, &object); {
	case err != nil:
		return Answer{}, err
	case !is:
		return ReadAnswer(text, name, k)
	}
	var answer Answer
	for _, item := range object.Solution {
		if item < 1 || item > k.Items() {
			return answer, &problem.WrongError{Err: fmt.Errorf("%s: item %d does not exist; the instance has items 1 to %d", name, item, k.Items())}
		}
		answer.Items = append(answer.Items, item-1)
	}
	// The same reading of numbers as for text, so that the units are the same.
	score := object.Score.String() + strings.Repeat(" 0", k.Constraints()) + "\n"
	claim, err := ReadAnswer(strings.NewReader(score), name, k)
	if err != nil {
		return answer, err
	}
	answer.Value = claim.Value
	_, answer.Weights, _ = Check(k, answer.Items)
	return answer, nil
}

// form is how selections are written.
type form struct{ inst *Instance }

// Check implements problem.Form.
func (f form) Check(g problem.Genome, s problem.Score) error {
	value, _, err := Check(f.inst, Items(g))
	if err == nil && value != s {
		err = fmt.Errorf("the items are worth %d, not %d", value, s)
	}
	return err
}

// Write implements problem.Form.
func (f form) Write(w io.Writer, g problem.Genome, _ problem.Score) error {
	a, err := NewAnswer(f.inst, Items(g))
	if err != nil {
		return err
	}
	return a.Write(w, f.inst)
}

// Show implements problem.Form.
func (f form) Show(g problem.Genome, _ problem.Score) any {
	list := []int{}
	for _, j := range Items(g) {
		list = append(list, j+1)
	}
	return list
}

// Read implements problem.Form. The search mends what is infeasible.
func (f form) Read(r io.Reader, name string) (problem.Genome, error) {
	answer, err := f.inst.readAnswer(r, name)
	return f.inst.Genome(answer.Items), err
}

// Mend implements problem.Mender. Only a penalty lets a search end without a feasible
// selection; taking nothing is always one.
func (f form) Mend(g problem.Genome, s problem.Score) (problem.Genome, problem.Score, string) {
	if s >= 0 {
		return g, s, ""
	}
	return f.inst.Genome(nil), 0, "no feasible selection was found, so nothing is taken; --constraint greedy finds some"
}

// Prove implements problem.Prover.
func (f form) Prove(ctx context.Context, quick bool) (problem.Proof, error) {
	limit := int64(math.MaxInt64)
	if quick {
		limit = DefaultLimit
	}
	a, proven, err := Exact(ctx, f.inst, limit)
	if err != nil {
		return problem.Proof{}, err
	}
	return problem.Proof{Genome: f.inst.Genome(a.Items), Score: a.Value, Optimal: proven, Found: true}, nil
}
