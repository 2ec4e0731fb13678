package main

import (
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/device/devicetest"
)

// TestSeveralPlaces: replicas on a device and the CPU together are those of the
// CPU alone, and one run is told that it has one device.
func TestSeveralPlaces(t *testing.T) {
	knapsack := []string{"knapsack", "../../examples/knapsack-50.txt", "--algorithm", "genetic", "--generations", "40", "-p", "population=20", "--top", "9"}
	want := warble(t, "", append(knapsack, "--replicas", "5", "--device", "cpu")...)
	for _, d := range devicetest.All(t) {
		both := d.Info().ID() + ",cpu"
		if got := warble(t, "", append(knapsack, "--replicas", "5", "--device", both)...); got.code != exitOK || got.out != want.out || got.err != "" {
			t.Errorf("%s: %+v, want %+v", both, got, want)
		}
		if got := warble(t, "", append(knapsack, "--device", both)...); got.code != exitOK || !strings.Contains(got.err, "one run is on one device, "+d.Info().ID()+"; --replicas spreads") {
			t.Errorf("%s: %+v", both, got)
		}
		got := warble(t, "", "qap", "../../examples/qap-20.dat", "--device", both, "--generations", "2", "--json", "-q", "-p", "children=4")
		if !strings.Contains(got.out, `"device":"`+d.Info().ID()+`"`) {
			t.Errorf("%s: %+v", both, got)
		}
	}
}

func TestPlaces(t *testing.T) {
	if p := (places{}); p.id() != "cpu" || p.name() != cpuName() {
		t.Errorf("%s, %s", p.id(), p.name())
	}
}
