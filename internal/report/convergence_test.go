package report_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/report"
)

// Convergence is over evaluations; over steps only where there is one algorithm and
// evaluations are not known.
func TestConvergenceIsOverEvaluations(t *testing.T) {
	group := func(algorithm string, evaluations int64) report.Group {
		g := report.Group{Problem: "p", Algorithm: algorithm, Minimize: true}
		for seed := range 3 {
			v := float64(10 - seed)
			g.Runs = append(g.Runs, report.Run{Seed: uint64(seed), Value: v, Feasible: true, Steps: 50, Evaluations: 50 * evaluations})
			g.Traces = append(g.Traces, report.Trace{{Step: 1, Value: 2 * v, Evaluations: evaluations}, {Step: 50, Value: v, Evaluations: 50 * evaluations}})
		}
		return g
	}
	for _, c := range []struct {
		groups []report.Group
		axis   string
	}{
		{[]report.Group{group("a", 7), group("b", 90)}, "evaluations"},
		{[]report.Group{group("a", 7)}, "evaluations"},
		{[]report.Group{group("a", 0)}, "step"},
		{[]report.Group{group("a", 0), group("b", 90)}, ""},
	} {
		axis := ""
		for _, p := range analyze(t, &report.Report{Groups: c.groups}).Pictures() {
			if !strings.HasSuffix(p.Name, "-convergence") {
				continue
			}
			var b bytes.Buffer
			if err := p.Write(&b, "svg"); err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{"evaluations", "step"} {
				if strings.Contains(b.String(), ">"+name+"<") {
					axis = name
				}
			}
		}
		if axis != c.axis {
			t.Errorf("%d groups: convergence is over %q, want %q", len(c.groups), axis, c.axis)
		}
	}
}
