package tsp

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/problem"
)

func init() {
	problem.Register(problem.Kind{
		Name: "tsp", Noun: "traveling salesman problem",
		Help: "Find short round trips through cities",
		Text: "Searches for a short round trip through all cities. Reads TSPLIB's .tsp files with\n" +
			"distances that have no direction: EUC_2D, CEIL_2D, GEO, ATT, and EXPLICIT in all its formats.\n\n" +
			"Prints a .tour file of TSPLIB, with the length in its COMMENT; --map draws it. Up to 150\n" +
			"cities are often proven optimal at once; --algorithm exact takes the time that it needs. Up\n" +
			"to 2048, a second COMMENT has a length that no tour is below; --json has it as bound.",
		Examples: "  warbler tsp examples/uniform-50.tsp --time 5s --map tour.svg\n" +
			"  warbler tsp --algorithm genetic -p population=1000 --generations 2000 --json examples/uniform-50.tsp\n" +
			"  warbler tsp --time 2s examples/uniform-50.tsp | warbler verify examples/uniform-50.tsp -",
		Genomes: []problem.GenomeKind{problem.Permutation}, Exact: true, Endless: true,
		Extensions: []string{".tsp"}, Recognize: recognize,
		Read:  answer.One(Read),
		Flags: []problem.Flag{{Name: "map", Default: "", File: ".svg", Command: true, Help: "a .svg `FILE` for a map of the tour"}},
		Usage: map[string]string{"target": "stop at this length, or a shorter one; a `number`"},
		Generators: []problem.Generator{{
			Name: "tsp", Help: "Scatter cities at random", Extension: "tsp",
			Text: "Scatters cities uniformly over a square, at whole coordinates from 0 to 999999, as a .tsp file\n" +
				"of TSPLIB. The same flags always give the same instance.",
			Examples: "  warbler generate tsp --cities 200 --seed 7 > cities.tsp\n" +
				"  warbler generate tsp --cities 30 | warbler tsp --time 2s -",
			Flags: []problem.Flag{{Name: "cities", Default: 100, Least: 1, Most: maxCities, Help: "the number of cities"}},
			Make: func(o problem.Options) (problem.Writable, error) {
				return Generate(problem.Option[int](o, "cities"), problem.Option[uint64](o, "seed"))
			},
			Campaign: &problem.Campaign{
				Flags: []problem.Flag{{Name: "cities", Default: 100, Least: 1, Most: maxCities}},
				Name:  func(o problem.Options) string { return fmt.Sprintf("tsp-%d", problem.Option[int](o, "cities")) },
				Size:  func(o problem.Options) int64 { return int64(problem.Option[int](o, "cities")) },
				Most:  1 << 22, Unit: "cities",
			},
		}},
		Sample: func() (problem.Problem, error) {
			inst, _ := Generate(50, 1) // which is right
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

// evolved is up to how many cities a population of tours finds better ones within ten
// seconds than a single tour.
const evolved = 8000

// Prefers implements problem.Advised.
func (p *tourProblem) Prefers(onCPU bool) string {
	switch {
	case !onCPU:
		return "annealing"
	case p.cities.Len() <= evolved:
		return "eax"
	}
	return "lin-kernighan"
}

// Task implements problem.Instance.
func (q *Instance) Task(_ context.Context, o problem.Options) (*problem.Task, error) {
	p, err := newProblem(q)
	if err != nil {
		return nil, err
	}
	t := &problem.Task{Instance: q.Name, Problem: p.confined(), Form: q.form(p.lower.Load), Prove: p.prove, Bound: p.Bound}
	if path := problem.Option[string](o, "map"); path != "" {
		if len(q.X) == 0 {
			return nil, fmt.Errorf("%s: its cities have no coordinates, so leave --map out", q.Name)
		}
		t.Picture, t.Draw = path, q.WriteMap
	}
	return t, nil
}

// Verify implements problem.Verifier. Without a claim any tour is right.
func (q *Instance) Verify(_ context.Context, r io.Reader, name string) (string, error) {
	return answer.Verify(r, name, q.readAnswer, func(a claim) (string, error) {
		length, err := q.check(a.order)
		switch {
		case err == nil && a.length < 0:
			return fmt.Sprintf("%d (the answer claims no length)", length), nil
		case err == nil && a.length != length:
			err = fmt.Errorf("the tour is %d long, not %d", length, a.length)
		}
		return fmt.Sprint(length), err
	})
}

// prove implements problem.Task.Prove: few cities are tried in all orders that matter, more
// by branch and bound, which has a good tour in any case.
func (p *tourProblem) prove(ctx context.Context, quick bool) (problem.Outcome, error) {
	q := p.instance
	order := Exact(q)
	optimal := order != nil
	if n := q.Len(); !optimal && n > maxBound && !quick {
		return problem.Outcome{}, fmt.Errorf("%s: the exact method takes at most %d cities, and here are %d, so use another algorithm", q.Name, maxBound, n)
	} else if !optimal {
		found := boundTours(ctx, p.cities, quick)
		p.lower.Store(found.lower)
		for _, city := range found.order {
			order = append(order, int(city))
		}
		if optimal = found.whole; order == nil {
			return problem.Outcome{}, nil
		}
	}
	length, err := q.check(order)
	return problem.Outcome{Best: []problem.Found{{Genome: answer.Ordered(order), Score: -length}}, Optimal: optimal}, err
}
