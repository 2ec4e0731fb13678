package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/internal/cli/campaign"
)

// racing is a plan of a moment whose baseline is easily beaten.
const racing = `device = "cpu"
algorithm = "cellular"
budget = 100
split = 0.5
[stop]
generations = 2
[[training]]
generate = "3sat"
count = 14
[parameters]
width = 4
height = 4
across = 1
down = 1
[baseline]
pm = 1
passes = 0
[tune]
pm = {from = 0.01, to = 0.2, scale = "log"}
passes = {from = 1, to = 4}
`

func TestTune(t *testing.T) {
	plan := file(t, "plan.toml", racing)
	got := warble(t, "", "tune", plan)
	first, rest, _ := strings.Cut(got.out, "\n")
	if got.code != cli.ExitOK || !strings.HasPrefix(first, "--algorithm cellular -p across=1 -p down=1 -p height=4 -p passes=") ||
		!strings.Contains(rest, "PARAMETER  RANGE") || !strings.Contains(rest, "Wilcoxon p = ") || got.err != "" {
		t.Fatalf("%+v", got)
	}
	// The first line can be pasted.
	words := append([]string{"maxsat", "../../examples/3sat-50.cnf", "--device", "cpu", "--generations", "2"}, strings.Fields(first)...)
	if used := warble(t, "", words...); !strings.Contains(used.out, "\nv ") {
		t.Errorf("%v: %+v", words, used)
	}
	dir := filepath.Join(t.TempDir(), "page")
	told := warble(t, "", "tune", plan, "--json", "--out", dir, "--threads", "1")
	var a campaign.TuneAnswer
	if err := json.Unmarshal([]byte(told.out), &a); err != nil {
		t.Fatal(err)
	}
	if a.Name != "plan" || a.Status != "complete" || a.Method != "race" || a.Runs > 100 || a.HeldOut == nil || a.HeldOut.Instances != 7 ||
		first != "--algorithm cellular "+a.Options || a.Baseline["pm"] != 1.0 || a.HeldOut.Verdict != "better" || !a.Recommends || len(a.Finalists) == 0 {
		t.Errorf("%+v", a)
	}
	if _, err := os.Stat(filepath.Join(dir, "report.html")); err != nil {
		t.Error(err)
	}
}

func TestTuneMistakes(t *testing.T) {
	plan, taken, inTheWay := file(t, "plan.toml", racing), file(t, "taken", ""), t.TempDir()
	if err := os.Mkdir(filepath.Join(inTheWay, "report.html"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{file(t, "bad.toml", strings.Replace(racing, "budget", "budgets", 1))}, "bad.toml:3: budgets: there is no such key"},
		{[]string{file(t, "bad.toml", strings.Replace(racing, "to = 4", "to = 0", 1))}, "bad.toml:20: tune.passes: it goes from 1 to 0"},
		{[]string{file(t, "bad.toml", strings.Replace(racing, "pm = 1\n", "migration = \"best\"\nwidth = 1\nheight = 1\n", 1))}, "bad.toml:16: baseline.migration: on 3sat-50-213#"},
		{[]string{file(t, "bad.toml", racing+"migration = [\"diffusion\", \"worst\"]\n")}, "bad.toml:21: tune.migration: \"worst\" is not one of"},
		{[]string{file(t, "bad.toml", strings.Replace(racing, "\"cpu\"", "\"cuda:99\"", 1))}, "bad.toml:1: device: "},
		{[]string{filepath.Join(t.TempDir(), "none.toml")}, "no such file"},
		{[]string{plan, "--device", "gpu"}, "--device gpu"},
		{[]string{plan, "--progress", "some"}, "--progress some"},
		{[]string{plan, "--out", filepath.Join(taken, "x")}, "taken"},
		{[]string{plan, "--out", inTheWay}, "report.html: it is a folder"},
		{nil, "accepts 1 arg"},
	} {
		got := warble(t, "", append([]string{"tune"}, c.args...)...)
		if got.code != cli.ExitUser || !strings.Contains(got.err, c.want) || strings.Count(got.err, "\n") != 1 || got.out != "" {
			t.Errorf("%v: %+v, want %q", c.args, got, c.want)
		}
	}
}

// Ctrl-C gives what is known by then.
func TestTuneInterrupted(t *testing.T) {
	long := strings.NewReplacer("budget = 100", "budget = 100000\ncandidates = 10", "generations = 2", "generations = 200").Replace(racing)
	plan := file(t, "plan.toml", long)
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	got := warbleUntil(ctx, "", "tune", plan, "--json")
	var a campaign.TuneAnswer
	if err := json.Unmarshal([]byte(got.out), &a); err != nil || got.code != cli.ExitOK || a.Status != "interrupted" || a.HeldOut != nil || a.Best == nil {
		t.Errorf("%+v, %v", got, err)
	}
}
