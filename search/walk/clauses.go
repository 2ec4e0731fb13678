package walk

// trueLits is what walks follow of a clause: how many literals are true, in the
// upper half, and in the lower half the XOR of their variables, which is the
// variable if it is one. The lower half of a false clause is its place in a
// list instead. A flip reads it for every clause of a variable, so that it
// must not lie in two arrays.
type trueLits uint64

const oneTrue trueLits = 1 << 32

func (t trueLits) count() uint32 { return uint32(t >> 32) }

// which is the variable of the only true literal.
func (t trueLits) which() uint32 { return uint32(t) }

// more and fewer are what it is after a literal of v has become true or false.
func (t trueLits) more(v uint32) trueLits  { return (t + oneTrue) ^ trueLits(v) }
func (t trueLits) fewer(v uint32) trueLits { return (t - oneTrue) ^ trueLits(v) }

// zero and one are 1 if so many literals are true, else 0.
func (t trueLits) zero() int { return int((t>>32 - 1) >> 63) }
func (t trueLits) one() int  { return int(((t>>32 ^ 1) - 1) >> 63) }

// falseClause has its literals if all clauses have three, so that who draws it need not
// wait for them.
type falseClause struct {
	clause   uint32
	literals [3]uint32
}

// falseClauses are false clauses, in the order in which they became false.
type falseClauses []falseClause

func (l *falseClauses) push(c uint32, f *formula, of []trueLits) {
	of[c] = trueLits(len(*l))
	x := falseClause{clause: c}
	if f.width == 3 {
		x.literals = [3]uint32(f.Lits[3*int(c):])
	}
	*l = append(*l, x)
}

// remove puts the last one into the place that becomes free.
func (l *falseClauses) remove(c uint32, of []trueLits) {
	list := *l
	last := list[len(list)-1]
	at := of[c]
	list[at], of[last.clause] = last, at
	*l = list[:len(list)-1]
}

// literals are those of a false clause.
func (f *formula) literals(c *falseClause) []uint32 {
	if f.width == 3 {
		return c.literals[:]
	}
	return f.clause(c.clause)
}
