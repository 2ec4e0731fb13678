package coloring

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/problem"
)

// path is 1 - 2 - 3.
var path = &Graph{Name: "path", Vertices: 3, Edges: [][2]int32{{0, 1}, {1, 2}}}

func TestAnswer(t *testing.T) {
	want := claim{2, []int{0, 1, 0}}
	var text strings.Builder
	if err := path.form(0).Write(&text, problem.Genome{Symbols: []uint8{7, 3, 7}}, -2); err != nil || text.String() != "s col 2\nl 1 1\nl 2 2\nl 3 1\n" {
		t.Errorf("%q, %v", &text, err)
	}
	for _, text := range []string{text.String(), "c by hand\r\nl 3 0\r\nl 2 1\r\ns col 2\r\n\r\nl 1 0"} {
		if back, err := path.readAnswer(strings.NewReader(text), "a"); err != nil || !reflect.DeepEqual(back, want) {
			t.Errorf("%q: %+v, %v", text, back, err)
		}
	}
	for _, c := range []struct {
		answer claim
		used   int
		right  bool
	}{
		{want, 2, true}, {claim{5, []int{4, 1, 4}}, 2, true}, {claim{3, []int{0, 1, 2}}, 3, true},
		{claim{2, []int{0, 0, 1}}, 2, false}, {claim{2, []int{0, 1}}, 2, false}, {claim{2, []int{0, 1, 2}}, 3, false},
	} {
		if used, err := path.verify(c.answer); used != c.used || (err == nil) != c.right {
			t.Errorf("%+v: %d colors, %v", c.answer, used, err)
		}
	}
}

func TestReadAnswerRefuses(t *testing.T) {
	for _, c := range []struct {
		text, want string
		color      bool // it can be read
	}{
		{"", "a:1: there is no line \"s col COLORS\"", false},
		{"l 1 1\nl 2 2\nl 3 1\n", "a:4: there is no line \"s col COLORS\"", false},
		{"s\n", "a:1: the s line should be", false},
		{"s SATISFIABLE\n", "a:1: the s line should be", false},
		{"s col\n", "a:1: the line ends where the number of colors should be", false},
		{"s col 0\n", "a:1: the number of colors is \"0\"", false},
		{"s col 99999999999999999999\n", "a:1: the number of colors is", false},
		{"s col 2\ns col 2\n", "a:2: a second s line", false},
		{"s col 2 3\n", "a:1: \"3\" after what belongs", false},
		{"s col 2\nl 1\n", "a:2: the line ends where a color should be", false},
		{"s col 2\nl\n", "a:2: the line ends where a vertex should be", false},
		{"s col 2\nl x 1\n", "a:2: a vertex is \"x\"", false},
		{"s col 2\nl 1 1.5\n", "a:2: a color is \"1.5\"", false},
		{"s col 2\nl 1 1 1\n", "a:2: \"1\" after what belongs", false},
		{"s col 2\nv 1 1\n", "a:2: a line begins with \"v\"", false},
		{"s col 2\nl 1 1\x00\n", "a:2: byte 0x00 is not text", false},
		{"s col 2\nl 4 1\n", "a:2: vertex 4 does not exist", true},
		{"s col 2\nl 0 1\n", "a:2: vertex 0 does not exist", true},
		{"s col 2\nl -1 1\n", "a:2: vertex -1 does not exist", true},
		{"s col 2\nl 99999999999999999999 1\n", "a:2: vertex 99999999999999999999 does not exist", true},
		{"s col 2\nl 1 1\nl 1 2\n", "a:3: vertex 1 has a second color", true},
		{"s col 2\nl 1 1\nl 2 2\n", "a:4: vertex 3 has no color", true},
		{"s col 2\nl 1 1\nl 2 3\nl 3 1\n", "a:3: vertex 2 has a color that does not exist; there are 1 to 2", true},
		{"s col 2\nl 1 0\nl 2 2\nl 3 1\n", "a:3: vertex 2 has a color that does not exist; there are 0 to 1", true},
		{"s col 2\nl 1 -1\nl 2 2\nl 3 1\n", "a:2: vertex 1 has a color that does not exist", true},
		{"s col 2\nl 1 99999999999999999999\nl 2 2\nl 3 1\n", "a:2: vertex 1 has a color that does not exist", true},
	} {
		a, err := path.readAnswer(strings.NewReader(c.text), "a")
		if err == nil || !strings.Contains(err.Error(), c.want) || errors.Is(err, problem.ErrWrong) != c.color {
			t.Errorf("%q: %+v, %v; want %s", c.text, a, err, c.want)
		}
	}
}

func FuzzReadAnswer(f *testing.F) {
	check := func(a claim) error {
		_, err := path.check(a.colors, a.coloring)
		return err
	}
	problemtest.FuzzRead(f, path.readAnswer, check, nil,
		"c x\ns col 2\nl 1 1\nl 2 2\nl 3 1\n", "l 3 0\nl 2 1\ns col 1000000\nl 1 999999", "s col 2\nl -1 9\n")
}
