package experiment

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/problem"
	_ "github.com/warbler-opt/warbler/search/cellular"
	_ "github.com/warbler-opt/warbler/search/differential"
	_ "github.com/warbler-opt/warbler/search/genetic"
	_ "github.com/warbler-opt/warbler/search/local"
	_ "github.com/warbler-opt/warbler/search/quantum"
	_ "github.com/warbler-opt/warbler/search/walk"
)

// fromExamples opens the files of the project's examples, and a few bad ones.
var fromExamples = Files{Read: readExample, Glob: Beside("../../examples/plan.toml").Glob}

func readExample(name string) ([]byte, error) {
	switch name {
	case "broken.txt":
		return []byte("3 5\n4 4\n3"), nil
	case "broken.wcnf":
		return []byte("h 1 2\n"), nil
	case "two.txt":
		return []byte("2\n2 1 0\n3 4\n1 1\n2\n2 1 9\n4 5\n1 1\n2\n"), nil
	}
	return os.ReadFile(filepath.Join("..", "..", "examples", filepath.Base(name)))
}

func TestExamplePlan(t *testing.T) {
	p, err := ReadPlan("../../examples/campaign.toml")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Try(context.Background()); err != nil {
		t.Error(err)
	}
	// A genetic group for each selection, as pc may differ between replicas, and a
	// cellular one, for three problems.
	if len(p.Cells) != 15 || p.Runs() != 300 || len(p.groups) != 9 || len(p.Files) != 3 {
		t.Errorf("%d cells, %d runs, %d groups, %d files", len(p.Cells), p.Runs(), len(p.groups), len(p.Files))
	}
	c := p.Cells[2]
	if c.Problem != "knapsack-50.txt" || c.Algorithm != "genetic" || c.Parameters["selection"] != "roulette" || c.Parameters["pc"] != "0.6" ||
		c.Parameters["pm"] == "" || *c.Goal != 14832 || c.Stop.Steps != 100 || c.Label() != "constraint=greedy selection=roulette pc=0.6" {
		t.Errorf("%+v", c)
	}
	if c := p.Cells[14]; c.Stop.Steps != 20 || c.Objective.Format(*c.Goal) != "27" {
		t.Errorf("%+v", c)
	}
}

func TestPlanDetails(t *testing.T) {
	p, err := parsePlan("p.toml", `
device = "all,cpu"
trace = 50
seeds = {first = 7, count = 2}
stop = {time = "1m30s", stagnation = 50, convergence = 0.1}
problem = [{file = "two.txt"}, {file = "two.txt", instance = 2, constraint = "penalty"}]
[[algorithm]]
name = "quantum"
parameters.epsilon = [0, 1e-2]
stop.time = 0.5
stop.convergence = 0
[[algorithm]]
name = "genetic"
`, fromExamples)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range p.Cells {
		got = append(got, fmt.Sprintf("%s %s %s %v %v", c.Problem, c.Algorithm, c.Label(), c.Stop.Time, c.Stop.Convergence))
	}
	want := "two.txt#1 quantum constraint=index epsilon=0 500ms 0; two.txt#1 quantum constraint=index epsilon=0.01 500ms 0; " +
		"two.txt#2 quantum constraint=index epsilon=0 500ms 0; two.txt#2 quantum constraint=index epsilon=0.01 500ms 0; " +
		"two.txt#1 genetic constraint=greedy 1m30s 0.1; two.txt#2 genetic constraint=greedy 1m30s 0.1; " +
		"two.txt#2 quantum constraint=penalty epsilon=0 500ms 0; two.txt#2 quantum constraint=penalty epsilon=0.01 500ms 0; " +
		"two.txt#2 genetic constraint=penalty 1m30s 0.1"
	if s := strings.Join(got, "; "); s != want {
		t.Errorf("got  %s\nwant %s", s, want)
	}
	if p.Name != "p" || p.Device != "all,cpu" || p.Cells[0].on.trace != 50 || p.seedOf(3) != 8 || p.cellOf(3) != 1 {
		t.Errorf("%+v", p)
	}
}

func TestPlanOfAssignmentsToursAndGraphs(t *testing.T) {
	p := planOf(t, `
seeds = {first = 1, count = 2}
stop = {generations = 5}
problem = [
	{file = "qap-20.dat", target = "800000"}, {file = "uniform-50.tsp", target = 6000000},
	{file = "planted-60.col", colors = 9}, {file = "planted-60.col", colors = 10},
]
[[algorithm]]
name = "genetic"
`)
	if err := p.Try(context.Background()); err != nil {
		t.Error(err)
	}
	for i, want := range []string{"qap-20.dat qap -800000 ", "uniform-50.tsp tsp -6000000 ", "planted-60.col coloring 0 9", "planted-60.col coloring 0 10"} {
		c := p.Cells[i]
		target := problem.Score(0)
		if c.Stop.Target != nil {
			target = *c.Stop.Target
		}
		if got := fmt.Sprintln(c.Problem, c.Kind, target, c.Options["colors"]); got != want+"\n" {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// good is a plan without mistakes; each of mistakes replaces a line of it.
const good = `name = "good"
[seeds]
count = 3
[stop]
generations = 5
[[problem]]
file = "knapsack-50.txt"
[[problem]]
function = "sphere"
dim = 3
[[algorithm]]
name = "genetic"
[algorithm.parameters]
population = [10, 20]
pc = 0.9
`

func TestPlanMistakes(t *testing.T) {
	if _, err := parsePlan("p.toml", good, fromExamples); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, want string }{
		{`name = "good"`, `nam = "good"`, "p.toml:1: nam: there is no such key; known: name"},
		{`name = "good"`, `name = 7`, "p.toml:1: name: it is text"},
		{`name = "good"`, `device = "gpu"`, "p.toml:1: device: there is no such device"},
		{`name = "good"`, `name = "good`, "p.toml:1: name: "},
		{`name = "good"`, `trace = "all"`, "p.toml:1: trace: it is true for every improvement"},
		{`name = "good"`, `trace = 0`, "p.toml:1: trace: it is true"},
		{"count = 3", "count = 0", "p.toml:3: seeds.count: it is a whole number from 1"},
		{"count = 3", "count = 2.5", "p.toml:3: seeds.count: it is a whole number"},
		{"count = 3", "count = 3\nfirst = -1", "p.toml:4: seeds.first: it is a whole number from 0"},
		{"count = 3", "count = 3\nfirst = 9223372036854775807", "p.toml:3: seeds.count: there are no 3 seeds"},
		{"count = 3", "count = 3\nstep = 2", "p.toml:4: seeds.step: there is no such key"},
		{"count = 3", "count = 3\ncount = 4", "p.toml:4: "},
		{"[seeds]", "seeds = 3\n[x]", "p.toml:3: x: there is no such key"},
		{"[seeds]\ncount = 3", "seeds = 3", "p.toml:2: seeds: it is a table"},
		{"generations = 5", "generations = -5", "p.toml:5: stop.generations: it is a whole number from 1"},
		{"generations = 5", "time = \"soon\"", "p.toml:5: stop.time: write it as"},
		{"generations = 5", "time = 0", "p.toml:5: stop.time: write it as"},
		{"generations = 5", "generations = 5\nconvergence = 2", "p.toml:6: stop.convergence: it is a number from 0 to 1"},
		{"generations = 5", "generations = 5\ntarget = []", "p.toml:6: stop.target: it is a value"},
		{"generations = 5", "generations = 5\ntarget = \"low\"", "p.toml:6: stop.target: \"low\" for knapsack-50.txt: "},
		{"generations = 5", "target = 3", "p.toml:11: algorithm.stop: nothing ends a run for certain"},
		{`file = "knapsack-50.txt"`, `file = "nowhere.txt"`, "p.toml:7: problem.file: "},
		{`file = "knapsack-50.txt"`, `file = "broken.txt"`, "p.toml:7: problem.file: broken.txt:3"},
		{`file = "knapsack-50.txt"`, `file = "broken.wcnf"`, "p.toml:7: problem.file: broken.wcnf"},
		{`file = "knapsack-50.txt"`, `file = "x.c"`, "p.toml:7: problem.file: "},
		{`file = "knapsack-50.txt"`, `file = "x.tsp"`, "p.toml:7: problem.file: "},
		{`file = "knapsack-50.txt"`, `file = "planted-60.col"`, "p.toml:7: problem.file: it is a graph; write also with how many colors"},
		{`file = "knapsack-50.txt"`, "file = \"planted-60.col\"\ncolors = 1", "p.toml:8: problem.colors: it is a whole number from 2 to 256"},
		{`file = "knapsack-50.txt"`, "file = \"uniform-50.tsp\"\ncolors = 3", "p.toml:8: problem.colors: it is for graphs; uniform-50.tsp is a traveling salesman problem"},
		{`file = "knapsack-50.txt"`, "file = \"knapsack-50.txt\"\ncolors = 3", "p.toml:8: problem.colors: it is for graphs; knapsack-50.txt is a knapsack"},
		{`file = "knapsack-50.txt"`, "file = \"planted-60.col\"\ncolors = 3\nconstraint = \"index\"", "p.toml:9: problem.constraint: it is for knapsacks; planted-60.col is a graph"},
		{`file = "knapsack-50.txt"`, "file = \"knapsack-50.txt\"\nconstraint = \"lazy\"", "p.toml:8: problem.constraint: it is greedy, random, index or penalty"},
		{`file = "knapsack-50.txt"`, "file = \"knapsack-50.txt\"\ninstance = 2", "p.toml:8: problem.instance: knapsack-50.txt has 1 instances"},
		{`file = "knapsack-50.txt"`, "file = \"knapsack-50.txt\"\ndim = 2", "p.toml:8: problem.dim: there is no such key"},
		{`file = "knapsack-50.txt"`, "file = \"knapsack-50.txt\"\ntarget = \"x\"", "p.toml:8: problem.target: \"x\" for knapsack-50.txt"},
		{`file = "knapsack-50.txt"`, "file = \"maxsat-100.wcnf\"\nconstraint = \"greedy\"", "p.toml:8: problem.constraint: it is for knapsacks"},
		{`file = "knapsack-50.txt"`, "file = \"qap-20.dat\"\nconstraint = \"greedy\"", "p.toml:8: problem.constraint: it is for knapsacks; qap-20.dat is a quadratic assignment problem"},
		{`file = "knapsack-50.txt"`, "", "p.toml:6: problem: it has one of file, function and generate"},
		{`file = "knapsack-50.txt"`, `generate = "4sat"`, "p.toml:7: problem.generate: it is 3sat"},
		{`file = "knapsack-50.txt"`, "generate = \"3sat\"\nvariables = 2", "p.toml:8: problem.variables: it is a whole number from 3"},
		{`file = "knapsack-50.txt"`, "generate = \"3sat\"\nfile = \"x\"", "p.toml:6: problem: it has one of file"},
		{`function = "sphere"`, `function = "spher"`, "p.toml:9: problem.function: "},
		{`dim = 3`, `dim = 0`, "p.toml:10: problem.dim: it is a whole number from 1"},
		{`dim = 3`, `bound = 0`, "p.toml:10: problem.bound: "},
		{`dim = 3`, `coding = "roman"`, "p.toml:10: problem.coding: it is real, binary or gray"},
		{`dim = 3`, `bits = 8`, "p.toml:10: problem.bits: it is for coding"},
		{`dim = 3`, "coding = \"gray\"\nbits = 60", "p.toml:11: problem.bits: "},
		{`name = "genetic"`, `name = "genetik"`, "p.toml:12: algorithm.name: there is no algorithm \"genetik\"; known: genetic"},
		{`name = "genetic"`, `mane = "genetic"`, "p.toml:12: algorithm.mane: there is no such key"},
		{`name = "genetic"`, `name = "differential"`, "p.toml:15: algorithm.parameters.pc: there is no such parameter"},
		{"population = [10, 20]", "population = [10, 1]", "p.toml:14: algorithm.parameters.population: \"1\" is not a whole number from 2"},
		{"population = [10, 20]", "population = [10, 1e1]", "p.toml:14: algorithm.parameters.population: the list has 10 twice"},
		{"population = [10, 20]", "population = []", "p.toml:14: algorithm.parameters.population: the list is empty"},
		{"population = [10, 20]", "population = [[10]]", "p.toml:14: algorithm.parameters.population: a value is text"},
		{"population = [10, 20]", "popul = 3", "p.toml:14: algorithm.parameters.popul: there is no such parameter; known: population"},
		{"pc = 0.9", "pc = [\n 0.5, # half\n 1.5,\n]\npm = 3", "p.toml:15: algorithm.parameters.pc: \"1.5\" is not a number from 0 to 1"},
		{"pc = 0.9", "[[algorithm]]\nname = \"walk\"\nparameters.flips = 3", "p.toml:17: algorithm.parameters.flips: there is no such parameter"},
		{"pc = 0.9", "[[algorithm]]\nname = \"differential\"", "p.toml:16: algorithm.name: knapsack-50.txt: algorithm differential does not work on binary genomes"},
		{"pc = 0.9", "[[algorithm]]\nname = \"genetic\"\n[algorithm.parameters]\npopulation = 20", "p.toml:15: algorithm: genetic on knapsack-50.txt is in the plan already"},
	} {
		if !strings.Contains(good, c.old) {
			t.Fatalf("%q is not in the plan", c.old)
		}
		_, err := parsePlan("p.toml", strings.Replace(good, c.old, c.new, 1), fromExamples)
		var mistake *PlanError
		if !errors.As(err, &mistake) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.new, err, c.want)
		}
	}
	for _, part := range []string{"[[problem]]", "[[algorithm]]"} {
		text := "[stop]\ngenerations = 1\n" + strings.Replace("[[problem]]\nfunction = \"sphere\"\n[[algorithm]]\nname = \"genetic\"\n", part, "[x]", 1)
		if _, err := parsePlan("p.toml", text, fromExamples); err == nil {
			t.Errorf("a plan without %s was accepted", part)
		}
	}
}

// What only an engine knows is found before anything runs.
func TestPlanTry(t *testing.T) {
	p, err := parsePlan("p.toml", "[stop]\ngenerations = 9\n[[problem]]\nfile = \"mkp-30x5.txt\"\n\n[[algorithm]]\nname = \"walk\"\n", fromExamples)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Try(context.Background()); err == nil || !strings.HasPrefix(err.Error(), "p.toml:7: algorithm.name: on mkp-30x5.txt#1: walk: it walks on formulas") {
		t.Error(err)
	}
}

func FuzzPlan(f *testing.F) {
	f.Add(good)
	f.Add("trace = 7\nseeds = {count = 2}\nstop = {time = 3}\nproblem = [{function = \"sphere\"}]\nalgorithm = [{name = \"genetic\", parameters = {pc = [1, 0]}}]")
	f.Add("a.\"b.c\" = '''x\n''' # y\n[[\"p\"]]\nq = [\"\"\"\\\n\"\"\", {a = 1}]\n")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := parsePlan("p.toml", text, Files{Read: func(string) ([]byte, error) { return nil, os.ErrNotExist }, Glob: func(string) ([]string, error) { return nil, nil }})
		lines := strings.Count(text, "\n") + 1
		var mistake *PlanError
		switch {
		case err == nil && p.Runs() < 1:
			t.Error("a plan of nothing")
		case err != nil && (!errors.As(err, &mistake) || mistake.Line < 1 || mistake.Line > lines):
			t.Errorf("%v in a plan of %d lines", err, lines)
		}
	})
}
