package problemtest

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Verdict is an instance of SATLIB and whether it can be satisfied.
type Verdict struct {
	Path, Family string // "uf20-91"
	Satisfiable  bool
}

// Satlib lists the instances of SATLIB in the folder of benchmark instances, of
// each family the first so many.
func Satlib(t testing.TB, each int) (list []Verdict) {
	t.Helper()
	dir := filepath.Join(Data(t), "satlib")
	table, err := os.Open(filepath.Join(dir, "status.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	rows, err := csv.NewReader(table).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
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
