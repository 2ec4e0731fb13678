package experiment

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// begin runs the campaign of a plan in a folder, up to some runs, or all for a negative
// number.
func begin(t *testing.T, dir string, p *Plan, most int) *Campaign {
	t.Helper()
	c, err := Create(dir, p, "cpu")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	err = c.Run(ctx, Where{CPU: true, Threads: 1}, func(p Progress) {
		if most >= 0 && p.Done >= most {
			cancel()
		}
	})
	if err := errors.Join(err, c.Close()); err != nil {
		t.Fatal(err)
	}
	return c
}

// growing is a plan with so many instances, seeds and algorithms, by evaluations.
func growing(problems, seeds, algorithms, evaluations int) string {
	text := fmt.Sprintf("trace = true\nseeds.count = %d\nstop.evaluations = %d\nstop.stagnation = 20\n", seeds, evaluations)
	for i := range problems {
		text += fmt.Sprintf("[[problem]]\ngenerate = \"3sat\"\nvariables = 30\nseed = %d\nlabel = \"formula %d\"\n", i+1, i+1)
	}
	return text + strings.Join([]string{
		"[[algorithm]]\nname = \"genetic\"\nparameters.population = 20\nlabel = \"GA\"\n", "[[algorithm]]\nname = \"tabu\"\n",
		"[[algorithm]]\nname = \"annealing\"\n", "[[algorithm]]\nname = \"quantum\"\n",
	}[:algorithms], "")
}

// A campaign that was cut short, extended and merged from two folders has the table of
// one uninterrupted campaign.
func TestGrownAndMergedTablesAreTheSame(t *testing.T) {
	problems, seeds, more, algorithms := 2, 4, 2, 2
	if !testing.Short() {
		problems, seeds, more, algorithms = 4, 20, 10, 3
	}
	whole := planOf(t, growing(problems, seeds+more, algorithms+1, 2000))
	one := t.TempDir()
	begin(t, one, whole, -1)
	want := tableOf(t, one)

	grown := t.TempDir()
	first := planOf(t, growing(problems, seeds, algorithms, 2000))
	begin(t, grown, first, 3)
	begin(t, grown, first, 7)
	begin(t, grown, whole, -1)
	same(t, "grown", tableOf(t, grown), want)

	a, b, merged := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "merged")
	begin(t, a, first, 3)
	begin(t, a, planOf(t, growing(problems, seeds, algorithms, 2000)), -1)
	other := planOf(t, growing(problems, seeds+more, algorithms+1, 2000))
	begin(t, b, other, 5)
	if err := Merge(merged, nil, []string{a, b}); err != nil {
		t.Fatal(err)
	}
	c, err := Load(merged)
	if err != nil {
		t.Fatal(err)
	}
	if done := c.Done(); done < first.Runs() {
		t.Errorf("%d runs are merged, of %d", done, first.Runs())
	}
	if err := errors.Join(c.Run(t.Context(), Where{CPU: true}, nil), c.Close()); err != nil {
		t.Fatal(err)
	}
	same(t, "merged", tableOf(t, merged), want)
	if s, err := ReadSolution(merged, whole.Runs()-1); err != nil || s.Seed != uint64(seeds+more) {
		t.Errorf("%+v, %v", s, err)
	}
}

// Runs that ended by themselves stay when a limit grows.
func TestLongerLimit(t *testing.T) {
	dir := t.TempDir()
	begin(t, dir, planOf(t, growing(1, 6, 1, 60)), -1)
	before, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	limited := 0
	for _, r := range before.Cells[0].Runs {
		if r.Status == "evaluations" {
			limited++
		}
	}
	if c := begin(t, dir, planOf(t, growing(1, 6, 1, 2000)), -1); c.Again != limited || limited == 0 {
		t.Errorf("%d runs are done again, of %d that the limit ended", c.Again, limited)
	}
	same(t, "longer", tableOf(t, dir), complete(t, growing(1, 6, 1, 2000), Where{CPU: true}))
	if _, err := Create(dir, planOf(t, growing(1, 6, 1, 60)), "cpu"); err == nil || !strings.Contains(err.Error(), "shorter limits for GA on formula 1") {
		t.Error(err)
	}
}

func TestShards(t *testing.T) {
	plan := func(part, of int) *Plan {
		p := planOf(t, growing(2, 5, 2, 500))
		p.Shard = Shard{part, of}
		return p
	}
	var folders []string
	total := 0
	for part := 1; part <= 3; part++ {
		dir := t.TempDir()
		p := plan(part, 3)
		begin(t, dir, p, -1)
		r, err := Open(dir)
		if err != nil || r.Done() != p.Wanted() || r.Runs() != p.Wanted() || r.Done() < 4 {
			t.Errorf("shard %d: %d of %d runs, %v", part, r.Done(), p.Wanted(), err)
		}
		total += r.Done()
		folders = append(folders, dir)
	}
	if total != 20 {
		t.Errorf("%d runs in all shards", total)
	}
	if _, err := Create(folders[0], plan(2, 3), ""); err == nil || !strings.Contains(err.Error(), "the campaign in it is shard 1/3") {
		t.Error(err)
	}
	merged := t.TempDir()
	if err := Merge(merged, nil, folders); err != nil {
		t.Fatal(err)
	}
	same(t, "shards", tableOf(t, merged), complete(t, growing(2, 5, 2, 500), Where{CPU: true}))
	for _, text := range []string{"0/3", "4/3", "3", "1/2x", "1/0", "a/b", "1/99999999"} {
		if s, err := ParseShard(text); err == nil {
			t.Errorf("%s: %v", text, s)
		}
	}
}

func TestGrowthRefused(t *testing.T) {
	dir := t.TempDir()
	begin(t, dir, planOf(t, growing(2, 4, 2, 500)), -1)
	for _, c := range []struct{ text, want string }{
		{growing(1, 4, 2, 500), "the plan lacks GA on formula 2"},
		{growing(2, 4, 1, 500), "the plan lacks tabu on formula 1"},
		{growing(2, 3, 2, 500), "the plan lacks seed 4"},
		{strings.Replace(growing(2, 4, 2, 500), "trace = true", "trace = 5", 1), "other traces"},
	} {
		_, err := Create(dir, planOf(t, c.text), "cpu")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, grownName)); err == nil {
		t.Error("a refused plan leaves a file")
	}
	// A label is no part of a run.
	renamed := planOf(t, strings.NewReplacer("formula 1", "F1", "\"GA\"", "\"the GA\"").Replace(growing(2, 4, 2, 500)))
	if c := begin(t, dir, renamed, -1); c.Again != 0 || c.Plan.Cells[0].Problem != "F1" || c.Plan.Cells[0].Method != "the GA" {
		t.Errorf("%+v", c)
	}
	// The same plan goes on.
	if c := begin(t, dir, renamed, -1); c.Again != 0 {
		t.Errorf("%+v", c)
	}
	other := t.TempDir()
	begin(t, other, planOf(t, growing(3, 2, 1, 500)), -1)
	err := Merge(t.TempDir(), nil, []string{dir, other})
	if err == nil || !strings.Contains(err.Error(), "no folder's plan has the runs of all") {
		t.Error(err)
	}
	merged := t.TempDir()
	if err := Merge(merged, planOf(t, growing(3, 4, 2, 500)), []string{dir, other}); err != nil {
		t.Error(err)
	}
	if r, err := Open(merged); err != nil || r.Done() != 16+2 || r.Runs() != 24 {
		t.Errorf("%+v, %v", r, err)
	}
	// The file alone is the campaign.
	if r, err := Open(filepath.Join(merged, databaseName)); err != nil || r.Done() != 18 {
		t.Error(err)
	}
}

func TestPreview(t *testing.T) {
	dir := t.TempDir()
	v, err := planOf(t, growing(2, 4, 2, 500)).Preview(t.Context(), filepath.Join(dir, "none"), 1)
	if err != nil || v.Problems != 2 || v.Cells != 4 || v.Runs != 16 || v.Kept != 0 || v.Missing != 16 || v.Time <= 0 || v.Open {
		t.Errorf("%+v, %v", v, err)
	}
	begin(t, dir, planOf(t, growing(2, 4, 1, 500)), -1)
	v, err = planOf(t, growing(2, 5, 2, 500)).Preview(t.Context(), dir, 1)
	if err != nil || v.Runs != 20 || v.Kept != 8 || v.Missing != 12 || v.Again != 0 {
		t.Errorf("%+v, %v", v, err)
	}
	timed := strings.Replace(growing(2, 4, 2, 500), "stop.evaluations = 500", "stop.time = \"2s\"", 1)
	if v, err := planOf(t, timed).Preview(t.Context(), filepath.Join(dir, "none"), 2); err != nil || v.Time != 16*time.Second {
		t.Errorf("%+v, %v", v, err)
	}
	if _, err := planOf(t, growing(2, 4, 0, 500)+"[[algorithm]]\nname = \"tabu\"\n").Preview(t.Context(), dir, 1); err == nil {
		t.Error("a plan that lacks runs is previewed")
	}
}

// What a plan says of names, seeds, files and best known values.
func TestNamesSeedsAndPatterns(t *testing.T) {
	path := write(t, "plan.toml", `
best-known = "values.txt"
seeds.list = [7, 3, 9]
stop.evaluations = 100
[[problem]]
file = "k*.txt"
[[problem]]
generate = "tsp"
cities = 12
label = "small"
best-known = 17
[[algorithm]]
name = "random"
label = "blind"
`)
	beside(t, path, "k2.txt", "2 4\n3 4\n1 1\n")
	beside(t, path, "k1.txt", "2 3\n3 4\n1 1\n")
	beside(t, path, "values.txt", "# best known\n\nk1.txt 7\nother = 9\n")
	p, err := ReadPlan(path)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range p.Cells {
		known := "-"
		if c.Known != nil {
			known = c.Objective.Format(*c.Known)
		}
		got = append(got, fmt.Sprint(filepath.Base(c.Problem), " ", c.Method, " ", known))
	}
	if strings.Join(got, ", ") != "k1.txt blind 7, k2.txt blind -, small blind 17" || p.seedOf(1) != 3 || p.Seeds.String() != "7, 3, 9" {
		t.Error(got, p.Seeds)
	}
	dir := t.TempDir()
	begin(t, dir, p, -1)
	c, err := Load(dir)
	if err != nil || c.Done() != 9 {
		t.Fatalf("%+v, %v", c, err)
	}
	c.Close()
	for _, change := range []struct{ old, new, want string }{
		{"cities = 12", "cities = 12\ncount = 2", "label: it is for one problem, and these are 2"},
		{"\"k*.txt\"", "\"k*.txt\"\nlabel = \"x\"", "label: it is for one problem, and these are 2"},
		{"= 17", "= \"many\"", "best-known: \"many\" for small"},
		{"[7, 3, 9]", "[7, 3, 7]", "seeds.list: it has 7 twice"},
		{"[7, 3, 9]", "[7, -3]", "seeds.list: -3: a seed is a whole number"},
		{"[7, 3, 9]", "[]", "seeds.list: it is a list"},
		{"[7, 3, 9]", "[7]\nseeds.count = 2", "seeds.count: the list has all seeds"},
		{"values.txt", "none.txt", "best-known: "},
	} {
		text, _ := os.ReadFile(path)
		beside(t, path, "bad.toml", strings.Replace(string(text), change.old, change.new, 1))
		if _, err := ReadPlan(filepath.Join(filepath.Dir(path), "bad.toml")); err == nil || !strings.Contains(err.Error(), change.want) {
			t.Errorf("%s: %v", change.new, err)
		}
	}
}

func FuzzKnown(f *testing.F) {
	f.Add([]byte("a 1\n# b\nc d,2"))
	f.Fuzz(func(t *testing.T, content []byte) {
		values, err := parseKnown(content)
		for name := range values {
			if err == nil && strings.TrimSpace(name) != name {
				t.Errorf("%q", name)
			}
		}
	})
}
