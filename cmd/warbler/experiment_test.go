package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/internal/cli/campaign"
	"github.com/warbler-opt/warbler/internal/experiment"
)

// sphere is a plan of 2 cells with 3 runs each.
const sphere = `name = "small"
device = "cpu"
trace = true
[seeds]
count = 3
[stop]
generations = 20
[[problem]]
function = "sphere"
dim = 4
[[algorithm]]
name = "differential"
[algorithm.parameters]
f = [0.4, 0.5]
`

// campaignOf runs the campaign of a plan and gives its folder.
func campaignOf(t *testing.T, plan string) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "results")
	if got := warble(t, "", "experiment", "run", file(t, "plan.toml", plan), "--out", dir); got.code != cli.ExitOK {
		t.Fatalf("%+v", got)
	}
	return dir
}

func TestExperiment(t *testing.T) {
	plan, dir := file(t, "plan.toml", sphere), filepath.Join(t.TempDir(), "results")
	got := warble(t, "", "experiment", "run", plan, "--out", dir)
	lines := strings.Split(strings.TrimSpace(got.out), "\n")
	if got.code != cli.ExitOK || len(lines) != 3 || !strings.HasPrefix(lines[0], "CELL") ||
		!strings.Contains(lines[2], "sphere-4") || !strings.Contains(lines[2], "f=0.5") || !strings.Contains(lines[2], "3/3") {
		t.Fatalf("%+v", got)
	}
	for _, args := range [][]string{{"show", dir}, {"resume", dir}} {
		if again := warble(t, "", append([]string{"experiment"}, args...)...); again != got {
			t.Errorf("%v: %+v, want %+v", args, again, got)
		}
	}
	var a campaign.CampaignAnswer
	shown := warble(t, "", "experiment", "show", "--json", dir)
	if err := json.Unmarshal([]byte(shown.out), &a); err != nil {
		t.Fatal(err)
	}
	if c := a.Cells[1]; a.Name != "small" || a.Device != "cpu" || a.Runs != 6 || a.Done != 6 || c.Cell != 2 || c.Kind != "function" ||
		c.Parameters["f"] != 0.5 || c.Best.(float64) > c.Mean.(float64) || c.Mean.(float64) > c.Worst.(float64) || c.Feasible != 3 ||
		c.Stop.Generations != 20 || c.Stop.Target != nil || c.Stop.Convergence != nil {
		t.Errorf("%+v", a)
	}
}

// TestExperimentInfeasible: a table says which runs have no answer, and names break
// no line of it.
func TestExperimentInfeasible(t *testing.T) {
	contrary := file(t, "a\tb.wcnf", "h 1 0\nh -1 0\n2 1 2 0\n")
	text := "seeds.count = 1\nstop.generations = 3\n[[problem]]\nfile = " + strconv.Quote(contrary) + "\n[[problem]]\nfile = " +
		strconv.Quote(file(t, "good.wcnf", "h 1 0\n2 -1 2 0\n")) + "\n[[algorithm]]\nname = \"genetic\"\nparameters.population = 10\n"
	dir := t.TempDir()
	got := warble(t, "", "experiment", "run", file(t, "plan.toml", text), "--out", dir)
	lines := strings.Split(strings.TrimSpace(got.out), "\n")
	if got.code != cli.ExitOK || len(lines) != 3 {
		t.Fatalf("%+v", got)
	}
	if f := strings.Fields(lines[1]); len(f) != 12 || !strings.HasSuffix(f[1], "a\ufffdb.wcnf") || strings.Join(f[4:], " ") != "1/1 (1 infeasible) - - - - 0" {
		t.Errorf("%q", f)
	}
	if f := strings.Fields(lines[2]); len(f) != 10 || f[4] != "1/1" || f[5] != "0" || f[6] != "0" || f[7] != "-" {
		t.Errorf("%q", f)
	}
	folder := filepath.Join(t.TempDir(), "ioh")
	if got := warble(t, "", "experiment", "export", dir, "--format", "ioh", "--out", folder); got.code != cli.ExitOK ||
		got.out != folder+"\n" || got.err != "warbler: "+contrary+" has no feasible run and is left out\n" {
		t.Errorf("%+v", got)
	}
	if got := warble(t, "", "experiment", "export", dir, "--traces"); got.code != cli.ExitUser || got.out != "" || !strings.Contains(got.err, "its plan needs trace = true") {
		t.Errorf("%+v", got)
	}
}

// TestExperimentStopped: what only reads ends with Ctrl-C too.
func TestExperimentStopped(t *testing.T) {
	plan, dir := file(t, "plan.toml", sphere), filepath.Join(t.TempDir(), "results")
	if got := warble(t, "", "experiment", "run", plan, "--out", dir); got.code != cli.ExitOK {
		t.Fatalf("%+v", got)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, args := range [][]string{{"show", dir}, {"report", dir}, {"export", dir}, {"run", plan, "--out", filepath.Join(t.TempDir(), "other")}} {
		got := warbleUntil(stopped, "", append([]string{"experiment"}, args...)...)
		if got.code != cli.ExitInside || got.out != "" || got.err != "warbler: stopped before there was an answer\n" {
			t.Errorf("%v: %+v", args, got)
		}
	}
}

func TestTellProgress(t *testing.T) {
	for want, p := range map[string]experiment.Progress{
		"0 of 2 runs, 99%":          {Runs: 2, Part: 1},
		"2 of 2 runs, 100%":         {Runs: 2, Done: 2, Part: 1},
		"1 of 3 runs, 33%, 2s left": {Runs: 3, Done: 1, Part: 0.339, Left: 2 * time.Second},
	} {
		if got := campaign.TellProgress(p); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestExperimentMistakes(t *testing.T) {
	plan := file(t, "plan.toml", sphere)
	taken := t.TempDir()
	if got := warble(t, "", "experiment", "run", plan, "--out", taken); got.code != cli.ExitOK {
		t.Fatalf("%+v", got)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "say what to do"},
		{[]string{"run", plan}, "--out DIR"},
		{[]string{"run", file(t, "other.toml", strings.Replace(sphere, "0.4, 0.5", "0.4", 1)), "--out", taken}, "the plan lacks differential f=0.5 on sphere-4, of which it has runs"},
		{[]string{"run", plan, "--out", "x", "--shard", "3/2"}, "--shard 3/2: a shard is one of several"},
		{[]string{"merge", taken}, "--out DIR"},
		{[]string{"merge", taken, "--out", taken}, "there is a campaign in it; take another folder"},
		{[]string{"compare", taken, campaignOf(t, strings.Replace(sphere, "dim = 4", "dim = 5", 1))}, "have no runs in common"},
		{[]string{"run", file(t, "bad.toml", strings.Replace(sphere, "dim", "dims", 1)), "--out", "x"}, "bad.toml:10: problem.dims: there is no such key"},
		{[]string{"run", file(t, "bad.toml", strings.Replace(sphere, "0.4, 0.5", "0.4, 5", 1)), "--out", "x"}, "bad.toml:14: algorithm.parameters.f: \"5\" is not a number from 0 to 2"},
		{[]string{"run", file(t, "bad.toml", sphere+"strategy = \"rand/2/bin\"\npopulation = [100, 5]\n"), "--out", "x"}, "bad.toml:16: algorithm.parameters.population: on sphere-4: strategy rand/2/bin needs"},
		{[]string{"run", file(t, "bad.toml", strings.Replace(sphere, "\"cpu\"", "\"gpu\"", 1)), "--out", "x"}, "bad.toml:2: device: there is no such device"},
		{[]string{"run", file(t, "bad.toml", strings.Replace(sphere, "\"cpu\"", "\"cpu,opencl:99\"", 1)), "--out", "x"}, "bad.toml:2: device: "},
		{[]string{"run", file(t, "bad.toml", strings.Replace(sphere, "\"cpu\"", "\"opencl:99\"", 1)), "--out", "x", "--device", "cuda:99"}, "warbler: device cuda"},
		{[]string{"run", filepath.Join(t.TempDir(), "none.toml"), "--out", "x"}, "no such file"},
		{[]string{"run", plan, "--out", "x", "--device", "gpu"}, "--device gpu"},
		{[]string{"run", plan, "--out", "x", "--threads", "-1"}, "--threads -1"},
		{[]string{"run", plan, "--out", "x", "--progress", "some"}, "--progress some"},
		{[]string{"resume", t.TempDir()}, "there is no campaign in it"},
		{[]string{"show", t.TempDir()}, "there is no campaign in it"},
	} {
		got := warble(t, "", append([]string{"experiment"}, c.args...)...)
		if got.code != cli.ExitUser || !strings.Contains(got.err, c.want) || strings.Count(got.err, "\n") != 1 || got.out != "" {
			t.Errorf("%v: %+v, want %q", c.args, got, c.want)
		}
	}
	if _, err := os.Stat("x"); err == nil {
		t.Error("a plan with a mistake left a folder")
	}
}

// Ctrl-C keeps what has finished and says how to go on.
func TestExperimentInterrupted(t *testing.T) {
	long := strings.NewReplacer("count = 3", "count = 40", "generations = 20", "generations = 400").Replace(sphere)
	plan, dir := file(t, "plan.toml", long), filepath.Join(t.TempDir(), "r")
	ctx, cancel := context.WithTimeout(context.Background(), 150*time.Millisecond)
	defer cancel()
	got := warbleUntil(ctx, "", "experiment", "run", plan, "--out", dir, "--threads", "1")
	if got.code != cli.ExitOK || !strings.Contains(got.err, "of 80 runs; 'warbler experiment resume "+dir+"' goes on") || !strings.HasPrefix(got.out, "CELL") {
		t.Fatalf("%+v", got)
	}
	resumed := warble(t, "", "experiment", "resume", dir)
	whole := warble(t, "", "experiment", "run", plan, "--out", filepath.Join(t.TempDir(), "w"))
	if resumed.code != cli.ExitOK || resumed.out != whole.out || resumed.err != "" {
		t.Errorf("%+v, want %+v", resumed, whole)
	}
}

// TestExperimentFailures: runs that a fragment breaks off are told, the others are
// done, and resume does not try again.
func TestExperimentFailures(t *testing.T) {
	needCompiler(t)
	dir := t.TempDir()
	for name, text := range map[string]string{
		// So rare that its trial does not see it.
		"zero.c":    "/* warbler\ngenome = \"binary\"\nlength = 20\n*/\nscore fitness(genome g, data d)\n{\n    score n = 19; for (int i = 0; i < LENGTH; i++) n -= gene(g, i);\n    return 100 / n;\n}\n",
		"plan.toml": "[seeds]\ncount = 3\n[stop]\ngenerations = 60\n[[problem]]\nfile = \"zero.c\"\n[[problem]]\nfunction = \"sphere\"\n[[algorithm]]\nname = \"genetic\"\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out := filepath.Join(dir, "results")
	for _, args := range [][]string{
		{"experiment", "run", filepath.Join(dir, "plan.toml"), "--out", out, "--device", "cpu", "--json"},
		{"experiment", "resume", out, "--json"},
	} {
		got := warble(t, "", args...)
		var a campaign.CampaignAnswer
		if err := json.Unmarshal([]byte(got.out), &a); err != nil || got.code != cli.ExitInside || a.Done != 3 || a.Failed != 3 || len(a.Cells[0].Failures) != 3 ||
			a.Cells[0].Failures[0].Status != "crashed" || !strings.HasSuffix(a.Cells[0].Failures[0].Error, "zero.c:8: division by zero in fitness") {
			t.Errorf("%v: %+v, %v", args, got, err)
		}
		if !strings.Contains(got.err, "cell 1: 3 runs failed (seed 1, 2, 3): ") {
			t.Errorf("%v: %s", args, got.err)
		}
	}
	// Without the sphere nothing is left to report on.
	text, err := os.ReadFile(filepath.Join(dir, "plan.toml"))
	if err != nil {
		t.Fatal(err)
	}
	none, plan := filepath.Join(dir, "none"), filepath.Join(dir, "none.toml")
	if err := os.WriteFile(plan, []byte(strings.Replace(string(text), "[[problem]]\nfunction = \"sphere\"\n", "", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := warble(t, "", "experiment", "run", plan, "--out", none, "--device", "cpu"); got.code != cli.ExitInside {
		t.Errorf("%+v", got)
	}
	if got := warble(t, "", "experiment", "report", none); got.code != cli.ExitUser || !strings.Contains(got.err, "all runs of the campaign have failed; 'warbler experiment show ") {
		t.Errorf("%+v", got)
	}
	if got := warble(t, "", "experiment", "report", out); got.code != cli.ExitOK {
		t.Errorf("%+v", got)
	}
	page, err := os.ReadFile(filepath.Join(out, "report", "report.html"))
	if err != nil || !strings.Contains(string(page), "zero by genetic: 3 runs failed") {
		t.Errorf("the report does not say so: %v", err)
	}
}
