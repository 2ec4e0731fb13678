package cli

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/devicetest"
	"github.com/warbler-opt/warbler/internal/replicas"
	"github.com/warbler-opt/warbler/problem/custom"
	"github.com/warbler-opt/warbler/problem/onemax"
)

func TestPlaces(t *testing.T) {
	if p := (replicas.Places{}); p.ID() != "cpu" || NameOf(p) != CPUName() {
		t.Errorf("%s, %s", p.ID(), NameOf(p))
	}
}

// TestNamedForChildren: a device that a child opens is not opened here too, for some
// take one process only; the next file may need it here.
func TestNamedForChildren(t *testing.T) {
	mine, err := custom.Open(t.Context(), "../../examples/evolve/satchel.c", custom.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer mine.Close()
	ours, err := onemax.New(10)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range devicetest.All(t) {
		id := d.Info().ID()
		a := &App{Log: slog.New(slog.DiscardHandler)}
		for range 2 {
			if err := a.openDevice(t.Context(), id, mine); err != nil || a.Devices.ID() != id {
				t.Fatalf("%s, %v", a.Devices.ID(), err)
			}
			if _, err := a.Devices.Places[0].NewQueue(); err == nil || !strings.Contains(err.Error(), id+": it is not open in this process") {
				t.Errorf("for a child: %v", err)
			}
			if err := a.openDevice(t.Context(), id, ours); err != nil || a.Devices.ID() != id {
				t.Fatalf("%s, %v", a.Devices.ID(), err)
			}
			if _, err := a.Devices.Places[0].NewQueue(); err != nil {
				t.Errorf("for this process: %v", err)
			}
		}
		if err := a.Devices.Close(); err != nil {
			t.Error(err)
		}
	}
}
