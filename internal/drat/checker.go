package drat

import "slices"

// checker is a set of clauses and what follows from it by unit propagation.
// A literal x has the place 2x, or 2x+1 when it is negative.
type checker struct {
	lemmas  int // clauses of the proof so far
	refuted bool
	clauses [][]int32        // nil when deleted; the first two literals are watched
	watched [][]int          // by place: the clauses that watch the literal
	truth   []int8           // by variable: 1, -1, or 0 for open
	reason  []int            // by variable: the clause that gave it its value, or -1
	trail   []int32          // literals that are true
	done    int              // of which so many were propagated
	named   map[uint64][]int // clauses by a sum of their literals, for deletions
	occurs  map[int32][]int  // by literal; nil until a clause needs it
}

func newChecker(vars int) *checker {
	c := &checker{named: map[uint64][]int{}}
	c.grow(int32(vars))
	return c
}

// grow makes room for variables up to one.
func (c *checker) grow(v int32) {
	for len(c.truth) <= int(v) {
		c.truth = append(c.truth, 0)
		c.reason = append(c.reason, -1)
		c.watched = append(c.watched, nil, nil)
	}
}

// normal is a clause as a sorted set.
func normal(list []int32) []int32 {
	list = slices.Clone(list)
	slices.Sort(list)
	return slices.Compact(list)
}

func abs(x int32) int32 { return max(x, -x) }

func place(x int32) int {
	if x < 0 {
		return int(-2*x + 1)
	}
	return int(2 * x)
}

// value is 1 for a true literal, -1 for a false one, and 0 for an open one.
func (c *checker) value(x int32) int8 {
	if x < 0 {
		return -c.truth[-x]
	}
	return c.truth[x]
}

// sum is the same for all orders of a clause.
func sum(list []int32) uint64 {
	total := uint64(len(list))
	for _, x := range list {
		h := uint64(uint32(x)) * 0x9e3779b97f4a7c15
		total += (h ^ h>>29) * 0xbf58476d1ce4e5b9
	}
	return total
}

// add adds a clause, and follows it.
func (c *checker) add(list []int32) {
	for _, x := range list {
		c.grow(abs(x))
	}
	index := len(c.clauses)
	c.clauses = append(c.clauses, list)
	key := sum(list)
	c.named[key] = append(c.named[key], index)
	if c.occurs != nil {
		c.note(index)
	}
	opposite := func(x int32) bool {
		_, found := slices.BinarySearch(list, -x)
		return found
	}
	if slices.ContainsFunc(list, opposite) {
		return // a tautology says nothing
	}
	// Open literals first, to be watched.
	slices.SortStableFunc(list, func(a, b int32) int { return int(min(c.value(b), 0)) - int(min(c.value(a), 0)) })
	switch {
	case len(list) == 0 || c.value(list[0]) < 0:
		c.refuted = true
		return
	case len(list) > 1:
		c.watch(list[0], index)
		c.watch(list[1], index)
	}
	if len(list) == 1 || c.value(list[1]) < 0 {
		if c.value(list[0]) == 0 {
			c.set(list[0], index)
		}
		c.refuted = !c.propagate()
	}
}

func (c *checker) watch(x int32, index int) {
	p := place(x)
	c.watched[p] = append(c.watched[p], index)
}

func (c *checker) set(x int32, reason int) {
	if x < 0 {
		c.truth[-x] = -1
	} else {
		c.truth[x] = 1
	}
	c.reason[abs(x)] = reason
	c.trail = append(c.trail, x)
}

// propagate follows the true literals. false: a clause has none left.
func (c *checker) propagate() bool {
	for c.done < len(c.trail) {
		falsified := -c.trail[c.done]
		c.done++
		p := place(falsified)
		list, kept := c.watched[p], c.watched[p][:0]
		for i, index := range list {
			clause := c.clauses[index]
			if clause == nil {
				continue // deleted
			}
			if clause[0] == falsified {
				clause[0], clause[1] = clause[1], clause[0]
			}
			if c.value(clause[0]) > 0 || !c.move(clause, index) {
				kept = append(kept, index)
				switch c.value(clause[0]) {
				case -1:
					c.watched[p] = append(kept, list[i+1:]...)
					return false
				case 0:
					c.set(clause[0], index)
				}
			}
		}
		c.watched[p] = kept
	}
	return true
}

// move finds another literal to be watched instead of the second.
func (c *checker) move(clause []int32, index int) bool {
	for j := 2; j < len(clause); j++ {
		if c.value(clause[j]) >= 0 {
			clause[1], clause[j] = clause[j], clause[1]
			c.watch(clause[1], index)
			return true
		}
	}
	return false
}

// back takes values away until the trail is as long as it was.
func (c *checker) back(to int) {
	for _, x := range c.trail[to:] {
		c.truth[abs(x)] = 0
		c.reason[abs(x)] = -1
	}
	c.trail, c.done = c.trail[:to], to
}

// deny makes all literals of a clause false but one (0 for none). false: one of
// them is true, or a clause has no literal left.
func (c *checker) deny(list []int32, but int32) bool {
	for _, x := range list {
		if x == but {
			continue
		}
		switch c.value(x) {
		case 1:
			return false
		case 0:
			c.set(-x, -1)
		}
	}
	return c.propagate()
}

// follows reports whether a clause may be added.
func (c *checker) follows(list []int32) bool {
	for _, x := range list {
		c.grow(abs(x))
	}
	start := len(c.trail)
	defer func() { c.back(start) }()
	if !c.deny(list, 0) {
		return true
	}
	if len(list) == 0 {
		return false
	}
	return c.harmless(list[0])
}

// harmless reports whether every resolvent with the clause that was denied, on
// its first literal, follows.
func (c *checker) harmless(pivot int32) bool {
	if c.occurs == nil {
		c.occurs = map[int32][]int{}
		for i := range c.clauses {
			c.note(i)
		}
	}
	start := len(c.trail)
	for _, i := range c.occurs[-pivot] {
		if clause := c.clauses[i]; clause != nil {
			if c.deny(clause, -pivot) {
				return false
			}
			c.back(start)
		}
	}
	return true
}

// note remembers where the literals of a clause occur.
func (c *checker) note(index int) {
	for _, x := range c.clauses[index] {
		c.occurs[x] = append(c.occurs[x], index)
	}
}

// remove deletes a clause. false: there is none such.
func (c *checker) remove(list []int32) bool {
	key := sum(list)
	same := c.named[key]
	for i, index := range slices.Backward(same) {
		if !slices.Equal(normal(c.clauses[index]), list) {
			continue
		}
		given := func(x int32) bool { return c.value(x) > 0 && c.reason[abs(x)] == index }
		if slices.ContainsFunc(c.clauses[index], given) {
			return true // it gave a literal its value
		}
		c.clauses[index] = nil
		if c.named[key] = slices.Delete(same, i, i+1); len(same) == 1 {
			delete(c.named, key)
		}
		return true
	}
	return false
}
