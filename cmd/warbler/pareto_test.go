package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/cli"
)

// TestParetoFrontsAreRight verifies fronts of all kinds, as tables and as JSON,
// and finds what is wrong with them.
func TestParetoFrontsAreRight(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("sack.txt", warble(t, "", "generate", "profits", "--items", "20", "--weights", "2").out)
	write("trip.txt", warble(t, "", "generate", "itinerary", "--places", "8").out)
	for _, name := range []string{"sack.txt", "trip.txt", "zdt1", "zdt5", "dtlz2", "constr"} {
		for _, form := range []string{"--json=false", "--json"} {
			got := warble(t, "", "pareto", name, "--device", "cpu", "-q", "--generations", "30", "--replicas", "2", form)
			if got.code != cli.ExitOK || got.err != "" {
				t.Fatalf("%s %s: %+v", name, form, got)
			}
			write("front", got.out)
			if v := warble(t, "", "verify", name, "front"); v.code != cli.ExitOK || !strings.HasPrefix(v.out, "right: a front of ") {
				t.Errorf("%s %s: %+v", name, form, v)
			}
			if form != "--json" {
				continue
			}
			var object struct {
				Objectives  []cli.Aim
				Hypervolume *float64
				Runs        []struct{ Hypervolume *float64 }
			}
			if err := json.Unmarshal([]byte(got.out), &object); err != nil {
				t.Fatal(err)
			}
			if object.Hypervolume == nil || len(object.Runs) != 2 || object.Objectives[0].Minimize != (name != "sack.txt") || *object.Runs[1].Hypervolume > *object.Hypervolume {
				t.Errorf("%s: %+v", name, object)
			}
		}
	}
	table := warble(t, "", "pareto", "sack.txt", "-q", "--device", "cpu", "--generations", "30").out
	lines := strings.Split(strings.TrimSpace(table), "\n")
	for what, text := range map[string]string{
		"another value":    strings.Replace(table, lines[1], "1"+lines[1], 1),
		"a row twice":      table + lines[1] + "\n",
		"an item too much": strings.Replace(table, lines[1], lines[1]+" 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", 1),
		"a poor row":       table + "0,0,\n",
		"a strange item":   strings.Replace(table, lines[1], lines[1]+" 21", 1),
	} {
		write("front", text)
		if v := warble(t, "", "verify", "sack.txt", "front"); v.code != cli.ExitWrong || !strings.HasPrefix(v.out, "wrong: row ") {
			t.Errorf("%s: %+v", what, v)
		}
	}
	write("front", "value\n3\n")
	if v := warble(t, "", "verify", "sack.txt", "front"); v.code != cli.ExitUser {
		t.Errorf("no front: %+v", v)
	}
	for _, empty := range []string{lines[0] + "\n", `{"objectives":[{"name":"a"},{"name":"b"}],"front":[]}`} {
		write("front", empty)
		if v := warble(t, "", "verify", "sack.txt", "front"); v.code != cli.ExitUser || !strings.Contains(v.err, "front: the front is empty") {
			t.Errorf("an empty front: %+v", v)
		}
	}
}

// TestParetoGoesOn starts from a front, saves and resumes, and leaves a trace and
// a picture.
func TestParetoGoesOn(t *testing.T) {
	t.Chdir(t.TempDir())
	run := func(args ...string) string {
		t.Helper()
		got := warble(t, "", append([]string{"pareto", "-q", "--device", "cpu"}, args...)...)
		if got.code != cli.ExitOK {
			t.Fatalf("%v: %+v", args, got)
		}
		return got.out
	}
	whole := run("zdt2", "--generations", "40")
	run("zdt2", "--generations", "25", "--checkpoint", "state", "--out", "front.csv")
	if got := run("zdt2", "--generations", "40", "--resume", "state", "--trace", "trace.csv", "--plot", "front.svg"); got != whole {
		t.Error("the resumed run has another front")
	}
	trace, err := os.ReadFile("trace.csv")
	if err != nil || !strings.Contains(strings.SplitN(string(trace), "\n", 2)[0], ",front,hypervolume,seconds") {
		t.Errorf("%.200s %v", trace, err)
	}
	picture, err := os.ReadFile("front.svg")
	if err != nil || !strings.Contains(string(picture), "f2 (smaller is better)") || !strings.Contains(string(picture), ">pareto zdt2 by nsga2, seed 1<") {
		t.Errorf("%.200s %v", picture, err)
	}
	if first, again := run("zdt2", "--generations", "1"), run("zdt2", "--generations", "1", "--start", "front.csv"); first == again {
		t.Error("a start changes nothing")
	}
}

// TestParetoWithoutAnAnswer has a knapsack into which nothing fits, and a run that
// ends before it has found anything feasible.
func TestParetoWithoutAnAnswer(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sack")
	if err := os.WriteFile(file, []byte("profits 2 2 1\n0\n1 2 3\n2 1 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := warble(t, "", "solve", file, "-q", "--device", "cpu"); got.code != cli.ExitOK || got.out != "profit1,profit2,solution\n0,0,\n" {
		t.Errorf("an empty knapsack: %+v", got)
	}
	got := warble(t, "", "pareto", "srn", "--device", "cpu", "--seed", "2", "-p", "population=4", "--generations", "0", "--time", "1ns", "--json")
	var object map[string]any
	if err := json.Unmarshal([]byte(got.out), &object); err != nil || got.code != cli.ExitOK {
		t.Fatalf("%v %+v", err, got)
	}
	if object["front"] != nil || object["score"] != nil || object["cost"] != nil || object["verified"] != false || !strings.Contains(got.err, "no feasible solution") {
		t.Errorf("nothing feasible: %+v", got)
	}
}

func TestParetoRefuses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sack")
	if err := os.WriteFile(file, []byte("profits 1 2 1\n5\n1 2 x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		want string
		args []string
	}{
		{"a front has no single value", []string{"pareto", "zdt1", "--target", "3"}},
		{"a front has no single value", []string{"pareto", "zdt1", "--top", "3"}},
		{"only nsga2 finds fronts", []string{"pareto", "zdt1", "--algorithm", "genetic", "--device", "cpu", "--generations", "1"}},
		{"only nsga2 finds fronts", []string{"solve", "../../examples/profits-100.txt", "--algorithm", "tabu", "--device", "cpu", "--generations", "1"}},
		{"is no problem with several objectives", []string{"pareto", "../../examples/knapsack-50.txt"}},
		{"one of zdt1, ", []string{"pareto", "zdt9"}},
		{":3: weight 1 of item 1", []string{"pareto", file}},
		{"has 2 variables, not 5", []string{"pareto", "srn", "--dim", "5"}},
		{"has one objective", []string{"function", "sphere", "--algorithm", "nsga2", "--device", "cpu"}},
		{"from 4 to 1048576", []string{"pareto", "zdt1", "-p", "population=3"}},
		{"at least 6 members", []string{"pareto", "dtlz2", "-p", "population=5"}},
		{"2 to 8 profits", []string{"generate", "profits", "--profits", "1"}},
		{"2 to 8 costs", []string{"generate", "itinerary", "--costs", "9"}},
	} {
		if got := warble(t, "", c.args...); got.code != cli.ExitUser || !strings.Contains(got.err, c.want) || strings.Count(got.err, "\n") != 1 {
			t.Errorf("%v: %+v", c.args, got)
		}
	}
}
