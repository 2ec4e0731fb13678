package export_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/warbler-opt/warbler/internal/experiment"
	"github.com/warbler-opt/warbler/internal/export"
	_ "github.com/warbler-opt/warbler/search/differential"
	_ "github.com/warbler-opt/warbler/search/genetic"
	_ "github.com/warbler-opt/warbler/search/quantum"
)

// spheres is a plan of 4 cells with 3 runs each, which minimize.
const spheres = `name = "spheres"
trace = true
seeds.first = 5
seeds.count = 3
stop.generations = 20
[[problem]]
function = "sphere"
dim = 4
[[problem]]
function = "sphere"
dim = 6
[[algorithm]]
name = "differential"
[algorithm.parameters]
f = [0.4, 0.5]
`

// campaign runs a plan in a folder.
func campaign(t testing.TB, text string) string {
	t.Helper()
	dir := t.TempDir()
	plan := filepath.Join(dir, "plan.toml")
	if err := os.WriteFile(plan, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := experiment.ReadPlan(plan)
	if err != nil {
		t.Fatal(err)
	}
	c, err := experiment.Create(dir, p, "cpu")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(c.Run(context.Background(), experiment.Where{CPU: true}, nil), c.Close()); err != nil {
		t.Fatal(err)
	}
	return dir
}

func open(t testing.TB, dir string) *export.Campaign {
	t.Helper()
	c, err := export.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// All formats say the same.
func TestFormatsAgree(t *testing.T) {
	c := open(t, campaign(t, spheres))
	var text [2]bytes.Buffer
	if err := errors.Join(c.WriteRuns(&text[0], export.CSV), c.WriteTraces(&text[1], export.CSV)); err != nil {
		t.Fatal(err)
	}
	for i, write := range []func(b *bytes.Buffer, f export.Format) error{
		func(b *bytes.Buffer, f export.Format) error { return c.WriteRuns(b, f) },
		func(b *bytes.Buffer, f export.Format) error { return c.WriteTraces(b, f) },
	} {
		rows, err := csv.NewReader(&text[i]).ReadAll()
		if err != nil || len(rows) < 13 {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		var lines, table bytes.Buffer
		if err := errors.Join(write(&lines, export.JSONLines), write(&table, export.Parquet)); err != nil {
			t.Fatal(err)
		}
		decoder := json.NewDecoder(&lines)
		decoder.UseNumber()
		f, err := parquet.OpenFile(bytes.NewReader(table.Bytes()), int64(table.Len()))
		if err != nil {
			t.Fatal(err)
		}
		if f.NumRows() != int64(len(rows)-1) {
			t.Fatalf("%d rows in Parquet, want %d", f.NumRows(), len(rows)-1)
		}
		reader := parquet.NewGenericReader[any](f)
		for _, row := range rows[1:] {
			var object map[string]any
			if err := decoder.Decode(&object); err != nil {
				t.Fatal(err)
			}
			record := make([]any, 1)
			if _, err := reader.Read(record); err != nil && record[0] == nil {
				t.Fatal(err)
			}
			columns, ok := record[0].(map[string]any)
			if !ok || len(columns) != len(row) {
				t.Fatalf("a Parquet record is %v", record[0])
			}
			for k, name := range rows[0] {
				if got := fmt.Sprint(columns[name]); got != row[k] {
					t.Errorf("%s is %s in Parquet, want %s", name, got, row[k])
				}
				want, got := row[k], fmt.Sprint(object[name])
				if name == "parameters" || name == "options" { // objects there
					got, want = fmt.Sprint(len(object[name].(map[string]any))), fmt.Sprint(len(strings.Fields(want)))
				}
				if name == "value" || name == "seconds" { // JSON writes exponents in its own way
					continue
				}
				if got != want {
					t.Errorf("%s is %s in JSON, want %s", name, got, want)
				}
			}
		}
	}
}

// What is no number is missing, and not an error.
func TestNoNumber(t *testing.T) {
	dir := campaign(t, "trace = true\nseeds.count = 2\nstop.generations = 1\n[[problem]]\nfunction = \"schwefel\"\nbound = 1e17\n[[algorithm]]\nname = \"differential\"\n")
	c := open(t, dir)
	for i := range c.Cells[0].Runs {
		c.Cells[0].Runs[i].Value = math.NaN()
	}
	for _, f := range []export.Format{export.CSV, export.JSONLines, export.Parquet} {
		var b bytes.Buffer
		if err := c.WriteRuns(&b, f); err != nil {
			t.Errorf("%s: %v", f, err)
		}
		if f == export.JSONLines && !strings.Contains(b.String(), `"value":null`) {
			t.Error(b.String())
		}
	}
}

func TestNoTraces(t *testing.T) {
	c := open(t, campaign(t, strings.Replace(spheres, "trace = true", "trace = false", 1)))
	if err := c.WriteTraces(&bytes.Buffer{}, export.CSV); err == nil || !strings.Contains(err.Error(), "its plan needs trace = true") {
		t.Error(err)
	}
	if err := c.WriteRuns(&bytes.Buffer{}, "xml"); err == nil || !strings.Contains(err.Error(), "csv, jsonl, parquet") {
		t.Error(err)
	}
}
