package dominance

import "slices"

// few is how many pairs are compared one by one, for each score besides the first: below
// that, dividing costs more than it saves.
const few = 1 << 9

// Sorter finds the ranks of points. Its zero value works; it keeps its memory for the next
// call.
type Sorter struct {
	// Aborted, unless it is nil, tells that ranks are of no use any more. It is asked
	// every few thousand steps.
	Aborted func() bool

	columns [][]int64 // by score, then by place in the order
	rank    []uint32  // by place
	most    uint32    // ranks from it on do not matter
	steps   int       // until Aborted is asked
	stopped bool
	room    []int32 // the sets of calls under way, as a stack
	used    int
	stair   []stair
}

// stair says that a point with this score, and with ranks up to this one, has been met.
type stair struct {
	score int64
	rank  uint32
}

// Rank sets rank[i] to the number of the front of each point i in order, counted from 0,
// and returns how many fronts there are. A front from number most on is not looked for: its
// points have rank most. scores has those of point i from i*m on. order is sorted by the
// first score, equals by the second and so on, the largest first, and has no two equal
// points.
func (s *Sorter) Rank(scores []int64, m int, order []int, rank []uint32, most uint32) (fronts uint32) {
	n := len(order)
	if len(s.columns) != m {
		s.columns = make([][]int64, m)
	}
	for c := 1; c < m; c++ {
		column := slices.Grow(s.columns[c][:0], n)[:n]
		for k, i := range order {
			column[k] = scores[i*m+c]
		}
		s.columns[c] = column
	}
	s.rank = slices.Grow(s.rank[:0], n)[:n]
	clear(s.rank)
	s.most, s.stopped, s.used, s.steps = most, false, 0, 0
	all := s.take(n)
	for k := range all {
		all[k] = int32(k)
	}
	s.inside(all, m-1)
	for k, i := range order {
		rank[i] = min(s.rank[k], most)
		fronts = max(fronts, rank[i]+1)
	}
	return min(fronts, most)
}

// take reserves memory for a set. What is taken is given back by setting used.
func (s *Sorter) take(n int) []int32 {
	if s.used+n > len(s.room) {
		s.room = make([]int32, max(2*len(s.room), 4*n)) // sets that are in use keep the old memory
		s.used = 0
	}
	s.used += n
	return s.room[s.used-n : s.used : s.used]
}

// ended asks now and then whether to go on, after so many steps.
func (s *Sorter) ended(steps int) bool {
	if s.steps += steps; s.steps > 1<<14 && s.Aborted != nil {
		s.steps = 0
		s.stopped = s.stopped || s.Aborted()
	}
	return s.stopped
}

// open are those of a set whose rank still matters.
func (s *Sorter) open(set []int32) []int32 {
	if s.most == 1<<32-1 || !slices.ContainsFunc(set, func(k int32) bool { return s.rank[k] >= s.most }) {
		return set
	}
	left := s.take(len(set))[:0]
	for _, k := range set {
		if s.rank[k] < s.most {
			left = append(left, k)
		}
	}
	return left
}

// inside raises the ranks of a set's members by what others of it say, which are equal in
// all scores behind c.
func (s *Sorter) inside(set []int32, c int) {
	room, used := s.room, s.used
	set = s.open(set)
	switch n := len(set); {
	case n < 2 || s.ended(n):
	case c == 1:
		s.sweep(nil, set)
	case n*n <= few*c:
		s.ended(n * n / 4)
		for j := 1; j < n; j++ {
			s.raise(set[:j], set[j], c)
		}
	default:
		better, equal, worse := s.split(set, c, s.middle(set, nil, c))
		s.inside(better, c)
		s.across(better, equal, c-1)
		s.inside(equal, c-1)
		s.across(merged(s.take(len(better)+len(equal)), better, equal), worse, c-1)
		s.inside(worse, c)
	}
	s.free(room, used)
}

// free gives back what was taken since then, unless the memory has been replaced.
func (s *Sorter) free(room []int32, used int) {
	if len(room) == len(s.room) {
		s.used = used
	}
}

// across raises the ranks of a set's members by what those of another say, whose ranks
// are known and who are nowhere worse behind score c, and somewhere different.
func (s *Sorter) across(from, to []int32, c int) {
	room, used := s.room, s.used
	from, to = s.open(from), s.open(to)
	switch f, t := len(from), len(to); {
	case f == 0 || t == 0 || s.ended(f+t):
	case c == 1:
		s.sweep(from, to)
	case f*t <= few*c || f < 4 || t < 4:
		s.ended(f * t / 2)
		for _, j := range to {
			s.raise(from[:before(from, j)], j, c)
		}
	default:
		low, high := extremes(s.columns[c], from)
		least, most := extremes(s.columns[c], to)
		if low >= most {
			s.across(from, to, c-1)
		} else if high >= least {
			pivot := s.middle(from, to, c)
			better, equal, worse := s.split(from, c, pivot)
			first, same, last := s.split(to, c, pivot)
			s.across(better, first, c)
			both := merged(s.take(len(better)+len(equal)), better, equal)
			s.across(both, same, c-1)
			s.across(both, last, c-1)
			s.across(worse, last, c)
		}
	}
	s.free(room, used)
}

// before is how many of a set come before a place.
func before(set []int32, place int32) int {
	k, _ := slices.BinarySearch(set, place)
	return k
}

// raise raises the rank of point j behind those that dominate it, which come before it and
// are not asked about scores behind c.
func (s *Sorter) raise(from []int32, j int32, c int) {
	rank := s.rank[j]
	for k := len(from) - 1; k >= 0; k-- {
		i := from[k]
		if s.rank[i] < rank {
			continue
		}
		m := 1
		for m <= c && s.columns[m][i] >= s.columns[m][j] {
			m++
		}
		if m > c {
			rank = s.rank[i] + 1
		}
	}
	s.rank[j] = rank
}

// middle is a score near the middle of two sets.
func (s *Sorter) middle(a, b []int32, c int) int64 {
	var sample [31]int64
	column, n := s.columns[c], len(a)+len(b)
	for k := range sample {
		at := k * (n - 1) / (len(sample) - 1)
		if at < len(a) {
			sample[k] = column[a[at]]
		} else {
			sample[k] = column[b[at-len(a)]]
		}
	}
	slices.Sort(sample[:])
	return sample[len(sample)/2]
}

// split divides a set by a score, in its order.
func (s *Sorter) split(set []int32, c int, pivot int64) (better, equal, worse []int32) {
	column := s.columns[c]
	high, same := 0, 0
	for _, k := range set {
		if column[k] > pivot {
			high++
		} else if column[k] == pivot {
			same++
		}
	}
	all := s.take(len(set))
	better, equal, worse = all[:0:high], all[high:high:high+same], all[high+same:high+same]
	for _, k := range set {
		switch x := column[k]; {
		case x > pivot:
			better = append(better, k)
		case x == pivot:
			equal = append(equal, k)
		default:
			worse = append(worse, k)
		}
	}
	return better, equal, worse
}

// extremes are the smallest and the largest score of a set.
func extremes(column []int64, set []int32) (low, high int64) {
	low, high = column[set[0]], column[set[0]]
	for _, k := range set {
		low, high = min(low, column[k]), max(high, column[k])
	}
	return low, high
}

// merged is the union of two sets, in order.
func merged(to, a, b []int32) []int32 {
	to = to[:0]
	for len(a) > 0 && len(b) > 0 {
		if a[0] < b[0] {
			to, a = append(to, a[0]), a[1:]
		} else {
			to, b = append(to, b[0]), b[1:]
		}
	}
	return append(append(to, a...), b...)
}

// sweep goes through two sets in order and asks about the first two scores alone: those of
// from, whose ranks are known, raise those of to. Without from, those of to raise those that
// follow.
func (s *Sorter) sweep(from, to []int32) {
	column, alone := s.columns[1], len(from) == 0
	s.stair = s.stair[:0]
	for _, j := range to {
		for len(from) > 0 && from[0] < j {
			s.step(column[from[0]], s.rank[from[0]])
			from = from[1:]
		}
		// The last stair that is as high has the largest rank of those that dominate.
		if at := s.above(column[j]); at > 0 {
			s.rank[j] = max(s.rank[j], s.stair[at-1].rank+1)
		}
		if alone {
			s.step(column[j], s.rank[j])
		}
	}
}

// above is how many stairs are at least as high as a score.
func (s *Sorter) above(score int64) int {
	lo, hi := 0, len(s.stair)
	for lo < hi {
		if mid := (lo + hi) / 2; s.stair[mid].score >= score {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// step adds a stair: as they go down in score, ranks go up.
func (s *Sorter) step(score int64, rank uint32) {
	at := s.above(score)
	if at > 0 && s.stair[at-1].rank >= rank {
		return
	}
	if at > 0 && s.stair[at-1].score == score {
		at--
	}
	end := at
	for end < len(s.stair) && s.stair[end].rank <= rank {
		end++
	}
	s.stair = slices.Replace(s.stair, at, end, stair{score, rank})
}
