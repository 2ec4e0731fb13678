package sat

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"testing"

	"github.com/warbler-opt/warbler/internal/input"
)

// readFile reads a formula under the data folder.
func readFile(t testing.TB, dir, name string) *Formula {
	t.Helper()
	r, err := input.Open(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	f, err := Read(r, name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// table reads a table under the data folder: one map from heading to entry per
// row.
func table(t testing.TB, dir, name string) (rows []map[string]string) {
	t.Helper()
	file, err := os.Open(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, head := range lines[0] {
			row[head] = line[i]
		}
		rows = append(rows, row)
	}
	return rows
}
