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
	n, row := c.n, c.n|1
	planes, lines := 1, 3
	list := [][]T{c.f, c.g, c.sa, c.sb}
	if c.f2 != nil {
		planes, lines = 2, 5
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
	half := at * 2 / per // in numbers of 32 bits
	for i := range n {
		for j := i + 1; j < n; j++ {
			if half%2 == 0 {
				data = append(data, 0)
			}
			data[half/2] |= uint64(uint32(i*row+j)<<16|uint32(j*row+i)) << (half % 2 * 32)
			half++
		}
	}
	short := true
	for _, v := range c.sb {
		short = short && int64(v) >= math.MinInt16 && int64(v) <= math.MaxInt16
	}
	numbers := planes*n*row + lines*n
	words := (numbers + n*row + per - 1) / per
	if short { // sb begins where the other numbers end
		words = (8/per*numbers + 2*n*row + 7) / 8
	}
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
		Words: words,
	}
}
