package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestMain lets the test's program stand in for the command, see play.
func TestMain(m *testing.M) {
	if role := os.Getenv("DIGESTS_TEST_ROLE"); role != "" {
		if err := play(role, os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// play answers as the command does. The role says what is wrong with it.
func play(role string, arguments []string) error {
	after := func(flag string) string {
		if i := slices.Index(arguments, flag); i >= 0 {
			return arguments[i+1]
		}
		return ""
	}
	switch arguments[0] {
	case "devices":
		fmt.Print("DEVICE NAME\ncpu a\nopencl:0 b\n")
		return nil
	case "version":
		fmt.Println("warbler test")
		return nil
	case "generate":
		fmt.Println("3 10", role == "input")
		return nil
	}
	if _, err := os.ReadFile(arguments[1]); err != nil {
		return err
	}
	seed, device, genomes := after("--seed"), after("--device"), "abc"
	if role == "seed" {
		seed += "0"
	}
	if role == "section" || role == "device" && device != "cpu" {
		genomes = "abd"
	}
	trace := "replica,step,best,seconds\n0,0,5,0.1\n"
	if role == "trace" {
		trace = "replica,step,best,seconds\n0,0,6,0.1\n"
	}
	fmt.Printf(`{"instance":%q,"device":%q,"seed":%s,"elapsed_seconds":%d}`, arguments[1], device, seed, os.Getpid())
	if err := os.WriteFile(after("--trace"), []byte(trace), 0o644); err != nil {
		return err
	}
	return os.WriteFile(after("--checkpoint"), file(1, `{"algorithm":"tabu"}`, part{"best", "x"}, part{"genomes", genomes}), 0o644)
}

// benchOf is a bench whose command is the test's own program, in a role.
func benchOf(t *testing.T, role string) *bench {
	t.Helper()
	t.Setenv("DIGESTS_TEST_ROLE", role)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return &bench{warbler: self, folder: t.TempDir()}
}

var (
	everything = regexp.MustCompile("")
	devices    = []string{"cpu", "opencl:0"}
)

// twoCases is a record of which nothing has been run.
func twoCases() *record {
	return &record{inputs: []input{{File: "k.txt", From: "generate knapsack --items 3"}}, cases: []*testCase{
		{Name: "one", Run: []string{"knapsack in/k.txt --seed 4 --trace @trace.csv --checkpoint @end.ck @device"}, Output: "json", On: []string{"cpu/1", "cpu/7", "device"}},
		{Name: "two", Run: []string{"knapsack in/k.txt --seed 5 --trace @trace.csv --checkpoint @end.ck @device"}, Output: "json", On: []string{"cpu/1"}},
	}}
}

// tried records with a command that is right and compares with one that plays a
// role.
func tried(t *testing.T, role string) []string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "record.jsonl")
	if different, err := benchOf(t, "right").record(path, twoCases(), devices, everything, "", 2); err != nil || different {
		t.Fatal(different, err)
	}
	r, err := readRecord(path)
	if err != nil {
		t.Fatal(err)
	}
	if r.heading.Runs != 4 || r.heading.Cases != 2 || r.heading.Warbler != "warbler test" {
		t.Errorf("%+v", r.heading)
	}
	var lines []string
	count, runs, err := benchOf(t, role).compare(r, devices, everything, "", 2, func(line string) { lines = append(lines, line) })
	if err != nil || count != len(lines) || runs != 4 {
		t.Fatalf("%d runs, %d different, %q, %v", runs, count, lines, err)
	}
	slices.Sort(lines)
	return lines
}

func TestCompareFindsNothing(t *testing.T) {
	if lines := tried(t, "right"); len(lines) > 0 {
		t.Errorf("%q", lines)
	}
}

func TestCompareFinds(t *testing.T) {
	for role, want := range map[string]struct {
		lines int
		part  string
	}{
		"seed":    {4, "one on cpu/1: answer"},
		"trace":   {4, "one on cpu/1: trace: cd "},
		"section": {4, "one on cpu/1: section genomes: cd "},
		"device":  {1, "one on opencl:0: section genomes: cd "},
		"input":   {1, "input k.txt"},
	} {
		lines := tried(t, role)
		if len(lines) != want.lines || !strings.HasPrefix(lines[0], want.part) {
			t.Errorf("%s: %q", role, lines)
		}
	}
}

func TestRecordRefusesPlacesThatDiffer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "record.jsonl")
	different, err := benchOf(t, "device").record(path, twoCases(), devices, everything, "", 1)
	if err != nil || !different {
		t.Error(different, err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("there is a record all the same")
	}
}

// A part of a record can be made again; the rest stays as it was.
func TestRecordOfSome(t *testing.T) {
	path := filepath.Join(t.TempDir(), "record.jsonl")
	r := twoCases()
	r.cases[1].Answer = "as it was"
	different, err := benchOf(t, "right").record(path, r, devices, regexp.MustCompile("one"), "", 1)
	if err != nil || different {
		t.Fatal(different, err)
	}
	r, err = readRecord(path)
	if err != nil || len(r.cases[0].Checkpoint) != 3 || r.cases[1].Answer != "as it was" || r.heading.Runs != 4 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestPresent(t *testing.T) {
	b := benchOf(t, "right")
	if err := b.present(devices); err != nil {
		t.Error(err)
	}
	if err := b.present([]string{"cuda:0"}); err == nil {
		t.Error("there is a device that is not")
	}
}
