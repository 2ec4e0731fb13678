package neighborhood

// segments are what moves of Or-opt take elsewhere (Or 1976): up to three values, as they are
// or turned around.
var segments = [...]struct {
	count  int
	turned bool
}{{1, false}, {2, false}, {2, true}, {3, false}, {3, true}}

// segmentMoves is how many moves of n places take so many values elsewhere.
func segmentMoves(n, count int) int { return max(0, n-count+1) * max(0, n-count) }

// segmentCount is how many moves Or-opt has.
func segmentCount(n uint64) (all uint64) {
	for _, s := range segments {
		all += uint64(segmentMoves(int(n), s.count))
	}
	return all
}

// segmentIndex is the number of the move that takes segment k from place i of n on to place
// j on, which is another: by the kind of segment, then by i, then by j.
func segmentIndex(n, i, j, k int) int {
	index := 0
	for _, s := range segments[:k] {
		index += segmentMoves(n, s.count)
	}
	if j > i {
		j--
	}
	return index + i*(n-segments[k].count) + j
}

// segmentAt is the move with a number.
func segmentAt(n, index int) (i, j, k int) {
	for ; index >= segmentMoves(n, segments[k].count); k++ {
		index -= segmentMoves(n, segments[k].count)
	}
	others := n - segments[k].count
	if i, j = index/others, index%others; j >= i {
		j++
	}
	return i, j, k
}

// sameSegment is the number that stands for all moves that do the same as one: a segment that
// goes a few places back does what these do when they go beyond it; a turned one that passes
// one value does so on either side of it.
func (m Moves) sameSegment(i, j, k int) int {
	switch back := i - j; {
	case back == 1 && segments[k].turned:
		i, j = j, i
	case back >= 1 && back <= 3 && !segments[k].turned:
		i, j, k = j, j+segments[k].count, plain[back]
	}
	return segmentIndex(m.N, i, j, k)
}

// outer is where the value of a segment that surely changes its place is before and after a move.
func outer(i, j, k int) (from, to int) {
	last := segments[k].count - 1
	switch {
	case !segments[k].turned:
		return i, j
	case i < j:
		return i, j + last
	}
	return i + last, j
}

// plain are the segments that are not turned, by their length.
var plain = [...]int{1: 0, 2: 1, 3: 3}

// moveSegment takes segment k from place i on to place j on by reversals: of it and all that it
// passes, and then of what passes and, unless it is turned, of it alone.
func moveSegment(i, j, k int, reverse func(i, j int)) {
	count := segments[k].count
	if i < j {
		reverse(i, j+count-1)
		reverse(i, j-1)
	} else {
		reverse(j, i+count-1)
		reverse(j+count, i+count-1)
	}
	if !segments[k].turned {
		reverse(j, j+count-1)
	}
}
