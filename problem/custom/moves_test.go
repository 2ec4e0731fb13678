package custom

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/search"
)

var nodelta = regexp.MustCompile(`score delta\(`)

// TestMovesAreTheSameOnDevices: local searches that ask delta have one trajectory
// on the CPU and on devices, and it is that of the fragment without delta.
func TestMovesAreTheSameOnDevices(t *testing.T) {
	for _, c := range []struct{ file, algorithm, neighborhood, rotations string }{
		{"cut.c", "tabu", "flip", "1"},
		{"paint.c", "robust", "change", "1"},
		{"place.c", "tabu", "exchange", "1"},
		{"place.c", "climb", "rotation", "1"},
		{"place.c", "tabu", "rotation", "2"},
	} {
		t.Run(c.file+" "+c.neighborhood+" "+c.rotations, func(t *testing.T) {
			if testing.Short() && c.neighborhood == "rotation" {
				t.Skip("PoCL takes seconds to compile rotations")
			}
			text, err := os.ReadFile(filepath.Join("testdata", c.file))
			if err != nil {
				t.Fatal(err)
			}
			p := open(t, filepath.Join("testdata", c.file))
			native, err := p.fragment.load()
			if err != nil {
				t.Fatal(err)
			}
			config := search.Config{Problem: native, Values: search.Values{"neighborhood": c.neighborhood, "rotations": c.rotations}, Replicas: search.Seeds(3, 2)}
			want := searchtest.Everywhere(t, algorithm(t, c.algorithm), config, 2, 20)
			path := filepath.Join(t.TempDir(), c.file)
			plain := []byte(nodelta.ReplaceAllString(string(text), "score other("))
			if err := os.WriteFile(path, plain, 0o600); err != nil {
				t.Fatal(err)
			}
			without, err := Open(t.Context(), path, Options{})
			if err != nil {
				t.Fatal(err)
			}
			config.Problem = without
			got := searchtest.History(t, algorithm(t, c.algorithm), config, 2, 20)
			for i := range got {
				got[i].Saved = want[i].Saved // they are of other instances
			}
			searchtest.Same(t, "without delta", want, got)
		})
	}
}
