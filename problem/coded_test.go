package problem_test

import (
	"math"
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/warbler-opt/warbler/problem"
	"github.com/warbler-opt/warbler/problem/function"
	"github.com/warbler-opt/warbler/problem/onemax"
)

// drawCode makes codes of all widths and bounds.
func drawCode(t *rapid.T) (*problem.Code, int) {
	n := rapid.IntRange(1, 20).Draw(t, "genes")
	c := &problem.Code{Bits: rapid.IntRange(1, problem.MaxCodeBits).Draw(t, "bits"), Gray: rapid.Bool().Draw(t, "gray")}
	for range n {
		lower := rapid.Float64Range(-1000, 1000).Draw(t, "lower")
		c.Lower = append(c.Lower, lower)
		c.Upper = append(c.Upper, lower+rapid.Float64Range(1, 1000).Draw(t, "span"))
	}
	return c, n
}

// TestCodeRoundTrip decodes random bits and codes the result again: the same
// bits for all but the widest codes, whose neighbors may round together.
func TestCodeRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, n := drawCode(t)
		words := (n*c.Bits + 63) / 64
		genome := rapid.SliceOfN(rapid.Uint64(), words, words).Draw(t, "genome")
		if rest := n * c.Bits % 64; rest != 0 {
			genome[words-1] &= 1<<rest - 1
		}
		reals, again := make([]float64, n), make([]float64, n)
		c.Decode(genome, reals)
		for j, v := range reals {
			if v < c.Lower[j] || v > math.Nextafter(c.Upper[j], math.Inf(1)) {
				t.Fatalf("gene %d is %v, outside %v to %v", j, v, c.Lower[j], c.Upper[j])
			}
		}
		back := make([]uint64, words)
		c.Encode(reals, back)
		if c.Bits <= 36 && !slices.Equal(genome, back) {
			t.Fatalf("%x becomes %x", genome, back)
		}
		c.Decode(back, again)
		for j := range reals {
			if math.Abs(reals[j]-again[j]) > 1e-9*(math.Abs(reals[j])+c.Upper[j]-c.Lower[j]) {
				t.Fatalf("gene %d is %v and then %v", j, reals[j], again[j])
			}
		}
	})
}

// TestCodeByDefinition reads bits one by one.
func TestCodeByDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, n := drawCode(t)
		words := (n*c.Bits + 63) / 64
		genome := problem.Genome{Bits: rapid.SliceOfN(rapid.Uint64(), words, words).Draw(t, "genome")}
		for j := range n {
			want, above := uint64(0), false
			for b := c.Bits - 1; b >= 0; b-- {
				bit := genome.Bit(j*c.Bits + b)
				if c.Gray {
					bit = bit != above // each bit of the number is the Gray bit xor the one above
				}
				above = bit
				if bit {
					want |= 1 << b
				}
			}
			if got := c.Number(genome.Bits, j); got != want {
				t.Fatalf("gene %d is %d, want %d", j, got, want)
			}
		}
	})
}

// TestGrayNeighbors: consecutive numbers differ in one bit.
func TestGrayNeighbors(t *testing.T) {
	c := &problem.Code{Bits: 10, Gray: true, Lower: []float64{0}, Upper: []float64{1023}}
	before := []uint64{0}
	c.Encode([]float64{0}, before)
	for v := 1.0; v < 1024; v++ {
		genome := []uint64{0}
		c.Encode([]float64{v}, genome)
		if bits.OnesCount64(before[0]^genome[0]) != 1 {
			t.Fatalf("%v and %v differ in other than one bit", v-1, v)
		}
		copy(before, genome)
	}
	for _, v := range []float64{-5, math.Inf(-1), math.NaN()} {
		genome := []uint64{99}
		if c.Encode([]float64{v}, genome); genome[0] != 0 {
			t.Errorf("%v is coded as %x", v, genome[0])
		}
	}
}

func TestCoded(t *testing.T) {
	inner, err := function.New("rastrigin", 5)
	if err != nil {
		t.Fatal(err)
	}
	p, err := problem.NewCoded(inner, 16, true)
	if err != nil {
		t.Fatal(err)
	}
	r := p.Representation()
	if err := r.Validate(); err != nil || r.Kind != problem.Binary || r.Length != 80 || r.Code == nil {
		t.Errorf("the representation is %+v, %v", r, err)
	}
	if o := problem.ObjectiveOf(p); !o.Float || !o.Minimize {
		t.Errorf("the objective is %+v", o)
	}
	g := problem.NewGenomes(r, 2)
	r.Code.Encode([]float64{1, -2, 3, -4, 5}, g.At(1).Bits)
	scores := make([]problem.Score, 2)
	p.(problem.BatchEvaluator).EvaluateBatch(g, scores)
	for i, s := range scores {
		x := make([]float64, 5)
		r.Code.Decode(g.At(i).Bits, x)
		if want := inner.Evaluate(problem.Genome{Reals: x}); s != want || p.Evaluate(g.At(i)) != want {
			t.Errorf("genome %d scores %d in a batch, %d alone, want %d", i, s, p.Evaluate(g.At(i)), want)
		}
	}
	other, err := problem.NewCoded(inner, 17, true)
	if err != nil {
		t.Fatal(err)
	}
	if p.(problem.Hashed).Hash() == other.(problem.Hashed).Hash() {
		t.Error("another code has the same hash")
	}
	if k := p.(problem.Kernelled).Kernel(); !k.Serial || len(k.Data) != 10 {
		t.Errorf("the kernel has %d words of data", len(k.Data))
	}
}

func TestNewCodedRefuses(t *testing.T) {
	inner, err := function.New("sphere", 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, -1, problem.MaxCodeBits + 1} {
		if _, err := problem.NewCoded(inner, n, false); err == nil {
			t.Errorf("%d bits were accepted", n)
		}
	}
	ones, err := onemax.New(5)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := problem.NewCoded(ones, 5, false); err == nil {
		t.Error("a binary problem was coded in bits")
	}
}
