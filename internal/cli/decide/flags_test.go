package decide

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/warbler-opt/warbler/device"
	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/internal/driver"
	"github.com/warbler-opt/warbler/problem/sat"
)

// What --algorithm comes to depends on where, and on what is to be made.
func TestDecider(t *testing.T) {
	for _, c := range []struct {
		algorithm, device string
		flags             satFlags
		want              string
	}{
		{"auto", "auto", satFlags{}, "portfolio"},
		{"auto", "cuda:0", satFlags{}, "portfolio"},
		{"auto", "cpu", satFlags{deterministic: true}, "lookahead"},
		{"auto", "opencl", satFlags{deterministic: true}, "swarm"},
		{"auto", "auto", satFlags{cubes: "c"}, "lookahead"},
		{"auto", "cpu", satFlags{emitCubes: "c"}, "lookahead"},
		{"lookahead", "", satFlags{}, "lookahead"},
		{"lookahead", "auto", satFlags{}, "lookahead"},
		{"lookahead", "cpu", satFlags{}, "lookahead"},
		{"lookahead", "cuda:0,cuda:1", satFlags{}, "swarm"},
		{"lookahead", "all", satFlags{deterministic: true}, "swarm"},
		{"walk", "cpu", satFlags{}, "walk"},
		{"pipeline", "cuda", satFlags{}, "pipeline"},
		{"portfolio", "cuda", satFlags{}, "portfolio"},
		{"swarm", "cpu", satFlags{}, "swarm"},
	} {
		c.flags.Algorithm, c.flags.Device = c.algorithm, c.device
		if got := c.flags.decider(); got != c.want {
			t.Errorf("%s on %q: %s, want %s", c.algorithm, c.device, got, c.want)
		}
	}
}

// The CPU goes on where a formula does not suit a swarm that was not asked for.
func TestLeaves(t *testing.T) {
	limit, memory := fmt.Errorf("f: %w", &cnf.LimitError{By: "swarm"}), &cnf.LimitError{By: "swarm", Needed: 2}
	for _, c := range []struct {
		algorithm, device string
		err               error
		want              bool
	}{
		{"auto", "cuda:0", limit, true},
		{"portfolio", "opencl", limit, true},
		{"swarm", "cuda:0", limit, false},
		{"auto", "cuda:0", nil, false},
		{"auto", "cuda:0", errors.New("the cable is out"), false},
		{"auto", "cuda:0", memory, false},
		{"auto", "cuda:0", &cnf.LimitError{}, false},
		{"auto", "cuda:0", &driver.LaunchError{}, false},
		{"auto", "auto", limit, true},
		{"auto", "auto", memory, true},
		{"portfolio", "", &driver.LaunchError{}, true},
		{"auto", "auto", &cnf.LimitError{}, false},
		{"auto", "auto", nil, false},
		{"swarm", "auto", &driver.LaunchError{}, false},
	} {
		f := &satFlags{SearchFlags: cli.SearchFlags{Algorithm: c.algorithm, Device: c.device}}
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
		{"swarm", 1, satFlags{SearchFlags: cli.SearchFlags{Device: "cpu"}}, always},
		{"swarm", 5000, satFlags{SearchFlags: cli.SearchFlags{Device: "auto"}}, always},
		{"portfolio", 1, satFlags{SearchFlags: cli.SearchFlags{Device: "opencl:0"}}, always},
		{"portfolio", 5000, satFlags{SearchFlags: cli.SearchFlags{Device: "all"}}, always},
		{"portfolio", 500, satFlags{SearchFlags: cli.SearchFlags{Device: "cpu"}}, never},
		{"portfolio", 249, satFlags{SearchFlags: cli.SearchFlags{Device: "auto"}}, never},
		{"portfolio", 250, satFlags{SearchFlags: cli.SearchFlags{Device: "auto"}}, ifGPU},
		{"portfolio", 250, satFlags{}, ifGPU},
		{"portfolio", 1023, satFlags{SearchFlags: cli.SearchFlags{Device: "auto"}}, ifGPU},
		{"portfolio", 1024, satFlags{SearchFlags: cli.SearchFlags{Device: "auto"}}, never},
		{"portfolio", 500, satFlags{SearchFlags: cli.SearchFlags{Device: "auto"}, proof: "p"}, never},
		{"portfolio", 500, satFlags{SearchFlags: cli.SearchFlags{Device: "auto"}, cubes: "c"}, never},
		{"portfolio", 500, satFlags{SearchFlags: cli.SearchFlags{Device: "auto"}, emitCubes: "c"}, never},
		{"lookahead", 500, satFlags{SearchFlags: cli.SearchFlags{Device: "auto"}}, never},
		{"walk", 500, satFlags{SearchFlags: cli.SearchFlags{Device: "auto"}}, never},
		{"pipeline", 500, satFlags{SearchFlags: cli.SearchFlags{Device: "cuda"}}, never},
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

func TestBytesOf(t *testing.T) {
	for text, want := range map[string]uint64{"": 0, "7": 7, "512M": 512 << 20, "1.5g": 3 << 29, "2GiB": 2 << 30, "3kb": 3072, "1T": 1 << 40} {
		if got, err := bytesOf(text); got != want || err != nil {
			t.Errorf("%q: %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"M", "B", "-1", "1X", "nan", "inf", "1e30", "0"} {
		if got, err := bytesOf(text); err == nil {
			t.Errorf("%q: %d", text, got)
		}
	}
}

// What a search says in words of its own, the command adds its flags to.
func TestAdvised(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{&cnf.LimitError{Text: "x", Needed: 1}, "x; raise --memory"},
		{fmt.Errorf("f: %w", &cnf.LimitError{Text: "x", Needed: 1, Lower: "batch"}), "f: x; raise --memory or lower -p batch"},
		{&cnf.LimitError{Text: "x", Needed: 1, Lower: "CubeDepth"}, "x; raise --memory or lower --cube-depth"},
		{&cnf.LimitError{Text: "x", By: "swarm"}, "x; use --algorithm lookahead --device cpu"},
		{&cnf.LimitError{Text: "x", By: "pipeline"}, "x; use --algorithm lookahead"},
		{&cnf.LimitError{Text: "x"}, "x"},
		{&device.OutOfMemoryError{Asked: 5, Hint: "lower the parameter batch or Options.Memory"}, "device : out of memory: 5 B asked; lower the parameter batch or Options.Memory (-p batch=…, --memory)"},
		{&device.OutOfMemoryError{Asked: 5, Hint: "lower Options.Memory"}, "device : out of memory: 5 B asked; lower Options.Memory (--memory, --device cpu)"},
		{io.EOF, "EOF"},
	} {
		if got := advised(c.err); got.Error() != c.want || !errors.Is(got, c.err) {
			t.Errorf("%v, want %s", got, c.want)
		}
	}
}
