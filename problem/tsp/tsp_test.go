package tsp

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/problem"
)

// square has the sides 3 and 4, with diagonals of 5.
const square = "NAME: square\nTYPE : TSP\nCOMMENT : a small one\nDIMENSION: 4\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 3.0 4e0\n3 3 0\n4 0 4\nEOF\n"

func Example() {
	q, err := Read(strings.NewReader(square), "square")
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := New(q)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Evaluate(problem.Genome{Order: []uint16{0, 1, 2, 3}}), p.Evaluate(problem.Genome{Order: []uint16{0, 2, 1, 3}}))
	// Output: -18 -14
}

func TestRead(t *testing.T) {
	want := &Instance{Name: "f", X: []float64{0, 3, 3, 0}, Y: []float64{0, 4, 0, 4}}
	for _, text := range []string{
		square, strings.ReplaceAll(square, "\n", "\r\n"), strings.TrimSuffix(square, "EOF\n"), strings.ReplaceAll(strings.ReplaceAll(square, " :", ":"), ": ", ":"),
		strings.Replace(square, ": TSP", ": TSP (Smith)\nEDGE_WEIGHT_FORMAT: FUNCTION", 1), strings.ReplaceAll(square, " ", "\t"),
		strings.Replace(square, "EOF\n", "DISPLAY_DATA_SECTION\n1 7 7\n2 8 8\n3 9 9\n4 1 1\n", 1), strings.ReplaceAll(square, "DIMENSION", "Dimension"),
	} {
		if got, err := Read(strings.NewReader(text), "f"); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{square, "", "f:1: the file ends where NODE_COORD_SECTION should be"},
		{"DIMENSION: 4\n", "", "f:5: DIMENSION and EDGE_WEIGHT_TYPE must stand before"},
		{"DIMENSION: 4", "DIMENSION: -4", "f:4: DIMENSION is \"-4\""},
		{"DIMENSION: 4", "DIMENSION: 7000000", "f:4: DIMENSION is \"7000000\""},
		{"DIMENSION: 4", "DIMENSION: 5", "f:11: the file ends where city 5 of 5 should be; it is truncated, or DIMENSION is too large"},
		{"DIMENSION: 4", "DIMENSION: 3", "f:10: \"4\" after the last of NODE_COORD_SECTION"},
		{": TSP", ": ATSP", "f:2: TYPE is \"ATSP\""},
		{"EUC_2D", "EUC_3D", "f:5: EDGE_WEIGHT_TYPE is \"EUC_3D\"; known are EUC_2D, CEIL_2D, GEO, ATT, EXPLICIT"},
		{"COMMENT", "COMMENTS", "f:3: \"COMMENTS\" is no keyword"},
		{"3 3 0\n", "4 3 0\n", "f:9: city 3 should come here"},
		{"3 3 0\n", "3 x 0\n", "f:9: a coordinate of city 3 is \"x\""},
		{"3 3 0\n", "3 NaN 0\n", "f:9: a coordinate of city 3 is \"NaN\""},
		{"3 3 0\n", "3 1e99 0\n", "f:9: a coordinate of city 3 is \"1e99\""},
		{"4 0 4\nEOF\n", "4 0", "f:10: the file ends where a coordinate of city 4 of 4"},
		{"4 0 4\nEOF\n", "", "f:10: the file ends where city 4 of 4"},
		{"small", "sm\x00ll", "f:3: byte 0x00 is not text"},
	} {
		text := strings.Replace(square, c.old, c.new, 1)
		if q, err := Read(strings.NewReader(text), "f"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %+v, %v; want %s", text, q, err, c.want)
		}
	}
}

func TestCheckIsEvaluate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q, err := Generate(rapid.IntRange(1, 40).Draw(t, "n"), rapid.Uint64().Draw(t, "seed"))
		if err != nil {
			t.Fatal(err)
		}
		p, err := New(q)
		if err != nil {
			t.Fatal(err)
		}
		genomes := problemtest.RandomGenomes(p.Representation(), 5, 1)
		for i := range genomes.Len() {
			if length, err := q.check(genomes.At(i).List()); err != nil || -length != p.Evaluate(genomes.At(i)) {
				t.Fatalf("the score is %d, the checker says %d, %v", p.Evaluate(genomes.At(i)), length, err)
			}
		}
		var text bytes.Buffer
		if err := q.Write(&text); err != nil {
			t.Fatal(err)
		}
		if back, err := Read(&text, q.Name); err != nil || back.hash() != q.hash() {
			t.Fatalf("written and read it is %+v, %v", back, err)
		}
	})
}

func TestRefuses(t *testing.T) {
	for _, q := range []*Instance{
		{}, {X: []float64{1}}, {X: []float64{math.NaN()}, Y: []float64{0}}, {X: []float64{0}, Y: []float64{math.Inf(1)}}, {X: make([]float64, maxCities+1)},
	} {
		if _, err := New(q); err == nil {
			t.Errorf("%d cities were accepted", len(q.X))
		}
	}
	q := &Instance{X: []float64{0, 3}, Y: []float64{0, 4}}
	for _, order := range [][]int{{0}, {0, 0}, {0, 2}, {-1, 0}} {
		if _, err := q.check(order); err == nil {
			t.Errorf("%v was accepted", order)
		}
	}
	for _, n := range []int{0, maxCities + 1} {
		if _, err := Generate(n, 1); err == nil {
			t.Errorf("%d cities were generated", n)
		}
	}
}

func TestKernel(t *testing.T) {
	for _, n := range []int{3, 100} {
		if n == 3 && testing.Short() {
			continue // one program more
		}
		q, err := Generate(n, 5)
		if err != nil {
			t.Fatal(err)
		}
		for i := range q.X { // decimals, and large numbers
			q.X[i] = q.X[i]*1000 + 0.1
			q.Y[i] /= 7
		}
		p, err := New(q)
		if err != nil {
			t.Fatal(err)
		}
		problemtest.Equal(t, p, 3)
	}
	// The other formulas, and a table.
	for _, w := range []Weights{Ceiling, Geographic, Pseudo} {
		if w != Geographic && testing.Short() {
			continue
		}
		q, err := Generate(60, 5)
		if err != nil {
			t.Fatal(err)
		}
		q.Weights = w
		for i := range q.X {
			q.X[i] = q.X[i]/5000 - 100
			q.Y[i] = q.Y[i]/5000 - 100
		}
		p, err := New(q)
		if err != nil {
			t.Fatal(err)
		}
		problemtest.Equal(t, p, 3)
	}
}

func FuzzRead(f *testing.F) {
	problemtest.FuzzRead(f, Read, (*Instance).validate, (*Instance).Write,
		square, "NAME:x\nDIMENSION:1\nEDGE_WEIGHT_TYPE:EUC_2D\nNODE_COORD_SECTION:\n1 -1e-3 +7.",
		"DIMENSION : 65535\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n1 0x1p4 1_0\n",
		"DIMENSION : 3\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : UPPER_DIAG_ROW\nEDGE_WEIGHT_SECTION\n0 1 2\n0 3e0 0\nDISPLAY_DATA_SECTION\n1 1 1\n2 2 2\n3 3 3\n",
		"DIMENSION : 2\nEDGE_WEIGHT_TYPE : GEO\nNODE_COORD_SECTION\n1 -3.59 7\n2 0 0\nEOF")
}
