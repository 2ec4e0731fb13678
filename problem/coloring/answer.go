package coloring

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/internal/graph"
	"github.com/warbler-opt/warbler/internal/token"
	"github.com/warbler-opt/warbler/problem"
)

// claim is a coloring and how many colors it claims to have, in the form of the DIMACS
// challenge: a line "s col COLORS" and lines "l VERTEX COLOR".
type claim struct {
	colors   int
	coloring []int // the color of each vertex, from 0
}

// form is how colorings with a number of colors are written; 0: without conflicts, and
// with fewest.
func (g *Graph) form(colors int) answer.Form {
	f := answer.Form{
		List: func(genome problem.Genome) []int {
			list, _ := graph.Number(genome.Symbols)
			return list
		},
		Genome: func(list []int) problem.Genome { return g.reduced(list, colors) },
		Value: func(list []int) (int64, error) {
			conflicts, err := g.check(colors, list)
			return int64(conflicts), err
		},
		Differs: "the coloring has %d conflicts, not %d",
		Text: func(w *bufio.Writer, list []int, conflicts int64) {
			if colors > 0 && conflicts > 0 {
				fmt.Fprintf(w, "c %d conflicts\n", conflicts)
			}
			fmt.Fprintf(w, "s col %d\n", slices.Max(list)+1)
			for v, c := range list {
				fmt.Fprintf(w, "l %d %d\n", v+1, c+1)
			}
		},
		Parse: func(r io.Reader, name string) ([]int, error) {
			a, err := g.readAnswer(r, name)
			return a.coloring, err
		},
	}
	if colors == 0 {
		f.Differs = "the coloring has %d colors, not %d"
		f.Value = func(list []int) (int64, error) {
			used, err := g.verify(claim{slices.Max(list) + 1, list})
			return int64(used), err
		}
	}
	return f
}

// reduced is a coloring as a genome with so many colors.
func (g *Graph) reduced(coloring []int, colors int) problem.Genome {
	return problem.Genome{Symbols: graph.Symbols(graph.New(g.Vertices, g.Edges).Reduce(coloring, colors))}
}

// fewestForm is how colorings with fewest colors are written.
type fewestForm struct {
	answer.Form
	graph *Graph
}

// ReadColoring reads a coloring without conflicts, which may have more colors than a
// genome can.
func (f fewestForm) ReadColoring(r io.Reader, name string) ([]int, error) {
	a, err := f.graph.readAnswer(r, name)
	if err == nil {
		_, err = f.graph.verify(a)
	}
	return a.coloring, err
}

// readAnswer reads an answer of DIMACS, or what --json printed; name is used in messages.
// Colors count from 1, or from 0 where one of them is 0. It does not judge conflicts:
// see verify. Vertices and colors that do not exist, vertices that stand twice or are
// missing are problem.ErrWrong.
func (g *Graph) readAnswer(r io.Reader, name string) (claim, error) {
	return answer.Read(r, name, func(a answer.JSON) string {
		colors := a.Cost
		var given json.Number
		if json.Unmarshal(a.Options["colors"], &given) == nil && given != "" {
			colors = given // the cost is of conflicts
		}
		lines := fmt.Appendf(nil, "s col %s\n", colors)
		for v, c := range a.Solution {
			lines = fmt.Appendf(lines, "l %d %s\n", v+1, c)
		}
		return string(lines)
	}, g.scanAnswer)
}

func (g *Graph) scanAnswer(s *token.Scanner) (a claim) {
	coloring := slices.Repeat([]int64{-1}, g.Vertices) // as it stands in the file; -1 where it is missing
	lines := make([]int, g.Vertices)
	eachLine(s, func(word string) bool {
		switch {
		case word == "c":
			return true
		case word == "s" && a.colors > 0:
			s.Fail("a second s line; there is one in an answer")
		case word == "s":
			if !s.More() || !s.Scan() || s.Text() != "col" {
				s.Fail("the s line should be \"s col COLORS\"")
			}
			a.colors = int(number(s, "the number of colors", 1, maxVertices))
		case word == "l":
			v := natural(s, "a vertex")
			if v < 1 || v > int64(g.Vertices) {
				answer.Wrong(s, s.Line(), "vertex %s does not exist; there are 1 to %d", token.Shown(s.Text()), g.Vertices)
				return false
			}
			if c := natural(s, "a color"); coloring[v-1] >= 0 {
				answer.Wrong(s, s.Line(), "vertex %d has a second color", v)
			} else {
				coloring[v-1], lines[v-1] = min(c, maxVertices+1), s.Line()
			}
		default:
			s.Fail("a line begins with %q; it should be c, s or l", token.Shown(word))
		}
		return false
	})
	if a.colors == 0 {
		s.Fail("there is no line \"s col COLORS\"; the file is empty or no coloring")
	}
	base := int64(1)
	if slices.Contains(coloring, 0) {
		base = 0
	}
	for v, c := range coloring {
		if c < 0 {
			answer.Wrong(s, s.Line(), "vertex %d has no color", v+1)
		} else if c -= base; c >= int64(a.colors) {
			answer.Wrong(s, lines[v], "vertex %d has a color that does not exist; there are %d to %d", v+1, base, int64(a.colors)+base-1)
		}
		a.coloring = append(a.coloring, int(c))
	}
	return a
}

// natural reads a whole number of the current line; what is too large, or below
// zero, exists nowhere and is maxVertices + 1.
func natural(s *token.Scanner, what string) int64 {
	if !s.More() {
		s.Fail("the line ends where %s should be; the file is truncated or damaged", what)
	}
	s.Scan()
	v, decimals, err := token.Decimal(s.Bytes())
	switch {
	case err == token.ErrRange || err == nil && decimals == 0 && v < 0:
		return maxVertices + 1
	case err != nil || decimals != 0:
		s.Fail("%s is %q; it should be a whole number", what, token.Shown(s.Text()))
	}
	return v
}

// verify reports what is wrong with an answer: a vertex without a color, or an
// edge that joins two of the same. used is the number of colors it has, which
// may be less than it claims.
func (g *Graph) verify(a claim) (used int, err error) {
	conflicts, err := g.check(a.colors, a.coloring)
	if err == nil && conflicts > 0 {
		err = fmt.Errorf("edges between vertices of the same color: %d", conflicts)
	}
	_, used = graph.Number(a.coloring)
	return used, err
}
