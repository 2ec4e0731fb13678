package report

import (
	"math"
	"reflect"
	"testing"
)

// Two runs that rise from 0: one to 100 in a straight line, one to 50 at once.
func TestTargets(t *testing.T) {
	line := Trace{}
	for s := int64(0); s <= 100; s++ {
		line = append(line, Point{Step: s, Value: float64(s), Evaluations: 10 * s})
	}
	jump := Trace{{Step: 0, Value: 0, Evaluations: 1}, {Step: 5, Value: 50, Evaluations: 7}}
	g := Group{Problem: "p", Algorithm: "a", Traces: []Trace{line, jump}, Runs: make([]Run, 2)}
	a, err := Analyze(&Report{Groups: []Group{g}})
	if err != nil {
		t.Fatal(err)
	}
	p := a.Problems[0]
	targets := p.ladder()
	if len(targets) != ladderSteps || targets[0] != 2 || targets[24] != 50 || targets[49] != 100 {
		t.Fatal(targets)
	}
	evaluations, runs := p.Results[0].climbed(targets)
	var want []float64
	for range 25 { // the jump reaches the lower half
		want = append(want, 7)
	}
	for i := range 50 {
		want = append(want, float64(20*(i+1)))
	}
	if runs != 2 || !reflect.DeepEqual(evaluations, want) {
		t.Errorf("%d runs, %v", runs, evaluations)
	}
	// What falls is the same picture, upside down.
	for _, trace := range g.Traces {
		for i := range trace {
			trace[i].Value *= -1
		}
	}
	g.Minimize = true
	if a, err = Analyze(&Report{Groups: []Group{g}}); err != nil {
		t.Fatal(err)
	}
	p = a.Problems[0]
	if down, _ := p.Results[0].climbed(p.ladder()); !reflect.DeepEqual(down, want) {
		t.Errorf("%v", down)
	}
}

func TestNoTargets(t *testing.T) {
	for what, traces := range map[string][]Trace{
		"no traces":              nil,
		"nothing improves":       {{{Step: 0, Value: 3, Evaluations: 1}}},
		"evaluations not known":  {{{Step: 0, Value: 3}, {Step: 1, Value: 4}}},
		"nothing but infeasible": {{{Step: 0, Value: math.NaN(), Evaluations: 1}}},
	} {
		a, err := Analyze(&Report{Groups: []Group{{Problem: "p", Algorithm: "a", Traces: traces, Runs: make([]Run, 1)}}})
		if err != nil {
			t.Fatal(err)
		}
		if targets := a.Problems[0].ladder(); targets != nil {
			t.Errorf("%s: %v", what, targets)
		}
	}
}
