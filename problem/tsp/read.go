package tsp

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/warbler-opt/warbler/internal/token"
)

// Read reads a TSPLIB .tsp file whose EDGE_WEIGHT_TYPE is EUC_2D; name is used in
// messages and for the instance's name. Errors are one line that begins with the
// file and the line.
func Read(r io.Reader, name string) (*Instance, error) {
	f := &reader{s: token.NewScanner(r, name)}
	q, err := f.read(name)
	if scan := f.s.Err(); scan != nil {
		return nil, scan // what came of it is a consequence
	}
	if err != nil {
		return nil, err
	}
	return q, nil
}

// reader reads one file.
type reader struct{ s *token.Scanner }

func (f *reader) read(name string) (*Instance, error) {
	n, euclidean := 0, false
	for f.s.Scan() {
		line := f.s.Line()
		if word, _, _ := strings.Cut(f.s.Text(), ":"); word == "NODE_COORD_SECTION" {
			if n == 0 || !euclidean {
				return nil, f.s.Errorf("DIMENSION and EDGE_WEIGHT_TYPE must stand before NODE_COORD_SECTION")
			}
			return f.cities(name, n)
		}
		key, value := f.field()
		switch key {
		case "NAME", "COMMENT", "DISPLAY_DATA_TYPE", "NODE_COORD_TYPE", "EDGE_WEIGHT_FORMAT", "CAPACITY":
		case "TYPE":
			if kind, _, _ := strings.Cut(value, " "); kind != "TSP" { // an author may follow
				return nil, f.s.ErrorAt(line, "TYPE is %q; only TSP, with distances that have no direction, is known", token.Shown(value))
			}
		case "DIMENSION":
			v, err := strconv.Atoi(value)
			if err != nil || v < 1 || v > MaxCities {
				return nil, f.s.ErrorAt(line, "DIMENSION is %q; it should be a whole number from 1 to %d", token.Shown(value), MaxCities)
			}
			n = v
		case "EDGE_WEIGHT_TYPE":
			if value != "EUC_2D" {
				return nil, f.s.ErrorAt(line, "EDGE_WEIGHT_TYPE is %q; only EUC_2D is known", token.Shown(value))
			}
			euclidean = true
		default:
			return nil, f.s.ErrorAt(line, "%q is no keyword of a TSPLIB file with coordinates", token.Shown(key))
		}
	}
	return nil, f.s.Errorf("the file ends where NODE_COORD_SECTION should be; it is empty, truncated or no TSPLIB file")
}

// field is a keyword and what stands on its line after a colon, which may be
// separate or not.
func (f *reader) field() (key, value string) {
	key, value, _ = strings.Cut(f.s.Text(), ":")
	words := []string{value}
	for {
		t, ok := f.s.Peek(0)
		if !ok || t.First {
			return key, strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(strings.Join(words, " ")), ":"))
		}
		f.s.Scan()
		if len(words) < 17 { // a comment may be of any length
			words = append(words, t.Text)
		}
	}
}

func (f *reader) cities(name string, n int) (*Instance, error) {
	q := &Instance{Name: name}
	for i := range n {
		if !f.s.Scan() {
			return nil, f.s.Errorf("the file ends where city %d of %d should be; it is truncated", i+1, n)
		}
		if f.s.Text() != strconv.Itoa(i+1) {
			return nil, f.s.Errorf("city %d should come here, not %q; cities are numbered in order", i+1, token.Shown(f.s.Text()))
		}
		for _, to := range []*[]float64{&q.X, &q.Y} {
			if !f.s.Scan() {
				return nil, f.s.Errorf("the file ends where a coordinate of city %d of %d should be; it is truncated", i+1, n)
			}
			v, err := strconv.ParseFloat(f.s.Text(), 64)
			if err != nil || !(math.Abs(v) <= MaxCoordinate) {
				return nil, f.s.Errorf("a coordinate of city %d is %q; it should be a number from %g to %g", i+1, token.Shown(f.s.Text()), -MaxCoordinate, MaxCoordinate)
			}
			*to = append(*to, v)
		}
	}
	if f.s.Scan() && strings.TrimSuffix(f.s.Text(), ":") != "EOF" {
		return nil, f.s.Errorf("%q after the last city; DIMENSION may be too small", token.Shown(f.s.Text()))
	}
	return q, nil
}

// Write writes an instance as a .tsp file.
func (q *Instance) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "NAME : %s\nTYPE : TSP\nDIMENSION : %d\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n", fileWord(q.Name), q.Cities())
	for i := range q.X {
		fmt.Fprintf(b, "%d %s %s\n", i+1, strconv.FormatFloat(q.X[i], 'f', -1, 64), strconv.FormatFloat(q.Y[i], 'f', -1, 64))
	}
	b.WriteString("EOF\n")
	return b.Flush()
}
