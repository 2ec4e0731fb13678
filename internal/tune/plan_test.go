package tune

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/document"
	"github.com/warbler-opt/warbler/internal/experiment"
	_ "github.com/warbler-opt/warbler/search/cellular"
	_ "github.com/warbler-opt/warbler/search/differential"
	_ "github.com/warbler-opt/warbler/search/genetic"
)

// small is a plan of a second without mistakes; tests replace lines of it.
const small = `name = "small"
algorithm = "cellular"
method = "race"
budget = 120
seed = 1
split = 0.5
[seeds]
count = 2
[stop]
generations = 2
[[training]]
generate = "3sat"
variables = 30
count = 12
[parameters]
width = 4
height = 4
across = 1
down = 1
[baseline]
passes = 2
[tune]
pm = {from = 0.01, to = 0.3, scale = "log"}
passes = {from = 1, to = 3}
feedback = ["adaptive", "none"]
`

// none has no files.
var none = experiment.Files{
	Read: func(string) ([]byte, error) { return nil, os.ErrNotExist },
	Glob: func(string) ([]string, error) { return nil, nil },
}

// replaced is a text with pairs of old and new parts, each of which it must have.
func replaced(t *testing.T, text string, pairs ...string) string {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(text, pairs[i]) {
			t.Fatalf("%q is not in the plan", pairs[i])
		}
		text = strings.Replace(text, pairs[i], pairs[i+1], 1)
	}
	return text
}

func planOf(t *testing.T, text string) *Plan {
	t.Helper()
	p, err := parsePlan("p.toml", text, none)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPlan(t *testing.T) {
	p := planOf(t, small)
	if p.Name != "small" || p.Algorithm.Name != "cellular" || p.Budget != 120 || p.FirstTest != 5 || p.Confidence != 0.95 || p.trials() != 12 {
		t.Errorf("%+v", p)
	}
	if len(p.Training) != 6 || len(p.HeldOut) != 6 {
		t.Errorf("%d and %d instances", len(p.Training), len(p.HeldOut))
	}
	// The order is that of the algorithm's table.
	if s := p.Space; len(s) != 3 || s[0].Param.Name != "pm" || !s[0].Log || s[1].Param.Name != "passes" || s[1].To != 3 || s[2].Domain() != "adaptive, none" {
		t.Errorf("%+v", s)
	}
	if b := p.Baseline; b["passes"] != "2" || b["width"] != "4" || b["pm"] != "0.1" || p.Fixed["passes"] != "" {
		t.Errorf("%v", b)
	}
	other := planOf(t, replaced(t, small, "seed = 1", "seed = 2"))
	if names(p.Training) == names(other.Training) {
		t.Error("the seed does not change the split")
	}
	given := planOf(t, replaced(t, small, "split = 0.5\n", "", "[parameters]", "[[heldout]]\ngenerate = \"3sat\"\nseed = 50\ncount = 3\n[parameters]"))
	if len(given.Training) != 12 || len(given.HeldOut) != 3 {
		t.Errorf("%d and %d instances", len(given.Training), len(given.HeldOut))
	}
}

func names(cases []*experiment.Case) string {
	var b strings.Builder
	for _, c := range cases {
		b.WriteString(c.Name + " ")
	}
	return b.String()
}

func TestExamplePlan(t *testing.T) {
	p, err := ReadPlan("../../examples/tune.toml")
	if err == nil {
		err = p.Try(context.Background())
	}
	if err != nil {
		t.Error(err)
	}
}

func TestPlanMistakes(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{`name = "small"`, `nam = 1`, "p.toml:1: nam: there is no such key; known: name"},
		{`name = "small"`, `device = "gpu"`, "p.toml:1: device: there is no such device"},
		{`name = "small"`, `name = "small`, "p.toml:1: name: "},
		{`"cellular"`, `"celular"`, "p.toml:2: algorithm: there is no algorithm \"celular\"; known: cellular"},
		{`algorithm = "cellular"`, "", "p.toml:1: it has no algorithm"},
		{`algorithm = "cellular"`, `algorithm = "differential"`, "p.toml:16: parameters.width: there is no such parameter"},
		{`"race"`, `"chase"`, "p.toml:3: method: it is race or halving"},
		{`method = "race"`, "method = \"halving\"\nconfidence = 0.9", "p.toml:4: confidence: it is for method"},
		{"budget = 120", "budget = 1", "p.toml:4: budget: it is a whole number from 2"},
		{"budget = 120", "budget = 9", "p.toml:4: budget: 9 runs are too few for this plan; it takes 10"},
		{"budget = 120", "budget = 120\ncandidates = 60", "p.toml:4: budget: 120 runs are too few for this plan; it takes 300"},
		{"budget = 120\n", "", "p.toml:1: budget: say how many"},
		{"budget = 120", "budget = 120\nconfidence = 1", "p.toml:5: confidence: it is a number from 0.5 to 0.9999"},
		{"split = 0.5", "", "p.toml:1: it takes instances that are held out"},
		{"[parameters]", "[[heldout]]\ngenerate = \"3sat\"\nseed = 50\n[parameters]", "p.toml:6: split: instances are held out by split or by [[heldout]]"},
		{"split = 0.5", "split = 0.01", "p.toml:6: split: it leaves no instance on one side"},
		{"split = 0.5", "split = 1", "p.toml:6: split: it is a number from 0 to 0.9"},
		{"[seeds]", "[sids]", "p.toml:7: sids: there is no such key"},
		{"count = 2", "count = 0", "p.toml:8: seeds.count: it is a whole number"},
		{"generations = 2", "generations = 0", "p.toml:10: stop.generations: it is a whole number from 1"},
		{"generations = 2", "target = 0", "p.toml:9: stop: nothing ends a run for certain"},
		{"[[training]]", "[trainings]", "p.toml:11: trainings: there is no such key"},
		{`generate = "3sat"`, `file = "nowhere.cnf"`, "p.toml:13: training.variables: there is no such key"},
		{"generate = \"3sat\"\nvariables = 30\ncount = 12", `file = "nowhere.cnf"`, "p.toml:12: training.file: "},
		{"generate = \"3sat\"\nvariables = 30\ncount = 12", `file = "no*.cnf"`, "p.toml:12: training.file: there is no file like"},
		{"[parameters]", "[[training]]\ngenerate = \"3sat\"\nvariables = 30\n[parameters]", "p.toml:15: training: 3sat-30-128#1 is in the plan already"},
		{"width = 4", "width = 0", "p.toml:16: parameters.width: \"0\" is not a whole number"},
		{"passes = 2", "passes = \"few\"", "p.toml:21: baseline.passes: \"few\" is not a whole number"},
		{"pm = {from = 0.01", "pm = {from = 0", "p.toml:23: tune.pm: a logarithmic range begins above 0"},
		{"to = 0.3", "to = 1.5", "p.toml:23: tune.pm: \"1.5\" is not a number from 0 to 1"},
		{"to = 0.3", "to = 0.01", "p.toml:23: tune.pm: it goes from 0.01 to 0.01, which is nothing"},
		{"from = 0.01, ", "", "p.toml:23: tune.pm: it lacks from"},
		{`scale = "log"`, `scale = "cubic"`, "p.toml:23: tune.pm.scale: it is linear or log"},
		{`scale = "log"`, `step = 1`, "p.toml:23: tune.pm.step: there is no such key"},
		{"passes = {from = 1, to = 3}", "passes = {from = 1.5, to = 3}", "p.toml:24: tune.passes: \"1.5\" is not a whole number"},
		{"passes = {from = 1, to = 3}", "passes = 3", "p.toml:24: tune.passes: it is a range"},
		{"passes = {from = 1, to = 3}", "passes = [3]", "p.toml:24: tune.passes: there is nothing to choose from"},
		{"passes = {from = 1, to = 3}", "passes = [3, 3]", "p.toml:24: tune.passes: the list has 3 twice"},
		{"[parameters]\n", "[parameters]\npopulation = [10, 20]\n", "p.toml:16: parameters.population: a value is text, a number, true or false"},
		{"passes = {from = 1, to = 3}", "passes = [[1], 3]", "p.toml:24: tune.passes: a value is text"},
		{"passes = {from = 1, to = 3}", "passess = [1, 3]", "p.toml:24: tune.passess: there is no such parameter; known: passes"},
		{"passes = {from = 1, to = 3}", "width = [1, 3]", "p.toml:24: tune.width: it is fixed in [parameters] already"},
		{`feedback = ["adaptive", "none"]`, `feedback = {from = 1, to = 2}`, "p.toml:25: tune.feedback: \"1\" is not one of"},
		{`feedback = ["adaptive", "none"]`, `feedback = {from = "adaptive", to = "none"}`, "p.toml:25: tune.feedback: adaptive is no number"},
	} {
		_, err := parsePlan("p.toml", replaced(t, small, c.old, c.new), none)
		var mistake *experiment.PlanError
		if !errors.As(err, &mistake) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.new, err, c.want)
		}
	}
}

// large reports whether a value of a document has a number beyond 200.
func large(x any) bool {
	switch x := x.(type) {
	case int64:
		return x > 200
	case []any:
		return slices.ContainsFunc(x, large)
	case []map[string]any:
		return slices.ContainsFunc(x, func(m map[string]any) bool { return large(m) })
	case map[string]any:
		for _, v := range x {
			if large(v) {
				return true
			}
		}
	}
	return false
}

func FuzzPlan(f *testing.F) {
	f.Add(small)
	f.Add("algorithm = \"genetic\"\nbudget = 99\nsplit = 0.5\nstop = {time = 3}\ntraining = [{generate = \"3sat\", count = 4}]\ntune = {pc = [1, 0], pm = {from = 0, to = 1}}")
	f.Add("algorithm = \"differential\"\nbudget = 99\nstop.generations = 3\n[[training]]\nfunction = \"sphere\"\n[[heldout]]\nfunction = \"ackley\"\n[tune]\nf.from = 0\nf.to = 1\n")
	f.Fuzz(func(t *testing.T, text string) {
		if root, err := document.Parse("p.toml", text); err == nil && large(root.Values) {
			return // large formulas take time, and find nothing
		}
		p, err := parsePlan("p.toml", text, none)
		var mistake *experiment.PlanError
		lines := strings.Count(text, "\n") + 1
		switch {
		case err == nil && (len(p.Training) == 0 || len(p.HeldOut) == 0 || len(p.Space) == 0):
			t.Error("a plan of nothing")
		case err != nil && (!errors.As(err, &mistake) || mistake.Line < 1 || mistake.Line > lines):
			t.Errorf("%v in a plan of %d lines", err, lines)
		}
	})
}
