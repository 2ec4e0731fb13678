package itinerary

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/problem"
)

const small = "itinerary 2 2 # two places\n0 3\n4 0\n0 1\n1 0\n"

func TestReadWrite(t *testing.T) {
	q, err := Read(strings.NewReader(small), "small")
	if err != nil {
		t.Fatal(err)
	}
	want := &Instance{Name: "small", Costs: [][][]int64{{{0, 3}, {4, 0}}, {{0, 1}, {1, 0}}}}
	if !reflect.DeepEqual(q, want) {
		t.Errorf("%+v, want %+v", q, want)
	}
	var b bytes.Buffer
	if err := q.Write(&b); err != nil {
		t.Fatal(err)
	}
	if again, err := Read(&b, "small"); err != nil || again.hash() != q.hash() {
		t.Error(again, err)
	}
}

func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                               "f:1: the file should begin",
		"itinerary 0 2":                  `the number of places is "0"`,
		"itinerary 2 1":                  `the number of costs is "1"`,
		"itinerary 1 2\n0":               "f:2: the file ends where cost 2 from place 1 to 1",
		"itinerary 1 2\n0\n-1":           `f:3: cost 2 from place 1 to 1 is "-1"`,
		"itinerary 1 2\n0\n1\nitinerary": "f:4: something follows",
	} {
		if _, err := Read(strings.NewReader(text), "f"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestScoresAgreeWithTheCheck compares the problem with its checker on random
// orders, with costs that have a direction.
func TestScoresAgreeWithTheCheck(t *testing.T) {
	q, err := Generate(17, 3, 4)
	if err != nil {
		t.Fatal(err)
	}
	q.Costs[1][2][3] += 5
	p, err := New(q)
	if err != nil {
		t.Fatal(err)
	}
	g := problemtest.RandomGenomes(p.Representation(), 50, 1)
	for i := range g.Len() {
		order := g.At(i).List()
		values, err := q.check(order)
		if err != nil {
			t.Fatal(err)
		}
		scores := make([]problem.Score, 3)
		p.Scores(g.At(i), scores)
		for m, v := range values {
			if scores[m] != -v || scores[m] < p.Criteria()[m].Reference {
				t.Fatalf("order %v: scores %v, want minus %v", order, scores, values)
			}
		}
	}
	for _, order := range [][]int{{0}, make([]int, 17), {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17}} {
		if _, err := q.check(order); err == nil {
			t.Errorf("%v was accepted", order)
		}
	}
}

func TestKernel(t *testing.T) {
	q, err := Generate(33, 2, 9)
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(q)
	if err != nil {
		t.Fatal(err)
	}
	problemtest.EqualScores(t, p, 3)
}

func FuzzRead(f *testing.F) {
	problemtest.FuzzRead(f, Read, (*Instance).validate, (*Instance).Write, small, "itinerary 1 2\n0\n0")
}
