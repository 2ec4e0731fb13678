package qap

import (
	_ "embed"
	"math"

	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed moves.cl
var movesText string

// ExchangeKernel is Exchanges for devices.
func (p *Problem) ExchangeKernel() problem.ExchangeKernel { return p.exchanges() }

func (p *Problem) makeExchangeKernel() problem.ExchangeKernel {
	if c := p.narrow(); c != nil {
		return c.kernel(func(v int32) uint64 { return uint64(uint32(v)) }, 2)
	}
	return p.wide().kernel(func(v int64) uint64 { return uint64(v) }, 1)
}

// kernel lays out the matrices as moves.cl expects them, so many numbers to a word.
func (c *constants[T]) kernel(bits func(T) uint64, per int) problem.ExchangeKernel {
	n, row, size := c.n, c.n|1, 8/per
	list := [][]T{c.f, c.g, c.sa, c.sb}
	bytes, aside := n*row*size+8*n*(4-per), 0 // the table and the shifts
	if c.f2 != nil {
		bytes += 2 * n * size
		aside = n * row * size
		list = append(list, c.f2, c.g2, c.ta, c.tb)
	}
	var pairs []T
	for i := range n {
		pairs = append(pairs, c.sa[i*n+i+1:(i+1)*n]...)
	}
	list = append(list, pairs)
	var data []uint64
	at := 0
	for _, m := range list {
		for _, v := range m {
			if at%per == 0 {
				data = append(data, 0)
			}
			data[at/per] |= bits(v) << (at % per * 64 / per)
			at++
		}
	}
	short := true
	for _, v := range c.sb {
		short = short && int64(v) >= math.MinInt16 && int64(v) <= math.MaxInt16
	}
	if short {
		size = 2
	}
	aside += n * row * size
	flag := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	return problem.ExchangeKernel{
		Defines: []kernel.Define{
			{Name: "QAP_WIDE", Value: 2 - per},
			{Name: "QAP_SKEW", Value: flag(c.f2 != nil)},
			{Name: "QAP_EVEN_B", Value: flag(c.evenB)},
			{Name: "QAP_SHORT", Value: flag(short)},
		},
		Parts: []kernel.Part{{Name: "problem/qap/moves.cl", Text: movesText}},
		Data:  data,
		Words: (bytes + 7) / 8,
		Aside: (aside + 7) / 8,
	}
}
