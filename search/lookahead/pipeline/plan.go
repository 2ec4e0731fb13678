package pipeline

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/warbler-opt/warbler/internal/cnf"
	"github.com/warbler-opt/warbler/internal/memory"
)

// plan is a search of one part of the first batch, wherever it is done.
type plan struct {
	settings
	*instance
	row     int // words of a formula
	room    int // formulas that may be kept at once
	reserve int // of these, what a search of a single formula may need
	// The first batch has all assignments of so many variables, the most frequent
	// by the highest bit, which is 1 for false.
	bits  int
	from  int // of which this part begins with one
	count int // and has so many
}

// roomError is a batch that does not fit into the memory that there is for it.
func (p *plan) roomError(need uint64, where string) error {
	return &cnf.LimitError{Needed: need, Lower: "batch", Text: fmt.Sprintf("a batch of %d formulas of %d bytes needs %s on %s, which is more than it may use",
		p.batch, 4*p.row, memory.Format(need), where)}
}

// mostRoom keeps numbers of formulas within 32 bits.
const mostRoom = 1 << 31

// newPlan is the plan of a part among parts; allowed is what all of them may use.
func newPlan(s settings, p *instance, part int, allowed uint64) (*plan, error) {
	q := &plan{settings: s, instance: p, row: p.words + 1, reserve: 2 * (p.vars + 1)}
	if s.formulas {
		q.row = p.words + 2 + len(p.clauses)
	}
	q.bits = min(bits.Len(uint(s.parts*s.batch))-1, len(p.often))
	all := 1 << q.bits
	q.from = all * part / s.parts
	q.count = all*(part+1)/s.parts - q.from
	// A batch and its children lie beside what is kept.
	row := uint64(4 * q.row)
	room := (allowed - min(allowed, p.bytes())) / uint64(s.parts) / row
	working := uint64(4 * s.batch)
	need := working + uint64(max(s.batch, q.count)+q.reserve+2)
	if room < need {
		return nil, q.roomError(need*row*uint64(s.parts)+p.bytes(), "the host")
	}
	q.room = int(min(room-working, mostRoom))
	return q, nil
}

// take is the size of the next batch when so many formulas are left. As long as
// the reserve is free there is room for the children of all; the fewer are taken
// the less the room shrinks, and the subtree of a single formula never needs more
// than the reserve. So every search ends in the room that there is.
func (p *plan) take(formulas int) int {
	return min(p.batch, max(1, (p.room-p.reserve-formulas)/2), formulas)
}

// whole is the part's share of all assignments.
func (p *plan) whole() float64 { return math.Ldexp(float64(p.count), -p.bits) }

// assigned is how many variables an assignment has a value for.
func assigned(a []uint32) int {
	n := -1
	for _, w := range a {
		n += bits.OnesCount32(w)
	}
	return n
}
