package plot_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler"
	"github.com/warbler-opt/warbler/plot"
)

// A picture needs nothing but to be watched.
func TestTo(t *testing.T) {
	ones := warbler.Binary(40, func(b warbler.Bits) int { return b.Count() }, warbler.Name("ones"))
	ends := warbler.Binary(40, func(b warbler.Bits) int { return -int(b[0] & 0xff) }, warbler.Name("ends"))
	for want, p := range map[string]warbler.Problem{"shaded to the worst": ones, "ends": warbler.Together(ones, ends)} {
		path := filepath.Join(t.TempDir(), "run.svg")
		if _, err := warbler.Solve(context.Background(), p, warbler.Generations(20), warbler.Seed(7), warbler.Watch(plot.To(path))); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), want) || !strings.Contains(string(text), "seed 7") || strings.Count(string(text), "<path") < 3 {
			t.Errorf("%v: %d bytes of a picture without %q", err, len(text), want)
		}
	}
	if _, err := warbler.Solve(context.Background(), ones, warbler.Generations(1), warbler.Watch(plot.To("run.txt"))); err == nil || !strings.Contains(err.Error(), ".svg") {
		t.Error(err)
	}
}
