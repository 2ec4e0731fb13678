package report_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/report"
)

// aimed is a group of three runs, of which the first so many hit.
func aimed(problem, algorithm, parameters string, target *float64, hits int) report.Group {
	g := report.Group{Problem: problem, Algorithm: algorithm, Parameters: parameters, Target: target}
	for i := range 3 {
		g.Runs = append(g.Runs, report.Run{
			Seed: uint64(i), Value: float64(i), Feasible: true, Hit: i < hits, Steps: 10, Evaluations: 100, Seconds: 1, Found: 10,
		})
	}
	return g
}

func TestGroupsAreTakenApart(t *testing.T) {
	low, high, third, never := 1.0, 14832.0, 1.0/3, math.NaN()
	for name, c := range map[string]struct {
		groups []report.Group
		want   []string // problem and name of each result
	}{
		"one target": {
			[]report.Group{aimed("p", "a", "", &low, 1), aimed("p", "b", "", &low, 1)},
			[]string{"p: a", "p: b"},
		},
		"two targets": {
			[]report.Group{aimed("p", "a", "", &low, 1), aimed("p", "b", "", &high, 1), aimed("p", "c", "", &low, 1)},
			[]string{"p, target 1: a", "p, target 1: c", "p, target 14832: b"},
		},
		"none for one": {
			[]report.Group{aimed("p", "a", "", nil, 0), aimed("p", "a", "", &third, 1), aimed("q", "a", "", &low, 1)},
			[]string{"p, no target: a", "p, target 0.3333333333333333: a", "q: a"},
		},
		"a name that is there": {
			[]report.Group{aimed("p", "a", "", &low, 1), aimed("p", "b", "", nil, 0), aimed("p, target 1", "a", "", nil, 0)},
			[]string{"p, target 1 #2: a", "p, no target: b", "p, target 1: a"},
		},
		"none that can be reached": {
			[]report.Group{aimed("", "a", "", nil, 0), aimed("p", "a", "", &low, 1), aimed("p", "b", "", &never, 1), aimed("p", "c", "", &never, 1)},
			[]string{": a", "p, target 1: a", "p, no target: b", "p, no target: c"},
		},
		"alike": {
			[]report.Group{aimed("p", "a", "", nil, 0), aimed("p", "a", "", nil, 0), aimed("p", "a", "", nil, 0), aimed("q", "a", "", nil, 0)},
			[]string{"p: a", "p: a #2", "p: a #3", "q: a"},
		},
		"alike with parameters": {
			[]report.Group{aimed("p", "a", "x=1", nil, 0), aimed("p", "a", "x=2", nil, 0), aimed("p", "a", "x=1", nil, 0)},
			[]string{"p: a x=1", "p: a x=2", "p: a x=1 #2"},
		},
	} {
		before := slices.Clone(c.groups)
		a := analyze(t, &report.Report{Groups: c.groups})
		var got []string
		for _, p := range a.Problems {
			for _, r := range p.Results {
				got = append(got, p.Name+": "+r.Name)
				if p.Target != r.Group.Target {
					t.Errorf("%s: %s has not the target of %s", name, r.Name, p.Name)
				}
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		for i := range before {
			if before[i].Problem != c.groups[i].Problem || before[i].Parameters != c.groups[i].Parameters {
				t.Errorf("%s: a group of the caller was changed", name)
			}
		}
	}
}

// Hits of one target are set beside those of another neither in a problem nor
// over problems, and the report says so.
func TestTargetsAreNotCompared(t *testing.T) {
	low, high := 1.0, 2.0
	groups := []report.Group{aimed("p", "a", "", &low, 3), aimed("p", "b", "", &high, 2)}
	const leftOut, note = "Problems with several targets are left out.", "is shown once for each target"
	for problems, c := range map[string]struct {
		groups []report.Group
		ranked int
		cactus bool
	}{
		"p":       {groups, 0, false},
		"p, q":    {append(slices.Clone(groups), aimed("q", "a", "", &low, 3), aimed("q", "b", "", &low, 3)), 0, true},
		"p, q, r": {append(slices.Clone(groups), aimed("q", "a", "", nil, 0), aimed("q", "b", "", nil, 0), aimed("r", "a", "", nil, 0), aimed("r", "b", "", nil, 0)), 2, false},
		"twice":   {append(slices.Clone(groups), aimed("p", "a", "", &high, 2), aimed("p", "b", "", &low, 3)), 0, false},
	} {
		a := analyze(t, &report.Report{Groups: c.groups})
		for _, p := range a.Problems {
			if strings.HasPrefix(p.Name, "p") && problems != "twice" && len(p.Comparisons) > 0 {
				t.Errorf("%s: %s is compared: %+v", problems, p.Name, p.Comparisons)
			}
		}
		if ranked := a.Ranking; (ranked != nil) != (c.ranked > 0) || ranked != nil && ranked.Problems != c.ranked {
			t.Errorf("%s: %+v", problems, ranked)
		}
		cactus := false
		for _, p := range a.Pictures() {
			if p.Name == "cactus" {
				if cactus = true; !strings.Contains(p.Caption, leftOut) {
					t.Errorf("%s: %s", problems, p.Caption)
				}
			}
		}
		var text strings.Builder
		if err := a.Markdown(&text); err != nil {
			t.Fatal(err)
		}
		if cactus != c.cactus || !strings.Contains(text.String(), note) || strings.Contains(text.String(), leftOut) != (c.ranked > 0) {
			t.Errorf("%s: cactus %v\n%s", problems, cactus, text.String())
		}
	}
}
