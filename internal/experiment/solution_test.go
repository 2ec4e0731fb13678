package experiment

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/problem"
)

// Genomes come back as they were, and what is damaged is refused.
func TestGenomesPacked(t *testing.T) {
	r := problem.Representation{Kind: problem.Permutation, Length: 200}
	g := problem.NewGenomes(r, 1).At(0)
	for i := range g.Order {
		g.Order[i] = uint16(199 - i)
	}
	packed := packGenome(g)
	back, err := unpackGenome(r, packed)
	if err != nil || !slices.Equal(back.Order, g.Order) || len(packed) > 401 {
		t.Errorf("%v, %d bytes, %v", back, len(packed), err)
	}
	for _, bad := range [][]byte{nil, {7}, packed[:len(packed)/2], {plainGenome, 1, 2}} {
		if _, err := unpackGenome(r, bad); err == nil {
			t.Errorf("%v is taken", bad)
		}
	}
}

// Every run keeps its best solution, which is printed as a command does, unless it is
// told not to.
func TestSolutions(t *testing.T) {
	for _, bare := range []bool{false, true} {
		p := planOf(t, "[seeds]\ncount = 3\n[stop]\ngenerations = 5\n[[problem]]\ngenerate = \"3sat\"\nvariables = 100\n[[problem]]\nfunction = \"sphere\"\ndim = 3\n[[algorithm]]\nname = \"genetic\"\n")
		p.NoSolutions = bare
		dir := t.TempDir()
		c, err := Create(dir, p, "")
		if err == nil {
			err = c.Run(context.Background(), Where{CPU: true}, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		if bare {
			if _, err := ReadSolution(dir, 0); err == nil || !strings.Contains(err.Error(), "--no-solutions") {
				t.Error(err)
			}
			continue
		}
		for run, want := range map[int]string{1: "\nv ", 4: "\n"} {
			s, err := ReadSolution(dir, run)
			var out bytes.Buffer
			if err == nil {
				err = s.Write(&out)
			}
			if err != nil || !strings.Contains(out.String(), want) || s.Number != run {
				t.Errorf("run %d: %v, %q", run, err, out.String())
			}
		}
		if _, err := ReadSolution(dir, 6); err == nil {
			t.Error("a seventh of six runs is there")
		}
	}
}

// What storing a solution costs beside a run of 20 ms.
func BenchmarkPackGenome(b *testing.B) {
	g := problem.NewGenomes(problem.Representation{Kind: problem.Permutation, Length: 1000}, 1).At(0)
	for i := range g.Order {
		g.Order[i] = uint16(i * 617 % 1000)
	}
	for b.Loop() {
		packGenome(g)
	}
}
