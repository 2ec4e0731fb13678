package recognize_test

import (
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/problem/recognize"
)

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, text string
		formula    bool
	}{
		{"a.cnf", "p cnf 1 1\n1 0\n", true},
		{"a.wcnf.gz", "3 1 0\n", true}, // the reader gets it decompressed
		{"a", "c a comment\np cnf 1 1\n1 0\n", true},
		{"a", "h 1 0\n", true},
		{"a.txt", "1 5\n4 4\n", false},
	} {
		found, err := recognize.Read(strings.NewReader(c.text), c.name)
		if err != nil || len(found) != 1 || (found[0].Formula != nil) != c.formula || (found[0].Knapsack != nil) == c.formula {
			t.Errorf("%s %q: %+v, %v", c.name, c.text, found, err)
		}
	}
}

func TestReadAssignments(t *testing.T) {
	small := "2\n0 1 1 0\n0 1 1 0\n"
	square := "4\n\n0 1 2 3\n" + strings.Repeat("1 2 3 4 ", 7)
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"a.dat", small, true},
		{"a.DAT.gz", small, true}, // the reader gets it decompressed
		{"a", square, true},
		{"standard input", square, true},
		{"a.txt", "4\n1 2 3\n1 1 1\n1 1 1\n1 1 1\n5\n", false},
		{"a", "3\n0 1 1\n1 1 1\n2 1 1\n5\n", false},
	} {
		found, err := recognize.Read(strings.NewReader(c.text), c.name)
		if len(found) > 0 && (found[0].Assignment != nil) != c.want || c.want && (err != nil || len(found) != 1) {
			t.Errorf("%s %q: %+v, %v", c.name, c.text, found, err)
		}
	}
}

func TestReadGraphsAndCities(t *testing.T) {
	graph, cities := "c a graph\nc\n\np edge 2 1\ne 1 2\n", "NAME: x\nDIMENSION: 1\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n"
	for _, c := range []struct{ name, text, want string }{
		{"a.col", graph, "graph"},
		{"a.COL.gz", graph, "graph"},
		{"a", graph, "graph"},
		{"standard input", "p col 2 1\ne 1 2\n", "graph"},
		{"a", "p edges 2 1\ne 1 2\n", "graph"},
		{"a", "c a formula\np cnf 1 1\n1 0\n", "formula"},
		{"a", "c only a comment\nh 1 0\n", "formula"},
		{"a.tsp", cities, "cities"},
		{"a.tsp.xz", cities, "cities"},
		{"a", cities, "cities"},
		{"a", "COMMENT : y\n" + cities, "cities"},
	} {
		found, err := recognize.Read(strings.NewReader(c.text), c.name)
		if err != nil || len(found) != 1 || (found[0].Graph != nil) != (c.want == "graph") ||
			(found[0].Cities != nil) != (c.want == "cities") || (found[0].Formula != nil) != (c.want == "formula") {
			t.Errorf("%s %q: %+v, %v; want %s", c.name, c.text, found, err, c.want)
		}
	}
	// A name decides, and the reader says what is wrong.
	for name, want := range map[string]string{"a.col": "a.col:1: ", "a.tsp": "a.tsp:1: ", "a.cnf": "a.cnf:"} {
		text := cities
		if name == "a.tsp" {
			text = graph
		}
		if _, err := recognize.Read(strings.NewReader(text), name); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCustom(t *testing.T) {
	for name, want := range map[string]bool{"x.c": true, "dir/X.C": true, "x.c.gz": true, "x.cnf": false, "c": false} {
		if recognize.Custom(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}
