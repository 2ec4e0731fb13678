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
	return token.Read(r, name, func(s *token.Scanner) *Graph {
		g := &Graph{Name: name}
		eachLine(s, func(word string) bool {
			switch word {
			case "p":
				if g.Vertices > 0 {
					s.Fail("a second p line; there is one in a file")
				}
				if !s.More() || !s.Scan() || !slices.Contains(formats, s.Text()) {
					s.Fail("the p line should be \"p edge VERTICES EDGES\"")
				}
				g.Vertices = int(number(s, "the number of vertices", 1, maxVertices))
				number(s, "the number of edges", 0, 2*maxEdges)
			case "e":
				if g.Vertices == 0 {
					s.Fail("an edge before the line \"p edge VERTICES EDGES\"")
				}
				u, v := number(s, "a vertex", 1, int64(g.Vertices)), number(s, "a vertex", 1, int64(g.Vertices))
				if u == v {
					s.Fail("an edge joins vertex %d to itself; it cannot be colored", u)
				}
				if len(g.Edges) == maxEdges {
					s.Fail("more than %d edges; that is the limit", maxEdges)
				}
				g.Edges = append(g.Edges, [2]int32{int32(min(u, v) - 1), int32(max(u, v) - 1)})
			case "c", "n", "d", "v", "x": // also weights and coordinates of other problems in the same format
				return true
			default:
				s.Fail("a line begins with %q; it should be c, p or e", token.Shown(word))
			}
			return false
		})
		if g.Vertices == 0 {
			s.Fail("there is no line \"p edge VERTICES EDGES\"; the file is empty or no graph")
		}
		slices.SortFunc(g.Edges, compare)
		g.Edges = slices.Compact(g.Edges)
		return g
	})
}

// formats are what p lines of graphs name.
var formats = []string{"edge", "edges", "col"}

// eachLine calls a function at the first word of every line, which reads the rest or
// says that it does not count.
func eachLine(s *token.Scanner, read func(word string) (ignored bool)) {
	for more := s.Scan(); more; {
		line, ignored := s.Line(), read(s.Text())
		for more = s.Scan(); more && !s.First(); more = s.Scan() {
			if !ignored {
				s.Stop(s.ErrorAt(line, "%q after what belongs on the line", token.Shown(s.Text())))
			}
		}
	}
}

// number reads a whole number of the current line.
func number(s *token.Scanner, what string, least, most int64) int64 {
	if !s.More() {
		s.Fail("the line ends where %s should be; the file is truncated or damaged", what)
	}
	return s.Whole(what, least, most)
}

// Write writes a graph as a .col file.
func (g *Graph) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "p edge %d %d\n", g.Vertices, len(g.Edges))
	for _, e := range g.Edges {
		fmt.Fprintf(b, "e %d %d\n", e[0]+1, e[1]+1)
	}
	return b.Flush()
}
