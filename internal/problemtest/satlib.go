package problemtest

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Table reads a table in a folder of benchmark instances.
func Table(t testing.TB, folder, name string) (dir string, rows [][]string) {
	t.Helper()
	dir = filepath.Join(Data(t), folder)
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err == nil {
		rows, err = csv.NewReader(bytes.NewReader(text)).ReadAll()
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir, rows
}

// Verdict is an instance of SATLIB and whether it can be satisfied.
type Verdict struct {
	Path, Family string // "uf20-91"
	Satisfiable  bool
}

// Satlib lists the instances of SATLIB in the folder of benchmark instances, of
// each family the first so many.
func Satlib(t testing.TB, each int) (list []Verdict) {
	t.Helper()
	dir, rows := Table(t, "satlib", "status.csv")
	status := slices.Index(rows[0], "solver_check")
	count := map[string]int{}
	for _, row := range rows[1:] {
		family := filepath.Dir(row[0])
		if count[family]++; count[family] <= each {
			list = append(list, Verdict{filepath.Join(dir, filepath.FromSlash(row[0])), family, row[status] == "SAT"})
		}
	}
	return list
}
