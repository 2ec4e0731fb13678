package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/warbler-opt/warbler/internal/cli"
)

// besideExamples goes to a new folder, with the examples of the project in it.
func besideExamples(t *testing.T) {
	t.Helper()
	examples, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := os.Symlink(examples, "examples"); err != nil {
		t.Skip(err)
	}
}

// TestHelpExamples runs every example that help shows, in a folder with the
// examples of the project, for a few generations and on the CPU.
func TestHelpExamples(t *testing.T) {
	besideExamples(t)
	count := 0
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		for line := range strings.Lines(c.Example) {
			line = strings.TrimSpace(line)
			count++
			if got := runShell(t, line); got.code != cli.ExitOK && got.code != cli.ExitSatisfiable && got.code != cli.ExitOptimum {
				t.Errorf("%s: %+v", line, got)
			}
		}
		for _, sub := range c.Commands() {
			if sub.Name() != "completion" {
				visit(sub)
			}
		}
	}
	visit(command())
	if count < 20 {
		t.Errorf("only %d examples", count)
	}
}

// runShell runs a line as a shell would: words without quotes, | and >.
func runShell(t *testing.T, line string) (last spoken) {
	t.Helper()
	line, target, redirected := strings.Cut(line, ">")
	for part := range strings.SplitSeq(line, "|") {
		words := strings.Fields(part)
		if words[0] != "warbler" {
			t.Fatalf("%s: it does not begin with warbler", part)
		}
		steps := "2"
		if slices.Contains(words, "maxsat") { // a walk's are flips
			steps = "5000"
		}
		if slices.Contains(words, "genetic") || slices.Contains(words, "cellular") {
			steps = "2"
		}
		for i, w := range words {
			if w == "--time" || w == "--generations" {
				words[i], words[i+1] = "--generations", steps
			}
		}
		if c, _, err := command().Find(words[1:]); err == nil && c.Flags().Lookup("device") != nil {
			words = append(words, "--device", "cpu")
		}
		last = warble(t, last.out, words[1:]...)
	}
	if redirected {
		if err := os.WriteFile(strings.TrimSpace(target), []byte(last.out), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return last
}

// command is the whole command.
func command() *cobra.Command { return cli.Command(extensions...) }
