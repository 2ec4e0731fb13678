package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/cli"
)

// Without a device by name a formula that takes the CPU long goes to the first GPU,
// and stays where there is none: OpenCL on a CPU is no reason to leave Go.
func TestSatFindsGPU(t *testing.T) {
	gpu := "cpu"
	for _, l := range device.List(t.Context()) {
		if l.Err == nil && l.GPU && gpu == "cpu" {
			gpu = l.ID()
		}
	}
	cnf := filepath.Join(t.TempDir(), "f.cnf")
	kind, code := []string{"--variables", "300", "--clauses", "1000", "--planted"}, cli.ExitSatisfiable
	if gpu != "cpu" { // many seconds of work for a core, and half of one for a GPU
		kind, code = []string{"--variables", "420", "--clauses", "1830"}, cli.ExitUnsatisfiable
	}
	if got := warble(t, "", append([]string{"generate", "3sat", "--out", cnf}, kind...)...); got.code != cli.ExitOK {
		t.Fatalf("%+v", got)
	}
	small := file(t, "small.cnf", chain)
	for name, where := range map[string]string{cnf: gpu, small: "cpu"} {
		want := code
		if name == small {
			want = cli.ExitSatisfiable
		}
		got := warble(t, "", "sat", name)
		if line := "--algorithm portfolio --device " + where + " " + name + "\n"; got.code != want || !strings.Contains(got.err, line) {
			t.Errorf("%+v, want %q", got, line)
		}
	}
	got := warble(t, "", "sat", "-q", "--json", cnf, small)
	if n := strings.Count(got.out, `"device":"`+gpu+`"`); n != map[bool]int{true: 2, false: 1}[gpu == "cpu"] {
		t.Errorf("%d of %+v", n, got)
	}
}
