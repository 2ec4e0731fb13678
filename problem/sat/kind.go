package sat

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/problem"
)

// threshold is the number of clauses per variable at which random 3-SAT turns
// from satisfiable to unsatisfiable, and is hardest.
const threshold = 4.26

func init() {
	problem.Register(problem.Kind{
		Name: "maxsat", Noun: "formula", Unit: "formula",
		Help: "Solve maximum satisfiability, also weighted and partial",
		Text: "Searches for an assignment that satisfies all hard clauses and leaves as little weight of\n" +
			"soft clauses unsatisfied as possible. Reads .cnf, where all clauses are soft and weigh 1,\n" +
			"and .wcnf, as up to 2021 (p wcnf) and as since 2022 (h lines).\n\n" +
			"Prints what the MaxSAT Evaluations ask for: 'o COST' at each improvement, then 's STATUS'\n" +
			"(OPTIMUM FOUND, SATISFIABLE, UNSATISFIABLE, UNKNOWN; exit status 30, 10, 20, 0) and\n" +
			"'v 0110…', a digit per variable. With several files the exit status is the one that all\n" +
			"answers have, or 0.\n\n" +
			"--algorithm auto tries all assignments where there are few. In --trace and --plot, an\n" +
			"assignment that violates hard clauses costs more than all soft clauses together: 1 more for\n" +
			"each that it violates.",
		Examples: "  warbler maxsat examples/maxsat-100.wcnf --time 5s\n" +
			"  warbler maxsat --algorithm genetic --target 0 --time 10s --json examples/3sat-50.cnf",
		Genomes: []problem.GenomeKind{problem.Binary}, Exact: true, Endless: true,
		Extensions: []string{".cnf", ".wcnf"}, Recognize: recognize,
		Read: answer.One(Read),
		Flags: []problem.Flag{{
			Name: "unsatisfied", Default: false, Command: true,
			Help: "list the clauses that the assignment does not satisfy, as comments after the answer",
		}},
		Usage: map[string]string{
			"generations": "stop after this many generations, or flips of a walk; 0 is no limit",
			"target":      "stop at this cost, or a lower one; a `number`",
		},
		Generators: []problem.Generator{generator3sat, generatorMaxsat},
		Sample: func() (problem.Problem, error) {
			f, err := Generate(Random{Width: 3, Vars: 50, Clauses: 213, Seed: 1, Planted: true})
			if err != nil {
				return nil, err
			}
			return New(f)
		},
	})
}

// randomFlags are those of random formulas.
var randomFlags = []problem.Flag{
	{Name: "variables", Default: 100, Help: "the number of variables"},
	{Name: "clauses", Default: -1, Help: "the number of clauses; -1 takes 4.26 per variable, where random 3-SAT is hardest"},
	{Name: "planted", Default: false, Help: "a hidden assignment satisfies all clauses"},
}

var generator3sat = problem.Generator{
	Name: "3sat", Help: "Make a random 3-SAT formula", Extension: "cnf",
	Text: "Makes a uniform random 3-SAT formula in DIMACS CNF: each clause has three different variables,\n" +
		"each negated or not. The same flags always give the same formula.",
	Examples: "  warbler generate 3sat --variables 50 --planted | warbler maxsat --time 5s -",
	Flags:    randomFlags,
	Make: func(o problem.Options) (problem.Writable, error) {
		o.Flags = append(slices.Clip(o.Flags), problem.Flag{Name: "width", Default: 3})
		return generateKind(o)
	},
	Campaign: &problem.Campaign{
		Flags: []problem.Flag{
			{Name: "variables", Default: 50, Least: 3, Most: 1 << 20},
			{Name: "clauses", Default: -1, Least: 1, Most: 1 << 22},
		},
		Name: func(o problem.Options) string {
			return fmt.Sprintf("3sat-%d-%d", problem.Option[int](o, "variables"), clausesOf(o))
		},
		Size: func(o problem.Options) int64 { return int64(clausesOf(o)) },
		Most: 1 << 22, Unit: "clauses",
	},
}

var generatorMaxsat = problem.Generator{
	Name: "maxsat", Help: "Make a random MAX-SAT formula, or MaxCut of a random graph", Extension: "wcnf",
	Text: "Makes a uniform random formula for MAX-SAT or, with --maxcut, one that asks for the largest cut\n" +
		"of a random graph. Weights and hard clauses make it WCNF as since 2022; without either it is\n" +
		"DIMACS CNF, unless --out is a .wcnf file. The same flags always give the same formula.",
	Examples: "  warbler generate maxsat --variables 100 --weighted 20 --hard 0.3 --seed 7 > partial.wcnf\n" +
		"  warbler generate maxsat --maxcut --vertices 60 --edges 300 | warbler maxsat --time 5s -",
	Flags: append(randomFlags[:len(randomFlags):len(randomFlags)],
		problem.Flag{Name: "width", Default: 3, Help: "literals in a clause"},
		problem.Flag{Name: "weighted", Default: int64(0), Help: "soft clauses weigh 1 to `W` at random; 0: they all weigh 1"},
		problem.Flag{Name: "hard", Default: 0.0, Help: "this `share` of the clauses is hard, from 0 to 1; a hidden assignment satisfies them"},
		problem.Flag{Name: "maxcut", Default: false, Help: "make a formula of a random graph, with --vertices and --edges"},
		problem.Flag{Name: "vertices", Default: 100, Help: "vertices of the graph"},
		problem.Flag{Name: "edges", Default: 500, Help: "edges of the graph"},
	),
	Make: generateKind,
	Campaign: &problem.Campaign{
		Flags: []problem.Flag{
			{Name: "variables", Default: 100, Least: 3, Most: 1 << 20}, {Name: "clauses", Default: -1, Least: 1, Most: 1 << 22},
			{Name: "width", Default: 3, Least: 1, Most: 1 << 10},
		},
		Name: func(o problem.Options) string {
			return fmt.Sprintf("maxsat-%d-%d", problem.Option[int](o, "variables"), clausesOf(o))
		},
		Size: func(o problem.Options) int64 { return int64(clausesOf(o)) * int64(problem.Option[int](o, "width")) },
		Most: 1 << 24, Unit: "literals",
	},
}

// clausesOf is how many clauses a random formula has.
func clausesOf(o problem.Options) int {
	clauses := problem.Option[int](o, "clauses")
	if clauses == -1 {
		return int(math.Round(threshold * float64(max(problem.Option[int](o, "variables"), 0))))
	}
	return clauses
}

func generateKind(o problem.Options) (problem.Writable, error) {
	if err := checkCut(o); err != nil {
		return nil, err
	}
	f, err := makeFormula(o)
	if err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "sat: "))
	}
	out := problem.Option[string](o, "out")
	switch weighted := f.Format == wcnf; problem.Extension(out) {
	case ".wcnf":
		f.Format = wcnf
	case ".cnf":
		if weighted {
			return nil, fmt.Errorf("--out %s: a .cnf file has neither weights nor hard clauses; call it .wcnf", out)
		}
	}
	return f, nil
}

// checkCut refuses flags of random formulas for a graph, and the other way round.
func checkCut(o problem.Options) error {
	useless, kind := []string{"vertices", "edges"}, "without --maxcut there is no graph"
	if problem.Option[bool](o, "maxcut") {
		useless, kind = []string{"variables", "clauses", "planted", "width", "hard"}, "with --maxcut the graph decides that"
	}
	for _, name := range useless {
		if _, given := o.Values[name]; given {
			return fmt.Errorf("--%s: %s; leave it out", name, kind)
		}
	}
	return nil
}

func makeFormula(o problem.Options) (*Formula, error) {
	weight, seed := problem.Option[int64](o, "weighted"), problem.Option[uint64](o, "seed")
	if problem.Option[bool](o, "maxcut") {
		return GenerateMaxCut(problem.Option[int](o, "vertices"), problem.Option[int](o, "edges"), weight, seed)
	}
	return Generate(Random{
		Width: problem.Option[int](o, "width"), Vars: problem.Option[int](o, "variables"), Clauses: clausesOf(o), Seed: seed,
		MaxWeight: weight, Hard: problem.Option[float64](o, "hard"), Planted: problem.Option[bool](o, "planted"),
	})
}

// recognize tells formulas by the first line: a p line, a comment or a hard clause;
// graphs have comments too. A formula that begins with the weight of a soft clause is
// a list of numbers like a knapsack, and only its name can tell.
func recognize(head []byte) bool {
	comment := false
	for line := range bytes.Lines(head) {
		words := strings.Fields(string(line))
		switch {
		case len(words) == 0:
		case words[0] == "c":
			comment = true
		case words[0] == "p":
			return len(words) > 1 && (words[1] == "cnf" || words[1] == "wcnf")
		default:
			return comment || words[0] == "h"
		}
	}
	return comment
}

// Task implements problem.Instance.
func (f *Formula) Task(_ context.Context, o problem.Options) (*problem.Task, error) {
	notes, err := f.Examine(o.Verbose)
	if err != nil {
		return nil, err
	}
	p, err := newProblem(f)
	if err != nil {
		return nil, err
	}
	made := newForm(p)
	made.unsatisfied, made.several = problem.Option[bool](o, "unsatisfied"), o.Several
	return &problem.Task{Instance: f.Name, Problem: p, Form: made, Prove: made.prove, Proven: made.hopeless(), Notes: notes}, nil
}

// Verify implements problem.Verifier. An answer about a .cnf is one of MAX-SAT where
// it has a cost or calls itself optimal; else it says that everything is satisfied.
func (f *Formula) Verify(_ context.Context, r io.Reader, name string) (string, error) {
	answer, err := f.readAnswer(r, name)
	switch {
	case err != nil:
		return "", err
	case answer.values == nil:
		return "", fmt.Errorf("%s: the answer has no assignment, so there is nothing to verify", name)
	}
	strict := f.Format == "" && answer.cost < 0 && answer.status != optimumFound
	if strict {
		f = f.Strict()
	}
	cost, err := answer.verify(f)
	switch {
	case err != nil:
		return "", problem.Wrong(err)
	case strict:
		return "satisfies all clauses", nil
	case answer.status == optimumFound && cost > 0:
		return fmt.Sprintf("cost %d (whether a lower one is possible has not been checked)", cost), nil
	}
	return fmt.Sprintf("cost %d", cost), nil
}
