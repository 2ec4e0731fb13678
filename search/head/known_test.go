package head

import (
	"path/filepath"
	"testing"

	"github.com/warbler-opt/warbler/internal/input"
	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem/coloring"
	"github.com/warbler-opt/warbler/search"
)

// TestKnown colors graphs with as many colors as are known to be enough (best.csv of the
// instances), or one more.
func TestKnown(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes half a minute")
	}
	for _, c := range []struct {
		file   string
		colors int
	}{
		{"DSJC125.1.col", 5}, {"DSJC125.9.col", 44}, {"DSJC250.1.col", 8}, {"DSJC250.9.col.gz", 72}, {"DSJC500.1.col.gz", 13}, {"DSJC500.9.col.gz", 129},
		{"flat300_20_0.col.gz", 20}, {"flat300_26_0.col.gz", 26}, {"le450_15a.col", 15}, {"le450_15d.col.gz", 16}, {"le450_5a.col", 5}, {"queen9_9.col", 10},
	} {
		t.Run(c.file, func(t *testing.T) {
			r, err := input.Open(filepath.Join(problemtest.Data(t), "coloring", c.file))
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			g, err := coloring.Read(r, c.file)
			if err != nil {
				t.Fatal(err)
			}
			p, err := coloring.New(g, c.colors)
			if err != nil {
				t.Fatal(err)
			}
			e := searchtest.Open(t, algorithm(t), search.Config{Problem: p, Stop: search.Stop{Steps: 200}})
			result, err := search.Run(t.Context(), e, search.Stop{Steps: 200})
			if err != nil {
				t.Fatal(err)
			}
			if s := result.Solution(); s.Score != 0 || p.Evaluate(s.Genome) != 0 {
				t.Errorf("%d conflicts after %d generations", -s.Score, s.Steps)
			}
		})
	}
}
