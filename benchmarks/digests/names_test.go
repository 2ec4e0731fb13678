package main

import (
	"strings"
	"testing"
)

// later are renamings of each kind.
var later = names{
	{"memetic", "apart", "min-distance"},
	{"memetic", "drawn", "tenure-range"},
	{"iterated", "drawn", "tenure-range"},
	{"memetic.search", "robust", "sturdy"},
	{"cellular.selection", "around", "near"},
	{"memetic/", "trails", "states"},
}

func TestArguments(t *testing.T) {
	for line, want := range map[string]string{
		"pareto in/a.txt -p unit=gene @device":                                     "pareto in/a.txt -p unit=gene @device",
		"qap in/q.dat --algorithm memetic -p apart=0 -p search=robust -p drawn=3":  "qap in/q.dat --algorithm memetic -p min-distance=0 -p search=sturdy -p tenure-range=3",
		"qap in/q.dat --algorithm iterated -p apart=0 -p search=robust -p drawn=3": "qap in/q.dat --algorithm iterated -p apart=0 -p search=robust -p tenure-range=3",
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
	const old = "[[problem]]\nfile = \"k.txt\"\nconstraint = \"robust\"\n[[algorithm]]\nname = \"memetic\"\n[algorithm.parameters]\napart = [0, 0.5]\nsearch = [\"robust\", \"tabu\"]\n"
	const now = "[[problem]]\nfile = \"k.txt\"\nconstraint = \"robust\"\n[[algorithm]]\nname = \"memetic\"\n[algorithm.parameters]\nmin-distance = [0, 0.5]\nsearch = [\"sturdy\", \"tabu\"]\n"
	if got := later.plan(old); got != now {
		t.Errorf("%s", got)
	}
	const tuning = "algorithm = \"cellular\"\n[tune]\nselection = [\"around\", \"tournament\"]\npc = {from = 0, to = 1, scale = \"log\"}\n"
	if got := later.plan(tuning); got != strings.Replace(tuning, "around", "near", 1) {
		t.Errorf("%s", got)
	}
	if got := (names{}).plan(old); got != old {
		t.Errorf("%s", got)
	}
}

// What a command with new names prints has the digests of the old names.
func TestBackToOldNames(t *testing.T) {
	renamed := strings.NewReplacer("apart", "min-distance", "robust", "sturdy")
	want, _, err := names{}.answers([]byte(printed))
	if err != nil {
		t.Fatal(err)
	}
	if got, _, err := later.answers([]byte(renamed.Replace(printed))); err != nil || string(got) != string(want) {
		t.Errorf("%s%s, %v", got, want, err)
	}

	text, err := names{}.table([]byte("algorithm,parameters,best\nmemetic,apart=0 search=robust,7\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := later.table([]byte("algorithm,parameters,best\nmemetic,min-distance=0 search=sturdy,7\n")); err != nil || string(got) != string(text) {
		t.Errorf("%s%s, %v", got, text, err)
	}

	before := sectionsOf(t, names{}, file(1, `{"algorithm":"memetic","values":{"apart":"0","search":"robust"}}`, part{"trails", "x"}))
	now := sectionsOf(t, later, file(2, `{"algorithm":"memetic","values":{"min-distance":"0","search":"sturdy"}}`, part{"states", "x"}))
	if what := differences(digests{Checkpoint: before}, digests{Checkpoint: now}); len(what) > 0 {
		t.Error(what)
	}
}

// sectionsOf are the digests of a checkpoint file.
func sectionsOf(t *testing.T, n names, file []byte) map[string]string {
	t.Helper()
	c, err := readCheckpoint(file)
	if err != nil {
		t.Fatal(err)
	}
	list, err := n.sections(c)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// A name cannot become two, nor two one.
func TestRenamings(t *testing.T) {
	for i, a := range renamings {
		for _, b := range renamings[:i] {
			if a.in == b.in && (a.old == b.old || a.new == b.new) {
				t.Errorf("%v and %v", a, b)
			}
		}
		if a.old == a.new {
			t.Errorf("%v", a)
		}
	}
}
