package main

import (
	"slices"
	"strings"
	"testing"
)

// later are renamings of each kind, as a redesign may bring them.
var later = names{
	{command, "", "pareto", "nsga2"},
	{command, "", "profits", "multi"},
	{flagName, "", "colors", "palette"},
	{flagName, "", "constraint", "repair"},
	{value, "constraint", "greedy", "eager"},
	{algorithm, "", "memetic", "hybrid"},
	{problem, "", "qap", "assignment"},
	{parameter, "memetic", "apart", "min-distance"},
	{parameter, "", "drawn", "tenure-range"},
	{value, "memetic.search", "robust", "sturdy"},
	{value, "cellular.selection", "neighbours", "neighbors"},
	{status, "", "steps", "generations"},
	{field, "", "evaluations", "calls"},
	{column, "", "best", "top"},
	{section, "memetic", "trails", "states"},
	{header, "", "values", "parameters"},
}

func TestArguments(t *testing.T) {
	for line, want := range map[string]string{
		"pareto in/a.txt -p unit=gene @device":                                     "nsga2 in/a.txt -p unit=gene @device",
		"generate profits --items 7":                                               "generate multi --items 7",
		"qap in/q.dat --algorithm memetic -p apart=0 -p search=robust -p drawn=3":  "qap in/q.dat --algorithm hybrid -p min-distance=0 -p search=sturdy -p tenure-range=3",
		"qap in/q.dat --algorithm iterated -p apart=0 -p search=robust -p drawn=3": "qap in/q.dat --algorithm iterated -p apart=0 -p search=robust -p tenure-range=3",
		"knapsack k.txt --constraint greedy --algorithm tabu":                      "knapsack k.txt --repair eager --algorithm tabu",
		"coloring c.col --colors 4":                                                "coloring c.col --palette 4",
	} {
		if got := strings.Join(later.arguments(strings.Fields(line)), " "); got != want {
			t.Errorf("%s\nbecomes %s\nnot %s", line, got, want)
		}
		if got := strings.Join(names{}.arguments(strings.Fields(line)), " "); got != line {
			t.Errorf("%s becomes %s without renamings", line, got)
		}
	}
}

func TestPlan(t *testing.T) {
	const old = "[[problem]]\nfile = \"k.txt\"\nconstraint = \"greedy\"\n[[algorithm]]\nname = \"memetic\"\n[algorithm.parameters]\napart = [0, 0.5]\nsearch = [\"robust\", \"tabu\"]\n"
	const now = "[[problem]]\nfile = \"k.txt\"\nrepair = \"eager\"\n[[algorithm]]\nname = \"hybrid\"\n[algorithm.parameters]\nmin-distance = [0, 0.5]\nsearch = [\"sturdy\", \"tabu\"]\n"
	if got := later.plan(old); got != now {
		t.Errorf("%s", got)
	}
	const tuning = "algorithm = \"cellular\"\n[tune]\nselection = [\"neighbours\", \"tournament\"]\npc = {from = 0, to = 1, scale = \"log\"}\n"
	if got := later.plan(tuning); got != strings.Replace(tuning, "neighbours", "neighbors", 1) {
		t.Errorf("%s", got)
	}
	if got := (names{}).plan(old); got != old {
		t.Errorf("%s", got)
	}
}

// What a command with new names prints has the digests of the old names.
func TestBackToOldNames(t *testing.T) {
	renamed := strings.NewReplacer(`"qap"`, `"assignment"`, "memetic", "hybrid", "apart", "min-distance", "robust", "sturdy", "steps", "generations", "constraint", "repair", "greedy", "eager", "evaluations", "calls")
	old := strings.Replace(printed, `"score"`, `"evaluations":3,"score"`, 1)
	want, _, err := names{}.answers([]byte(old))
	if err != nil {
		t.Fatal(err)
	}
	if got, _, err := later.answers([]byte(renamed.Replace(old))); err != nil || string(got) != string(want) {
		t.Errorf("%s%s, %v", got, want, err)
	}

	text, err := names{}.table([]byte("algorithm,parameters,best\nmemetic,apart=0 search=robust,7\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := later.table([]byte("algorithm,parameters,top\nhybrid,min-distance=0 search=sturdy,7\n")); err != nil || string(got) != string(text) {
		t.Errorf("%s%s, %v", got, text, err)
	}

	read := func(n names, b []byte) map[string]string {
		c, err := readCheckpoint(b)
		if err != nil {
			t.Fatal(err)
		}
		list, err := n.sections(c)
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	before := read(names{}, file(1, `{"algorithm":"memetic","problem":"qap","values":{"apart":"0","search":"robust"}}`, part{"trails", "x"}))
	now := read(later, file(2, `{"algorithm":"hybrid","problem":"assignment","parameters":{"min-distance":"0","search":"sturdy"}}`, part{"states", "x"}))
	if what := differences(digests{Checkpoint: before}, digests{Checkpoint: now}); len(what) > 0 {
		t.Error(what)
	}
}

// A name cannot become two, nor two one.
func TestRenamings(t *testing.T) {
	for i, a := range renamings {
		for _, b := range renamings[:i] {
			if a.kind == b.kind && (a.in == b.in || a.in == "" || b.in == "") && (a.old == b.old || a.new == b.new) {
				t.Errorf("%v and %v", a, b)
			}
		}
		if a.old == a.new || !slices.Contains([]kind{command, flagName, algorithm, problem, parameter, value, status, field, column, section, header}, a.kind) {
			t.Errorf("%v", a)
		}
	}
}
