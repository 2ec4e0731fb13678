package experiment

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCampaignOfAFragment: a plan may name a fitness function in C; its data lies
// beside it.
func TestCampaignOfAFragment(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"plan.toml": "[seeds]\ncount = 3\n[stop]\ngenerations = 20\n[[problem]]\nfile = \"sub/my.c\"\n[[algorithm]]\nname = \"genetic\"\n",
		"sub/my.c":  "/* warbler\nname = \"mine\"\ngenome = \"binary\"\nlength = \"w\"\n[data]\nw = { file = \"w.csv\" }\n*/\nscore fitness(genome g, data d)\n{\n    score s = 0;\n    for (int i = 0; i < LENGTH; i++)\n        s += gene(g, i) * d.w[i];\n    return s;\n}\n",
		"sub/w.csv": "1\n2\n4\n8\n16\n32\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p, err := ReadPlan(filepath.Join(dir, "plan.toml"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := Create(filepath.Join(dir, "results"), p, "cpu")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Run(context.Background(), Where{CPU: true, Threads: 1}, nil); err != nil {
		t.Fatal(err)
	}
	results, err := readResults(c.db, dir)
	if err != nil || results.Done() != 3 {
		t.Fatalf("%+v, %v", results, err)
	}
	for _, r := range results.Cells[0].Runs {
		if r.Score != 63 {
			t.Errorf("%+v", r)
		}
	}
}

// TestCampaignOutlivesFragments: runs that a fragment breaks off are stored as
// failures and not tried again; all others are what they are without it.
func TestCampaignOutlivesFragments(t *testing.T) {
	dir := t.TempDir()
	// One genome in two hundred divides by zero: some seeds meet one, at once or later.
	fragment := func(then string) string {
		return "/* warbler\ngenome = \"binary\"\nlength = 20\n*/\nscore fitness(genome g, data d)\n{\n    score s = 0;\n" +
			"    for (int i = 0; i < LENGTH; i++)\n        s = s * 2 + gene(g, i);\n    " + then + "\n    return s;\n}\n"
	}
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("zero.c", fragment("s += 100 / (s % 200 - 8) / 99;"))
	write("fine.c", fragment(""))
	plan := "[seeds]\ncount = 12\n[stop]\ngenerations = 5\n%s[[problem]]\nfile = \"fine.c\"\n[[algorithm]]\nname = \"genetic\"\n[algorithm.parameters]\npopulation = 40\n"
	perform := func(name, text string, where Where) *Results {
		t.Helper()
		p, err := ReadPlan(write(name+".toml", text))
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Try(t.Context()); err != nil {
			t.Fatal(err)
		}
		folder := filepath.Join(dir, name)
		c, err := Create(folder, p, "cpu")
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Run(t.Context(), where, nil); err != nil || c.Done() != p.Runs() {
			t.Fatalf("%d of %d runs, %v", c.Done(), p.Runs(), err)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		if c, err = Load(folder); err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if c.Done() != p.Runs() {
			t.Errorf("%d runs would be tried again", p.Runs()-c.Done())
		}
		r, err := Open(folder)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	cpu := Where{CPU: true, Threads: 2}
	want := perform("without", fmt.Sprintf(plan, ""), cpu)
	both := fmt.Sprintf(plan, "[[problem]]\nfile = \"zero.c\"\n")
	alone := perform("threads", both, Where{CPU: true, Threads: 1})
	got := perform("with", both, cpu)
	bad, fine := got.Cells[0], got.Cells[1]
	if len(bad.Failures) == 0 || len(bad.Runs) == 0 || len(bad.Failures)+len(bad.Runs) != 12 || got.Failed() != len(bad.Failures) {
		t.Fatalf("%d runs failed, %d did not", len(bad.Failures), len(bad.Runs))
	}
	for i, f := range bad.Failures {
		if f.Status != "crashed" || !strings.Contains(f.Message, "zero.c:10: division by zero in fitness") || f.Device != "cpu" || f.Seed != alone.Cells[0].Failures[i].Seed {
			t.Errorf("%+v, alone %+v", f, alone.Cells[0].Failures)
		}
	}
	for i, r := range fine.Runs {
		if w := want.Cells[0].Runs[i]; r.Genome != w.Genome || r.Seed != w.Seed {
			t.Errorf("%+v, without the other %+v", r, w)
		}
	}
}
