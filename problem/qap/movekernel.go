package qap

import (
	_ "embed"
	"math"

	"github.com/warbler-opt/warbler/internal/words"
	"github.com/warbler-opt/warbler/kernel"
	"github.com/warbler-opt/warbler/problem"
)

//go:embed moves.cl
var movesText string

// ExchangeKernel is Exchanges for devices.
func (p *assignment) ExchangeKernel() problem.MoveKernel { return p.exchanges() }

func (p *assignment) makeExchangeKernel() problem.MoveKernel {
	if c := p.narrow(); c != nil {
		return c.kernel(2)
	}
	return p.wide().kernel(1)
}

// kernel lays out the matrices as moves.cl expects them, so many numbers to a word.
func (c *constants[T]) kernel(per int) problem.MoveKernel {
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
	short := true
	for _, v := range c.sb {
		short = short && int64(v) >= math.MinInt16 && int64(v) <= math.MaxInt16
	}
	if short {
		size = 2
	}
	aside += n * row * size
	var defines kernel.Defines
	defines.Add("QAP_WIDE", per == 1)
	defines.Add("QAP_SKEW", c.f2 != nil)
	defines.Add("QAP_EVEN_B", c.evenB)
	defines.Add("QAP_SHORT", short)
	return problem.MoveKernel{
		Defines: defines,
		Parts:   []kernel.Part{{Name: "problem/qap/moves.cl", Text: movesText}},
		Data:    words.Pack(64/per, list...),
		Words:   (bytes + 7) / 8,
		Aside:   (aside + 7) / 8,
	}
}
