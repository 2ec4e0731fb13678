package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/cli"
	"github.com/warbler-opt/warbler/internal/cli/campaign"
)

// TestExperimentGrows: a plan that has grown goes on where the old one was, shards become
// the whole, and the tables are those of one campaign.
func TestExperimentGrows(t *testing.T) {
	larger := strings.NewReplacer("count = 3", "count = 5", "0.4, 0.5", "0.3, 0.4, 0.5").Replace(sphere) + "[[algorithm]]\nname = \"random\"\nlabel = \"blind\"\n"
	want := warble(t, "", "experiment", "show", campaignOf(t, larger))
	if want.code != cli.ExitOK || !strings.Contains(want.out, "blind") {
		t.Fatalf("%+v", want)
	}
	plan := file(t, "plan.toml", larger)
	dir := campaignOf(t, sphere)
	dry := warble(t, "", "experiment", "run", plan, "--out", dir, "--dry-run")
	if dry.code != cli.ExitOK || !strings.HasPrefix(dry.out, "1 problems, 4 cells, 20 runs, of which 6 are there.\n14 runs to do, ") {
		t.Errorf("%+v", dry)
	}
	dry = warble(t, "", "experiment", "run", plan, "--dry-run")
	if dry.code != cli.ExitOK || !strings.HasPrefix(dry.out, "1 problems, 4 cells, 20 runs.\n20 runs to do, ") {
		t.Errorf("in no folder: %+v", dry)
	}
	if got := warble(t, "", "experiment", "run", plan, "--out", dir); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	parts := filepath.Join(t.TempDir(), "parts")
	for _, shard := range []string{"1/3", "2/3", "3/3"} {
		if got := warble(t, "", "experiment", "run", plan, "--out", parts, "--shard", shard); got.code != cli.ExitOK {
			t.Fatalf("%+v", got)
		}
	}
	if got := warble(t, "", "experiment", "merge", parts, "--out", parts); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	longer := file(t, "longer.toml", strings.Replace(larger, "generations = 20", "generations = 30", 1))
	if got := warble(t, "", "experiment", "run", longer, "--out", dir); got.code != cli.ExitOK ||
		got.err != "warbler: 20 runs ended at a limit that is longer now, and are done again\n" {
		t.Errorf("%+v", got)
	}
}

func TestExperimentCompare(t *testing.T) {
	a, b := campaignOf(t, sphere), campaignOf(t, strings.Replace(sphere, "count = 3", "count = 2", 1))
	got := warble(t, "", "experiment", "compare", a, b)
	if got.code != cli.ExitOK || !strings.Contains(got.out, "differential f=0.5: no difference is shown, on 1 instances: 0 better, 1 equal, 0 worse.") {
		t.Errorf("%+v", got)
	}
	var out campaign.CompareAnswer
	if err := json.Unmarshal([]byte(warble(t, "", "experiment", "compare", "--json", a, b).out), &out); err != nil {
		t.Fatal(err)
	}
	if c := out.Cells[1]; len(out.Cells) != 2 || c.Runs != 2 || c.Same != 2 || c.Means[0] == nil || *c.Means[0] != *c.Means[1] || out.Alone != [2]int{} {
		t.Errorf("%+v", out)
	}
}
