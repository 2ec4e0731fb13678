package main

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"

	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/search"
)

// Asked for an algorithm that does not fit, solve lists those that do, and each
// of them works.
func TestSolveListsWhatFits(t *testing.T) {
	for name, unfit := range map[string]string{
		fifty: "walk", thirty: "memetic", hundred: "differential", "../../examples/qap-20.dat": "cellular",
		"../../examples/uniform-50.tsp": "quantum", "../../examples/planted-60.col": "walk",
	} {
		solve := func(algorithm string) spoken {
			return warble(t, "", "solve", "-q", "--device", "cpu", "--generations", "2", "--colors", "9", "--algorithm", algorithm, name)
		}
		got := solve(unfit)
		_, list, listed := strings.Cut(got.err, "; these work: ")
		fitting := strings.Split(strings.TrimSpace(list), ", ")
		if got.code != cli.ExitUser || !listed || strings.Count(got.err, "\n") != 1 || slices.Contains(fitting, unfit) || len(fitting) < 5 {
			t.Errorf("%s by %s: %+v", name, unfit, got)
		}
		_, list, _ = strings.Cut(solve("nonsense").err, "; known: ")
		if known := strings.Split(strings.TrimSpace(list), ", "); !slices.Equal(slices.Sorted(slices.Values(known)), slices.Sorted(slices.Values(fitting))) {
			t.Errorf("%s: %v fit, but %v are offered", name, fitting, known)
		}
		for _, algorithm := range fitting {
			if a, err := search.Lookup(algorithm); err != nil || a.Name == "memetic" {
				continue // a generation of it takes long
			}
			if got := solve(algorithm); got.code == cli.ExitUser || got.code == cli.ExitInside || got.out == "" {
				t.Errorf("%s by %s: %+v", name, algorithm, got)
			}
		}
	}
	// A formula is decided by algorithms of their own.
	if got := warble(t, "", "solve", "--algorithm", "quantum", "../../examples/3sat-50.cnf"); got.code != cli.ExitUser || !strings.Contains(got.err, "lookahead, swarm, pipeline, walk, portfolio") {
		t.Errorf("%+v", got)
	}
}

// A compressed file that is cut short is refused wherever the cut is, by all commands.
func TestCutFilesAreRefused(t *testing.T) {
	const formula = "p cnf 3 2\n1 -2 0\n2 3 0\n"
	var xzs, zst bytes.Buffer
	x, err := xz.NewWriter(&xzs)
	if err != nil {
		t.Fatal(err)
	}
	z, err := zstd.NewWriter(&zst)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []io.WriteCloser{x, z} {
		if _, err := io.WriteString(w, formula); err != nil {
			t.Fatal(err)
		}
		w.Close()
	}
	for name, whole := range map[string]string{"gzip": compressed(t, formula), "xz": xzs.String(), "zstd": zst.String()} {
		for _, command := range []string{"sat", "maxsat", "solve"} {
			if got := warble(t, whole, command, "--device", "cpu", "-q", "-"); got.code == cli.ExitUser {
				t.Errorf("%s of %s: %+v", command, name, got)
			}
			for cut := range whole {
				if got := warble(t, whole[:cut], command, "--device", "cpu", "-q", "-"); got.code != cli.ExitUser || got.out != "" {
					t.Errorf("%s of %s, %d of %d bytes: %+v", command, name, cut, len(whole), got)
				}
			}
		}
	}
}
