package answer

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/problem"
)

type variables struct{ r problem.Representation }

func (v variables) Name() string                           { return "variables" }
func (v variables) Representation() problem.Representation { return v.r }
func (v variables) Evaluate(problem.Genome) problem.Score  { return 7 }

// What is written of variables can be read again, as text and as JSON.
func TestVariablesComeBack(t *testing.T) {
	r, err := problem.NewVariables([]problem.Variable{
		{Name: "rate", Type: problem.LogFloat, Lower: 1e-3, Upper: 10},
		{Name: "count", Type: problem.Int, Lower: 1, Upper: 9},
		{Name: "color", Type: problem.Choice, Choices: []string{"red", "blue"}},
		{Name: "open", Type: problem.Bool},
		{Name: "route", Type: problem.Order, Length: 3},
	})
	if err != nil {
		t.Fatal(err)
	}
	f := Genes{variables{r}}
	g := problem.Genome{Reals: []float64{-1.25, 3.4, 1.2, 1, 0.5, 0.1, 0.9}}
	var text bytes.Buffer
	if err := f.Write(&text, g, 7); err != nil {
		t.Fatal(err)
	}
	const want = "7\nrate=0.2865047968601901\ncount=3\ncolor=blue\nopen=true\nroute=1,0,2\n"
	if text.String() != want {
		t.Errorf("%s", text.String())
	}
	object, err := json.Marshal(map[string]any{"score": 7, "solution": f.Show(g, 7)})
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"score":7,"solution":{"rate":0.2865047968601901,"count":3,"color":"blue","open":true,"route":[1,0,2]}}`; string(object) != want {
		t.Errorf("%s", object)
	}
	for _, answer := range []string{text.String(), string(object), strings.TrimPrefix(want, "7\n")} {
		_, back, err := f.ReadClaim(strings.NewReader(answer), "answer")
		if err != nil {
			t.Fatal(err)
		}
		text.Reset()
		if err := f.Write(&text, back, 7); err != nil || text.String() != want {
			t.Errorf("%v: %s", err, text.String())
		}
	}
	for answer, reason := range map[string]string{
		"count=3 color=blue open=true route=1,0,2":                 "rate has no value",
		"rate=1 count=x color=blue open=true route=1,0,2":          "is no int",
		"rate=1 count=3 color=blue open=true route=1,0,1":          "none of its values",
		"rate=1 count=3 color=blue open=true route=1,0,2 what=1 2": "no name=value",
		"rate=1 count=3 color=blue open=true route=1,0,2 what=1":   "no variable",
	} {
		if _, _, err := f.ReadClaim(strings.NewReader(answer), "answer"); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%s: %v", answer, err)
		}
	}
}
