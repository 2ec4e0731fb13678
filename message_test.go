package warbler_test

import (
	"path/filepath"
	"regexp"
	"testing"

	"github.com/warbler-opt/warbler"
)

// Messages speak of options, not of the command's flags.
func TestMessagesKnowNoFlags(t *testing.T) {
	flag := regexp.MustCompile(`(^|\W)(--?[a-z]+\b|warbler help)`)
	bits := warbler.Binary(20, func(g warbler.Bits) int { return g.Count() })
	long := make([]float64, 5000)
	reals := warbler.Real(long, long, func([]float64) float64 { return 0 })
	for _, c := range []struct {
		p       warbler.Problem
		options []warbler.Option
	}{
		{bits, []warbler.Option{warbler.Algorithm("tabu"), warbler.Convergence(0.1)}},
		{bits, []warbler.Option{warbler.Algorithm("genetics")}},
		{bits, []warbler.Option{warbler.Algorithm("differential")}},
		{bits, []warbler.Option{warbler.Device("cuda:99")}},
		{bits, []warbler.Option{warbler.Device("gpu")}},
		{bits, []warbler.Option{warbler.Param("populations", 3)}},
		{bits, []warbler.Option{warbler.Param("population", 1)}},
		{bits, []warbler.Option{warbler.Param("population", 1<<24), warbler.Replicas(1 << 20)}},
		{bits, []warbler.Option{warbler.Param("elitism", 1000), warbler.Param("replacement", "generational")}},
		{bits, []warbler.Option{warbler.Target(0.5), warbler.Trace("x.txt")}},
		{bits, []warbler.Option{warbler.Resume(filepath.Join(t.TempDir(), "none"))}},
		{bits, []warbler.Option{warbler.Generations(-1)}},
		{bits, []warbler.Option{warbler.Start(warbler.Genome{})}},
		{reals, []warbler.Option{warbler.Algorithm("cma")}},
		{warbler.Real(unit[0], unit[1], rival, warbler.Objectives("a", "b")), []warbler.Option{warbler.Target(1)}},
		{warbler.Real(unit[0], unit[1], rival, warbler.Objectives("a", "b")), []warbler.Option{warbler.Param("population", 3)}},
	} {
		_, err := warbler.Solve(background, c.p, append(c.options, warbler.Time(1))...)
		if err == nil || flag.MatchString(err.Error()) {
			t.Error(err)
		}
	}
}
