package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/problem/sat"
	"github.com/warbler-opt/warbler/search/lookahead"
	"github.com/warbler-opt/warbler/search/lookahead/swarm"
)

// The CPU goes on where a formula does not suit a swarm that was not asked for.
func TestLeaves(t *testing.T) {
	limit, chip := fmt.Errorf("f: %w", &swarm.LimitError{Vars: 2000}), &swarm.ChipError{Device: "cuda:0", Needed: 2, Has: 1}
	for _, c := range []struct {
		algorithm, device string
		err               error
		want              bool
	}{
		{"auto", "cuda:0", limit, true},
		{"auto", "cuda:0", chip, true},
		{"portfolio", "opencl", limit, true},
		{"portfolio", "opencl", chip, true},
		{"swarm", "cuda:0", limit, false},
		{"swarm", "cuda:0", chip, false},
		{"auto", "cuda:0", nil, false},
		{"auto", "cuda:0", errors.New("the cable is out"), false},
		{"auto", "cuda:0", &swarm.MemoryError{Needed: 2, Memory: 1}, false},
		{"auto", "cuda:0", &lookahead.LimitError{Clauses: 2}, false},
		{"auto", "cuda:0", &device.LaunchError{}, false},
		{"auto", "auto", limit, true},
		{"auto", "auto", chip, true},
		{"auto", "auto", &swarm.MemoryError{Needed: 2, Memory: 1}, true},
		{"portfolio", "", &device.LaunchError{}, true},
		{"auto", "auto", &lookahead.LimitError{Clauses: 2}, false},
		{"auto", "auto", nil, false},
		{"swarm", "auto", &device.LaunchError{}, false},
	} {
		f := &satFlags{searchFlags: searchFlags{algorithm: c.algorithm, device: c.device}}
		if got := f.leaves(c.err); got != c.want {
			t.Errorf("%s on %s after %v: %v", c.algorithm, c.device, c.err, got)
		}
	}
}

// Where a device is named it is taken; where none is, a GPU is for formulas that
// are neither easy nor too large, and for what a swarm can do.
func TestSwarms(t *testing.T) {
	for _, c := range []struct {
		algorithm string // as it is resolved
		vars      int
		flags     satFlags
		want      demand
	}{
		{"swarm", 1, satFlags{searchFlags: searchFlags{device: "cpu"}}, always},
		{"swarm", 5000, satFlags{searchFlags: searchFlags{device: "auto"}}, always},
		{"portfolio", 1, satFlags{searchFlags: searchFlags{device: "opencl:0"}}, always},
		{"portfolio", 5000, satFlags{searchFlags: searchFlags{device: "all"}}, always},
		{"portfolio", 500, satFlags{searchFlags: searchFlags{device: "cpu"}}, never},
		{"portfolio", 249, satFlags{searchFlags: searchFlags{device: "auto"}}, never},
		{"portfolio", 250, satFlags{searchFlags: searchFlags{device: "auto"}}, ifGPU},
		{"portfolio", 250, satFlags{}, ifGPU},
		{"portfolio", 1023, satFlags{searchFlags: searchFlags{device: "auto"}}, ifGPU},
		{"portfolio", 1024, satFlags{searchFlags: searchFlags{device: "auto"}}, never},
		{"portfolio", 500, satFlags{searchFlags: searchFlags{device: "auto"}, proof: "p"}, never},
		{"portfolio", 500, satFlags{searchFlags: searchFlags{device: "auto"}, cubes: "c"}, never},
		{"portfolio", 500, satFlags{searchFlags: searchFlags{device: "auto"}, emitCubes: "c"}, never},
		{"lookahead", 500, satFlags{searchFlags: searchFlags{device: "auto"}}, never},
		{"walk", 500, satFlags{searchFlags: searchFlags{device: "auto"}}, never},
		{"pipeline", 500, satFlags{searchFlags: searchFlags{device: "cuda"}}, never},
	} {
		if got := c.flags.swarms(c.algorithm, c.vars); got != c.want {
			t.Errorf("%s of %d variables with %+v: %d, want %d", c.algorithm, c.vars, c.flags, got, c.want)
		}
	}
	f := &sat.Formula{Vars: 6}
	f.Add(1, 1)
	f.Add(1, 1, 2, 3)
	f.Add(1, 1, 2, 3, 4)
	f.Add(1, 1, 2, 3, 4, 5, 6)
	if got := splitVars(f); got != 6+1+3 {
		t.Errorf("%d variables once it is split", got)
	}
}

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
	kind, code := []string{"--variables", "300", "--clauses", "1000", "--planted"}, exitSatisfiable
	if gpu != "cpu" { // many seconds of work for a core, and half of one for a GPU
		kind, code = []string{"--variables", "420", "--clauses", "1830"}, exitUnsatisfiable
	}
	if got := warble(t, "", append([]string{"generate", "3sat", "--out", cnf}, kind...)...); got.code != exitOK {
		t.Fatalf("%+v", got)
	}
	small := file(t, "small.cnf", chain)
	for name, where := range map[string]string{cnf: gpu, small: "cpu"} {
		want := code
		if name == small {
			want = exitSatisfiable
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
