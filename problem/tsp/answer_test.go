package tsp

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/problem"
)

// corners is square; its shortest tour is 14 long.
var corners = &Instance{Name: "corners", X: []float64{0, 3, 3, 0}, Y: []float64{0, 4, 0, 4}}

const around = "NAME : corners\nCOMMENT : Length = 14\nTYPE : TOUR\nDIMENSION : 4\nTOUR_SECTION\n1\n3\n2\n4\n-1\nEOF\n"

func TestAnswer(t *testing.T) {
	want := Answer{"corners", 14, []int{0, 2, 1, 3}}
	a, err := NewAnswer(corners, want.Order)
	if err != nil || !reflect.DeepEqual(a, want) {
		t.Fatalf("%+v, %v", a, err)
	}
	var text strings.Builder
	if err := a.Write(&text); err != nil || text.String() != around {
		t.Errorf("%s, %v", &text, err)
	}
	for _, text := range []string{
		around, strings.ReplaceAll(around, "\n", "\r\n"), strings.TrimSuffix(around, "EOF\n"),
		"NAME:corners\nTYPE:TOUR\nCOMMENT: Optimal tour for corners (14)\nTOUR_SECTION\n1 3 2 4 -1\n-1\nEOF\n",
		"COMMENT : the length 14 is that of an optimal one\nTOUR_SECTION :\n1 3\n2 4 -1",
	} {
		if a, err := ReadAnswer(strings.NewReader(text), "a", corners); err != nil || !reflect.DeepEqual(a, want) {
			t.Errorf("%q: %+v, %v", text, a, err)
		}
	}
	if length, err := want.Verify(corners); length != 14 || err != nil {
		t.Errorf("%d, %v", length, err)
	}
	want.Length = -1
	if length, err := want.Verify(corners); length != 14 || err != nil {
		t.Errorf("%d, %v", length, err)
	}
	for _, wrong := range []Answer{{"", 13, []int{0, 2, 1, 3}}, {"", 14, []int{0, 1, 2, 3}}, {"", 14, []int{0, 2, 1}}, {"", 14, []int{0, 2, 1, 4}}} {
		if _, err := wrong.Verify(corners); err == nil {
			t.Errorf("%+v was accepted", wrong)
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
		a, err := ReadAnswer(strings.NewReader(text), "a", corners)
		var order *problem.WrongError
		if err == nil || !strings.Contains(err.Error(), c.want) || errors.As(err, &order) != c.order {
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
		length, err := Check(q, order)
		if err != nil {
			t.Fatalf("%d cities: %v, %v", n, order, err)
		}
		least := length
		permute(order, func() {
			other, err := Check(q, order)
			if err != nil {
				t.Fatal(err)
			}
			least = min(least, other)
		})
		if length != least {
			t.Errorf("%d cities: %d is possible, not %d", n, least, length)
		}
	}
	q, err := Generate(MaxExact+1, 1)
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
		if err := (Answer{Name: q.Name, Order: order}).WriteMap(&text, q); err != nil {
			t.Fatal(err)
		}
		if picture := text.String(); strings.Count(picture, "<circle") != q.Cities() || strings.Contains(picture, "NaN") || strings.Contains(picture, "Inf") {
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
	if err := (Answer{Order: []int{0, 1}}).WriteMap(io.Discard, corners); err == nil {
		t.Error("half a tour was drawn")
	}
}

func FuzzReadAnswer(f *testing.F) {
	f.Add([]byte(around))
	f.Add([]byte("COMMENT:(14)\nTOUR_SECTION:\n1 3 2 4 -1 -1"))
	f.Add([]byte("DIMENSION : 4\nTOUR_SECTION\n1\n1\n-1\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		a, err := ReadAnswer(bytes.NewReader(text), "a", corners)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "a:") || strings.ContainsAny(err.Error(), "\n\x00") {
				t.Fatalf("not one line with file and line: %q", err)
			}
			return
		}
		length, err := Check(corners, a.Order)
		if err != nil {
			t.Fatalf("%+v was read: %v", a, err)
		}
		a.Length = length
		var out bytes.Buffer
		if err := a.Write(&out); err != nil {
			t.Fatal(err)
		}
		if back, err := ReadAnswer(&out, "a", corners); err != nil || !reflect.DeepEqual(a, back) {
			t.Fatalf("%+v becomes %+v, %v", a, back, err)
		}
	})
}
