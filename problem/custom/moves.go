package custom

import (
	"unsafe"

	"github.com/warbler-opt/warbler/problem"
)

// gains asks delta for moves that follow each other, as entry.h has them.
func (n *native) gains(row unsafe.Pointer, i, j int, gains []problem.Score) {
	if len(gains) > 0 {
		call(n.delta, row, i, j, len(gains), unsafe.Pointer(&gains[0]), n.words())
		n.calls.Add(1)
	}
}

// gain asks it for one.
func (n *native) gain(row unsafe.Pointer, i, j int) problem.Score {
	var gain [1]problem.Score
	n.gains(row, i, j, gain[:])
	return gain[0]
}

// walk is a genome with its score.
type walk struct {
	native *native
	genome problem.Genome
	score  problem.Score
}

// walk makes room for a walk, which Reset begins.
func (n *native) walk() walk {
	return walk{native: n, genome: problem.NewGenomes(n.Genomes, 1).At(0)}
}

// Reset moves to another genome.
func (w *walk) Reset(g problem.Genome) {
	w.genome.Set(g)
	w.score = w.native.Evaluate(w.genome)
}

// Genome is the genome.
func (w *walk) Genome() problem.Genome { return w.genome }

// Score is the genome's.
func (w *walk) Score() problem.Score { return w.score }

// flipping is what delta gives a fragment over binary genomes.
type flipping struct{ of *native }

// Moves starts at a genome, which is copied.
func (f flipping) Moves(g problem.Genome) problem.Moves {
	m := &flips{walk: f.of.walk()}
	if m.seen = row(m.genome); f.of.cells() {
		m.cells = make([]int32, f.of.Genomes.Length)
		m.seen = unsafe.Pointer(&m.cells[0])
	}
	m.Reset(g)
	return m
}

// flips is a binary genome.
type flips struct {
	walk
	cells []int32        // the genome as delta sees it, or nil where that is the genome itself
	seen  unsafe.Pointer // where delta looks
}

// Reset moves to another genome.
func (m *flips) Reset(g problem.Genome) {
	m.walk.Reset(g)
	for j := range m.cells {
		m.cells[j] = int32(g.Bits[j>>6] >> (j & 63) & 1)
	}
}

// Gain calls delta.
func (m *flips) Gain(j int) problem.Score {
	return problem.Difference(m.score+m.delta(j), m.score)
}

// Flip makes a move.
func (m *flips) Flip(j int) {
	m.score += m.delta(j)
	m.genome.Bits[j>>6] ^= 1 << (j & 63)
	if m.cells != nil {
		m.cells[j] ^= 1
	}
}

func (m *flips) delta(j int) problem.Score { return m.native.gain(m.seen, j, 0) }

// FlipKernel is Moves for devices. A fragment with repair has none: it could not
// change a genome as a repair does.
func (f flipping) FlipKernel() problem.MoveKernel {
	if f.of.has(repairName) {
		return problem.MoveKernel{}
	}
	return f.of.deltaKernel()
}

// changing is a fragment over discrete genomes with delta.
type changing struct{ *native }

// Changes starts at a genome, which is copied.
func (c changing) Changes(g problem.Genome) (problem.Changes, error) {
	w := &changes{c.walk()}
	w.Reset(g)
	return w, nil
}

// ChangeKernel is Changes for devices.
func (c changing) ChangeKernel() problem.MoveKernel { return c.deltaKernel() }

// changes is a discrete genome.
type changes struct{ walk }

// ChangeGain calls delta.
func (c *changes) ChangeGain(i int, symbol uint8) problem.Score {
	return c.native.gain(row(c.genome), i, int(symbol))
}

// Change makes a move.
func (c *changes) Change(i int, symbol uint8) {
	c.score += c.ChangeGain(i, symbol)
	c.genome.Symbols[i] = symbol
}

// exchanging is a fragment over permutations with delta.
type exchanging struct{ *native }

// Exchanges makes room for a permutation.
func (x exchanging) Exchanges() (problem.Exchanges, error) {
	return &exchanges{x.walk()}, nil
}

// ExchangeKernel is Exchanges for devices.
func (x exchanging) ExchangeKernel() problem.MoveKernel { return x.deltaKernel() }

// exchanges is a permutation.
type exchanges struct{ walk }

func (x *exchanges) swap(i, j int) {
	order := x.genome.Order
	order[i], order[j] = order[j], order[i]
}

// ExchangeGains calls delta for i and all above it.
func (x *exchanges) ExchangeGains(i int, gains []problem.Score) {
	x.native.gains(row(x.genome), i, i+1, gains)
}

// ExchangeGain calls delta, which is only ever asked for i < j.
func (x *exchanges) ExchangeGain(i, j int) problem.Score {
	return x.native.gain(row(x.genome), min(i, j), max(i, j))
}

// RotationGains makes the first exchange and calls delta for the second.
func (x *exchanges) RotationGains(i, j int, gains []problem.Score) {
	first := x.ExchangeGain(i, j)
	x.swap(i, j)
	x.native.gains(row(x.genome), j, max(i, j)+1, gains)
	x.swap(i, j)
	for k := range gains {
		gains[k] += first
	}
}

// RotationGain is that of one rotation.
func (x *exchanges) RotationGain(i, j, k int) problem.Score {
	first := x.ExchangeGain(i, j)
	x.swap(i, j)
	gain := first + x.ExchangeGain(j, k)
	x.swap(i, j)
	return gain
}

// Exchange makes a move.
func (x *exchanges) Exchange(i, j int) {
	x.score += x.ExchangeGain(i, j)
	x.swap(i, j)
}
