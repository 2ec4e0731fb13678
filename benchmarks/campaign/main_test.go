package main

import (
	"context"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/benchmarks/bench"
)

// A campaign makes the runs of an engine alone, with and without traces.
func TestCompare(t *testing.T) {
	for _, trace := range []bool{false, true} {
		b := &comparison{Place: bench.Place{Name: "the CPU", Threads: 2}, runs: 12, generations: 20, trace: trace, folder: t.TempDir()}
		if err := b.prepare(context.Background(), 40, time.Hour); err != nil {
			t.Fatal(err)
		}
		if b.generations != 20 {
			t.Errorf("%d generations instead of those that were given", b.generations)
		}
		if err := b.compare(context.Background(), 2); err != nil {
			t.Error(err)
		}
	}
}

func TestRunsLastLongEnough(t *testing.T) {
	b := &comparison{Place: bench.Place{Threads: 1}, runs: 1, folder: t.TempDir()}
	if err := b.prepare(context.Background(), 40, 2*time.Second); err != nil {
		t.Fatal(err)
	}
	if b.generations <= 500 || b.single != 2*time.Second {
		t.Errorf("%d generations, %v", b.generations, b.single)
	}
}
