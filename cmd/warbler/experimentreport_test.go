package main

import (
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
