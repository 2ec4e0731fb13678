package problem

import (
	_ "embed"
	"fmt"
	"math"
	"slices"

	"github.com/warbler-opt/warbler/kernel"
)

//go:embed coded.cl
var codedText string

// maxCodeBits is the most bits a real gene can be coded in: its numbers are
// then still exact in a float64.
const maxCodeBits = 52

// Code says how the bits of a binary genome stand for a real vector, as
// GAlib's bin2dec phenotypes do: gene j is the number in bits j·Bits to
// (j+1)·Bits - 1, lowest bit first, spread evenly over its bounds.
type Code struct {
	Bits  int  // per real gene, 1 to 52
	Gray  bool // the number is Gray-coded, so neighbors differ in one bit
	Lower []float64
	Upper []float64
}

// number is the number that real gene j has in a binary genome.
func (c *Code) number(bits []uint64, j int) uint64 {
	from := j * c.Bits
	x := bits[from/64] >> (from % 64)
	if from%64+c.Bits > 64 {
		x |= bits[from/64+1] << (64 - from%64)
	}
	x &= 1<<c.Bits - 1
	if c.Gray {
		for shift := 1; shift < 64; shift *= 2 {
			x ^= x >> shift
		}
	}
	return x
}

// Decode fills reals with the vector that a binary genome stands for.
func (c *Code) Decode(bits []uint64, reals []float64) {
	top := float64(uint64(1)<<c.Bits - 1)
	for j := range reals {
		part := float64(c.number(bits, j)) / top
		span := c.Upper[j] - c.Lower[j]
		reals[j] = c.Lower[j] + float64(span*part)
	}
}

// Encode writes the nearest code of a vector into a binary genome. Values
// outside the bounds move to the nearest bound.
func (c *Code) Encode(reals []float64, bits []uint64) {
	clear(bits)
	top := uint64(1)<<c.Bits - 1
	for j, v := range reals {
		x := uint64(0)
		if span := c.Upper[j] - c.Lower[j]; span > 0 {
			// Clamped before the conversion, which is undefined outside.
			part := math.Min(math.Max((v-c.Lower[j])/span, 0), 1)
			if part == part {
				x = min(uint64(math.Round(float64(part*float64(top)))), top)
			}
		}
		if c.Gray {
			x ^= x >> 1
		}
		from := j * c.Bits
		bits[from/64] |= x << (from % 64)
		if from%64+c.Bits > 64 {
			bits[from/64+1] |= x >> (64 - from%64)
		}
	}
}

// coded is a real problem seen through a binary code: its genomes are bits,
// and what the inner problem scores is the vector they stand for.
type coded struct {
	inner Problem
	rep   Representation
}

// NewCoded wraps a real problem: each real gene becomes so many bits, plain or
// Gray-coded. The result is Kernelled when the inner problem is.
func NewCoded(inner Problem, bits int, gray bool) (Problem, error) {
	r := inner.Representation()
	if r.Kind != Real {
		return nil, fmt.Errorf("problem: only real genes can be coded in bits, and %s is %s", inner.Name(), r.Kind)
	}
	if bits < 1 || bits > maxCodeBits {
		return nil, fmt.Errorf("problem: a real gene is coded in 1 to %d bits, not %d", maxCodeBits, bits)
	}
	if err := r.Validate(); err != nil {
		return nil, err
	}
	code := &Code{Bits: bits, Gray: gray, Lower: slices.Clone(r.Lower), Upper: slices.Clone(r.Upper)}
	c := &coded{inner: inner, rep: Representation{Kind: Binary, Length: r.Length * bits, Code: code}}
	if k, ok := inner.(Kernelled); ok {
		return &codedKernelled{c, c.wrap(k.Kernel())}, nil
	}
	return c, nil
}

// codedKernelled is a coded problem whose inner problem has a kernel.
type codedKernelled struct {
	*coded
	kernel Kernel
}

// Kernel is the inner problem's kernel with REAL reading through the code.
func (c *codedKernelled) Kernel() Kernel { return c.kernel }

// Name is the inner problem's name.
func (c *coded) Name() string { return c.inner.Name() }

// Representation is binary, with the code.
func (c *coded) Representation() Representation { return c.rep }

// Objective is the inner problem's.
func (c *coded) Objective() Objective { return ObjectiveOf(c.inner) }

// Bound is the inner problem's, if it has one: no code can beat it.
func (c *coded) Bound() (Score, bool) {
	if t, ok := c.inner.(Targeted); ok {
		return t.Bound()
	}
	return 0, false
}

// Hash is the inner problem's, altered by the code.
func (c *coded) Hash() [32]byte {
	var h [32]byte
	if inner, ok := c.inner.(Hashed); ok {
		h = inner.Hash()
	}
	h[0] ^= byte(c.rep.Code.Bits)
	if c.rep.Code.Gray {
		h[1] ^= 1
	}
	return h
}

// Evaluate decodes a genome and scores the vector.
func (c *coded) Evaluate(g Genome) Score {
	reals := make([]float64, len(c.rep.Code.Lower))
	c.rep.Code.Decode(g.Bits, reals)
	return c.inner.Evaluate(Genome{Reals: reals})
}

// EvaluateBatch decodes with one vector for all genomes.
func (c *coded) EvaluateBatch(g Genomes, scores []Score) {
	reals := make([]float64, len(c.rep.Code.Lower))
	for i := range scores {
		c.rep.Code.Decode(g.At(i).Bits, reals)
		scores[i] = c.inner.Evaluate(Genome{Reals: reals})
	}
}

// wrap puts the code in front of the inner kernel. The inner parts see LEN as
// the number of reals, and REAL(g, j) where a variable called data is in
// scope, as it is in problem_score.
func (c *coded) wrap(k Kernel) Kernel {
	code := c.rep.Code
	length := func(n int) kernel.Part {
		return kernel.Part{Name: "problem/coded.go", Text: fmt.Sprintf("#undef LEN\n#define LEN %d\n", n)}
	}
	defines := kernel.Defines(slices.Clone(k.Defines))
	defines.Add("CODED_BITS", code.Bits)
	defines.Add("CODED_GRAY", code.Gray)
	defines.Add("CODED_DATA", len(k.Data))
	defines.Add("REAL(g, j)", "coded_real(g, j, data)")
	before := []kernel.Part{{Name: "problem/coded.cl", Text: codedText}, length(len(code.Lower))}
	data := slices.Clone(k.Data)
	for j := range code.Lower {
		data = append(data, math.Float64bits(code.Lower[j]), math.Float64bits(code.Upper[j]))
	}
	return Kernel{
		Defines: defines,
		Parts:   slices.Concat(before, k.Parts, []kernel.Part{length(c.rep.Length)}),
		Data:    data,
		Cache:   k.Cache,
		Serial:  k.Serial,
	}
}
