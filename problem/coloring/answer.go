package coloring

import (
	"bufio"
	"fmt"
	"io"

	"github.com/warbler-opt/warbler/internal/token"
	"github.com/warbler-opt/warbler/problem"
)

// How many colors a problem can have; answers may have more.
const (
	MinColors = 2
	MaxColors = 256
)

// Answer is a coloring and how many colors it claims to have, in the form of
// the DIMACS challenge: a line "s col COLORS" and lines "l VERTEX COLOR".
type Answer struct {
	Colors   int
	Coloring []int // the color of each vertex, from 0
}

// NewAnswer numbers the colors of a coloring as they appear, so that there are
// no gaps.
func NewAnswer(coloring []int) Answer {
	a := Answer{Coloring: make([]int, len(coloring))}
	number := map[int]int{}
	for v, c := range coloring {
		if _, seen := number[c]; !seen {
			number[c] = len(number)
		}
		a.Coloring[v] = number[c]
	}
	a.Colors = len(number)
	return a
}

// Colors is a genome as a list of colors, from 0.
func Colors(g problem.Genome) []int {
	list := make([]int, len(g.Symbols))
	for v, c := range g.Symbols {
		list[v] = int(c)
	}
	return list
}

// Genome is a list of colors, from 0 to 255, as a genome.
func Genome(coloring []int) problem.Genome {
	g := problem.Genome{Symbols: make([]uint8, len(coloring))}
	for v, c := range coloring {
		g.Symbols[v] = uint8(c)
	}
	return g
}

// Write writes an answer; vertices and colors count from 1.
func (a Answer) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "s col %d\n", a.Colors)
	for v, c := range a.Coloring {
		fmt.Fprintf(b, "l %d %d\n", v+1, c+1)
	}
	return b.Flush()
}

// ReadAnswer reads an answer; name is used in messages. Colors count from 1, or
// from 0 where one of them is 0. It does not judge conflicts: see Verify. Vertices
// and colors that do not exist, vertices that stand twice or are missing are a
// *problem.WrongError.
func ReadAnswer(r io.Reader, name string, g *Graph) (Answer, error) {
	f := &answerReader{reader: reader{s: token.NewScanner(r, name), graph: g}}
	a, err := f.read()
	if scan := f.s.Err(); scan != nil {
		return Answer{}, scan
	}
	return a, err
}

// answerReader reads one answer.
type answerReader struct {
	reader
	colors   int
	coloring []int64 // as it stands in the file; -1 where it is missing
	line     []int   // where the color stands
}

func (f *answerReader) read() (Answer, error) {
	n := f.graph.Vertices
	f.coloring, f.line = make([]int64, n), make([]int, n)
	for v := range f.coloring {
		f.coloring[v] = -1
	}
	more := f.s.Scan()
	for more {
		var err error
		line, word := f.s.Line(), f.s.Text()
		switch {
		case word == "c":
		case word == "s" && f.colors > 0:
			err = f.s.Errorf("a second s line; there is one in an answer")
		case word == "s":
			err = f.claim()
		case word == "l":
			err = f.label()
		default:
			err = f.s.Errorf("a line begins with %q; it should be c, s or l", token.Shown(word))
		}
		if err != nil {
			return Answer{}, err
		}
		for more = f.s.Scan(); more && !f.s.First(); more = f.s.Scan() {
			if word != "c" {
				return Answer{}, f.s.ErrorAt(line, "%q after what belongs on the line", token.Shown(f.s.Text()))
			}
		}
	}
	if f.colors == 0 {
		return Answer{}, f.s.Errorf("there is no line \"s col COLORS\"; the file is empty or no coloring")
	}
	return f.finish()
}

// claim reads the rest of an s line.
func (f *answerReader) claim() error {
	if t, ok := f.s.Peek(0); !ok || t.First || t.Text != "col" {
		return f.s.Errorf("the s line should be \"s col COLORS\"")
	}
	f.s.Scan()
	k, err := f.number("the number of colors", 1, MaxVertices)
	f.colors = int(k)
	return err
}

// label reads the rest of an l line.
func (f *answerReader) label() error {
	v, err := f.natural("a vertex")
	if err != nil {
		return err
	}
	if v < 1 || v > int64(f.graph.Vertices) {
		return &problem.WrongError{Err: f.s.Errorf("vertex %s does not exist; there are 1 to %d", token.Shown(f.s.Text()), f.graph.Vertices)}
	}
	c, err := f.natural("a color")
	if err != nil {
		return err
	}
	if f.coloring[v-1] >= 0 {
		return &problem.WrongError{Err: f.s.Errorf("vertex %d has a second color", v)}
	}
	f.coloring[v-1], f.line[v-1] = min(c, MaxVertices+1), f.s.Line()
	return nil
}

// natural reads a whole number of the current line; what is too large, or below
// zero, exists nowhere and is MaxVertices + 1.
func (f *answerReader) natural(what string) (int64, error) {
	if t, ok := f.s.Peek(0); !ok || t.First {
		return 0, f.s.Errorf("the line ends where %s should be; the file is truncated or damaged", what)
	}
	f.s.Scan()
	v, decimals, err := token.Decimal(f.s.Bytes())
	switch {
	case err == token.ErrRange || err == nil && decimals == 0 && v < 0:
		return MaxVertices + 1, nil
	case err != nil || decimals != 0:
		return 0, f.s.Errorf("%s is %q; it should be a whole number", what, token.Shown(f.s.Text()))
	}
	return v, nil
}

// finish counts colors from 0.
func (f *answerReader) finish() (Answer, error) {
	a := Answer{Colors: f.colors, Coloring: make([]int, len(f.coloring))}
	base := int64(1)
	for v, c := range f.coloring {
		switch {
		case c < 0:
			return a, &problem.WrongError{Err: f.s.Errorf("vertex %d has no color", v+1)}
		case c == 0:
			base = 0
		}
	}
	for v, c := range f.coloring {
		if c -= base; c >= int64(f.colors) {
			return a, &problem.WrongError{Err: f.s.ErrorAt(f.line[v], "vertex %d has a color that does not exist; there are %d to %d", v+1, base, int64(f.colors)+base-1)}
		}
		a.Coloring[v] = int(c)
	}
	return a, nil
}

// Verify reports what is wrong with an answer: a vertex without a color, or an
// edge that joins two of the same. used is the number of colors it has, which
// may be less than it claims.
func (a Answer) Verify(g *Graph) (used int, err error) {
	conflicts, err := Check(g, a.Colors, a.Coloring)
	if err == nil && conflicts > 0 {
		err = fmt.Errorf("edges between vertices of the same color: %d", conflicts)
	}
	return NewAnswer(a.Coloring).Colors, err
}
