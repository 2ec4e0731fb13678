package genetic

import (
	"testing"

	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/population"
	"github.com/warbler-opt/warbler/internal/searchtest"
	"github.com/warbler-opt/warbler/search"
)

func algorithm(t *testing.T) search.Algorithm { return searchtest.Lookup(t, "genetic") }

// everywhere compares a configuration on the CPU and, wide, on every device. A
// small population is also run resident if told so: that costs a compilation.
func everywhere(t *testing.T, c search.Config, calls, steps int, resident bool) {
	t.Helper()
	var want []searchtest.Moment
	force(t, func() { population.Forced.Wide, forced.uncompiled = true, true }, func() {
		want = searchtest.Everywhere(t, algorithm(t), c, calls, steps)
	})
	for _, d := range devicetest.All(t) {
		if c.Device = d; resident || d.Info().GPU {
			searchtest.Same(t, searchtest.Name(d)+" as it comes", want, searchtest.History(t, algorithm(t), c, calls, steps))
		}
	}
}

// force runs a test with a layout that the engine would not choose.
func force(t *testing.T, set, run func()) {
	t.Helper()
	before, skeleton := forced, population.Forced
	defer func() { forced, population.Forced = before, skeleton }()
	set()
	run()
}
