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
	return token.Read(r, name, func(s *token.Scanner) *Instance {
		q := &Instance{Name: name}
		n, euclidean := 0, false
		for s.Scan() {
			line := s.Line()
			if word, _, _ := strings.Cut(s.Text(), ":"); word == "NODE_COORD_SECTION" {
				if n == 0 || !euclidean {
					s.Fail("DIMENSION and EDGE_WEIGHT_TYPE must stand before NODE_COORD_SECTION")
				}
				q.readCities(s, n)
				return q
			}
			key, value := field(s)
			switch key {
			case "NAME", "COMMENT", "DISPLAY_DATA_TYPE", "NODE_COORD_TYPE", "EDGE_WEIGHT_FORMAT", "CAPACITY":
			case "TYPE":
				if kind, _, _ := strings.Cut(value, " "); kind != "TSP" { // an author may follow
					s.Stop(s.ErrorAt(line, "TYPE is %q; only TSP, with distances that have no direction, is known", token.Shown(value)))
				}
			case "DIMENSION":
				v, err := strconv.Atoi(value)
				if err != nil || v < 1 || v > maxCities {
					s.Stop(s.ErrorAt(line, "DIMENSION is %q; it should be a whole number from 1 to %d", token.Shown(value), maxCities))
				}
				n = v
			case "EDGE_WEIGHT_TYPE":
				if value != "EUC_2D" {
					s.Stop(s.ErrorAt(line, "EDGE_WEIGHT_TYPE is %q; only EUC_2D is known", token.Shown(value)))
				}
				euclidean = true
			default:
				s.Stop(s.ErrorAt(line, "%q is no keyword of a TSPLIB file with coordinates", token.Shown(key)))
			}
		}
		s.Fail("the file ends where NODE_COORD_SECTION should be; it is empty, truncated or no TSPLIB file")
		return q
	})
}

// field is a keyword and what stands on its line after a colon, which may be
// separate or not.
func field(s *token.Scanner) (key, value string) {
	key, value, _ = strings.Cut(s.Text(), ":")
	words := []string{value}
	for s.More() {
		if s.Scan(); len(words) < 17 { // a comment may be of any length
			words = append(words, s.Text())
		}
	}
	return key, strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(strings.Join(words, " ")), ":"))
}

func (q *Instance) readCities(s *token.Scanner, n int) {
	for i := 0; i < n && s.Err() == nil; i++ {
		if !s.Scan() {
			s.Fail("the file ends where city %d of %d should be; it is truncated", i+1, n)
		} else if s.Text() != strconv.Itoa(i+1) {
			s.Fail("city %d should come here, not %q; cities are numbered in order", i+1, token.Shown(s.Text()))
		}
		for _, to := range []*[]float64{&q.X, &q.Y} {
			if !s.Scan() {
				s.Fail("the file ends where a coordinate of city %d of %d should be; it is truncated", i+1, n)
				break
			}
			v, err := strconv.ParseFloat(s.Text(), 64)
			if err != nil || !(math.Abs(v) <= maxCoordinate) {
				s.Fail("a coordinate of city %d is %q; it should be a number from %g to %g", i+1, token.Shown(s.Text()), -maxCoordinate, maxCoordinate)
			}
			*to = append(*to, v)
		}
	}
	if s.Scan() && strings.TrimSuffix(s.Text(), ":") != "EOF" {
		s.Fail("%q after the last city; DIMENSION may be too small", token.Shown(s.Text()))
	}
}

// Write writes an instance as a .tsp file.
func (q *Instance) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "NAME : %s\nTYPE : TSP\nDIMENSION : %d\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n", fileWord(q.Name), len(q.X))
	for i := range q.X {
		fmt.Fprintf(b, "%d %s %s\n", i+1, strconv.FormatFloat(q.X[i], 'f', -1, 64), strconv.FormatFloat(q.Y[i], 'f', -1, 64))
	}
	b.WriteString("EOF\n")
	return b.Flush()
}
