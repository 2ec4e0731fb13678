package pipeline

import (
	"math"
)

// none is no model, and no child.
const none = math.MaxUint32

// rules are the SAT rules (section 2.3) for one way to keep formulas.
type rules interface {
	// begin completes a row that has an assignment which violates no clause.
	begin(row []uint32)
	// divide gives the children of a row to branches, which count outputs. The row is
	// as it was when it returns.
	divide(row []uint32, to *branches)
	// done reports whether a row has no clause left.
	done(row []uint32) bool
}

// branches are what becomes of some formulas of a batch.
type branches struct {
	rows    [3][]uint32 // by branch or, with arrange=formula, all in the first
	branch  bool
	batch   uint32  // formulas in the batch
	parent  uint32  // place of the formula that is divided
	outputs uint32  // of the SAT rules, with a conflict or not
	unit    float64 // the formula's share of all assignments
	change  float64 // of what is open: the children's shares less the formulas'
	model   uint32  // the lowest place of a model among the outputs
	values  []uint32
}

func (b *branches) reset(branch bool, batch int) {
	for j := range b.rows {
		b.rows[j] = b.rows[j][:0]
	}
	b.branch, b.batch, b.outputs, b.model, b.change = branch, uint32(batch), 0, none, 0
}

// begin begins with a formula of the batch.
func (b *branches) begin(parent int, assignment []uint32) {
	b.parent = uint32(parent)
	b.unit = math.Ldexp(1, -assigned(assignment))
	b.change -= b.unit
}

// list is where a child of branch j goes.
func (b *branches) list(j int) *[]uint32 {
	b.change += math.Ldexp(b.unit, -1-j)
	if b.branch {
		return &b.rows[j]
	}
	return &b.rows[0]
}

// found keeps the model of branch j, of several the one with the lowest place among
// the outputs of the batch.
func (b *branches) found(j int, assignment []uint32) {
	place := 3*b.parent + uint32(j)
	if b.branch {
		place = uint32(j)*b.batch + b.parent
	}
	if place < b.model {
		b.model = place
		b.values = append(b.values[:0], assignment...)
	}
}

// isTrue reports whether an assignment makes a literal true.
func isTrue(a []uint32, l uint32) bool { return a[l>>5]>>(l&31)&1 != 0 }

// flip makes a literal true, or takes that back.
func flip(a []uint32, l uint32) { a[l>>5] ^= 1 << (l & 31) }

// satisfied reports whether an assignment satisfies a clause.
func satisfied(a []uint32, c uint32) bool {
	return isTrue(a, c&ofBits) || isTrue(a, c>>bitsOf&ofBits) || isTrue(a, c>>(2*bitsOf))
}

// left are the literals of a clause that an assignment does not make false, in
// their order.
func left(a []uint32, c uint32) (rest uint32, count int) {
	for ; c != 0; c >>= bitsOf {
		if l := c & ofBits; !isTrue(a, l^1) {
			rest |= l << (bitsOf * count)
			count++
		}
	}
	return rest, count
}

// one is a truth value as a number.
func one(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

// eachBranch makes the literals of a clause true one after the other, each with those
// before it false, and calls visit where that violates no clause. Whatever clause a
// child violates has a literal that became false last, so looking at the clauses of that
// one is enough; and what the literals before violate, all later children violate too.
// The assignment is as it was when it returns.
func (p *instance) eachBranch(a []uint32, clause uint32, count int, visit func(j int)) {
	undo := 0
	for j := range count {
		l := clause >> (bitsOf * j) & ofBits
		flip(a, l)
		if !p.conflict(a, l^1) {
			visit(j)
		}
		flip(a, l)
		if j+1 == count {
			break
		}
		flip(a, l^1)
		undo++
		if p.conflict(a, l) {
			break
		}
	}
	for j := range undo {
		flip(a, clause>>(bitsOf*j)&ofBits^1)
	}
}

// paths keeps assignments only; a row is the assignment and the place of the
// clause to divide on.
type paths struct {
	*instance
	shortest bool
}

func (p *paths) begin(row []uint32) { row[p.words] = p.choose(row[:p.words], 0) }

func (p *paths) done(row []uint32) bool { return row[p.words] == uint32(len(p.clauses)) }

// choose is the clause to divide on, or the number of clauses when all are
// satisfied; those before from are. What is satisfied stays so along a path, so the
// first clause moves in one direction.
func (p *paths) choose(a []uint32, from uint32) uint32 {
	if p.shortest {
		from = 0
	}
	best, fewest := uint32(len(p.clauses)), 4
	for at := from; at < uint32(len(p.clauses)) && fewest > 1; at++ {
		c := p.clauses[at]
		if satisfied(a, c) {
			continue
		}
		if !p.shortest {
			return at
		}
		if _, count := left(a, c); count < fewest {
			best, fewest = at, count
		}
	}
	return best
}

func (p *paths) divide(row []uint32, to *branches) {
	a, from := row[:p.words], row[p.words]
	rest, count := left(a, p.clauses[from])
	to.outputs += uint32(count)
	p.eachBranch(a, rest, count, func(j int) {
		next := p.choose(a, from)
		if next == uint32(len(p.clauses)) {
			to.found(j, a)
		}
		list := to.list(j)
		*list = append(append(*list, a...), next)
	})
}
