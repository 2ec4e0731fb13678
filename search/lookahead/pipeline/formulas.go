package pipeline

import (
	"math/bits"
	"slices"
)

// formulas keeps the clauses that an assignment leaves, as the paper does; a row
// is the assignment, the place of the clause to divide on, the number of clauses,
// and the clauses; what follows them is undefined.
type formulas struct {
	*instance
	shortest bool
}

// clausesAt is where the clauses of a row begin.
func (p *formulas) clausesAt() int { return p.words + 2 }

func (p *formulas) begin(row []uint32) {
	a, kept := row[:p.words], row[p.clausesAt():]
	n, best, fewest := 0, 0, 4
	for _, c := range p.clauses {
		if satisfied(a, c) {
			continue
		}
		rest, count := left(a, c)
		if p.shortest && count < fewest {
			best, fewest = n, count
		}
		kept[n] = rest
		n++
	}
	row[p.words], row[p.words+1] = uint32(best), uint32(n)
}

func (p *formulas) done(row []uint32) bool { return row[p.words+1] == 0 }

// divide applies subsumption and resolution (section 2.3) to every clause, for each
// child that has no conflict.
func (p *formulas) divide(row []uint32, to *branches) {
	a, clauses := row[:p.words], row[p.clausesAt():][:row[p.words+1]]
	decided := clauses[row[p.words]]
	count := length(decided)
	to.outputs += uint32(count)
	p.eachBranch(a, decided, count, func(j int) {
		list := to.list(j)
		at := len(*list)
		*list = slices.Grow(*list, len(row))[:at+len(row)]
		child := (*list)[at:]
		copy(child, a)
		p.apply(child, clauses, decided, j)
		if p.done(child) {
			to.found(j, a)
		}
	})
}

// length is how many literals a clause has.
func length(c uint32) int { return (bits.Len32(c) + bitsOf - 1) / bitsOf }

// apply makes the clauses of a child, which has its assignment: literal j of the
// decided clause is true, and those before it are false, without a conflict.
func (p *formulas) apply(child, from []uint32, decided uint32, j int) {
	var truth [3]uint32
	for i := range j + 1 {
		truth[i] = decided >> (bitsOf * i) & ofBits
		if i < j {
			truth[i] ^= 1
		}
	}
	kept := child[p.clausesAt():]
	n, best, fewest := 0, 0, 4
	for _, c := range from {
		if untouched(child, c) { // most are
			if p.shortest && fewest > 3 {
				best, fewest = n, 3
			}
			kept[n] = c
			n++
			continue
		}
		rest, subsumed := simplify(c, truth[:j+1])
		if subsumed {
			continue
		}
		if count := length(rest); p.shortest && count < fewest {
			best, fewest = n, count
		}
		kept[n] = rest
		n++
	}
	child[p.words], child[p.words+1] = uint32(best), uint32(n)
}

// untouched reports whether a clause has three literals, and none of a variable that
// an assignment has a value for.
func untouched(a []uint32, c uint32) bool {
	x, y, z := c&ofBits, c>>bitsOf&ofBits, c>>(2*bitsOf)
	return z != 0 && (a[x>>5]>>(x&30)|a[y>>5]>>(y&30)|a[z>>5]>>(z&30))&3 == 0
}

// simplify is a clause when some literals are true: what is left of it, or that
// it is subsumed.
func simplify(c uint32, truth []uint32) (rest uint32, subsumed bool) {
	shift := 0
	for ; c != 0; c >>= bitsOf {
		l, gone := c&ofBits, false
		for _, t := range truth {
			if l == t {
				return 0, true
			}
			gone = gone || l == t^1
		}
		if !gone {
			rest |= l << shift
			shift += bitsOf
		}
	}
	return rest, false
}
