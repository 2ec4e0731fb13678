package knapsack

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/input"
)

// readFile reads the instances of a file under the data folder; their names
// begin with the part of the path after it.
func readFile(t testing.TB, dir, name string) []*Instance {
	t.Helper()
	r, err := input.Open(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	list, err := Read(r, name)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// knapsackFiles lists all instance files with one constraint, and mkpFiles
// those with several, relative to the data folder.
func knapsackFiles(t testing.TB, dir string) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"pisinger-low-dimensional/*", "pisinger-large_scale/*", "pisinger-*/*.csv", "jooken-hard/*.in", "qiga/*.txt"} {
		found, err := filepath.Glob(filepath.Join(dir, "knapsack", filepath.FromSlash(pattern)))
		if err != nil || found == nil {
			t.Fatalf("nothing matches %s: %v", pattern, err)
		}
		files = append(files, found...)
	}
	return relative(t, dir, files)
}

func mkpFiles(t testing.TB, dir string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "mkp", "mknap*.txt"))
	if err != nil || found == nil {
		t.Fatalf("no mkp files: %v", err)
	}
	return relative(t, dir, found)
}

func relative(t testing.TB, dir string, files []string) []string {
	for i, f := range files {
		rel, err := filepath.Rel(dir, f)
		if err != nil {
			t.Fatal(err)
		}
		files[i] = filepath.ToSlash(rel)
	}
	return files
}

// knownValues reads a table of best known values: instance name (as Read makes
// it, relative to the data folder) to value as text.
func knownValues(t testing.TB, dir, table, value string) map[string]string {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, filepath.FromSlash(table)))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := 0
	for i, head := range rows[0] {
		if head == value {
			column = i
		}
	}
	known := map[string]string{}
	prefix := table[:strings.IndexByte(table, '/')+1]
	for _, row := range rows[1:] {
		known[prefix+row[0]] = row[column]
	}
	return known
}
