package searchtest

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/memory"
	"github.com/warbler-opt/warbler/search"
)

// Starved demands that an engine, whichever of its allocations on a device fails,
// says so in one sentence that ends with what to do about it.
func Starved(t *testing.T, a search.Algorithm, c search.Config, hint string) {
	t.Helper()
	failures := devicetest.Starve(t, func(d device.Device) error {
		c.Device = d
		e, err := a.Engine(context.Background(), c)
		if err != nil {
			return err
		}
		return e.Close()
	})
	if len(failures) == 0 {
		t.Error("nothing was allocated")
	}
	for _, err := range failures {
		var oom *device.OutOfMemoryError
		text := err.Error()
		if !errors.As(err, &oom) || strings.Contains(text, "\n") || strings.Count(text, "out of memory") != 1 ||
			!strings.HasSuffix(text, memory.Format(oom.Asked)+" asked, 1 B free; "+hint) {
			t.Errorf("%s: %v", a.Name, err)
		}
	}
}
