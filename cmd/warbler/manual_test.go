package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/cli"
)

func TestManual(t *testing.T) {
	written := func(epoch string) map[string]string {
		t.Setenv("SOURCE_DATE_EPOCH", epoch)
		dir := t.TempDir()
		if got := warble(t, "", "man", "--out", dir); got.code != cli.ExitOK || got.out+got.err != "" {
			t.Fatalf("%+v", got)
		}
		paths, err := filepath.Glob(filepath.Join(dir, "man?", "*"))
		if err != nil {
			t.Fatal(err)
		}
		pages := map[string]string{}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			pages[filepath.Base(path)] = string(text)
		}
		return pages
	}
	pages := written("")
	for page, words := range map[string][]string{
		"warbler.1":                {".SH EXIT STATUS", "warbler\\-knapsack(1)", "GPU\\-accelerated"},
		"warbler-knapsack.1":       {".TH WARBLER\\-KNAPSACK 1 \"\" ", "\\-\\-constraint", ".SH EXAMPLES"},
		"warbler-experiment-run.1": {"warbler\\-experiment(1)"},
		"warbler-generate-3sat.1":  {"\\-\\-variables"},
		"warbler-algorithms.7":     {".SH GENETIC", "tournament"},
	} {
		for _, word := range words {
			if !strings.Contains(pages[page], word) {
				t.Errorf("%s lacks %q:\n%s", page, word, pages[page])
			}
		}
	}
	if _, ok := pages["warbler-help.1"]; ok || len(pages) < 30 {
		t.Errorf("%d pages", len(pages))
	}
	for name, text := range written("86400") {
		if strings.Replace(text, `"1970-01-02"`, `""`, 1) != pages[name] || !strings.Contains(text, "1970") {
			t.Errorf("%s: it depends on more than the date", name)
		}
	}
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip("groff, which would judge the pages, is not installed")
	}
	var all strings.Builder
	for _, name := range []string{"warbler.1", "warbler-experiment.1", "warbler-sat.1", "warbler-algorithms.7"} {
		all.WriteString(pages[name])
	}
	judge := exec.Command(groff, "-ww", "-man", "-z", "-Tutf8")
	judge.Stdin = strings.NewReader(all.String())
	if said, err := judge.CombinedOutput(); err != nil || len(said) > 0 {
		t.Errorf("groff: %v: %s", err, said)
	}
}

func TestOnePage(t *testing.T) {
	for args, want := range map[string]string{
		"man": ".TH WARBLER 1", "man knapsack": ".TH WARBLER\\-KNAPSACK 1", "man experiment run": ".TH WARBLER\\-EXPERIMENT\\-RUN 1", "man algorithms": ".TH WARBLER\\-ALGORITHMS 7",
	} {
		if got := warble(t, "", strings.Fields(args)...); got.code != cli.ExitOK || !strings.HasPrefix(got.out, want) {
			t.Errorf("%s: %+v", args, got)
		}
	}
	for args, want := range map[string]string{
		"man knapsak": "there is no page about", "man qap --out x": "--out writes all pages", "man --out " + file(t, "taken", "") + "/x": "not a directory",
	} {
		if got := warble(t, "", strings.Fields(args)...); got.code != cli.ExitUser || !strings.Contains(got.err, want) {
			t.Errorf("%s: %+v", args, got)
		}
	}
}
