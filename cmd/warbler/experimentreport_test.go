package main

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestExperimentReport(t *testing.T) {
	plan, dir := file(t, "plan.toml", sphere), filepath.Join(t.TempDir(), "results")
	if got := warble(t, "", "experiment", "run", plan, "--out", dir); got.code != exitOK {
		t.Fatalf("%+v", got)
	}
	got := warble(t, "", "experiment", "report", dir)
	page := strings.TrimSpace(got.out)
	text, err := os.ReadFile(page)
	if got.code != exitOK || err != nil || page != filepath.Join(dir, "report", "report.html") {
		t.Fatalf("%+v, %v", got, err)
	}
	for _, want := range []string{"small", "sphere-4", "f=0.4", "6 of 6 runs", "<svg", "Convergence: the best value so far", "Empirical distribution over runs and 50 targets"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	elsewhere := filepath.Join(t.TempDir(), "page")
	if got := warble(t, "", "experiment", "report", dir, "--out", elsewhere); got.code != exitOK || !strings.HasPrefix(got.out, elsewhere) {
		t.Errorf("%+v", got)
	}
}

func TestExperimentExport(t *testing.T) {
	plan, dir := file(t, "plan.toml", sphere), filepath.Join(t.TempDir(), "results")
	if got := warble(t, "", "experiment", "run", plan, "--out", dir); got.code != exitOK {
		t.Fatalf("%+v", got)
	}
	rows, err := csv.NewReader(strings.NewReader(warble(t, "", "experiment", "export", dir).out)).ReadAll()
	if err != nil || len(rows) != 7 || rows[0][5] != "seed" || rows[6][5] != "3" || !strings.Contains(rows[6][4], "f=0.5") {
		t.Errorf("%v, %v", rows, err)
	}
	lines := strings.Split(strings.TrimSpace(warble(t, "", "experiment", "export", "--format", "jsonl", dir).out), "\n")
	for i, line := range lines {
		var run struct {
			Run, Cell  int
			Seed       uint64
			Parameters map[string]string
			Feasible   bool
		}
		if err := json.Unmarshal([]byte(line), &run); err != nil || run.Run != i || run.Seed != uint64(i%3+1) || run.Parameters["f"] == "" || !run.Feasible {
			t.Errorf("%s: %v", line, err)
		}
	}
	if len(lines) != 6 {
		t.Errorf("%d lines", len(lines))
	}
	if got := warble(t, "", "experiment", "export", "--format", "xml", dir); got.code != exitUser || !strings.Contains(got.err, "csv or jsonl") {
		t.Errorf("%+v", got)
	}
}
