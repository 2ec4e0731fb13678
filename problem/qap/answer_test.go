package qap

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/problem"
)

func Example() {
	q, err := Read(strings.NewReader("3\n0 5 2\n5 0 3\n2 3 0\n\n0 8 15\n8 0 13\n15 13 0\n"), "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	task, err := q.Task(context.Background(), problem.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	g := answer.Ordered([]int{1, 0, 2})
	task.Form.Write(os.Stdout, g, task.Problem.Evaluate(g))
	// Output:
	// 3 222
	// 2 1 3
}

// small has the value 8 for 1 2 and 7 for 2 1.
var small = &Instance{Name: "small", Size: 2, A: []int64{0, 2, 1, 0}, B: []int64{0, 3, 2, 0}}

func TestAnswer(t *testing.T) {
	form := small.form()
	for order, value := range map[[2]int]int64{{0, 1}: 8, {1, 0}: 7} {
		want := claim{value, order[:]}
		var text bytes.Buffer
		if err := form.Write(&text, answer.Ordered(want.order), -value); err != nil {
			t.Fatal(err)
		}
		back, err := small.readAnswer(&text, "a")
		if err != nil || !reflect.DeepEqual(want, back) {
			t.Errorf("wrote %+v, read %+v, %v", want, back, err)
		}
		if inverted, err := small.verify(back); err != nil || inverted {
			t.Errorf("%v, %v", inverted, err)
		}
	}
	// QAPLIB has commas, line ends anywhere, and locations from 0.
	for _, text := range []string{"2\n8\n1,2", "2,8\n1, 2\n", "2 8\n0 1\n"} {
		if a, err := small.readAnswer(strings.NewReader(text), "a"); err != nil || !reflect.DeepEqual(a, claim{8, []int{0, 1}}) {
			t.Errorf("%q: %+v, %v", text, a, err)
		}
	}
}

func TestVerify(t *testing.T) {
	for _, wrong := range []claim{{7, []int{0, 1}}, {8, []int{1, 0}}, {8, []int{0}}, {8, []int{0, 0}}, {8, []int{0, 2}}, {8, []int{-1, 0}}} {
		if _, err := small.verify(wrong); err == nil {
			t.Errorf("%+v was accepted", wrong)
		}
	}
	// A cycle of three and its inverse have different values here.
	q := &Instance{Size: 3, A: []int64{0, 1, 0, 0, 0, 0, 0, 0, 0}, B: []int64{0, 1, 2, 3, 0, 4, 5, 6, 0}}
	order := []int{1, 2, 0}
	value, err := q.check(inverse(order))
	if err != nil || value == 4 {
		t.Fatal(value, err)
	}
	if inverted, err := q.verify(claim{value, order}); err != nil || !inverted {
		t.Errorf("the other way round: %v, %v", inverted, err)
	}
	huge := &Instance{Size: 1, A: []int64{1 << 40}, B: []int64{1 << 40}}
	if _, err := huge.check([]int{0}); err == nil || !strings.Contains(err.Error(), "64 bits") {
		t.Errorf("%v", err)
	}
}

func TestReadAnswerRefuses(t *testing.T) {
	for _, c := range []struct {
		text, want string
		order      bool // it can be read
	}{
		{"", "a:1: the file ends where the size should be", false},
		{"3 8\n1 2 3\n", "a:1: the answer is for size 3; the instance has size 2", false},
		{"2\n", "a:2: the file ends where the value should be", false},
		{"2 8\n1\n", "a:3: the file ends where the location of facility 2 of 2 should be", false},
		{"2 8\n1 2 1\n", "a:2: \"1\" after the location of the last facility", false},
		{"2 8\n1\n3\n", "a:3: location 3 of facility 2 does not exist", true},
		{"2 8\n2\n2\n", "a:3: location 2 stands twice", true},
		{"2 8\n0 2\n", "a:2: locations 0 and 2", true},
		{"2 8\n1 x\n", "a:2: the location of facility 2 of 2 is \"x\"; it should be a whole number", false},
		{"2 -8\n1 2\n", "a:1: the value is \"-8\"; it should be a whole number from 0", false},
		{"2 99999999999999999999\n", "a:1: the value is \"99999999999999999999\"; it should be", false},
		{"\x00", "a:1: byte 0x00", false},
	} {
		a, err := small.readAnswer(strings.NewReader(c.text), "a")
		if err == nil || !strings.Contains(err.Error(), c.want) || errors.Is(err, problem.ErrWrong) != c.order {
			t.Errorf("%q: %+v, %v; want %s", c.text, a, err, c.want)
		}
	}
}

func FuzzReadAnswer(f *testing.F) {
	check := func(a claim) error {
		_, err := small.check(a.order)
		return err
	}
	problemtest.FuzzRead(f, small.readAnswer, check, nil, "2 8\n1 2\n", "2, 8, 0, 1")
}
