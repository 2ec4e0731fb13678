package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// The picture in the documentation is that of its table.
func TestRedraw(t *testing.T) {
	docs := filepath.Join("..", "..", "docs")
	dir := t.TempDir()
	if err := redraw(filepath.Join(docs, "PERFORMANCE.md"), dir); err != nil {
		t.Fatal(err)
	}
	if runtime.GOARCH != "amd64" {
		t.Skip("coordinates may differ in their last digit where products are fused")
	}
	want, err := os.ReadFile(filepath.Join(dir, "luong-figure5.svg"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(docs, "luong-figure5.svg"))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("docs/luong-figure5.svg is not what its table says (%v): go run ./benchmarks/luong -redraw docs/PERFORMANCE.md -figures docs", err)
	}
}

// A table that cannot be drawn is told apart.
func TestRedrawRefuses(t *testing.T) {
	const head = "| instance | best known value | 30 runs at once, s | "
	for text, want := range map[string]string{
		"nothing": "it has no Table I",
		head + "hits |\n| tai30a | 1 | 2 | 3 |\n":        "tai30a has no share of searching",
		head + "searching |\n| tai30a | 1 | 2 |\n":       "tai30a has no share of searching",
		head + "searching |\n| tai30a | 1 | 2 | all |\n": "tai30a: ",
	} {
		file := filepath.Join(t.TempDir(), "x.md")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := redraw(file, t.TempDir()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
