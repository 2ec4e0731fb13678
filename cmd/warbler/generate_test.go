package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/cli"
)

// remade generates an instance once more, into a file, and has what was made solved
// by a command, and the answer verified.
func remade(t *testing.T, args []string, made spoken, solve ...string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x")
	if again := warble(t, "", append(args, "--out", path)...); made.code != cli.ExitOK || again.code != cli.ExitOK || again.out != "" {
		t.Errorf("%s: %+v, %+v", args, made, again)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != made.out {
		t.Errorf("%s: the second time it was another instance (%v)", args, err)
	}
	solved := warble(t, made.out, append(solve, "-")...)
	if verdict := warble(t, solved.out, "verify", path, "-"); solved.code != cli.ExitOK || verdict.code != cli.ExitOK {
		t.Errorf("%s: %+v, %+v", args, solved, verdict)
	}
}

// refuse has command lines refused for what a user can mend, with a reason.
func refuse(t *testing.T, list map[string]string) {
	t.Helper()
	for args, want := range list {
		if got := warble(t, "", strings.Fields(args)...); got.code != cli.ExitUser || got.out != "" || !strings.Contains(got.err, want) {
			t.Errorf("%s: %+v", args, got)
		}
	}
}

func TestGenerate(t *testing.T) {
	seen := map[string]bool{}
	for _, kind := range []string{"uncorrelated", "weakly", "strongly", "inverse", "subsetsum", "han-kim"} {
		args := []string{"generate", "knapsack", "--kind", kind, "--items", "40", "--seed", "2"}
		got := warble(t, "", args...)
		if got.code != cli.ExitOK || got.err != "" || seen[got.out] || strings.Count(got.out, "\n") != 41 {
			t.Fatalf("%s: %+v", kind, got)
		}
		seen[got.out] = true
		remade(t, args, got, "knapsack", "-q")
	}
	refuse(t, map[string]string{
		"generate":                          "say what to make",
		"generate sudoku":                   "unknown command",
		"generate knapsack --kind odd":      "uncorrelated",
		"generate knapsack --items 0":       "items",
		"generate knapsack --range 1":       "range",
		"generate knapsack --out nowhere/x": "nowhere",
	})
}

func TestGenerateFormulas(t *testing.T) {
	seen := map[string]bool{}
	for args, want := range map[string]string{
		"3sat":                                                "p cnf 100 426\n",
		"3sat --variables 50":                                 "p cnf 50 213\n",
		"3sat --variables 50 --planted":                       "p cnf 50 213\n",
		"3sat --variables 9 --clauses 0":                      "p cnf 9 0\n",
		"maxsat --width 2 --clauses 150":                      "p cnf 100 150\n",
		"maxsat --weighted 9":                                 "weights 1 to 9\n",
		"maxsat --hard 0.5":                                   "\nh ",
		"maxsat --weighted 9 --hard 0.5":                      "\nh ",
		"maxsat --maxcut":                                     "p cnf 100 1000\n",
		"maxsat --maxcut --vertices 5 --edges 4 --weighted 3": "MaxCut of a random graph, 5 vertices, 4 edges",
	} {
		words := append([]string{"generate"}, append(strings.Fields(args), "--seed", "3")...)
		got := warble(t, "", words...)
		if got.code != cli.ExitOK || got.err != "" || seen[got.out] || !strings.Contains(got.out, want) {
			t.Fatalf("%s: %+v", args, got)
		}
		seen[got.out] = true
		path := filepath.Join(t.TempDir(), "x")
		if again := warble(t, "", append(words, "--out", path)...); again.code != cli.ExitOK || again.out != "" {
			t.Errorf("%s: %+v", args, again)
		}
		if text, err := os.ReadFile(path); err != nil || string(text) != got.out {
			t.Errorf("%s: the second time it was another formula (%v)", args, err)
		}
		// What is made can be read; its planted clauses can be satisfied.
		solved := warble(t, got.out, "maxsat", "-q", "--device", "cpu", "--time", "20ms", "-")
		if solved.code != cli.ExitOK && solved.code != cli.ExitSatisfiable && solved.code != cli.ExitOptimum {
			t.Errorf("%s: %+v", args, solved)
		}
	}
	// The name decides where the content leaves it open.
	path := filepath.Join(t.TempDir(), "x.wcnf")
	if got := warble(t, "", "generate", "maxsat", "--out", path); got.code != cli.ExitOK {
		t.Errorf("%+v", got)
	}
	if text, err := os.ReadFile(path); err != nil || strings.Contains(string(text), "p cnf") || !strings.Contains(string(text), "\n1 ") {
		t.Errorf("%.100s, %v", text, err)
	}
	for args, want := range map[string]string{
		"generate 3sat --variables 2":                       "clauses of 3 variables need 3",
		"generate 3sat --clauses -2":                        "0 to 715827882 clauses",
		"generate 3sat --width 4":                           "unknown flag",
		"generate maxsat --width 0":                         "1 to 1000 literals",
		"generate maxsat --hard 1.5":                        "share of hard clauses",
		"generate maxsat --weighted -1":                     "weights up to -1",
		"generate maxsat --vertices 5":                      "--vertices: without --maxcut",
		"generate maxsat --maxcut --hard 0.5":               "--hard: with --maxcut",
		"generate maxsat --maxcut --vertices 3 --edges 4":   "0 to 3 edges",
		"generate maxsat --weighted 3 --out x.cnf":          "call it .wcnf",
		"generate maxsat --out nowhere/x":                   "nowhere",
		"generate 3sat --variables 9999999999999999999999 ": "--variables",
	} {
		got := warble(t, "", strings.Fields(args)...)
		if got.code != cli.ExitUser || got.out != "" || strings.Count(got.err, "\n") != 1 || !strings.Contains(got.err, want) {
			t.Errorf("%s: %+v", args, got)
		}
	}
}

// The formulas in examples are what the command makes.
func TestExamplesAreGenerated(t *testing.T) {
	for name, args := range map[string]string{
		hundred: "generate maxsat --variables 100 --clauses 600 --weighted 20 --hard 0.3 --seed 7",
		planted: "generate 3sat --variables 50 --planted --seed 1",
		twenty:  "generate qap --size 20 --seed 1",
		uniform: "generate tsp --cities 50 --seed 1",
		sixty:   "generate coloring --nodes 60 --colors 6 --density 0.5 --seed 3",
	} {
		text, err := os.ReadFile(name)
		if got := warble(t, "", strings.Fields(args)...); err != nil || got.out != string(text) {
			t.Errorf("%s is not what '%s' makes (%v)", name, args, err)
		}
	}
}
