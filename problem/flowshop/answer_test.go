package flowshop

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/problem"
)

func Example() {
	list, err := Read(strings.NewReader(small), "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	task, err := list[0].Task(context.Background(), problem.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	g := answer.Ordered([]int{0, 2, 1})
	task.Form.Write(os.Stdout, g, task.Problem.Evaluate(g))
	// Output:
	// makespan 16
	// 1 3 2
}

// three is small: the order 1 2 3 has ends 5, 10 and 16.
var three = &Instance{Name: "three", Jobs: 3, Machines: 2, Times: []int64{1, 2, 3, 4, 5, 6}}

func TestAnswer(t *testing.T) {
	for o, value := range map[objective]int64{makespan: 16, flowTime: 31} {
		want := claim{o.String(), value, []int{0, 1, 2}}
		var text bytes.Buffer
		if err := three.form(o).Write(&text, answer.Ordered(want.order), -value); err != nil {
			t.Fatal(err)
		}
		if back, err := three.readAnswer(&text, "a"); err != nil || !reflect.DeepEqual(want, back) {
			t.Errorf("wrote %+v, read %+v, %v", want, back, err)
		}
	}
	// What is right, in every form.
	for text, want := range map[string]string{
		"makespan 16\n1 2 3\n": "makespan 16", "flowtime 31 1 2 3": "flowtime 31", "16 1 2 3": "makespan 16", "31\n1\n2\n3": "flowtime 31",
		`{"cost": 31, "options": {"objective": "flowtime"}, "solution": [1, 2, 3]}`: "flowtime 31",
		`{"cost": 16, "solution": [1, 2, 3]}`:                                       "makespan 16",
	} {
		if got, err := three.Verify(context.Background(), strings.NewReader(text), "a"); err != nil || got != want {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	for _, c := range []struct {
		text, want string
		wrong      bool // it can be read
	}{
		{"", "a:1: the file ends where the value should be", false},
		{"length 5", "a:1: an answer begins with makespan or flowtime and its value, not with \"length\"", false},
		{"makespan 16\n1 2", "a:2: the file ends where job number 3 of 3 should be", false},
		{"makespan 16\n1 2 3\n1", "a:3: \"1\" after the last of 3 jobs", false},
		{"makespan 16\n1\n4", "a:3: job 4 does not exist; there are 1 to 3", true},
		{"makespan 16\n0", "a:2: job 0 does not exist", true},
		{"makespan 16\n1\n1", "a:3: job 1 stands twice", true},
		{"makespan 31\n1 2 3", "the order has makespan 16, not 31", true},
		{"flowtime 16\n1 2 3", "the order has flowtime 31, not 16", true},
		{"17\n1 2 3", "the order has makespan 16 and flowtime 31, not 17", true},
	} {
		_, err := three.Verify(context.Background(), strings.NewReader(c.text), "a")
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || errors.Is(err, problem.ErrWrong) != c.wrong {
			t.Errorf("%q: %v; want %s", c.text, err, c.want)
		}
	}
	for _, order := range [][]int{{0, 1}, {0, 1, 1}, {0, 1, 3}, {-1, 0, 1}} {
		if _, err := three.check(order); err == nil {
			t.Errorf("%v was accepted", order)
		}
	}
}

func FuzzReadAnswer(f *testing.F) {
	check := func(a claim) error {
		_, err := three.check(a.order)
		return err
	}
	problemtest.FuzzRead(f, three.readAnswer, check, nil, "makespan 16\n1 2 3\n", "16 3 2 1")
}

func TestChart(t *testing.T) {
	var text bytes.Buffer
	q := *three
	q.Name = "<&>"
	if err := q.WriteChart(&text, answer.Ordered([]int{2, 0, 1})); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(text.String(), "<title>"); n != 6 || !strings.Contains(text.String(), "job 3: 3 to 9") {
		t.Errorf("%d boxes:\n%s", n, &text)
	}
	for d := xml.NewDecoder(&text); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if err := three.WriteChart(io.Discard, answer.Ordered([]int{0})); err == nil {
		t.Error("a chart without all jobs was drawn")
	}
}
