package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/cli"
)

// timeless are the lines of a trace without their seconds, which come last.
func timeless(t *testing.T, path string) (lines []string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		lines = append(lines, line[:strings.LastIndexByte(line, ',')])
	}
	return lines
}

// TestKilledAndResumed: a run that is killed and goes on from its last checkpoint
// ends as one that was left alone.
func TestKilledAndResumed(t *testing.T) {
	if os.Getenv("WARBLER_KILLED") != "" { // the child
		os.Exit(int(run(t.Context(), cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, strings.Split(os.Getenv("WARBLER_KILLED"), " "))))
	}
	dir := t.TempDir()
	saved := filepath.Join(dir, "saved")
	args := func(trace string, more ...string) []string {
		return append([]string{"knapsack", "-q", "--device", "cpu", "--algorithm", "genetic", "-p", "population=2000", "--replicas", "2", "--generations", "300", "--trace", filepath.Join(dir, trace)}, more...)
	}
	whole := warble(t, "", args("whole.csv", fifty)...)
	child := exec.Command(os.Args[0], "-test.run=^TestKilledAndResumed$")
	child.Env = append(os.Environ(), "WARBLER_KILLED="+strings.Join(args("cut.csv", "--checkpoint", saved, "--checkpoint-every", "50ms", fifty), " "))
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- child.Wait() }()
	for begun := false; !begun; {
		select {
		case <-ended:
			t.Skip("the run had ended before it was killed")
		case <-time.After(5 * time.Millisecond):
			_, err := os.Stat(saved)
			begun = err == nil
		}
	}
	_ = child.Process.Kill() // unless it has ended
	if <-ended == nil {
		t.Skip("the run had ended before it was killed")
	}
	rest := warble(t, "", args("cut.csv", "--resume", saved, fifty)...)
	if rest.out != whole.out || rest.code != whole.code {
		t.Errorf("killed and resumed: %q, left alone: %q", rest.out, whole.out)
	}
	got, want := timeless(t, filepath.Join(dir, "cut.csv")), timeless(t, filepath.Join(dir, "whole.csv"))
	if !slices.Equal(got, want) || len(want) < 600 {
		t.Errorf("killed and resumed, a trace has %d lines, left alone %d, and not the same", len(got), len(want))
	}
}
