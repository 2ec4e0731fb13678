package coloring

import (
	"bufio"
	"fmt"
	"io"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/token"
)

// How many colours a problem can have; answers may have more.
const (
	MinColours = 2
	MaxColours = 256
)

// Answer is a colouring and how many colours it claims to have, in the form of
// the DIMACS challenge: a line "s col COLOURS" and lines "l VERTEX COLOUR".
type Answer struct {
	Colours   int
	Colouring []int // the colour of each vertex, from 0
}

// ColourError is an answer that can be read but does not give each vertex one of
// its colours.
type ColourError struct{ Err error }

func (e *ColourError) Error() string { return e.Err.Error() }

func (e *ColourError) Unwrap() error { return e.Err }

// NewAnswer numbers the colours of a colouring as they appear, so that there are
// no gaps.
func NewAnswer(colouring []int) Answer {
	a := Answer{Colouring: make([]int, len(colouring))}
	number := map[int]int{}
	for v, c := range colouring {
		if _, seen := number[c]; !seen {
			number[c] = len(number)
		}
		a.Colouring[v] = number[c]
	}
	a.Colours = len(number)
	return a
}

// Colours is a genome as a list of colours, from 0.
func Colours(g problem.Genome) []int {
	list := make([]int, len(g.Symbols))
	for v, c := range g.Symbols {
		list[v] = int(c)
	}
	return list
}

// Genome is a list of colours, from 0 to 255, as a genome.
func Genome(colouring []int) problem.Genome {
	g := problem.Genome{Symbols: make([]uint8, len(colouring))}
	for v, c := range colouring {
		g.Symbols[v] = uint8(c)
	}
	return g
}

// Write writes an answer; vertices and colours count from 1.
func (a Answer) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "s col %d\n", a.Colours)
	for v, c := range a.Colouring {
		fmt.Fprintf(b, "l %d %d\n", v+1, c+1)
	}
	return b.Flush()
}

// ReadAnswer reads an answer; name is used in messages. Colours count from 1, or
// from 0 where one of them is 0. It does not judge conflicts: see Verify. Vertices
// and colours that do not exist, vertices that stand twice or are missing are a
// *ColourError.
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
	colours   int
	colouring []int64 // as it stands in the file; -1 where it is missing
	line      []int   // where the colour stands
}

func (f *answerReader) read() (Answer, error) {
	n := f.graph.Vertices
	f.colouring, f.line = make([]int64, n), make([]int, n)
	for v := range f.colouring {
		f.colouring[v] = -1
	}
	more := f.s.Scan()
	for more {
		var err error
		line, word := f.s.Line(), f.s.Text()
		switch {
		case word == "c":
		case word == "s" && f.colours > 0:
			err = f.s.Errorf("a second s line; there is one in an answer")
		case word == "s":
			err = f.claim()
		case word == "l":
			err = f.label()
		default:
			err = f.s.Errorf("a line begins with %q; it should be c, s or l", shown(word))
		}
		if err != nil {
			return Answer{}, err
		}
		for more = f.s.Scan(); more && !f.s.First(); more = f.s.Scan() {
			if word != "c" {
				return Answer{}, f.s.ErrorAt(line, "%q after what belongs on the line", shown(f.s.Text()))
			}
		}
	}
	if f.colours == 0 {
		return Answer{}, f.s.Errorf("there is no line \"s col COLOURS\"; the file is empty or no colouring")
	}
	return f.finish()
}

// claim reads the rest of an s line.
func (f *answerReader) claim() error {
	if t, ok := f.s.Peek(0); !ok || t.First || t.Text != "col" {
		return f.s.Errorf("the s line should be \"s col COLOURS\"")
	}
	f.s.Scan()
	k, err := f.number("the number of colours", 1, MaxVertices)
	f.colours = int(k)
	return err
}

// label reads the rest of an l line.
func (f *answerReader) label() error {
	v, err := f.natural("a vertex")
	if err != nil {
		return err
	}
	if v < 1 || v > int64(f.graph.Vertices) {
		return &ColourError{f.s.Errorf("vertex %s does not exist; there are 1 to %d", shown(f.s.Text()), f.graph.Vertices)}
	}
	c, err := f.natural("a colour")
	if err != nil {
		return err
	}
	if f.colouring[v-1] >= 0 {
		return &ColourError{f.s.Errorf("vertex %d has a second colour", v)}
	}
	f.colouring[v-1], f.line[v-1] = min(c, MaxVertices+1), f.s.Line()
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
		return 0, f.s.Errorf("%s is %q; it should be a whole number", what, shown(f.s.Text()))
	}
	return v, nil
}

// finish counts colours from 0.
func (f *answerReader) finish() (Answer, error) {
	a := Answer{Colours: f.colours, Colouring: make([]int, len(f.colouring))}
	base := int64(1)
	for v, c := range f.colouring {
		switch {
		case c < 0:
			return a, &ColourError{f.s.Errorf("vertex %d has no colour", v+1)}
		case c == 0:
			base = 0
		}
	}
	for v, c := range f.colouring {
		if c -= base; c >= int64(f.colours) {
			return a, &ColourError{f.s.ErrorAt(f.line[v], "vertex %d has a colour that does not exist; there are %d to %d", v+1, base, int64(f.colours)+base-1)}
		}
		a.Colouring[v] = int(c)
	}
	return a, nil
}

// Verify reports what is wrong with an answer: a vertex without a colour, or an
// edge that joins two of the same. used is the number of colours it has, which
// may be less than it claims.
func (a Answer) Verify(g *Graph) (used int, err error) {
	conflicts, err := Check(g, a.Colours, a.Colouring)
	if err == nil && conflicts > 0 {
		err = fmt.Errorf("edges between vertices of the same colour: %d", conflicts)
	}
	return NewAnswer(a.Colouring).Colours, err
}
