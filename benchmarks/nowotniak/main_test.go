package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/problem/knapsack"
)

func small(t *testing.T) (*measurer, *knapsack.Instance, sample) {
	t.Helper()
	b := &measurer{populations: 20, generations: 10}
	inst, err := knapsack.Generate("han-kim", 50, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	s, err := b.evolve(context.Background(), inst, "index", nil)
	if err != nil {
		t.Fatal(err)
	}
	return b, inst, s
}

func TestFigures(t *testing.T) {
	b, inst, one := small(t)
	b.Threads = 1
	two, err := b.evolve(context.Background(), inst, "index", nil)
	if err != nil {
		t.Fatal(err)
	}
	two.where = "one thread"
	dir := t.TempDir()
	if err := compare(dir, inst, []sample{one, two}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"nowotniak-figure6.svg", "nowotniak-figure7.svg"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !strings.Contains(string(text), "one thread") {
			t.Errorf("%s: %v", name, err)
		}
	}
	two.runs[7].Genome.Bits[0] ^= 1
	if err := compare(dir, inst, []sample{one, two}); err == nil || !strings.Contains(err.Error(), "1 of 20 evolutions differ") {
		t.Errorf("a bit was changed: %v", err)
	}
}

func TestOptimum(t *testing.T) {
	_, inst, s := small(t)
	top, err := optimum(context.Background(), inst)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range s.values {
		if v > top || v < top/2 {
			t.Errorf("%v, the optimum is %v", v, top)
		}
	}
}
