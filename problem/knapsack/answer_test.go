package knapsack

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/internal/answer"
	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/internal/token"
	"github.com/warbler-opt/warbler/problem"
)

func mustScale(t testing.TB, text string, decimals int) int64 {
	t.Helper()
	v, d, err := token.Decimal([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	v, ok := token.Scale(v, max(decimals-d, 0))
	if !ok {
		t.Fatalf("%s does not fit", text)
	}
	return v
}

func Example() {
	list, err := Read(strings.NewReader("3 50\n60 10\n100 20\n120.5 30\n"), "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	task, err := list[0].Task(context.Background(), problem.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	g := problem.Genome{Bits: []uint64{0b110}}
	task.Form.Write(os.Stdout, g, task.Problem.Evaluate(g))
	// Output:
	// 220.5 50
	// 2 3
}

// TestCheckIsEvaluate compares the checker with the score.
func TestCheckIsEvaluate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := drawInstance(t, 70, 4)
		p, err := New(k, "penalty")
		if err != nil {
			t.Fatal(err)
		}
		g := drawGenomes(t, p.Representation(), 5)
		for i := range g.Len() {
			items := answer.Chosen(g.At(i))
			value, weights, err := k.check(items)
			score := p.Evaluate(g.At(i))
			if (err == nil) != (score >= 0) || err == nil && value != score {
				t.Fatalf("the score is %d, the checker says %d, %v", score, value, err)
			}
			if back := k.genome(items); !reflect.DeepEqual(back.Bits, g.At(i).Bits) {
				t.Fatal("items and back give another genome")
			}
			if err != nil {
				continue
			}
			want := claim{value, weights, items}
			var text bytes.Buffer
			if err := k.form().Write(&text, g.At(i), value); err != nil {
				t.Fatal(err)
			}
			back, err := k.readAnswer(&text, "a")
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(want, back) {
				t.Fatalf("wrote %+v, read %+v", want, back)
			}
			if err := k.verify(back); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestCheckRefuses(t *testing.T) {
	k := &Instance{Name: "x", Profits: []int64{5, 6}, Weights: [][]int64{{3, 4}}, Capacities: []int64{65}, WeightDecimals: 1}
	k.Capacities[0] = 6
	for _, test := range []struct {
		items []int
		want  string
	}{
		{[]int{2}, "item 3 does not exist"},
		{[]int{-1}, "item 0 does not exist"},
		{[]int{0, 0}, "item 1 is chosen twice"},
		{[]int{0, 1}, "the weight in constraint 1 is 0.7 and the capacity only 0.6"},
	} {
		if _, _, err := k.check(test.items); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: %v, want %s", test.items, err, test.want)
		}
	}
	for _, wrong := range []claim{
		{5, []int64{4}, []int{0}}, {6, []int64{3}, []int{0}}, {6, nil, []int{0}}, {11, []int64{7}, []int{0, 1}},
	} {
		if k.verify(wrong) == nil {
			t.Errorf("%+v was accepted", wrong)
		}
	}
}

func TestReadAnswerRefuses(t *testing.T) {
	k := &Instance{Name: "x", Profits: []int64{5, 6}, Weights: [][]int64{{3, 4}}, Capacities: []int64{6}, WeightDecimals: 1}
	for _, test := range []struct{ text, want string }{
		{"", "a:1: the file ends where the value should be"},
		{"5\n0.3\n", "a:2: the first line has 1 numbers"},
		{"5 0.3 1\n", "a:1: more than value and 1 weights"},
		{"5.5 0.3\n1\n", "a:1: the value is 5.5, but the instance has only 0 decimals"},
		{"5 0.3\n3\n", "a:2: item 3 does not exist; there are 1 to 2"},
		{"5 0.3\n0\n", "a:2: item 0 does not exist"},
		{"5 0.3\n1 2\n1\n", "a:3: more items"},
		{"5 x\n", "a:1: the weight in constraint 1 is \"x\""},
		{"5 999999999999999999\n", "does not fit 64 bits"},
		{"\x00", "a:1: byte 0x00"},
	} {
		if a, err := k.readAnswer(strings.NewReader(test.text), "a"); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %+v, %v; want %s", test.text, a, err, test.want)
		}
	}
	if a, err := k.readAnswer(strings.NewReader("0 0\n\n"), "a"); err != nil || len(a.items) != 0 || k.verify(a) != nil {
		t.Errorf("the empty answer: %+v, %v", a, err)
	}
}

func TestDecimalText(t *testing.T) {
	for _, test := range []struct {
		v        int64
		decimals int
		want     string
	}{{0, 0, "0"}, {0, 3, "0"}, {1500, 3, "1.5"}, {5, 3, "0.005"}, {100, 0, "100"}, {1<<63 - 1, 18, "9.223372036854775807"}} {
		if got := decimalText(test.v, test.decimals); got != test.want {
			t.Errorf("%d with %d decimals is %s, want %s", test.v, test.decimals, got, test.want)
		}
	}
}

func FuzzReadAnswer(f *testing.F) {
	k := &Instance{Name: "x", Profits: []int64{5, 6}, Weights: [][]int64{{3, 4}, {1, 1}}, Capacities: []int64{6, 2}, WeightDecimals: 1}
	check := func(a claim) error {
		k.verify(a) // must not panic
		return nil
	}
	problemtest.FuzzRead(f, k.readAnswer, check, nil, "11 0.7 0.2\n1 2\n", "0 0 0\n\n")
}
