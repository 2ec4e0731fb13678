package coloring

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/internal/graph"
	"github.com/warbler-opt/warbler/problem"
)

func init() {
	problem.Register(problem.Kind{
		Name: "coloring", Noun: "graph", Unit: "graph",
		Help: "Color graphs with few colors",
		Text: "Colors the vertices of graphs so that no edge joins two of the same color. Reads DIMACS'\n" +
			".col files: 'p edge VERTICES EDGES' and lines 'e U V'.\n\n" +
			"The first coloring is DSATUR's, which small graphs are searched by exhaustively. Then each\n" +
			"search has fewer colors than the last coloring, which it begins with, until one with one\n" +
			"color less ends without success, the time is over, or fewer are proven impossible;\n" +
			"--generations and --stagnation are for one such search, --time for all of them.\n" +
			"--algorithm exact is DSATUR's branch and bound alone. With --colors there is one search,\n" +
			"with that many, for a coloring with fewest conflicts.\n\n" +
			"Prints 's col COLORS' and a line 'l VERTEX COLOR' for each vertex, counted from 1; where\n" +
			"conflicts are left, after a line 'c N conflicts'. --picture draws the coloring.",
		Examples: "  warbler coloring examples/planted-60.col --time 5s --picture coloring.svg\n" +
			"  warbler coloring --colors 6 --algorithm genetic -p population=500 --generations 200 --json examples/planted-60.col\n" +
			"  warbler coloring --time 2s examples/planted-60.col | warbler verify examples/planted-60.col -",
		Genomes: []problem.GenomeKind{problem.Discrete}, Endless: true,
		Extensions: []string{".col"}, Recognize: recognize,
		Read: answer.One(Read),
		Flags: []problem.Flag{{
			Name: "colors", Default: 0, Label: true, Least: 2, Most: maxColors, Help: "the number of colors, 2 to 256; 0 searches for fewest",
			Needed: "it is a graph; write also with how many colors, as colors = 5",
		}, {Name: "picture", Default: "", File: ".svg", Command: true, Help: "a .svg `FILE` for a picture of the coloring"}},
		Usage: map[string]string{
			"generations": "end a search after this many generations; 0 is no limit",
			"target":      "stop at this number of colors, or with --colors of conflicts; a `number`",
		},
		Generators: []problem.Generator{{
			Name: "coloring", Help: "Make a random graph to be colored", Extension: "col",
			Text: "Makes a random graph as a .col file of DIMACS: each pair of vertices is joined with the\n" +
				"probability --density. With --colors there is a hidden coloring with that many colors:\n" +
				"only vertices of different ones are joined. The same flags always give the same graph.",
			Examples: "  warbler generate coloring --nodes 125 --density 0.5 --seed 7 > random.col\n" +
				"  warbler generate coloring --nodes 60 --colors 4 --density 0.3 | warbler coloring --time 2s -",
			Flags: []problem.Flag{
				{Name: "nodes", Default: 100, Help: "the number of vertices"},
				{Name: "density", Default: 0.5, Help: "the probability that two vertices are joined, from 0 to 1"},
				{Name: "colors", Default: 0, Help: "the graph can be colored with this many colors; 0: whatever comes"},
			},
			Make: func(o problem.Options) (problem.Writable, error) {
				return Generate(problem.Option[int](o, "nodes"), problem.Option[int](o, "colors"), problem.Option[float64](o, "density"), problem.Option[uint64](o, "seed"))
			},
			// Its graphs have a hidden coloring with the colors that are searched for.
			Campaign: &problem.Campaign{
				Flags: []problem.Flag{
					{Name: "nodes", Default: 100, Least: 2, Most: 1 << 12}, {Name: "density", Default: 0.5, Least: 0, Most: 1},
					{Name: "colors", Default: 10, Least: 2, Most: maxColors},
				},
				Name: func(o problem.Options) string {
					return fmt.Sprintf("coloring-%d-%g", problem.Option[int](o, "nodes"), problem.Option[float64](o, "density"))
				},
				Size: func(o problem.Options) int64 {
					n := int64(problem.Option[int](o, "nodes"))
					return n * n
				},
				Most: 1 << 26, Unit: "pairs of vertices",
			},
		}},
		Sample: func() (problem.Problem, error) {
			g, _ := Generate(60, 6, 0.5, 1) // which is right
			return New(g, 6)
		},
	})
}

// recognize tells graphs from formulas, which have comments and a p line too, by the
// first line that is no comment.
func recognize(head []byte) bool {
	for line := range bytes.Lines(head) {
		words := bytes.Fields(line)
		if len(words) == 0 || string(words[0]) == "c" {
			continue
		}
		return len(words) > 1 && string(words[0]) == "p" && slices.Contains(formats, string(words[1]))
	}
	return false
}

// Task implements problem.Instance. Without a number of colors it asks for the fewest.
func (g *Graph) Task(ctx context.Context, o problem.Options) (*problem.Task, error) {
	colors := problem.Option[int](o, "colors")
	if colors == 0 {
		return g.drawn(&problem.Task{Instance: g.Name, Problem: fewest{g}, Form: fewestForm{g.form(0), g}}, o), nil
	}
	t, err := g.WithColors(colors)
	if err != nil {
		return nil, err
	}
	neighbors := t.Problem.(graph.Problem).Neighbors()
	t.Start = func() []problem.Genome { return []problem.Genome{g.reduced(neighbors.Greedy(), colors)} }
	if clique := len(neighbors.Clique(ctx)); clique > colors {
		t.Notes = append(t.Notes, fmt.Sprintf("%s: it has %d vertices that are all joined, so %d colors leave conflicts", g.Name, clique, colors))
	}
	return g.drawn(t, o), nil
}

// drawn is a task whose answer is to be drawn if the flags say so.
func (g *Graph) drawn(t *problem.Task, o problem.Options) *problem.Task {
	if path := problem.Option[string](o, "picture"); path != "" {
		t.Picture, t.Draw = path, g.WritePicture
	}
	return t
}

// WithColors is the task of coloring the graph with so many colors.
func (g *Graph) WithColors(colors int) (*problem.Task, error) {
	p, err := New(g, colors)
	if err != nil {
		return nil, err
	}
	return &problem.Task{Instance: g.Name, Problem: p, Form: g.form(colors), Options: map[string]any{"colors": colors}}, nil
}

// Verify implements problem.Verifier.
func (g *Graph) Verify(_ context.Context, r io.Reader, name string) (string, error) {
	return answer.Verify(r, name, g.readAnswer, func(a claim) (string, error) {
		used, err := g.verify(a)
		return fmt.Sprint(used), err
	})
}
