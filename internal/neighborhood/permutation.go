package neighborhood

// Triples are three positions i < j < k of N, at most 2^21.
type Triples struct{ N int }

// Size is N(N-1)(N-2)/6.
func (t Triples) Size() uint64 { return choose3(uint64(t.N)) }

// Index is the number of the triple i < j < k.
func (t Triples) Index(i, j, k int) uint64 {
	return t.Size() - 1 - choose3(uint64(t.N-1-i)) - choose2(uint64(t.N-1-j)) - uint64(t.N-1-k)
}

// At is the triple with a number.
func (t Triples) At(index uint64) (i, j, k int) {
	r := t.Size() - 1 - index
	c := root3(r)
	r -= choose3(c)
	d := root2(r)
	return t.N - 1 - int(c), t.N - 1 - int(d), t.N - 1 - int(r-choose2(d))
}

// Rotations are the moves of a permutation of N that pass three values round:
// position i takes the value of j, j that of k and k that of i. There is one for
// each triple i < j < k, as many as the paper's two swaps give it
// (section IV.A); Both adds the other direction, where i takes the value of k.
type Rotations struct {
	N    int
	Both bool
}

// Size is N(N-1)(N-2)/6, twice with Both.
func (r Rotations) Size() uint64 {
	size := Triples{r.N}.Size()
	if r.Both {
		size *= 2
	}
	return size
}

// Index is the number of the move in which i takes the value of j, j that of k
// and k that of i. Without Both, i, j and k must ascend, up to where one begins.
func (r Rotations) Index(i, j, k int) uint64 {
	for i > j || i > k { // it does not matter where one begins
		i, j, k = j, k, i
	}
	t := Triples{r.N}
	if j < k {
		return t.Index(i, j, k)
	}
	return t.Size() + t.Index(i, k, j)
}

// At is the move with a number: i takes the value of j, j that of k and k that
// of i. i is the lowest; j < k where the number is below that of all triples.
func (r Rotations) At(index uint64) (i, j, k int) {
	t := Triples{r.N}
	if size := t.Size(); index >= size {
		i, k, j = t.At(index - size)
		return i, j, k
	}
	return t.At(index)
}

// Insertions are the moves of a permutation of N, at most 65535, that take the
// value at position i out and put it in again at position j; what lies between
// moves up. Moving i to i - 1 is moving i - 1 to i, so only the latter counts.
type Insertions struct{ N int }

// Size is (N-1)².
func (s Insertions) Size() uint64 { return uint64(s.N-1) * uint64(s.N-1) }

// Index is the number of the move from position i to position j, which is
// neither i nor i - 1.
func (s Insertions) Index(i, j int) uint64 {
	if i == 0 {
		return uint64(j - 1)
	}
	rank := j
	if j > i {
		rank = j - 2
	}
	return uint64(s.N-1) + uint64(i-1)*uint64(s.N-2) + uint64(rank)
}

// At is the move with a number.
func (s Insertions) At(index uint64) (i, j int) {
	first := uint64(s.N - 1) // the moves of position 0
	if index < first {
		return 0, int(index) + 1
	}
	others := uint64(s.N - 2)
	i, j = int((index-first)/others)+1, int((index-first)%others)
	if j >= i-1 {
		j += 2
	}
	return i, j
}

// Rotate passes three values of a permutation round.
func Rotate(p []uint16, i, j, k int) { p[i], p[j], p[k] = p[j], p[k], p[i] }

// Insert moves the value at position i of a permutation to position j.
func Insert(p []uint16, i, j int) {
	v := p[i]
	if i < j {
		copy(p[i:j], p[i+1:j+1])
	} else {
		copy(p[j+1:i+1], p[j:i])
	}
	p[j] = v
}
