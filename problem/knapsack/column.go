package knapsack

import (
	"slices"

	"github.com/warbler-opt/warbler/internal/token"
)

// column is a list of decimal numbers as they were read. It grows with what is
// really in the file, never with what a header claims.
type column struct {
	values []int64
	places []uint8 // the decimals of each value; nil while all are 0
	most   int     // the largest of them
}

func (c *column) add(v int64, decimals int) {
	if decimals > 0 && c.places == nil {
		c.places = make([]uint8, len(c.values), len(c.values)+1)
	}
	c.values = append(c.values, v)
	if c.places != nil {
		c.places = append(c.places, uint8(decimals))
		c.most = max(c.most, decimals)
	}
}

// scale multiplies the values by 10^decimals and reports whether they all fit.
func (c *column) scale(decimals int) bool {
	for j, v := range c.values {
		by := decimals
		if c.places != nil {
			by -= int(c.places[j])
		}
		var ok bool
		if c.values[j], ok = token.Scale(v, by); !ok {
			return false
		}
	}
	return true
}

// into reads a number into a column; what it is goes into messages, as number
// has it.
func (f *reader) into(c *column, what string, i, of int) {
	if v, d := f.number(what, i, of); f.Err() == nil {
		c.add(v, d)
	}
}

// builder collects the numbers of one instance.
type builder struct {
	f          *reader
	name       string
	line       int // where the instance begins
	n, m       int
	profits    column
	weights    column // constraint by constraint
	capacities column
	optimum    column // one value, or none
}

func (f *reader) build(name string, n, m int) *builder {
	if int64(n)*int64(m) > maxWeights {
		f.Fail("%d items in %d constraints are more than the limit of %d weights", n, m, maxWeights)
	}
	return &builder{f: f, name: name, line: f.Line(), n: n, m: m}
}

// item reads the profit and the weight of item j.
func (b *builder) item(j int) {
	b.f.into(&b.profits, "profit", j+1, b.n)
	b.f.into(&b.weights, "weight", j+1, b.n)
}

// instance scales the numbers and checks them.
func (b *builder) instance() *Instance {
	if b.f.Err() != nil {
		return nil
	}
	decimals := max(b.profits.most, b.optimum.most)
	weightDecimals := max(b.weights.most, b.capacities.most)
	if !b.profits.scale(decimals) || !b.optimum.scale(decimals) || !b.weights.scale(weightDecimals) || !b.capacities.scale(weightDecimals) {
		b.f.Stop(b.f.ErrorAt(b.line, "the numbers of this instance do not fit 64 bits once their %d decimals are made whole; round them", max(decimals, weightDecimals)))
		return nil
	}
	k := &Instance{
		Name:           b.name,
		Profits:        slices.Clip(b.profits.values),
		Capacities:     b.capacities.values,
		Decimals:       decimals,
		WeightDecimals: weightDecimals,
		KnownOptimum:   -1,
	}
	for i := range b.m {
		k.Weights = append(k.Weights, b.weights.values[i*b.n:(i+1)*b.n:(i+1)*b.n])
	}
	if len(b.optimum.values) > 0 {
		k.KnownOptimum = b.optimum.values[0]
	}
	if err := k.validate(); err != nil {
		b.f.Stop(b.f.ErrorAt(b.line, "%w", err))
	}
	return k
}
