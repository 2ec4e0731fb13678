package knapsack

import (
	"bytes"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

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
	answer, err := NewAnswer(list[0], []int{1, 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	answer.Write(os.Stdout, list[0])
	// Output:
	// 220.5 50
	// 2 3
}

// TestCheckIsEvaluate compares the checker with the score.
func TestCheckIsEvaluate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := drawInstance(t, 70, 4)
		p, err := New(k)
		if err != nil {
			t.Fatal(err)
		}
		g := drawGenomes(t, p.Representation(), 5)
		for i := range g.Len() {
			items := Items(g.At(i))
			value, _, err := Check(k, items)
			score := p.Evaluate(g.At(i))
			if (err == nil) != (score >= 0) || err == nil && value != score {
				t.Fatalf("the score is %d, the checker says %d, %v", score, value, err)
			}
			if back := k.Genome(items); !reflect.DeepEqual(back.Bits, g.At(i).Bits) {
				t.Fatal("items and back give another genome")
			}
			if err != nil {
				continue
			}
			a, err := NewAnswer(k, items)
			if err != nil {
				t.Fatal(err)
			}
			var text bytes.Buffer
			if err := a.Write(&text, k); err != nil {
				t.Fatal(err)
			}
			back, err := ReadAnswer(&text, "a", k)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(a, back) {
				t.Fatalf("wrote %+v, read %+v", a, back)
			}
			if err := back.Verify(k); err != nil {
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
		if _, _, err := Check(k, test.items); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: %v, want %s", test.items, err, test.want)
		}
	}
	for _, wrong := range []Answer{
		{5, []int64{4}, []int{0}}, {6, []int64{3}, []int{0}}, {5, nil, []int{0}}, {11, []int64{7}, []int{0, 1}},
	} {
		if wrong.Verify(k) == nil {
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
		{"5 0.3\n3\n", "a:2: an item is 3; it must be a whole number from 1 to 2"},
		{"5 0.3\n0\n", "a:2: an item is 0"},
		{"5 0.3\n1 2\n1\n", "a:3: more items"},
		{"5 x\n", "a:1: the weight in constraint 1 should be"},
		{"5 999999999999999999\n", "does not fit 64 bits"},
		{"\x00", "a:1: byte 0x00"},
	} {
		if a, err := ReadAnswer(strings.NewReader(test.text), "a", k); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %+v, %v; want %s", test.text, a, err, test.want)
		}
	}
	if a, err := ReadAnswer(strings.NewReader("0 0\n\n"), "a", k); err != nil || len(a.Items) != 0 || a.Verify(k) != nil {
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
		if got := (problem.Objective{Decimals: test.decimals}).Format(test.v); got != test.want {
			t.Errorf("the objective writes %s, want %s", got, test.want)
		}
	}
}

func FuzzReadAnswer(f *testing.F) {
	k := &Instance{Name: "x", Profits: []int64{5, 6}, Weights: [][]int64{{3, 4}, {1, 1}}, Capacities: []int64{6, 2}, WeightDecimals: 1}
	f.Add([]byte("11 0.7 0.2\n1 2\n"))
	f.Add([]byte("0 0 0\n\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		a, err := ReadAnswer(bytes.NewReader(text), "a", k)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "a:") || strings.ContainsAny(err.Error(), "\n\x00") {
				t.Fatalf("not one line with file and line: %q", err)
			}
			return
		}
		a.Verify(k) // must not panic
	})
}
