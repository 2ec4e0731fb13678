package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/cli/decide"
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
