package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/coloring"
	"github.com/warbler-opt/warbler/search"
)

func (a *app) coloringCommand() *cobra.Command {
	f := &searchFlags{}
	colors := 0
	c := &cobra.Command{
		Use:   "coloring FILE…",
		Short: "Color graphs with few colors",
		Long: "Colors the vertices of graphs so that no edge joins two of the same color. Reads DIMACS'\n" +
			".col files: 'p edge VERTICES EDGES' and lines 'e U V'.\n\n" +
			"The first coloring is DSATUR's. Then each search has one color less than the last\n" +
			"coloring, which it begins with, until a search ends without success, the time is over, or\n" +
			"a clique proves that fewer are impossible; --generations and --stagnation are for one such\n" +
			"search, --time for all of them. With --colors there is one search, with that many, for a\n" +
			"coloring with fewest conflicts.\n\n" +
			"Prints 's col COLORS' and a line 'l VERTEX COLOR' for each vertex, counted from 1; where\n" +
			"conflicts are left, after a line 'c N conflicts'.",
		Example: "  warbler coloring examples/planted-60.col --time 5s\n" +
			"  warbler coloring --colors 6 --algorithm genetic -p population=500 --generations 200 --json examples/planted-60.col\n" +
			"  warbler coloring --time 2s examples/planted-60.col | warbler verify examples/planted-60.col -",
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, files []string) error { return a.solveGraphs(c, f, colors, files) },
	}
	f.bind(c, algorithmNames(problem.Discrete))
	c.Flags().Lookup("generations").Usage = "end a search after this many generations; 0 is no limit"
	c.Flags().Lookup("target").Usage = "stop at this number of colors, or with --colors of conflicts; a `number`"
	bindColors(c, &colors)
	return c
}

func bindColors(c *cobra.Command, colors *int) {
	c.Flags().IntVar(colors, "colors", 0, "the number of colors, 2 to 256; 0 searches for fewest")
}

// checkColors refuses numbers of colors that no search has.
func checkColors(colors int) error {
	if colors != 0 && (colors < coloring.MinColors || colors > coloring.MaxColors) {
		return userErrorf("--colors %d: it is a whole number from %d to %d, or 0", colors, coloring.MinColors, coloring.MaxColors)
	}
	return nil
}

func (a *app) solveGraphs(c *cobra.Command, f *searchFlags, colors int, files []string) error {
	if err := checkColors(colors); err != nil {
		return err
	}
	single := f.single()
	if len(files) > 1 && len(single) > 0 {
		return userErrorf("%s is for one graph; give one file", strings.Join(single, ", "))
	}
	next := instances(a, files, 0, single, readGraph)
	return a.answers(c, f, func() (*task, error) {
		p, err := next()
		if p == nil || err != nil {
			return nil, err
		}
		return a.coloringTask(p, f, colors)
	})
}

// readGraph is a reader of files, which have one graph each.
func readGraph(r io.Reader, name string) ([]*coloring.Graph, error) {
	g, err := coloring.Read(r, name)
	return []*coloring.Graph{g}, err
}

// coloringTask is the task of a graph, with a number of colors or, where that is
// 0, with as few as can be.
func (a *app) coloringTask(p *picked[*coloring.Graph], f *searchFlags, colors int) (*task, error) {
	g := p.instance
	if colors == 0 {
		return a.fewestTask(p, f)
	}
	if clique := len(coloring.Clique(g)); clique > colors {
		a.note("%s: it has %d vertices that are all joined, so %d colors leave conflicts", g.Name, clique, colors)
	}
	t, err := a.colorsTask(g, colors)
	if err != nil {
		return nil, err
	}
	if f.resume == "" {
		t.begin = begin(g, coloring.Greedy(g), colors)
	}
	t.paste, t.seconds = p.paste, p.seconds
	return t, nil
}

// begin is a coloring with fewer colors, to start from.
func begin(g *coloring.Graph, known []int, colors int) []problem.Genome {
	return []problem.Genome{coloring.Genome(coloring.Reduce(g, known, colors))}
}

// colorsTask is the task of coloring a graph with a number of colors.
func (a *app) colorsTask(g *coloring.Graph, colors int) (*task, error) {
	p, err := coloring.New(g, colors)
	if err != nil {
		return nil, mendable(err)
	}
	return &task{
		kind: "coloring", instance: g.Name, problem: p, options: map[string]any{"colors": colors},
		endless: true,
		check:   func(s search.Solution) error { return checkColoring(g, colors, s) },
		print: func(w io.Writer, s search.Solution) error {
			if s.Score != 0 {
				if _, err := fmt.Fprintf(w, "c %d conflicts\n", -s.Score); err != nil {
					return err
				}
			}
			return coloring.NewAnswer(coloring.Colors(s.Genome)).Write(w)
		},
		judge: func(o *outcome) conclusion {
			if o.result.Solution().Score == 0 {
				return conclusion{status: search.Optimal.String(), optimum: true}
			}
			return conclusion{status: o.result.Status.String()}
		},
		show: showColoring,
		start: func(path string) (problem.Genome, error) {
			answer, err := a.readColoring(path, g)
			if err != nil {
				return problem.Genome{}, err
			}
			return begin(g, answer.Coloring, colors)[0], nil
		},
	}, nil
}

// showColoring is the color of each vertex, counted from 1.
func showColoring(s search.Solution) any {
	list := coloring.NewAnswer(coloring.Colors(s.Genome)).Coloring
	for v := range list {
		list[v]++
	}
	return list
}

// checkColoring judges a solution against the graph as it was read.
func checkColoring(g *coloring.Graph, colors int, s search.Solution) error {
	conflicts, err := coloring.Check(g, colors, coloring.Colors(s.Genome))
	if err == nil && int64(conflicts) != -s.Score {
		err = fmt.Errorf("the coloring has %d conflicts, not %d", conflicts, -s.Score)
	}
	return err
}

// verifyColoring judges an answer of DIMACS, or what --json printed.
func (a *app) verifyColoring(g *coloring.Graph, path string) error {
	answer, err := a.readColoring(path, g)
	used, wrong := 0, err
	if err == nil {
		used, wrong = answer.Verify(g)
	} else if !isA[*coloring.ColorError](err) {
		return mendable(err)
	}
	if wrong != nil {
		fmt.Fprintf(a.out, "wrong: %v\n", wrong)
		return &codedError{code: exitWrong}
	}
	_, err = fmt.Fprintf(a.out, "right: %d\n", used)
	return err
}

// readColoring reads an answer in either form that the command prints.
func (a *app) readColoring(path string, g *coloring.Graph) (coloring.Answer, error) {
	r, name, err := a.open(path)
	if err != nil {
		return coloring.Answer{}, err
	}
	defer r.Close()
	text := bufio.NewReader(r)
	if head, _ := text.Peek(1); !bytes.Equal(head, []byte("{")) {
		return coloring.ReadAnswer(text, name, g)
	}
	var object struct {
		Cost    json.Number `json:"cost"`
		Options struct {
			Colors json.Number `json:"colors"`
		} `json:"options"`
		Solution []json.Number `json:"solution"`
	}
	if err := json.NewDecoder(text).Decode(&object); err != nil {
		return coloring.Answer{}, userErrorf("%s: it begins like a JSON answer but is none: %w", name, err)
	}
	if object.Solution == nil {
		return coloring.Answer{}, userErrorf("%s: it is JSON without a solution", name)
	}
	// By the lines that say the same. With --colors the cost is of conflicts.
	colors := object.Options.Colors
	if colors == "" {
		colors = object.Cost
	}
	var b strings.Builder
	fmt.Fprintf(&b, "s col %s\n", colors)
	for v, c := range object.Solution {
		fmt.Fprintf(&b, "l %d %s\n", v+1, c)
	}
	return coloring.ReadAnswer(strings.NewReader(b.String()), name, g)
}
