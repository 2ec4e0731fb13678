package tsp

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/input"
	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/problem"
)

// Every optimal tour that TSPLIB has is as long as the optimum, by the score and by the
// checker.
func TestPublishedTours(t *testing.T) {
	dir, rows := problemtest.Table(t, "tsplib", "optima.csv")
	tours := 0
	for _, row := range rows[1:] {
		name := row[0]
		optimum, err := strconv.ParseInt(row[3], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, name+".tsp")
		if _, err := os.Stat(path); err != nil {
			path += ".gz"
		}
		q := readFile(t, path)
		if got := weightNames[q.Weights]; strconv.Itoa(q.Len()) != row[1] || got != row[2] {
			t.Errorf("%s has %d cities with %s", name, q.Len(), got)
		}
		p, err := New(q)
		if err != nil {
			t.Fatal(err)
		}
		genomes := problemtest.RandomGenomes(p.Representation(), 2, 1)
		for i := range genomes.Len() {
			if length, err := q.check(genomes.At(i).List()); err != nil || -length != p.Evaluate(genomes.At(i)) {
				t.Errorf("%s: the score is %d, the checker says %d, %v", name, p.Evaluate(genomes.At(i)), length, err)
			}
		}
		text, err := os.ReadFile(filepath.Join(dir, name+".opt.tour"))
		if err != nil {
			continue
		}
		tours++
		a, err := q.readAnswer(bytes.NewReader(text), name)
		if err != nil {
			t.Error(err)
			continue
		}
		order := make([]uint16, len(a.order))
		for i, city := range a.order {
			order[i] = uint16(city)
		}
		if length, err := q.check(a.order); err != nil || length != optimum || p.Evaluate(problem.Genome{Order: order}) != -optimum {
			t.Errorf("%s: the published tour is %d long, and %d by its score, not %d, %v", name, length, -p.Evaluate(problem.Genome{Order: order}), optimum, err)
		}
	}
	if tours != 16 {
		t.Errorf("%d tours were compared", tours)
	}
}

func readFile(t testing.TB, path string) *Instance {
	t.Helper()
	file, err := input.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	q, err := Read(file, filepath.Base(path))
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// The same four cities in all formats of a table.
func TestTables(t *testing.T) {
	want := []int32{0, 1, 2, 3, 1, 0, 4, 5, 2, 4, 0, 6, 3, 5, 6, 0}
	upper, lower := "1 2 3 4 5 6", "1 2 4 3 5 6"
	upperDiagonal, lowerDiagonal := "0 1 2 3 0 4 5 9 6 0", "7 1 0 2 4 0 3 5 6e0 0"
	for format, text := range map[string]string{
		"FULL_MATRIX": "9 1 2 3\n1 0 4 5\n2 4.0 0 6\n3 5 6 0", "UPPER_ROW": upper, "LOWER_ROW": lower, "UPPER_COL": lower, "LOWER_COL": upper,
		"UPPER_DIAG_ROW": upperDiagonal, "LOWER_DIAG_ROW": lowerDiagonal, "UPPER_DIAG_COL": lowerDiagonal, "LOWER_DIAG_COL": upperDiagonal,
	} {
		file := "DIMENSION : 4\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : " + format + "\nEDGE_WEIGHT_SECTION\n" + text + "\nEOF\n"
		if q, err := Read(strings.NewReader(file), "f"); err != nil || !reflect.DeepEqual(q.Table, want) {
			t.Errorf("%s: %+v, %v", format, q, err)
		}
	}
}

func TestTablesAreRefused(t *testing.T) {
	const good = "DIMENSION : 3\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : FULL_MATRIX\nEDGE_WEIGHT_SECTION\n0 1 2\n1 0 3\n2 3 0\nEOF\n"
	for _, c := range []struct{ old, new, want string }{
		{"2 3 0\n", "2 3\n", "f:8: the file ends where the distance from city 3 to city 3 should be"},
		{"2 3 0\nEOF\n", "", "f:7: the file ends where the distance from city 3 to city 1 should be"},
		{"2 3 0\n", "2 3 0 4\n", "f:7: \"4\" after the last of EDGE_WEIGHT_SECTION; DIMENSION may be wrong"},
		{"2 3 0\n", "2 4 0\n", "from city 3 to city 2 it is 4, and back 3"},
		{"1 0 3\n", "-1 0 3\n", "f:6: the distance from city 2 to city 1 is -1"},
		{"1 0 3\n", "0.5 0 3\n", "f:6: the distance from city 2 to city 1 is \"0.5\""},
		{"1 0 3\n", "9999999999 0 3\n", "f:6: the distance from city 2 to city 1 is \"9999999999\""},
		{"1 0 3\n", "x 0 3\n", "f:6: the distance from city 2 to city 1 is \"x\""},
		{"FULL_MATRIX", "FUNCTION", "f:4: EDGE_WEIGHT_FORMAT is \"FUNCTION\""},
		{"EDGE_WEIGHT_FORMAT : FULL_MATRIX\n", "", "f:3: EDGE_WEIGHT_FORMAT is \"\""},
		{"EXPLICIT", "EUC_2D", "f:4: EDGE_WEIGHT_SECTION is for the EDGE_WEIGHT_TYPE EXPLICIT"},
		{"N : 3", "N : 20000", "f:4: a table with the distances of 20000 cities"},
		{"EDGE_WEIGHT_SECTION\n0 1 2\n1 0 3\n2 3 0\n", "", "f:4: the file ends where EDGE_WEIGHT_SECTION should be"},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		if q, err := Read(strings.NewReader(text), "f"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %+v, %v; want %s", text, q, err, c.want)
		}
	}
}
