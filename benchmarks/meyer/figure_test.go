package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search"
)

var names = []string{"meyer-figure2.svg", "meyer-figure3.svg", "meyer-figure4.svg"}

// The pictures in the documentation are those of its tables.
func TestRedraw(t *testing.T) {
	docs := filepath.Join("..", "..", "docs")
	dir := t.TempDir()
	if err := redraw(filepath.Join(docs, "PERFORMANCE.md"), dir); err != nil {
		t.Fatal(err)
	}
	if runtime.GOARCH != "amd64" {
		t.Skip("coordinates may differ in their last digit where products are fused")
	}
	for _, name := range names {
		want, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(docs, name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what its table says (%v): go run ./benchmarks/meyer -redraw docs/PERFORMANCE.md -figures docs", name, err)
		}
	}
}

// A table that cannot be drawn is told apart.
func TestRedrawRefuses(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "PERFORMANCE.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, want string }{
		{"| figure 2: ", "| table 2: ", "it has no table of figure 2"},
		{"| all 100, s | 0.301 |", "| all 100, s | fast |", "the table of figure 3"},
		{"| all 100, s | 0.301 |", "| all 100, s |", "the table of figure 3"},
		{"| as in the file | 1.281 |", "| as in the file | |", "the table of figure 4"},
		{"| 50 | 0.074 |", "| 50 |", "the table of figure 2"},
	} {
		if !strings.Contains(string(text), c.old) {
			t.Fatalf("the tables have no %q", c.old)
		}
		file := filepath.Join(t.TempDir(), "x.md")
		if err := os.WriteFile(file, []byte(strings.Replace(string(text), c.old, c.new, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := redraw(file, t.TempDir()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.new, err, c.want)
		}
	}
}

// A measurement draws its own figures, with a curve for every way.
func TestFigures(t *testing.T) {
	b := &measurer{runs: 1, threads: 1, values: search.Values{"batch": "100"}, figures: t.TempDir()}
	for seed := uint64(1); len(b.formulas) < 3; seed++ {
		f, err := sat.Generate(sat.Random{Width: 3, Vars: 20, Clauses: 80, Seed: seed, Planted: true})
		if err != nil {
			t.Fatal(err)
		}
		b.formulas = append(b.formulas, f)
	}
	for number, measure := range []func(context.Context) error{b.solving, b.batches, b.orders} {
		if err := measure(context.Background()); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(b.figures, names[number]))
		if want := []string{"as in the paper", "batch 1048576", "first of the shortest"}[number]; err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %v", names[number], err)
		}
	}
}
