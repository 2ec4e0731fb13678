package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/internal/devicetest"
)

func TestPipelineAnswers(t *testing.T) {
	x := file(t, "x.cnf", chain)
	places := append([]string{"cpu"}, devicetest.IDs(t)...)
	for _, place := range places {
		for _, c := range []struct {
			name, stdin string
			args        []string
			want        string
			code        cli.ExitCode
		}{
			{"a model", chain, []string{"-"}, "s SATISFIABLE\nv 1 -2 3 0\n", cli.ExitSatisfiable},
			{"none", square, []string{"-p", "batch=1", "-p", "store=formulas", "-"}, "s UNSATISFIABLE\n", cli.ExitUnsatisfiable},
			{"several", square, []string{x, "-"}, "c " + x + "\ns SATISFIABLE\nv 1 -2 3 0\nc standard input\ns UNSATISFIABLE\n", cli.ExitOK},
			{"assumed in vain", chain, []string{"--assume", "2", "-"}, "c under the assumptions 2\ns UNSATISFIABLE\n", cli.ExitUnsatisfiable},
		} {
			got := warble(t, c.stdin, append([]string{"sat", "-q", "--algorithm", "pipeline", "--memory", "1G", "--device", place}, c.args...)...)
			if got.code != c.code || got.out != c.want || got.err != "" {
				t.Errorf("%s on %s: %+v, want %d and %q", c.name, place, got, c.code, c.want)
			}
		}
		got := warble(t, "", "sat", "--algorithm", "pipeline", "--json", "--device", place, planted)
		var answer struct {
			Device, Status string
			Nodes          int64
			Verified       bool
			Parameters     map[string]any
		}
		if err := json.Unmarshal([]byte(got.out), &answer); err != nil || answer.Device != place || !answer.Verified || answer.Nodes == 0 || answer.Parameters["batch"] != 65536.0 {
			t.Errorf("%v: %+v", err, got)
		}
	}
	if got := warble(t, "", "help", "pipeline"); !strings.Contains(got.out, "arrange") || got.code != cli.ExitOK {
		t.Errorf("%+v", got)
	}
}

func TestPipelineRefuses(t *testing.T) {
	x := file(t, "x.cnf", chain)
	wide := file(t, "wide.cnf", "p cnf 4 1\n1 2 3 4 0\n")
	many := file(t, "many.cnf", "p cnf 512 1\n1 2 3 0\n")
	for args, want := range map[string]string{
		wide:                               "clause 1 has 4 literals, and the pipeline takes at most 3; use --algorithm lookahead",
		many:                               "it has 512 variables, and the pipeline takes at most 511",
		"-p batch=none " + x:               "a whole number from 1",
		"-p size=3 " + x:                   "there is no such parameter",
		"--memory much " + x:               "--memory much: write it as 512M",
		"--memory 1M " + x:                 "raise --memory or lower -p batch",
		"--proof p.drat " + x:              "--proof: a pipeline has no use for it",
		"--algorithm walk -p batch=1 " + x: "are for --algorithm pipeline",
	} {
		got := warble(t, "", append([]string{"sat", "--device", "cpu", "--algorithm", "pipeline"}, strings.Fields(args)...)...)
		if got.code != cli.ExitUser || got.out != "" || !strings.Contains(got.err, want) || strings.Count(got.err, "\n") != 1 {
			t.Errorf("%s: %+v, want %q", args, got, want)
		}
	}
}
