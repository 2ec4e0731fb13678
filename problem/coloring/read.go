package coloring

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"github.com/warbler-opt/warbler/internal/token"
)

// Read reads a DIMACS .col file: comments (c …), a line "p edge VERTICES EDGES"
// and lines "e U V". Many files state an edge in both directions or count only
// one of them, so the number of edges is not taken at its word. name is used in
// messages and for the graph's name. Errors are one line that begins with the
// file and the line.
func Read(r io.Reader, name string) (*Graph, error) {
	f := &reader{s: token.NewScanner(r, name), graph: &Graph{Name: name}}
	err := f.read()
	if scan := f.s.Err(); scan != nil {
		return nil, scan // what came of it is a consequence
	}
	if err != nil {
		return nil, err
	}
	return f.graph, nil
}

// reader reads one file.
type reader struct {
	s     *token.Scanner
	graph *Graph
}

func (f *reader) read() error {
	g := f.graph
	more := f.s.Scan()
	for more {
		var err error
		line, word := f.s.Line(), f.s.Text()
		switch {
		case word == "c":
		case word == "p" && g.Vertices > 0:
			err = f.s.Errorf("a second p line; there is one in a file")
		case word == "p":
			err = f.header()
		case word == "e" && g.Vertices == 0:
			err = f.s.Errorf("an edge before the line \"p edge VERTICES EDGES\"")
		case word == "e":
			err = f.edge()
		case word == "n" || word == "d" || word == "v" || word == "x":
			// Weights and coordinates of other problems in the same format.
		default:
			err = f.s.Errorf("a line begins with %q; it should be c, p or e", token.Shown(word))
		}
		if err != nil {
			return err
		}
		// On to the next line; only lines that are not read here may go on.
		for more = f.s.Scan(); more && !f.s.First(); more = f.s.Scan() {
			if word == "e" || word == "p" {
				return f.s.ErrorAt(line, "%q after what belongs on the line", token.Shown(f.s.Text()))
			}
		}
	}
	if g.Vertices == 0 {
		return f.s.Errorf("there is no line \"p edge VERTICES EDGES\"; the file is empty or no graph")
	}
	slices.SortFunc(g.Edges, compare)
	g.Edges = slices.Compact(g.Edges)
	return nil
}

func (f *reader) header() error {
	if t, ok := f.s.Peek(0); !ok || t.First || t.Text != "edge" && t.Text != "edges" && t.Text != "col" {
		return f.s.Errorf("the p line should be \"p edge VERTICES EDGES\"")
	}
	f.s.Scan()
	n, err := f.number("the number of vertices", 1, MaxVertices)
	if err != nil {
		return err
	}
	if _, err := f.number("the number of edges", 0, 2*MaxEdges); err != nil {
		return err
	}
	f.graph.Vertices = int(n)
	return nil
}

func (f *reader) edge() error {
	u, err := f.number("a vertex", 1, int64(f.graph.Vertices))
	if err != nil {
		return err
	}
	v, err := f.number("a vertex", 1, int64(f.graph.Vertices))
	if err != nil {
		return err
	}
	if u == v {
		return f.s.Errorf("an edge joins vertex %d to itself; it cannot be colored", u)
	}
	if len(f.graph.Edges) == MaxEdges {
		return f.s.Errorf("more than %d edges; that is the limit", MaxEdges)
	}
	f.graph.Edges = append(f.graph.Edges, Edge{int32(min(u, v) - 1), int32(max(u, v) - 1)})
	return nil
}

// number reads a whole number of the current line.
func (f *reader) number(what string, least, most int64) (int64, error) {
	if t, ok := f.s.Peek(0); !ok || t.First {
		return 0, f.s.Errorf("the line ends where %s should be; the file is truncated or damaged", what)
	}
	f.s.Scan()
	v, decimals, err := token.Decimal(f.s.Bytes())
	if err != nil || decimals != 0 || v < least || v > most {
		return 0, f.s.Errorf("%s is %q; it should be a whole number from %d to %d", what, token.Shown(f.s.Text()), least, most)
	}
	return v, nil
}

// Write writes a graph as a .col file.
func (g *Graph) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "p edge %d %d\n", g.Vertices, len(g.Edges))
	for _, e := range g.Edges {
		fmt.Fprintf(b, "e %d %d\n", e.U+1, e.V+1)
	}
	return b.Flush()
}
