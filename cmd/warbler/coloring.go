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
	colours := 0
	c := &cobra.Command{
		Use:   "coloring FILE…",
		Short: "Colour graphs with few colours",
		Long: "Colours the vertices of graphs so that no edge joins two of the same colour. Reads DIMACS'\n" +
			".col files: 'p edge VERTICES EDGES' and lines 'e U V'.\n\n" +
			"The first colouring is DSATUR's. Then each search has one colour less than the last\n" +
			"colouring, which it begins with, until a search ends without success, the time is over, or\n" +
			"a clique proves that fewer are impossible; --generations and --stagnation are for one such\n" +
			"search, --time for all of them. With --colors there is one search, with that many, for a\n" +
			"colouring with fewest conflicts.\n\n" +
			"Prints 's col COLOURS' and a line 'l VERTEX COLOUR' for each vertex, counted from 1; where\n" +
			"conflicts are left, after a line 'c N conflicts'.",
		Example: "  warbler coloring examples/planted-60.col --time 5s\n" +
			"  warbler coloring --colors 6 --algorithm genetic -p population=500 --generations 200 --json examples/planted-60.col\n" +
			"  warbler coloring --time 2s examples/planted-60.col | warbler verify examples/planted-60.col -",
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, files []string) error { return a.solveGraphs(c, f, colours, files) },
	}
	f.bind(c, algorithmNames(problem.Discrete))
	c.Flags().Lookup("generations").Usage = "end a search after this many generations; 0 is no limit"
	c.Flags().Lookup("target").Usage = "stop at this number of colours, or with --colors of conflicts; a `number`"
	bindColors(c, &colours)
	return c
}

func bindColors(c *cobra.Command, colours *int) {
	c.Flags().IntVar(colours, "colors", 0, "the number of colours, 2 to 256; 0 searches for fewest")
}

// checkColors refuses numbers of colours that no search has.
func checkColors(colours int) error {
	if colours != 0 && (colours < coloring.MinColours || colours > coloring.MaxColours) {
		return userErrorf("--colors %d: it is a whole number from %d to %d, or 0", colours, coloring.MinColours, coloring.MaxColours)
	}
	return nil
}

func (a *app) solveGraphs(c *cobra.Command, f *searchFlags, colours int, files []string) error {
	if err := checkColors(colours); err != nil {
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
		return a.coloringTask(p, f, colours)
	})
}

// readGraph is a reader of files, which have one graph each.
func readGraph(r io.Reader, name string) ([]*coloring.Graph, error) {
	g, err := coloring.Read(r, name)
	return []*coloring.Graph{g}, err
}

// coloringTask is the task of a graph, with a number of colours or, where that is
// 0, with as few as can be.
func (a *app) coloringTask(p *picked[*coloring.Graph], f *searchFlags, colours int) (*task, error) {
	g := p.instance
	if colours == 0 {
		return a.fewestTask(p, f)
	}
	if clique := len(coloring.Clique(g)); clique > colours {
		a.note("%s: it has %d vertices that are all joined, so %d colours leave conflicts", g.Name, clique, colours)
	}
	t, err := a.coloursTask(g, colours)
	if err != nil {
		return nil, err
	}
	if f.resume == "" {
		t.begin = begin(g, coloring.Greedy(g), colours)
	}
	t.paste, t.seconds = p.paste, p.seconds
	return t, nil
}

// begin is a colouring with fewer colours, to start from.
func begin(g *coloring.Graph, colouring []int, colours int) []problem.Genome {
	return []problem.Genome{coloring.Genome(coloring.Reduce(g, colouring, colours))}
}

// coloursTask is the task of colouring a graph with a number of colours.
func (a *app) coloursTask(g *coloring.Graph, colours int) (*task, error) {
	p, err := coloring.New(g, colours)
	if err != nil {
		return nil, mendable(err)
	}
	return &task{
		kind: "coloring", instance: g.Name, problem: p, options: map[string]any{"colors": colours},
		endless: true,
		check:   func(s search.Solution) error { return checkColouring(g, colours, s) },
		print: func(w io.Writer, s search.Solution) error {
			if s.Score != 0 {
				if _, err := fmt.Fprintf(w, "c %d conflicts\n", -s.Score); err != nil {
					return err
				}
			}
			return coloring.NewAnswer(coloring.Colours(s.Genome)).Write(w)
		},
		judge: func(o *outcome) conclusion {
			if o.result.Solution().Score == 0 {
				return conclusion{status: search.Optimal.String(), optimum: true}
			}
			return conclusion{status: o.result.Status.String()}
		},
		show: showColouring,
		start: func(path string) (problem.Genome, error) {
			answer, err := a.readColouring(path, g)
			if err != nil {
				return problem.Genome{}, err
			}
			return begin(g, answer.Colouring, colours)[0], nil
		},
	}, nil
}

// showColouring is the colour of each vertex, counted from 1.
func showColouring(s search.Solution) any {
	list := coloring.NewAnswer(coloring.Colours(s.Genome)).Colouring
	for v := range list {
		list[v]++
	}
	return list
}

// checkColouring judges a solution against the graph as it was read.
func checkColouring(g *coloring.Graph, colours int, s search.Solution) error {
	conflicts, err := coloring.Check(g, colours, coloring.Colours(s.Genome))
	if err == nil && int64(conflicts) != -s.Score {
		err = fmt.Errorf("the colouring has %d conflicts, not %d", conflicts, -s.Score)
	}
	return err
}

// verifyColouring judges an answer of DIMACS, or what --json printed.
func (a *app) verifyColouring(g *coloring.Graph, path string) error {
	answer, err := a.readColouring(path, g)
	used, wrong := 0, err
	if err == nil {
		used, wrong = answer.Verify(g)
	} else if !isA[*coloring.ColourError](err) {
		return mendable(err)
	}
	if wrong != nil {
		fmt.Fprintf(a.out, "wrong: %v\n", wrong)
		return &codedError{code: exitWrong}
	}
	_, err = fmt.Fprintf(a.out, "right: %d\n", used)
	return err
}

// readColouring reads an answer in either form that the command prints.
func (a *app) readColouring(path string, g *coloring.Graph) (coloring.Answer, error) {
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
	colours := object.Options.Colors
	if colours == "" {
		colours = object.Cost
	}
	var b strings.Builder
	fmt.Fprintf(&b, "s col %s\n", colours)
	for v, c := range object.Solution {
		fmt.Fprintf(&b, "l %d %s\n", v+1, c)
	}
	return coloring.ReadAnswer(strings.NewReader(b.String()), name, g)
}
