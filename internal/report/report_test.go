package report_test

import (
	"context"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/report"
)

func TestContradictionsAreRefused(t *testing.T) {
	_, err := report.Analyze(&report.Report{Groups: []report.Group{{Problem: "p", Algorithm: "a", Minimize: true}, {Problem: "p", Algorithm: "b"}}})
	if err == nil || !strings.Contains(err.Error(), "maximized") {
		t.Error(err)
	}
}

// Effort to the target, by hand: the first run hits in step 49 of 99, which the first
// population makes a half of, the second at its end, the third never, and the last
// with its first population.
func TestEffortToTarget(t *testing.T) {
	target := 10.0
	a := analyze(t, &report.Report{Groups: []report.Group{{Problem: "p", Algorithm: "a", Target: &target, Runs: []report.Run{
		{Value: 10, Feasible: true, Hit: true, Steps: 99, Found: 49, Evaluations: 1000, Seconds: 4},
		{Value: 11, Feasible: true, Hit: true, Steps: 80, Found: 80, Evaluations: 800, Seconds: 3},
		{Value: 9, Feasible: true, Steps: 100, Found: 20, Evaluations: 1000, Seconds: 5},
		{Value: 10, Feasible: true, Hit: true, Steps: 99, Evaluations: 1000, Seconds: 5},
	}}}})
	r := a.Problems[0].Results[0]
	if r.Hits != 3 || r.StepsToTarget.Min != 0 || r.StepsToTarget.Median != 49 || r.EvaluationsToTarget.Min != 10 || r.EvaluationsToTarget.Median != 500 || r.SecondsToTarget.Median != 2 {
		t.Errorf("%d hits, %+v, %+v, %+v", r.Hits, r.StepsToTarget, r.EvaluationsToTarget, r.SecondsToTarget)
	}
	if r.ExpectedEvaluations != (500+800+1000+10)/3.0 || math.Abs(r.ExpectedSeconds-(2+3+5+0.05)/3) > 1e-12 {
		t.Errorf("expected %v evaluations and %v s", r.ExpectedEvaluations, r.ExpectedSeconds)
	}
}

// A run may reach a proven bound where nobody set a target.
func TestHitsNeedATarget(t *testing.T) {
	a := analyze(t, &report.Report{Groups: []report.Group{{Problem: "p", Algorithm: "a", Runs: []report.Run{
		{Value: 10, Feasible: true, Hit: true, Steps: 100, Found: 50, Evaluations: 1000, Seconds: 4},
	}}}})
	if r := a.Problems[0].Results[0]; r.Hits != 0 {
		t.Errorf("%d hits", r.Hits)
	}
	for _, p := range a.Pictures() {
		if p.Name == "cactus" || strings.HasSuffix(p.Name, "-target") {
			t.Errorf("there is a picture %s", p.Name)
		}
	}
}

// Runs that failed count where hits are counted.
func TestFailedRunsHitNothing(t *testing.T) {
	target := 1.0
	g := aimed("p", "a", "", &target, 3)
	g.Failed = 9
	var text strings.Builder
	if err := analyze(t, &report.Report{Groups: []report.Group{g}}).Markdown(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"3 of 12 runs reached the target 1.", "9 runs failed", " 25 |", "Failed"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is not in\n%s", want, text.String())
		}
	}
}

// A run without a feasible value is worse than any other, whatever its value.
// By hand: U is 80, its variance 100/12·(21 − 510/380), and the deviate 2.305.
func TestInfeasibleRunsAreWorse(t *testing.T) {
	groups := []report.Group{{Problem: "p", Algorithm: "a", Minimize: true}, {Problem: "p", Algorithm: "b", Minimize: true}}
	for i := range 10 {
		groups[0].Runs = append(groups[0].Runs, report.Run{Seed: uint64(i), Value: 0, Feasible: i > 7})
		groups[1].Runs = append(groups[1].Runs, report.Run{Seed: uint64(i), Value: float64(100 + i), Feasible: true})
	}
	a := analyze(t, &report.Report{Groups: groups})
	p := a.Problems[0]
	if got, want := p.Comparisons[0].Verdict, "b is better than a, p = 0.021, a large effect."; got != want {
		t.Errorf("%q, not %q", got, want)
	}
	if r := p.Results[0]; r.Best != 0 || r.Values.N != 2 {
		t.Errorf("%+v", r.Values)
	}
}

// Variants are named by what sets them apart.
func TestVariantNames(t *testing.T) {
	a := analyze(t, &report.Report{Groups: []report.Group{
		{Problem: "p", Algorithm: "ga", Parameters: "population=50 rate=0.1"},
		{Problem: "p", Algorithm: "ga", Parameters: "population=50 rate=0.2"},
		{Problem: "p", Algorithm: "de", Parameters: "population=50"},
		{Problem: "q", Algorithm: "de", Parameters: "population=50"},
	}})
	want := []string{"ga rate=0.1", "ga rate=0.2", "de"}
	if strings.Join(a.Variants, "|") != strings.Join(want, "|") {
		t.Errorf("%q", a.Variants)
	}
}

// Long names still tell variants apart, by what they end with.
func TestLongVariantNames(t *testing.T) {
	var groups []report.Group
	for _, own := range []string{"population=33 epsilon=0", "population=33 epsilon=0.01", "population=10 epsilon=0.01"} {
		groups = append(groups, report.Group{Problem: "p", Algorithm: "quantum", Parameters: "constraint=index " + own}, report.Group{Problem: "q", Algorithm: "quantum", Parameters: "constraint=greedy " + own})
	}
	for _, name := range analyze(t, &report.Report{Groups: groups}).Variants {
		if !strings.Contains(name, " epsilon=0") || strings.Contains(name, "#") {
			t.Errorf("%q", name)
		}
	}
}

// What algorithms have otherwise than others is said, also where each has one variant.
func TestVariantsUnderOtherConditions(t *testing.T) {
	for other, want := range map[string]string{
		"constraint=index":          "ga constraint=greedy|quantum constraint=index",
		"constraint=greedy":         "ga|quantum",
		"constraint=index angle=pi": "ga constraint=greedy|quantum constraint=index",
	} {
		a := analyze(t, &report.Report{Groups: []report.Group{
			{Problem: "p", Algorithm: "ga", Parameters: "constraint=greedy"}, {Problem: "p", Algorithm: "quantum", Parameters: other},
		}})
		if got := strings.Join(a.Variants, "|"); got != want {
			t.Errorf("%s: %q, want %q", other, got, want)
		}
	}
}

// Over problems: a is first, second, first; b is second, first, second; c is
// last. By hand χ² is 12·3/(3·4)·((2/3)² + (1/3)² + 1²) = 14/3.
func TestRanking(t *testing.T) {
	r := &report.Report{}
	for problem, values := range map[string][]float64{"x": {3, 2, 1}, "y": {2, 3, 1}, "z": {9, 8, 7}} {
		for i, v := range values {
			r.Groups = append(r.Groups, report.Group{
				Problem: problem, Algorithm: string(rune('a' + i)), Runs: []report.Run{{Value: v, Feasible: true}},
			})
		}
	}
	k := analyze(t, r).Ranking
	if k == nil || k.Problems != 3 || math.Abs(k.Friedman.Statistic-14.0/3) > 1e-9 {
		t.Fatalf("%+v", k)
	}
	for i, want := range []float64{4.0 / 3, 5.0 / 3, 3} {
		if math.Abs(k.MeanRanks[i]-want) > 1e-9 {
			t.Errorf("mean ranks %v", k.MeanRanks)
		}
	}
}

// Over eight problems of very different scales a is 1 to 1.7 % worse than b: one verdict,
// by the best known values that there are.
func TestOneVerdict(t *testing.T) {
	r := &report.Report{}
	for i := range 8 {
		known := math.Pow(10, float64(i))
		for k, name := range []string{"a", "b"} {
			g := report.Group{Problem: string(rune('p' + i)), Algorithm: name, Minimize: true, Known: &known}
			for seed := range 10 {
				g.Runs = append(g.Runs, report.Run{Seed: uint64(seed), Value: known * (1.02 - (0.01+0.001*float64(i))*float64(k) + 0.0001*float64(seed)), Feasible: true})
			}
			r.Groups = append(r.Groups, g)
		}
	}
	a := analyze(t, r)
	k := a.Ranking
	if math.Abs(k.Gaps[0]-2.045) > 1e-9 || math.Abs(k.Gaps[1]-0.695) > 1e-9 || len(k.Pairs) != 1 || k.Pairs[0].A != 1 || k.Pairs[0].Verdict() != 1 {
		t.Errorf("%+v", k)
	}
	// All of eight signs are equal by chance in two of 256 cases.
	if got := k.Findings(); len(got) != 1 || !strings.HasPrefix(got[0], "b is better than a over 8 problems, on 8 of them: 1.35 %, 95 % interval 1.19 to 1.5; ") || !strings.HasSuffix(got[0], "p = 0.008.") {
		t.Errorf("%q", got)
	}
}

// Instances that are paired get one verdict, whatever their scales: what the pairs say.
func TestPairedGroups(t *testing.T) {
	groups := []report.Group{{Problem: "held out", Algorithm: "best", Minimize: true, Paired: true}, {Problem: "held out", Algorithm: "baseline", Minimize: true, Paired: true}}
	for i := range 20 {
		for k := range groups {
			groups[k].Runs = append(groups[k].Runs, report.Run{Seed: uint64(i), Value: float64(100*i+100) + float64(k), Feasible: true})
		}
	}
	a := analyze(t, &report.Report{Groups: groups})
	var page strings.Builder
	if err := a.Markdown(&page); err != nil {
		t.Fatal(err)
	}
	c := a.Problems[0].Comparisons[0]
	if c.Pairs == nil || c.Pairs.Better != 20 || !strings.HasPrefix(c.Verdict, "best is better than baseline over 20 instances, on 20 of them") {
		t.Errorf("%+v", c)
	}
	if text := page.String(); strings.Contains(text, "No difference") || strings.Contains(text, "no difference") || !strings.Contains(text, "and is better than baseline") {
		t.Error(text)
	}
}

func TestFolder(t *testing.T) {
	dir := os.Getenv("WARBLER_REPORT") // to look at it
	if dir == "" {
		dir = filepath.Join(t.TempDir(), "new")
	}
	a := analyze(t, sample(60))
	if err := a.WriteFolder(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	files := []string{"report.html", "report.md", "report.tex", "groups.csv", "tests.csv"}
	for _, p := range a.Pictures() {
		files = append(files, "pictures/"+p.Name+".svg", "pictures/"+p.Name+".png")
	}
	for _, name := range files {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() < 100 {
			t.Errorf("%s: %v", name, err)
		}
	}
	page, err := os.ReadFile(filepath.Join(dir, "report.html"))
	if err != nil {
		t.Fatal(err)
	}
	// Nothing is loaded, and colors follow the page.
	for _, foreign := range []string{"<script", "<link", "src=", "url(", "@import", "fill:#", "stroke:#"} {
		if strings.Contains(string(page), foreign) {
			t.Errorf("the page has %q", foreign)
		}
	}
	if err := a.WriteFolder(t.Context(), filepath.Join(dir, "report.html")); err == nil {
		t.Error("a file was taken for a folder")
	}
}

// What cannot be written is told once, and no half of it stays.
func TestFolderFails(t *testing.T) {
	a := analyze(t, sample(60))
	inTheWay := t.TempDir()
	for _, name := range []string{"report.html", "report.md", "report.tex", "groups.csv", "tests.csv"} {
		if err := os.Mkdir(filepath.Join(inTheWay, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.WriteFolder(t.Context(), inTheWay); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v", err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	empty := t.TempDir()
	if err := a.WriteFolder(stopped, empty); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	for _, dir := range []string{inTheWay, empty} {
		err := filepath.WalkDir(dir, func(path string, file fs.DirEntry, err error) error {
			if err == nil && (strings.HasSuffix(path, ".tmp") || dir == empty && !file.IsDir()) {
				t.Errorf("%s is left", path)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}

func TestSections(t *testing.T) {
	r := &report.Report{Title: "x", Lead: "What was done.", Sections: []report.Section{{
		Title: "The <course>", Text: []string{"A *word*."},
		Tables: []report.Table{{Caption: "Two lines.", Columns: []report.Column{{Head: "Name", Words: true}, {Head: "Count"}}, Rows: [][]string{{"a|b", "1"}, {"short"}}}},
		Charts: []report.Chart{{Name: "course", Title: "Course", Caption: "A line.", X: "runs", Y: "candidates", Lines: []report.Line{
			{Name: "alive", Points: [][2]float64{{0, 4}, {1, math.NaN()}, {2, 2}}}, {Name: "none"},
		}}},
	}}}
	a, err := report.Analyze(r)
	if err != nil {
		t.Fatal(err)
	}
	var page, text, tex, picture strings.Builder
	if err := errors.Join(a.HTML(&page), a.Markdown(&text), a.LaTeX(&tex)); err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct{ text, want string }{
		"page":     {page.String(), "<h2>The &lt;course&gt;</h2>\n<p>A *word*.</p>"},
		"picture":  {page.String(), "<figcaption>A line.</figcaption>"},
		"lead":     {page.String(), `<p class="lead">What was done.</p>`},
		"markdown": {text.String(), "## The &lt;course&gt;\n\nA \\*word\\*.\n\nTwo lines.\n\n| Name  | Count |"},
		"cell":     {text.String(), `| a\|b  |     1 |`},
		"latex":    {tex.String(), `a|b & 1 \\`},
	} {
		if !strings.Contains(c.text, c.want) {
			t.Errorf("%s lacks %q:\n%s", what, c.want, c.text)
		}
	}
	all := a.Pictures()
	if len(all) != 1 || all[0].Name != "course" {
		t.Fatalf("%+v", all)
	}
	if err := all[0].Write(&picture, "svg"); err != nil || strings.Contains(picture.String(), "NaN") {
		t.Error(err)
	}
}
