package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/problem/knapsack"
)

func TestGenerate(t *testing.T) {
	seen := map[string]bool{}
	for _, kind := range knapsack.Kinds() {
		args := []string{"generate", "knapsack", "--kind", kind, "--items", "40", "--seed", "2"}
		got := warble(t, "", args...)
		if got.code != exitOK || got.err != "" || seen[got.out] || strings.Count(got.out, "\n") != 41 {
			t.Fatalf("%s: %+v", kind, got)
		}
		seen[got.out] = true
		path := filepath.Join(t.TempDir(), "x")
		if again := warble(t, "", append(args, "--out", path)...); again.code != exitOK || again.out != "" {
			t.Errorf("%s: %+v", kind, again)
		}
		if text, err := os.ReadFile(path); err != nil || string(text) != got.out {
			t.Errorf("%s: the second time it was another instance (%v)", kind, err)
		}
		// What is made can be solved, and the answer is right.
		solved := warble(t, got.out, "knapsack", "-q", "-")
		if verdict := warble(t, solved.out, "verify", path, "-"); solved.code != exitOK || verdict.code != exitOK {
			t.Errorf("%s: %+v, %+v", kind, solved, verdict)
		}
	}
	for args, want := range map[string]string{
		"generate":                          "say what to make",
		"generate sudoku":                   "unknown command",
		"generate knapsack --kind odd":      "uncorrelated",
		"generate knapsack --items 0":       "items",
		"generate knapsack --range 1":       "range",
		"generate knapsack --out nowhere/x": "nowhere",
	} {
		if got := warble(t, "", strings.Fields(args)...); got.code != exitUser || got.out != "" || !strings.Contains(got.err, want) {
			t.Errorf("%s: %+v", args, got)
		}
	}
}
