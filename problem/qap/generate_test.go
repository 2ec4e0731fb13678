package qap

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
)

func ExampleGenerate() {
	q, err := Generate(uniform, 4, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range 4 {
		fmt.Println(q.A[4*i : 4*i+4])
	}
	// Output:
	// [0 31 98 41]
	// [31 0 99 39]
	// [98 99 0 81]
	// [41 39 81 0]
}

func TestGenerate(t *testing.T) {
	const n = 120
	for _, kind := range []string{uniform, structured} {
		q := generated(t, kind, n)
		if err := q.validate(); err != nil {
			t.Fatal(err)
		}
		if again := generated(t, kind, n); q.hash() != again.hash() {
			t.Errorf("%s: the same seed gives another instance", q.Name)
		}
		if other, _ := Generate(kind, n, 6); q.hash() == other.hash() {
			t.Errorf("%s: another seed gives the same instance", q.Name)
		}
		for i := range n {
			if q.A[i*n+i] != 0 || q.B[i*n+i] != 0 {
				t.Errorf("%s: the diagonal is not 0", q.Name)
			}
		}
		if !symmetric(q.A, n) || symmetric(q.B, n) != (kind == uniform) {
			t.Errorf("%s: the symmetry is wrong", q.Name)
		}
		var text bytes.Buffer
		if err := q.Write(&text); err != nil {
			t.Fatal(err)
		}
		if back, err := Read(&text, "x"); err != nil || back.hash() != q.hash() {
			t.Errorf("%s: written and read it is another instance: %v", q.Name, err)
		}
	}
}

// Both matrices of uniform instances have the mean 49.5, within five standard
// errors of 7140 numbers, and reach both ends.
func TestUniform(t *testing.T) {
	const n = 120
	q := generated(t, uniform, n)
	for name, m := range map[string][]int64{"A": q.A, "B": q.B} {
		sum := int64(0)
		for _, v := range m {
			sum += v
		}
		mean := float64(sum) / (n * (n - 1))
		if mean < 49.5-5*0.342 || mean > 49.5+5*0.342 || slices.Max(m) != 99 {
			t.Errorf("%s has the mean %v and the largest number %d", name, mean, slices.Max(m))
		}
	}
}

// 11 of 20 flows are 0, within five standard errors of 14280; clusters make many
// distances short and few of middle length.
func TestStructured(t *testing.T) {
	const n = 120
	q := generated(t, structured, n)
	zeros, short := -n, -n
	for e := range q.A {
		if q.B[e] == 0 {
			zeros++
		}
		if q.A[e] <= 2*clusterRadius {
			short++
		}
	}
	if share := float64(zeros) / (n * (n - 1)); share < 0.55-0.021 || share > 0.55+0.021 {
		t.Errorf("a share of %v of the flows is 0", share)
	}
	// e^9 is 8103.08; the largest of 14280 is near it.
	if most := slices.Max(q.B); most < 7500 || most > 8103 {
		t.Errorf("the largest flow is %d", most)
	}
	if most := slices.Max(q.A); most < mapRadius/2 || most > 2*(mapRadius+clusterRadius) || short < n*n/20 {
		t.Errorf("the largest distance is %d, and %d are short", most, short)
	}
}

func TestGenerateRefuses(t *testing.T) {
	for _, c := range []struct {
		kind string
		size int
	}{{"odd", 5}, {"", 5}, {uniform, 1}, {uniform, maxSize + 1}} {
		if _, err := Generate(c.kind, c.size, 1); err == nil {
			t.Errorf("%+v was accepted", c)
		}
	}
}
