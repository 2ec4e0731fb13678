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

// besideExamples goes to a folder with the examples of the project. Its plans have
// fewer runs than those of the project, and are the same otherwise.
func besideExamples(t *testing.T) {
	t.Helper()
	examples, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := os.Mkdir("examples", 0o700); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(examples)
	if err != nil {
		t.Fatal(err)
	}
	fewer := strings.NewReplacer("count = 20", "count = 2", "budget = 400", "budget = 100")
	for _, e := range entries {
		from, to := filepath.Join(examples, e.Name()), filepath.Join("examples", e.Name())
		if filepath.Ext(from) != ".toml" {
			if err := os.Symlink(from, to); err != nil {
				t.Skip(err)
			}
			continue
		}
		text, err := os.ReadFile(from)
		less := fewer.Replace(string(text))
		if err != nil || less == string(text) {
			t.Fatalf("%s is as long as it was, %v", from, err)
		}
		if err := os.WriteFile(to, []byte(less), 0o600); err != nil {
			t.Fatal(err)
		}
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
