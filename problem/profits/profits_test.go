package profits

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/problem"
)

const small = "# three items\nprofits 3 2 1\n10 # the capacity\n5 1 4\n1 5 4\n2 2 6\n"

func TestReadWrite(t *testing.T) {
	q, err := Read(strings.NewReader(small), "small")
	if err != nil {
		t.Fatal(err)
	}
	want := &Instance{Name: "small", Profits: [][]int64{{5, 1, 2}, {1, 5, 2}}, Weights: [][]int64{{4, 4, 6}}, Capacities: []int64{10}}
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
		"":                                      "f:1: the file should begin",
		"knapsack":                              "f:1: the file should begin",
		"profits 3 1 1":                         `f:1: the number of profits is "1"; it should be a whole number from 2 to 8`,
		"profits 3 9 1":                         "from 2 to 8",
		"profits 0 2 1":                         `the number of items is "0"`,
		"profits 1 2 1\n10\n1 2":                "f:3: the file ends where weight 1 of item 1 of 1",
		"profits 1 2 1\n10\n1 -2 3":             `f:3: profit 2 of item 1 of 1 is "-2"`,
		"profits 1 2 1\n10\n1 2 3\n4":           "f:4: something follows",
		"profits 1 2 1\n10\n1 2 99999999999999": "should be a whole number from 0 to 1099511627776",
	} {
		if _, err := Read(strings.NewReader(text), "f"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestScoresAgreeWithTheCheck compares the problem with its checker on random
// choices.
func TestScoresAgreeWithTheCheck(t *testing.T) {
	q, err := Generate(70, 3, 2, 4)
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(q)
	if err != nil {
		t.Fatal(err)
	}
	g := problemtest.RandomGenomes(p.Representation(), 200, 1)
	fits := 0
	for i := range g.Len() {
		var items []int
		for j := range 70 {
			if g.At(i).Bit(j) {
				items = append(items, j)
			}
		}
		values, err := q.check(items)
		if (err == nil) != (p.(problem.Constrained).Violation(g.At(i)) == 0) {
			t.Fatalf("choice %v: %v, the violation is %d", items, err, p.(problem.Constrained).Violation(g.At(i)))
		}
		if err != nil {
			continue
		}
		fits++
		scores := make([]problem.Score, 3)
		if p.Scores(g.At(i), scores); !reflect.DeepEqual(scores, values) {
			t.Fatalf("choice %v: scores %v, want %v", items, scores, values)
		}
	}
	if fits < 20 || fits > 180 {
		t.Errorf("%d of 200 choices fit", fits)
	}
	for _, items := range [][]int{{70}, {-1}, {3, 3}} {
		if _, err := q.check(items); err == nil {
			t.Errorf("%v was accepted", items)
		}
	}
}

func TestKernel(t *testing.T) {
	q, err := Generate(130, 2, 3, 9)
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
	problemtest.FuzzRead(f, Read, (*Instance).validate, (*Instance).Write, small, "profits 1 2 1\n0\n1 2 3")
}
