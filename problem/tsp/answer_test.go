package tsp

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/problem"
)

// corners is square; its shortest tour is 14 long.
var corners = &Instance{Name: "corners", X: []float64{0, 3, 3, 0}, Y: []float64{0, 4, 0, 4}}

const around = "NAME : corners\nCOMMENT : Length = 14\nTYPE : TOUR\nDIMENSION : 4\nTOUR_SECTION\n1\n3\n2\n4\n-1\nEOF\n"

func TestAnswer(t *testing.T) {
	want := claim{14, []int{0, 2, 1, 3}}
	var text strings.Builder
	if err := corners.form(func() int64 { return 0 }).Write(&text, answer.Ordered(want.order), -14); err != nil || text.String() != around {
		t.Errorf("%s, %v", &text, err)
	}
	for _, text := range []string{
		around, strings.ReplaceAll(around, "\n", "\r\n"), strings.TrimSuffix(around, "EOF\n"),
		"NAME:corners\nTYPE:TOUR\nCOMMENT: Optimal tour for corners (14)\nTOUR_SECTION\n1 3 2 4 -1\n-1\nEOF\n",
		"COMMENT : the length 14 is that of an optimal one\nTOUR_SECTION :\n1 3\n2 4 -1",
	} {
		if a, err := corners.readAnswer(strings.NewReader(text), "a"); err != nil || !reflect.DeepEqual(a, want) {
			t.Errorf("%q: %+v, %v", text, a, err)
		}
	}
	for text, want := range map[string]string{
		around: "14", "TOUR_SECTION\n1 3 2 4 -1": "14 (the answer claims no length)",
		"COMMENT : (13)\nTOUR_SECTION\n1 3 2 4 -1": "", "COMMENT : (14)\nTOUR_SECTION\n1 2 3 4 -1": "",
	} {
		if got, err := corners.Verify(t.Context(), strings.NewReader(text), "a"); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}

func TestReadAnswerRefuses(t *testing.T) {
	for _, c := range []struct {
		old, new, want string
		order          bool // it can be read
	}{
		{around, "", "a:1: the file ends where TOUR_SECTION should be", false},
		{around, "NAME : x\n", "a:2: the file ends where TOUR_SECTION should be", false},
		{": TOUR", ": TSP", "a:3: TYPE is \"TSP\"", false},
		{"ION : 4", "ION : 5", "a:4: DIMENSION is \"5\"; the instance has 4 cities", false},
		{"ION : 4", "ION : 99999999999999999999", "a:4: DIMENSION is", false},
		{"NAME", "NAMES", "a:1: \"NAMES\" is no keyword", false},
		{"2\n4\n-1\nEOF\n", "2\n", "a:9: the file ends after 3 cities", false},
		{"-1\nEOF\n", "EOF\n", "a:10: the file ends after 4 cities", false},
		{"4\n-1", "x\n-1", "a:9: \"x\" should be a city", false},
		{"4\n-1", "2.5\n-1", "a:9: \"2.5\" should be a city", false},
		{"4\n-1", "4\n-1\n7", "a:11: \"7\" after the tour", false},
		{"\n4\n-1", "\n5\n-1", "a:9: city 5 does not exist; there are 1 to 4", true},
		{"\n4\n-1", "\n0\n-1", "a:9: city 0 does not exist", true},
		{"\n4\n-1", "\n-4\n-1", "a:9: city -4 does not exist", true},
		{"\n4\n-1", "\n99999999999999999999\n-1", "a:9: city 99999999999999999999 does not exist", true},
		{"\n4\n-1", "\n1\n-1", "a:9: city 1 is visited twice", true},
		{"\n4\n-1", "\n-1", "a:9: the tour ends after 3 of 4 cities", true},
		{"2\n4", "2\x00\n4", "a:8: byte 0x00 is not text", false},
	} {
		text := strings.Replace(around, c.old, c.new, 1)
		a, err := corners.readAnswer(strings.NewReader(text), "a")
		if err == nil || !strings.Contains(err.Error(), c.want) || errors.Is(err, problem.ErrWrong) != c.order {
			t.Errorf("%q: %+v, %v; want %s", text, a, err, c.want)
		}
	}
}

// What a comment claims, and what only looks like a claim.
func TestClaimedLength(t *testing.T) {
	for comment, want := range map[string]int64{
		"Length = 7542": 7542, "length 7542": 7542, "Length: 7542, found by hand": 7542, "Optimal tour for berlin52.tsp (7542)": 7542,
		"": -1, "52 locations in Berlin (Groetschel)": -1, "Length = 7544.37": -1, "Length = 99999999999999999999": -1, "wavelength 3": -1,
	} {
		if got := claimedLength(comment); got != want {
			t.Errorf("%q claims %d, not %d", comment, got, want)
		}
	}
}

func TestExact(t *testing.T) {
	for n := 1; n <= 7; n++ {
		q, err := Generate(n, uint64(n))
		if err != nil {
			t.Fatal(err)
		}
		order := Exact(q)
		length, err := q.check(order)
		if err != nil {
			t.Fatalf("%d cities: %v, %v", n, order, err)
		}
		least := length
		permute(order, func() {
			other, err := q.check(order)
			if err != nil {
				t.Fatal(err)
			}
			least = min(least, other)
		})
		if length != least {
			t.Errorf("%d cities: %d is possible, not %d", n, least, length)
		}
	}
	q, err := Generate(maxExact+1, 1)
	if err != nil || Exact(q) != nil {
		t.Error("it takes too many", err)
	}
}

// permute visits all orders of a list by Heap's method.
func permute(list []int, visit func()) {
	var turn func(n int)
	turn = func(n int) {
		if n <= 1 {
			visit()
			return
		}
		for i := range n {
			turn(n - 1)
			if j := i * (1 - n%2); i < n-1 {
				list[j], list[n-1] = list[n-1], list[j]
			}
		}
	}
	turn(len(list))
}

func TestMap(t *testing.T) {
	for _, q := range []*Instance{
		corners,
		{Name: "<one> & \x01only", X: []float64{5}, Y: []float64{-5}},
		{Name: "row", X: []float64{-1e12, 0, 1e12}, Y: []float64{1, 1, 1}},
	} {
		order := Exact(q)
		var text bytes.Buffer
		if err := q.WriteMap(&text, answer.Ordered(order)); err != nil {
			t.Fatal(err)
		}
		if picture := text.String(); strings.Count(picture, "<circle") != len(q.X) || strings.Contains(picture, "NaN") || strings.Contains(picture, "Inf") {
			t.Errorf("%s", picture)
		}
		for d := xml.NewDecoder(&text); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := corners.WriteMap(io.Discard, answer.Ordered([]int{0, 1})); err == nil {
		t.Error("half a tour was drawn")
	}
}

func FuzzReadAnswer(f *testing.F) {
	check := func(a claim) error {
		_, err := corners.check(a.order)
		return err
	}
	problemtest.FuzzRead(f, corners.readAnswer, check, nil, around, "COMMENT:(14)\nTOUR_SECTION:\n1 3 2 4 -1 -1", "DIMENSION : 4\nTOUR_SECTION\n1\n1\n-1\n")
}
