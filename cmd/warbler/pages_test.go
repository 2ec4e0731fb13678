package main

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/cli/decide"
	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/search"
)

var update = flag.Bool("update", false, "write the tables of parameters into docs/algorithms")

// TestPages: every algorithm has a page, with the parameters that it has.
func TestPages(t *testing.T) {
	for _, a := range append(search.Algorithms(), decide.Algorithms...) {
		path := filepath.Join("..", "..", "docs", "algorithms", a.Name+".md")
		page, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
			continue
		}
		mark := fmt.Sprintf("<!-- parameters: %s -->\n", a.Name)
		before, _, found := strings.Cut(string(page), mark)
		if !found || !strings.Contains(before, "**Idea.**") || !strings.Contains(before, "**When to use it.**") {
			t.Errorf("%s says no idea, no use or no %q", path, strings.TrimSpace(mark))
			continue
		}
		want := before + mark + "\n" + markdown(a.Params)
		if *update {
			if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		} else if want != string(page) {
			t.Errorf("%s has other parameters than %s; go test ./cmd/warbler -run TestPages -update", path, a.Name)
		}
	}
}

// TestProblemsPage: every problem has a row in the table of docs/PROBLEMS.md, with
// the extensions of its files, and no other has.
func TestProblemsPage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "PROBLEMS.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for line := range strings.Lines(string(page)) {
		if name, row, ok := strings.Cut(strings.TrimPrefix(line, "| ["), "](#"); ok && strings.HasPrefix(line, "| [") {
			rows[name] = row
		}
	}
	want := map[string]bool{"sat": true} // which is no kind of its own
	for _, k := range problem.Kinds() {
		want[k.Command] = true
		for _, extension := range k.Extensions {
			if !strings.Contains(rows[k.Command], extension) {
				t.Errorf("the row of %s lacks %s: %q", k.Command, extension, rows[k.Command])
			}
		}
	}
	if have := slices.Sorted(maps.Keys(rows)); !slices.Equal(have, slices.Sorted(maps.Keys(want))) {
		t.Errorf("the page has rows for %q", have)
	}
}

// markdown is a table of parameters for a page.
func markdown(table search.Table) string {
	if len(table) == 0 {
		return "It has none.\n"
	}
	var b strings.Builder
	b.WriteString("| name | default | | |\n|---|---|---|---|\n")
	for _, p := range table {
		help, domain := p.Help, p.Domain()
		if p.Symbol != "" {
			help += " (the paper's " + p.Symbol + ")"
		}
		if p.Unit != "" {
			domain += ", in " + p.Unit
		}
		if p.PerReplica {
			domain += "; may differ per replica"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", p.Name, p.Default, help, domain)
	}
	return b.String()
}
