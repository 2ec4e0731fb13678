package report_test

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/report"
)

// hostile draws text and numbers that a file may hold.
func hostile(t *rapid.T) *report.Report {
	text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
		"<script>alert(1)</script>", `"><img src=x onerror=alert(1)>`, "a|b", `\input{x}`, "]]>", "\x00\x1b[31m", "</style><b>", "{{.}}",
		strings.Repeat("long ", 50), "\u202egnp.exe", "", "\xff\xfe",
	}))
	float := rapid.OneOf(rapid.Float64(), rapid.Float64Range(-10, 10), rapid.Map(rapid.IntRange(-3, 3), func(i int) float64 { return float64(i) }),
		rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64, 5e-324, 1e300, 0, math.Copysign(0, -1)}))
	r := &report.Report{Title: text.Draw(t, "title"), Notes: rapid.SliceOfN(text, 0, 2).Draw(t, "notes")}
	algorithms := rapid.SliceOfN(text, 1, 4).Draw(t, "algorithms")
	for _, problem := range rapid.SliceOfNDistinct(text, 1, 3, rapid.ID[string]).Draw(t, "problems") {
		minimize := rapid.Bool().Draw(t, "minimize")
		// One target for all, or any.
		targets := rapid.SliceOfN(rapid.OneOf(rapid.Just[*float64](nil), rapid.Ptr(float, false)), 1, 3).Draw(t, "targets")
		for _, algorithm := range algorithms {
			target := rapid.SampledFrom(targets).Draw(t, "target")
			g := report.Group{Problem: problem, Algorithm: algorithm, Parameters: text.Draw(t, "parameters"), Minimize: minimize, Target: target}
			for range rapid.IntRange(0, 12).Draw(t, "runs") {
				g.Runs = append(g.Runs, report.Run{
					Seed: rapid.Uint64Range(0, 20).Draw(t, "seed"), Value: float.Draw(t, "value"), Feasible: rapid.Bool().Draw(t, "feasible"),
					Hit: rapid.Bool().Draw(t, "hit"), Steps: rapid.Int64().Draw(t, "steps"),
					Evaluations: rapid.Int64().Draw(t, "evaluations"), Found: rapid.Int64().Draw(t, "found"), Seconds: float.Draw(t, "seconds"),
				})
			}
			for range rapid.IntRange(0, 3).Draw(t, "traces") {
				var course report.Trace
				for range rapid.IntRange(0, 5).Draw(t, "points") {
					course = append(course, report.Point{Step: rapid.Int64().Draw(t, "step"), Value: float.Draw(t, "at")})
				}
				g.Traces = append(g.Traces, course)
			}
			r.Groups = append(r.Groups, g)
		}
	}
	return r
}

func TestHostileReports(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, err := report.Analyze(hostile(t))
		if err != nil {
			t.Fatal(err)
		}
		var page, table, tests, markdown, latex bytes.Buffer
		if err := errors.Join(a.HTML(&page), a.CSV(&table), a.TestsCSV(&tests), a.Markdown(&markdown), a.LaTeX(&latex)); err != nil {
			t.Fatal(err)
		}
		for _, element := range elements(t, page.Bytes()) {
			switch element {
			case "script", "img", "link", "iframe", "image", "object":
				t.Fatalf("the page has an element %s", element)
			}
		}
		for _, b := range []*bytes.Buffer{&table, &tests} {
			if _, err := csv.NewReader(b).ReadAll(); err != nil {
				t.Fatal(err)
			}
		}
		if strings.Contains(markdown.String(), "<script") || strings.Contains(latex.String(), `\input`) {
			t.Fatal("text came through without an escape")
		}
		for _, p := range a.Pictures() {
			if err := p.Write(io.Discard, "svg"); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// elements are the names of all elements of a page whose tags match.
func elements(t *rapid.T, page []byte) []string {
	d := xml.NewDecoder(bytes.NewReader(page))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	var names, open []string
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			if len(open) > 0 {
				t.Fatalf("the page leaves %v open", open)
			}
			return names
		}
		if err != nil {
			t.Fatalf("the page is not well formed: %v", err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			names, open = append(names, e.Name.Local), append(open, e.Name.Local)
			for _, attribute := range e.Attr {
				if strings.HasPrefix(strings.ToLower(attribute.Name.Local), "on") || attribute.Name.Local == "src" {
					t.Fatalf("<%s> has the attribute %s", e.Name.Local, attribute.Name.Local)
				}
			}
		case xml.EndElement:
			if len(open) == 0 || open[len(open)-1] != e.Name.Local {
				t.Fatalf("</%s> where %v is open", e.Name.Local, open)
			}
			open = open[:len(open)-1]
		}
	}
}

// What is better does not depend on which group comes first, nor on the
// direction if values change their sign.
func TestComparisonsAreSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		make2 := func(flip, exchange bool, x, y []float64) report.Comparison {
			groups := []report.Group{{Problem: "p", Algorithm: "a", Minimize: flip}, {Problem: "p", Algorithm: "b", Minimize: flip}}
			for i, values := range [][]float64{x, y} {
				for _, v := range values {
					if flip {
						v = -v
					}
					groups[i].Runs = append(groups[i].Runs, report.Run{Value: v, Feasible: true})
				}
			}
			if exchange {
				groups[0], groups[1] = groups[1], groups[0]
			}
			a, err := report.Analyze(&report.Report{Groups: groups})
			if err != nil {
				t.Fatal(err)
			}
			return a.Problems[0].Comparisons[0]
		}
		values := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 30), func(i int) float64 { return float64(i) }), 2, 20)
		x, y := values.Draw(t, "x"), values.Draw(t, "y")
		first := make2(false, false, x, y)
		for _, other := range []report.Comparison{make2(true, false, x, y), make2(false, true, x, y), make2(true, true, x, y)} {
			if math.Abs(other.MannWhitney.P-first.MannWhitney.P) > 1e-12 {
				t.Fatalf("p is %v and %v", first.MannWhitney.P, other.MannWhitney.P)
			}
			if first.MannWhitney.P < 0.05 && first.Verdict != other.Verdict {
				t.Fatalf("%q and %q", first.Verdict, other.Verdict)
			}
		}
	})
}
