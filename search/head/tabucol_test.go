package head

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/graph"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem/coloring"
)

func drawn(n int, density float64) graph.Graph {
	g, err := coloring.Generate(n, 0, density, 1)
	if err != nil {
		panic(err)
	}
	return graph.New(g.Vertices, g.Edges)
}

func random(n, k int, seed uint64) []uint8 {
	at := rng.Address{Seed: seed, Purpose: rng.Init}
	c := make([]uint8, n)
	for v := range c {
		c[v] = uint8(rng.Below(at.Word(uint32(v)), k))
	}
	return c
}

func BenchmarkTabuCol(b *testing.B) {
	for _, c := range []struct {
		name    string
		n, k    int
		density float64
	}{{"500.5", 500, 50, .5}, {"1000.5", 1000, 88, .5}, {"500.9", 500, 128, .9}, {"1000.1", 1000, 21, .1}} {
		b.Run(c.name, func(b *testing.B) {
			t := newTabuCol(newTable(drawn(c.n, c.density), c.k))
			t.begin(random(c.n, c.k, 1), 0)
			b.ResetTimer()
			sum := 0
			done := 0
			for it := 0; it < b.N; it++ {
				if t.conflicts == 0 {
					break
				}
				t.advance(rng.Address{Seed: 1, Purpose: rng.Walk}, 0, it, it+1, 0)
				sum += len(t.list)
				done++
			}
			b.ReportMetric(float64(sum)/float64(done), "conflicting")
			b.ReportMetric(float64(t.best), "best")
		})
	}
}

// agree fails unless all that a search keeps follows from its colors.
func (c *tabuCol) agree(t *rapid.T) {
	twice := 0
	var listed []uint32
	for v, own := range c.color {
		counts := make([]uint16, c.colors)
		for _, u := range c.graph.Of(v) {
			counts[c.color[u]]++
		}
		for k, cell := range c.row(v) {
			switch {
			case k >= c.colors:
				if cell != noColor {
					t.Fatalf("vertex %d has %d neighbors of color %d, which does not exist", v, cell, k)
				}
			case cell&countMask != counts[k], k == int(own) && cell&tabuBit == 0:
				t.Fatalf("vertex %d of color %d: cell %d is %x, want %d", v, own, k, cell, counts[k])
			}
		}
		if twice += int(counts[own]); counts[own] > 0 {
			listed = append(listed, uint32(v))
		}
	}
	got := slices.Sorted(slices.Values(c.list))
	if c.conflicts != twice/2 || !slices.Equal(got, listed) {
		t.Fatalf("%d conflicts of %v, want %d of %v", c.conflicts, got, twice/2, listed)
	}
}

// TestTabuCol follows a search iteration by iteration, by tables of its own.
func TestTabuCol(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, k := rapid.IntRange(2, 30).Draw(t, "vertices"), rapid.IntRange(2, 20).Draw(t, "colors")
		g, err := coloring.Generate(n, 0, rapid.Float64Range(0, 1).Draw(t, "density"), rapid.Uint64().Draw(t, "seed"))
		if err != nil {
			t.Fatal(err)
		}
		c := newTabuCol(newTable(graph.New(g.Vertices, g.Edges), k))
		c.begin(random(n, k, 5), 0)
		until := make([]int, n*k) // the last iteration in which a move is tabu
		for it := 0; it < 60 && c.hit == 0; it++ {
			before, conflicts, best := slices.Clone(c.color), c.conflicts, c.best
			c.advance(rng.Address{Seed: 1, Purpose: rng.Walk}, 0, it, it+1, 0)
			c.agree(t)
			v := 0
			for u := range before {
				if before[u] != c.color[u] {
					v = u
				}
			}
			// The move is the best of those that are free or lead to a new best.
			least, free := conflicts+n*n, false
			old := newTabuCol(c.table)
			old.begin(before, 0)
			for _, u := range old.list {
				for to := range k {
					if gain := int(old.row(int(u))[to]&countMask) - old.own(u); to != int(before[u]) && (until[int(u)*k+to] <= it || conflicts+gain < best) {
						least, free = min(least, conflicts+gain), true
					}
				}
			}
			if free && c.conflicts != least {
				t.Fatalf("iteration %d: %d conflicts, want %d", it+1, c.conflicts, least)
			}
			_, x1, _, _ := rng.Address{Seed: 1, Step: uint64(it) + 1, Purpose: rng.Walk}.Block(0)
			until[v*k+int(before[v])] = it + 1 + len(c.list)*tenureTenths/10 + rng.Below(x1, tenureRange)
		}
	})
}

// TestLeast compares the vector instructions with Go.
func TestLeast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, blocks := rapid.IntRange(1, 9).Draw(t, "rows"), rapid.IntRange(1, 5).Draw(t, "blocks")
		width := blocks * block
		cell := rapid.Uint16()
		cells := rapid.SliceOfN(cell, rows*width, rows*width).Draw(t, "cells")
		list := rapid.SliceOfN(rapid.Uint32Range(0, uint32(rows-1)), 0, 12).Draw(t, "list")
		for _, mask := range []uint16{countMask, noColor} {
			want, got := make([]uint16, 12), make([]uint16, 12)
			leastOfGo(want, cells, list, blocks, mask)
			if leastOf(got, cells, list, blocks, mask); !reflect.DeepEqual(got, want) {
				t.Fatalf("%v, want %v", got, want)
			}
			for _, v := range list {
				row := cells[int(v)*width:][:width]
				value := row[rapid.IntRange(0, width-1).Draw(t, "place")] & mask
				a, b := make([]uint32, blocks), make([]uint32, blocks)
				equalToGo(a, row, value, mask)
				if equalTo(b, row, value, mask); !slices.Equal(a, b) {
					t.Fatalf("%x, want %x", b, a)
				}
			}
		}
		var starts []uint32
		for r := range rows {
			starts = append(starts, uint32(r*width))
		}
		want, got := slices.Clone(cells), slices.Clone(cells)
		shiftGo(want, starts, 3, 15)
		if shift(got, starts, 3, 15); !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

func TestCross(t *testing.T) {
	a, b := []uint8{0, 0, 0, 1, 1, 2}, []uint8{2, 2, 1, 1, 0, 0}
	x, child := newCrosser(6, 3), make([]uint8, 6)
	x.cross(child, a, b, rng.Address{Seed: 1, Purpose: rng.Cross})
	// The first class is a's {0, 1, 2}. Of b, {4, 5} is left whole, and 3 is the last of a's.
	if want := []uint8{0, 0, 0, 2, 1, 1}; !slices.Equal(child, want) {
		t.Errorf("%v, want %v", child, want)
	}
	for _, c := range []struct {
		a, b []uint8
		want int
	}{
		{a, a, 0}, {a, []uint8{1, 1, 1, 2, 2, 0}, 0}, {a, []uint8{0, 0, 1, 1, 1, 2}, 1}, {[]uint8{0, 0, 0, 0}, []uint8{0, 1, 2, 2}, 2},
	} {
		if got := distance(c.a, c.b, 3); got != c.want {
			t.Errorf("%v and %v: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
