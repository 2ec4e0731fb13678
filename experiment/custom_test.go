package experiment

import (
	"context"
	"os"
	"path/filepath"
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
