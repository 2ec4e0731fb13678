package custom

import (
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

// TestNames: a fragment may have macros and functions with the names of this
// program's, or of its own data, and means its own.
func TestNames(t *testing.T) {
	p := open(t, "testdata/names.c")
	native, err := p.fragment.load()
	if err != nil {
		t.Fatal(err)
	}
	config := search.Config{Problem: native, Values: search.Values{"population": "20"}, Replicas: search.Seeds(1, 1)}
	history := searchtest.Everywhere(t, algorithm(t, "genetic"), config, 2, 5)
	if best := history[len(history)-1].Best[0].Score; best != 1020 {
		t.Errorf("the best is %d", best)
	}
	pasted := ones(t, "\n#define PASTE(a, b) a##b\n#define FOUR 4\n    n += PASTE(FO, UR);")
	if score, err := pasted.Judge(problem.NewGenomes(pasted.Representation(), 1).At(0)); err != nil || score != 4 {
		t.Errorf("a name that is pasted together: %d, %v", score, err)
	}
	for _, part := range p.fragment.Kernel().Parts {
		if part.Name == p.fragment.File && strings.Count(part.Text, "\n") != strings.Count(p.fragment.Text, "\n") {
			t.Error("lines have moved")
		}
	}
}
