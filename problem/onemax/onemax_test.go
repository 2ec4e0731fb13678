package onemax

import (
	"fmt"
	"testing"

	"github.com/warbler-opt/warbler/internal/problemtest"
	"github.com/warbler-opt/warbler/problem"
)

func Example() {
	p, err := New(10)
	if err != nil {
		panic(err)
	}
	fmt.Println(p.Evaluate(problem.Genome{Bits: []uint64{0b1011}}))
	fmt.Println(p.(problem.Targeted).Bound())
	// Output:
	// 3
	// 10 true
}

func TestBatchIsSingle(t *testing.T) {
	for _, length := range []int{1, 64, 65, 200} {
		p, err := New(length)
		if err != nil {
			t.Fatal(err)
		}
		g := problemtest.RandomGenomes(p.Representation(), 20, 1)
		scores := make([]problem.Score, 20)
		p.(problem.BatchEvaluator).EvaluateBatch(g, scores)
		for i, s := range scores {
			ones := problem.Score(0)
			for j := range length {
				if g.At(i).Bit(j) {
					ones++
				}
			}
			if s != ones || p.Evaluate(g.At(i)) != ones {
				t.Errorf("length %d, genome %d: %d in a batch, %d alone, want %d", length, i, s, p.Evaluate(g.At(i)), ones)
			}
		}
	}
}

func TestNewRefuses(t *testing.T) {
	for _, length := range []int{-1, 0, maxLength + 1} {
		if _, err := New(length); err == nil {
			t.Errorf("a genome of %d bits was accepted", length)
		}
	}
}

func TestKernel(t *testing.T) {
	for _, length := range []int{50, 1000} {
		p, err := New(length)
		if err != nil {
			t.Fatal(err)
		}
		problemtest.Equal(t, p, 5)
	}
}
