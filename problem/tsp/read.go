package tsp

import (
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/warbler-opt/warbler/internal/token"
)

// Read reads a TSPLIB .tsp file with distances that have no direction; name is used in
// messages and for the instance's name. Errors are one line that begins with the
// file and the line.
func Read(r io.Reader, name string) (*Instance, error) {
	return token.Read(r, name, func(s *token.Scanner) *Instance {
		f := &file{Scanner: s, instance: &Instance{Name: name}}
		for s.Scan() && f.entry() {
		}
		if s.Err() == nil {
			f.finish()
		}
		return f.instance
	})
}

// file is a file while it is read.
type file struct {
	*token.Scanner
	instance *Instance
	n        int    // DIMENSION, or 0
	typed    bool   // EDGE_WEIGHT_TYPE was there
	format   string // EDGE_WEIGHT_FORMAT
	cities   bool   // what distances follow from was there
	last     string // the last section
}

// ignored are keywords whose values change nothing.
var ignored = []string{"NAME", "COMMENT", "DISPLAY_DATA_TYPE", "NODE_COORD_TYPE", "CAPACITY"}

// entry reads a keyword with its value, or a section, and reports whether another may
// follow.
func (f *file) entry() bool {
	line := f.Line()
	word, _, _ := strings.Cut(f.Text(), ":")
	word = strings.ToUpper(word)
	if f.last != "" && (word == "" || word[0] < 'A' || word[0] > 'Z') {
		f.Fail("%q after the last of %s; DIMENSION may be wrong", token.Shown(f.Text()), f.last)
		return false
	}
	switch word {
	case "EOF":
		return false
	case "NODE_COORD_SECTION", "DISPLAY_DATA_SECTION", "EDGE_WEIGHT_SECTION":
		f.section(word)
		return f.Err() == nil
	}
	key, value := field(f.Scanner)
	switch key = strings.ToUpper(key); key {
	case "TYPE":
		if kind, _, _ := strings.Cut(value, " "); kind != "TSP" { // an author may follow
			f.Stop(f.ErrorAt(line, "TYPE is %q; only TSP, with distances that have no direction, is known", token.Shown(value)))
		}
	case "DIMENSION":
		v, err := strconv.Atoi(value)
		if err != nil || v < 1 || v > maxCities {
			f.Stop(f.ErrorAt(line, "DIMENSION is %q; it should be a whole number from 1 to %d", token.Shown(value), maxCities))
		}
		f.n = v
	case "EDGE_WEIGHT_TYPE":
		kind := slices.Index(weightNames[:], value)
		if kind < 0 {
			f.Stop(f.ErrorAt(line, "EDGE_WEIGHT_TYPE is %q; known are %s", token.Shown(value), strings.Join(weightNames[:], ", ")))
		}
		f.instance.Weights, f.typed = Weights(max(kind, 0)), true
	case "EDGE_WEIGHT_FORMAT":
		f.format = value
	default:
		if !slices.Contains(ignored, key) {
			f.Stop(f.ErrorAt(line, "%q is no keyword of a TSPLIB file with cities", token.Shown(key)))
		}
	}
	return f.Err() == nil
}

// section reads what stands below a keyword.
func (f *file) section(name string) {
	explicit := f.instance.Weights == Explicit
	switch {
	case f.n == 0 || !f.typed:
		f.Fail("DIMENSION and EDGE_WEIGHT_TYPE must stand before %s", name)
	case name == "EDGE_WEIGHT_SECTION" && !explicit:
		f.Fail("EDGE_WEIGHT_SECTION is for the EDGE_WEIGHT_TYPE EXPLICIT, and here it is %s", weightNames[f.instance.Weights])
	case name == "EDGE_WEIGHT_SECTION":
		f.readTable()
		f.cities = true
	case name == "NODE_COORD_SECTION" || explicit:
		f.readCoordinates()
		f.cities = f.cities || !explicit
	default: // of cities that have others
		kept := *f.instance
		f.instance.X, f.instance.Y = nil, nil
		f.readCoordinates()
		*f.instance = kept
	}
	f.last = name
}

// finish finds out whether all was there.
func (f *file) finish() {
	want := "NODE_COORD_SECTION"
	if f.instance.Weights == Explicit {
		want = "EDGE_WEIGHT_SECTION"
	}
	if !f.cities {
		f.Fail("the file ends where %s should be; it is empty, truncated or no TSPLIB file", want)
	}
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

// readCoordinates reads a number and two coordinates of each city.
func (f *file) readCoordinates() {
	q := f.instance
	q.X, q.Y = nil, nil
	for i := 0; i < f.n && f.Err() == nil; i++ {
		if !f.Scan() || f.Text() == "EOF" {
			f.Fail("the file ends where city %d of %d should be; it is truncated, or DIMENSION is too large", i+1, f.n)
		} else if number, err := strconv.Atoi(f.Text()); err != nil || number != i+1 {
			f.Fail("city %d should come here, not %q; cities are numbered in order", i+1, token.Shown(f.Text()))
		}
		for _, to := range []*[]float64{&q.X, &q.Y} {
			if !f.Scan() {
				f.Fail("the file ends where a coordinate of city %d of %d should be; it is truncated", i+1, f.n)
				break
			}
			v, err := strconv.ParseFloat(f.Text(), 64)
			if err != nil || !(math.Abs(v) <= maxCoordinate) {
				f.Fail("a coordinate of city %d is %q; it should be a number from %g to %g", i+1, token.Shown(f.Text()), -maxCoordinate, maxCoordinate)
			}
			*to = append(*to, v)
		}
	}
}
