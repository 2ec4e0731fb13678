package tsp

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/problem"
)

func init() {
	problem.Register(problem.Kind{
		Name: "tsp", Noun: "traveling salesman problem",
		Help: "Find short round trips through cities",
		Text: "Searches for a short round trip through all cities. Reads TSPLIB's .tsp files whose\n" +
			"EDGE_WEIGHT_TYPE is EUC_2D: Euclidean distances, rounded to whole numbers.\n\n" +
			"Prints a .tour file of TSPLIB, with the length in its COMMENT; --map draws it. Up to 12\n" +
			"cities are solved exactly. For more, a search goes on until a limit or Ctrl-C.",
		Examples: "  warbler tsp examples/uniform-50.tsp --time 5s --map tour.svg\n" +
			"  warbler tsp --algorithm genetic -p population=1000 --generations 2000 --json examples/uniform-50.tsp\n" +
			"  warbler tsp --time 2s examples/uniform-50.tsp | warbler verify examples/uniform-50.tsp -",
		Genomes: []problem.GenomeKind{problem.Permutation}, Exact: true, Endless: true,
		Extensions: []string{".tsp"}, Recognize: recognize,
		Read: func(r io.Reader, name string) ([]problem.Instance, error) {
			inst, err := Read(r, name)
			return []problem.Instance{inst}, err
		},
		Flags: []problem.Flag{{Name: "map", Default: "", File: ".svg", Command: true, Help: "a .svg `FILE` for a map of the tour"}},
		Usage: map[string]string{"target": "stop at this length, or a shorter one; a `number`"},
		Generators: []problem.Generator{{
			Name: "tsp", Help: "Scatter cities at random", Extension: "tsp",
			Text: "Scatters cities uniformly over a square, at whole coordinates from 0 to 999999, as a .tsp file\n" +
				"of TSPLIB. The same flags always give the same instance.",
			Examples: "  warbler generate tsp --cities 200 --seed 7 > cities.tsp\n" +
				"  warbler generate tsp --cities 30 | warbler tsp --time 2s -",
			Flags: []problem.Flag{{Name: "cities", Default: 100, Least: 1, Most: MaxCities, Help: "the number of cities"}},
			Make: func(o problem.Options) (problem.Writable, error) {
				return Generate(problem.Option[int](o, "cities"), problem.Option[uint64](o, "seed"))
			},
		}},
		Sample: func() (problem.Problem, error) {
			inst, err := Generate(50, 1)
			if err != nil {
				return nil, err
			}
			return New(inst)
		},
	})
}

// recognize tells files of TSPLIB by the keyword that is their first word.
func recognize(head []byte) bool {
	words := bytes.Fields(head[:min(len(head), 512)])
	if len(words) == 0 {
		return false
	}
	key, _, _ := strings.Cut(string(words[0]), ":")
	return slices.Contains([]string{"NAME", "TYPE", "COMMENT", "DIMENSION", "EDGE_WEIGHT_TYPE"}, key)
}

// Prefers implements problem.Advised.
func (p *Problem) Prefers(bool) string { return "annealing" }

// Task implements problem.Instance.
func (q *Instance) Task(_ context.Context, o problem.Options) (*problem.Task, error) {
	p, err := New(q)
	if err != nil {
		return nil, err
	}
	f := form{p}
	t := &problem.Task{Instance: q.Name, Problem: p, Form: f}
	if path := problem.Option[string](o, "map"); path != "" {
		t.Picture = &problem.Picture{Path: path, Draw: f.draw}
	}
	return t, nil
}

// Verify implements problem.Verifier.
func (q *Instance) Verify(_ context.Context, r io.Reader, name string) (string, error) {
	answer, err := q.readAnswer(r, name)
	if err != nil {
		return "", err
	}
	switch length, err := answer.Verify(q); {
	case err != nil:
		return "", &problem.WrongError{Err: err}
	case answer.Length < 0:
		return fmt.Sprintf("%d (the answer claims no length)", length), nil
	default:
		return fmt.Sprint(length), nil
	}
}

// readAnswer reads a .tour file, or what --json printed.
func (q *Instance) readAnswer(r io.Reader, name string) (Answer, error) {
	text, err := answer.Text(r, name, func(object answer.List) string {
		var b strings.Builder
		fmt.Fprintf(&b, "COMMENT : Length = %s\nTOUR_SECTION\n", object.Cost)
		for _, city := range object.Solution {
			fmt.Fprintf(&b, "%s\n", city)
		}
		b.WriteString("-1\n")
		return b.String()
	})
	if err != nil {
		return Answer{}, err
	}
	return ReadAnswer(text, name, q)
}

// form is how tours are written.
type form struct{ problem *Problem }

// answer is a tour with its length; the file's name stands for the instance's.
func (f form) answer(g problem.Genome) (Answer, error) {
	answer, err := NewAnswer(f.problem.Instance(), g.List())
	answer.Name = filepath.Base(answer.Name)
	return answer, err
}

// Check implements problem.Form.
func (f form) Check(g problem.Genome, s problem.Score) error {
	length, err := Check(f.problem.Instance(), g.List())
	if err == nil && length != -s {
		err = fmt.Errorf("the tour is %d long, not %d", length, -s)
	}
	return err
}

// Write implements problem.Form.
func (f form) Write(w io.Writer, g problem.Genome, _ problem.Score) error {
	answer, err := f.answer(g)
	if err != nil {
		return err
	}
	return answer.Write(w)
}

// Show implements problem.Form.
func (f form) Show(g problem.Genome, _ problem.Score) any {
	cities := g.List()
	for i := range cities {
		cities[i]++
	}
	return cities
}

// Read implements problem.Form.
func (f form) Read(r io.Reader, name string) (problem.Genome, error) {
	answer, err := f.problem.Instance().readAnswer(r, name)
	return problem.Ordered(answer.Order), err
}

// Prove implements problem.Prover: few cities are tried in all orders that matter.
func (f form) Prove(_ context.Context, quick bool) (problem.Proof, error) {
	inst := f.problem.Instance()
	order := Exact(inst)
	switch {
	case order == nil && quick:
		return problem.Proof{}, nil
	case order == nil:
		return problem.Proof{}, fmt.Errorf("%s: the exact method takes at most %d cities, and here are %d, so use another --algorithm",
			inst.Name, MaxExact, inst.Cities())
	}
	g := problem.Ordered(order)
	return problem.Proof{Genome: g, Score: f.problem.Evaluate(g), Optimal: true, Found: true}, nil
}

func (f form) draw(w io.Writer, g problem.Genome) error {
	answer, err := f.answer(g)
	if err != nil {
		return err
	}
	return answer.WriteMap(w, f.problem.Instance())
}
