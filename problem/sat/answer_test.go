package sat

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/problem"
)

func Example() {
	f, err := Read(strings.NewReader("h 1 2 0\n3 -1 0\n4 -2 3 0\n"), "example.wcnf")
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := New(f)
	if err != nil {
		fmt.Println(err)
		return
	}
	g := problem.Genome{Bits: []uint64{0b110}} // x2 and x3
	score := p.Evaluate(g)
	fmt.Println("score", score, "and cost", problem.ObjectiveOf(p).Format(score))
	// Output:
	// score 7 and cost 0
}

func TestCheck(t *testing.T) {
	f := &Formula{Name: "x"}
	f.Add(Hard, 1, 2)
	f.Add(5, -1)
	f.Add(7, -2, -2)
	f.Add(Hard)
	f.Add(9)
	f.Add(1, 3, -3)
	for _, test := range []struct {
		a           []int8
		violated    int
		cost        int64
		unsatisfied []int
	}{
		{[]int8{-1, -1, -1}, 2, 9, []int{0, 3, 4}},
		{[]int8{1, 1, 1}, 1, 21, []int{1, 2, 3, 4}},
		{[]int8{1, 0, 0}, 1, 22, []int{1, 2, 3, 4, 5}}, // open is neither
	} {
		unsatisfied, violated, cost, err := Check(f, test.a)
		if err != nil || violated != test.violated || cost != test.cost || !slices.Equal(unsatisfied, test.unsatisfied) {
			t.Errorf("%v: %v, %d, %d, %v; want %+v", test.a, unsatisfied, violated, cost, err, test)
		}
	}
	if _, violated, cost, err := Check(f.Strict(), []int8{1, 1, 1}); err != nil || violated != 4 || cost != 0 {
		t.Errorf("strict: %d, %d, %v", violated, cost, err)
	}
	for title, c := range map[string]struct {
		f *Formula
		a []int8
	}{
		"few values":         {f, []int8{1, 1}},
		"many values":        {f, make([]int8, 4)},
		"bad literal":        {&Formula{Vars: 1, Lits: []int32{-2}, Start: []uint32{0, 1}}, []int8{1}},
		"negative weight":    {&Formula{Start: []uint32{0, 0}, Weights: []int64{-5}}, nil},
		"sum beyond 64 bits": {&Formula{Start: []uint32{0, 0, 0}, Weights: []int64{math.MaxInt64, 1}}, nil},
	} {
		if unsatisfied, _, _, err := Check(c.f, c.a); err == nil {
			t.Errorf("%s: %v", title, unsatisfied)
		}
	}
}

func TestReadAnswer(t *testing.T) {
	for _, test := range []struct {
		vars int
		text string
		want reply
	}{
		{3, "c hi\no 7\no 5\ns OPTIMUM FOUND\nv 011\n", reply{optimumFound, 5, cnf.Assignment{-1, 1, 1}}},
		{3, "s SATISFIABLE\r\nv 1 -2\r\nv 3 0\r\n", reply{Satisfiable, -1, cnf.Assignment{1, -1, 1}}},
		{3, "v 1 -2", reply{"", -1, cnf.Assignment{1, -1, 0}}},
		{3, "1 -2\n3 0\n", reply{"", -1, cnf.Assignment{1, -1, 1}}},
		{3, "-1", reply{"", -1, cnf.Assignment{-1, 0, 0}}},
		{3, "001", reply{"", -1, cnf.Assignment{-1, -1, 1}}},
		{3, "v 001\no 3\nv 110\n", reply{"", 3, cnf.Assignment{1, 1, -1}}},
		{3, "v 0\n", reply{"", -1, cnf.Assignment{0, 0, 0}}},
		{3, "s UNSATISFIABLE\n", reply{Unsatisfiable, -1, nil}},
		{3, "s  UNKNOWN \nc v 1\n", reply{Unknown, -1, nil}},
		{2, "v 10\n", reply{"", -1, cnf.Assignment{1, -1}}},
		{2, "v 01", reply{"", -1, cnf.Assignment{-1, 1}}},
		{11, "v 11 -10 1 0", reply{"", -1, cnf.Assignment{1, 0, 0, 0, 0, 0, 0, 0, 0, -1, 1}}},
		{1, "v 0\n", reply{"", -1, cnf.Assignment{-1}}},
		{1, "v 1\n", reply{"", -1, cnf.Assignment{1}}},
		{1, "v 1 0\n", reply{"", -1, cnf.Assignment{1}}},
		{1, "v -1 0\n", reply{"", -1, cnf.Assignment{-1}}},
		{0, "v\n", reply{"", -1, cnf.Assignment{}}},
		{0, "v 0\n", reply{"", -1, cnf.Assignment{}}},
	} {
		for _, r := range []io.Reader{strings.NewReader(test.text), iotest.OneByteReader(strings.NewReader(test.text))} {
			got, err := readAnswer(r, "a", test.vars)
			if err != nil || !reflect.DeepEqual(got, test.want) {
				t.Errorf("%q: %+v, %v; want %+v", test.text, got, err, test.want)
			}
		}
	}
}

func TestReadAnswerRefuses(t *testing.T) {
	for _, test := range []struct {
		text, want string
		model      bool
	}{
		{"", "a:1: the file is empty", false},
		{"c x\n", "a:2: the file is empty", false},
		{"o\n", "a:1: an o line without a cost", false},
		{"o -1\n", "a:1: the cost is \"-1\"", false},
		{"o 9223372036854775808\n", "a:1: the cost is \"9223372036854775808\"", false},
		{"o 1 2\n", "a:1: \"2\" should not stand here", false},
		{"s MAYBE\n", "a:1: the status is \"MAYBE\"", false},
		{"s OPTIMUM FOUND SOMEWHERE\n", "a:1: the status is", false},
		{"s\n", "a:1: the status is \"\"", false},
		{"s UNKNOWN\ns SATISFIABLE\n", "a:2: the status is SATISFIABLE here and UNKNOWN before", false},
		{"x 1\n", "a:1: \"x\" begins no line of an answer", false},
		{"v 1 x\n", "a:1: \"x\" is not a literal", false},
		{"v 1x\n", "a:1: \"1x\" is neither a literal", false},
		{"v 1 0 2\n", "a:1: literal 2 after the 0", false},
		{"v 4\n", "a:1: literal 4; the formula has variables 1 to 3", true},
		{"v -99999999999999999999\n", "a:1: literal -99999999999999999999; the", true},
		{"v 1\nv -1 0\n", "a:2: variable 1 is both true and false", true},
		{"v 0101\n", "a:1: 4 values for the formula's 3 variables", true},
		{"v 01\n", "a:1: 2 values", true},
		{"v " + strings.Repeat("01", 5000) + "\n", "a:1: 10000 values", true},
		{"v " + strings.Repeat("01", 5000) + "2\n", "a:1: \"2\" in a string", false},
		{"\x00", "a:1: byte 0x00", false},
		{"v 011\x01", "a:1: byte 0x01 is not text", false},
	} {
		for _, r := range []io.Reader{strings.NewReader(test.text), iotest.OneByteReader(strings.NewReader(test.text))} {
			a, err := readAnswer(r, "a", 3)
			if err == nil || !strings.HasPrefix(err.Error(), test.want) || errors.Is(err, problem.ErrWrong) != test.model {
				t.Errorf("%.40q: %+v, %v; want %s", test.text, a, err, test.want)
			}
		}
	}
}

// TestWriteAnswer writes assignments in both styles and reads them back.
func TestWriteAnswer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := cnf.Assignment(rapid.SliceOfN(rapid.SampledFrom([]int8{-1, 1}), 0, 300).Draw(t, "a"))
		if back := cnf.AssignmentOf(a.Genome(), len(a)); !slices.Equal(back, a) {
			t.Fatalf("%v becomes %v as a genome", a, back)
		}
		var literals bytes.Buffer
		bits := bytes.NewBufferString("v " + a.Digits() + "\n")
		if err := a.WriteLiterals(&literals); err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(literals.String(), "\n") {
			if len(line) > 78 {
				t.Fatalf("a line of %d letters: %s", len(line), line)
			}
		}
		for _, text := range []*bytes.Buffer{bits, &literals} {
			shown := text.String()
			got, err := readAnswer(text, "a", len(a))
			if err != nil || !slices.Equal(got.values, a) || got.values == nil {
				t.Fatalf("%q: %+v, %v", shown, got, err)
			}
		}
	})
}

func TestVerify(t *testing.T) {
	f := &Formula{Name: "x"}
	f.Add(Hard, 1, 2)
	f.Add(Hard, 1)
	f.Add(5, -1)
	for _, test := range []struct {
		answer reply
		want   string
	}{
		{reply{optimumFound, 5, cnf.Assignment{1, 1}}, ""},
		{reply{"", -1, cnf.Assignment{1, 0}}, ""},
		{reply{Satisfiable, 4, cnf.Assignment{1, 1}}, "the assignment costs 5, not 4"},
		{reply{Satisfiable, 0, cnf.Assignment{-1, 1}}, "1 clause that must hold is violated"},
		{reply{Satisfiable, 0, cnf.Assignment{-1, -1}}, "2 clauses that must hold are violated"},
		{reply{Satisfiable, 0, cnf.Assignment{-1}}, "1 values for 2 variables"},
		{reply{Unsatisfiable, -1, cnf.Assignment{1, 1}}, "the answer says UNSATISFIABLE and has an assignment"},
	} {
		got := ""
		if _, err := test.answer.verify(f); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%+v: %q, want %q", test.answer, got, test.want)
		}
	}
}

func FuzzReadAnswer(f *testing.F) {
	for _, seed := range []string{
		"c hi\no 7\ns OPTIMUM FOUND\nv 01101\n", "s SATISFIABLE\nv 1 -2\nv 3 0\n", "-1 2", "01010", "o 18446744073709551616", "v 0\n0",
	} {
		for _, vars := range []int{0, 1, 5} {
			f.Add([]byte(seed), vars)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, vars int) {
		if vars < 0 || vars > 100 {
			return
		}
		formula := &Formula{Name: "x", Vars: vars, Start: []uint32{0}}
		a, err := readAnswer(bytes.NewReader(text), "a", vars)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "a:") || strings.ContainsAny(err.Error(), "\n\x00") {
				t.Fatalf("not one line with file and line: %q", err)
			}
			return
		}
		if a.values != nil && len(a.values) != vars {
			t.Fatalf("%d values for %d variables", len(a.values), vars)
		}
		if a.values != nil {
			_, _ = a.verify(formula) // must not panic
		}
		if slow, err := readAnswer(iotest.OneByteReader(bytes.NewReader(text)), "a", vars); err != nil || !reflect.DeepEqual(a, slow) {
			t.Fatalf("byte by byte it is %+v, %v and not %+v", slow, err, a)
		}
	})
}
