package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/cli"
)

func TestExperimentExport(t *testing.T) {
	dir := campaignOf(t, sphere)
	rows, err := csv.NewReader(strings.NewReader(warble(t, "", "experiment", "export", dir).out)).ReadAll()
	if err != nil || len(rows) != 7 || rows[0][9] != "seed" || rows[6][9] != "3" || !strings.Contains(rows[6][7], "f=0.5") || rows[6][8] != "generations=20" {
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
	if got := warble(t, "", "experiment", "export", "--format", "xml", dir); got.code != cli.ExitUser || !strings.Contains(got.err, "csv, jsonl, parquet or ioh") {
		t.Errorf("%+v", got)
	}
}

func TestExperimentExportFiles(t *testing.T) {
	dir := campaignOf(t, sphere)
	own := filepath.Join(dir, "campaign.db")
	if got := warble(t, "", "experiment", "export", dir, "--out", own); got.code != cli.ExitUser || got.err != "warbler: --out "+own+": it is a file of the campaign; name another one\n" {
		t.Errorf("%+v", got)
	}
	table, folder := filepath.Join(t.TempDir(), "traces.parquet"), filepath.Join(t.TempDir(), "ioh")
	got := warble(t, "", "experiment", "export", dir, "--format", "parquet", "--traces", "--out", table)
	content, err := os.ReadFile(table)
	if got.code != cli.ExitOK || got.out != table+"\n" || err != nil || !bytes.HasPrefix(content, []byte("PAR1")) || !bytes.HasSuffix(content, []byte("PAR1")) {
		t.Errorf("%+v, %v", got, err)
	}
	got = warble(t, "", "experiment", "export", dir, "--format", "ioh", "--out", folder)
	names, err := filepath.Glob(filepath.Join(folder, "*", "*.json"))
	if got.code != cli.ExitOK || got.out != folder+"\n" || err != nil || len(names) != 2 {
		t.Errorf("%+v, %v, %v", got, names, err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--format", "parquet"}, "--out FILE"},
		{[]string{"--format", "ioh"}, "--out FOLDER"},
		{[]string{"--format", "ioh", "--traces", "--out", "x"}, "has the traces in any case"},
		{[]string{"--format", "ioh", "--out", folder}, "it is not empty"},
	} {
		if got := warble(t, "", append([]string{"experiment", "export", dir}, c.args...)...); got.code != cli.ExitUser || !strings.Contains(got.err, c.want) {
			t.Errorf("%v: %+v, want %q", c.args, got, c.want)
		}
	}
}
