package pipeline

// rows is a growing list of rows in blocks, so that growing copies nothing. What it
// had room for once it keeps.
type rows struct {
	row    int // words
	each   int // rows of a block
	blocks [][]uint32
	count  int
}

// blockWords is about how many words a block has.
const blockWords = 1 << 16

func newRows(row int) rows { return rows{row: row, each: max(1, blockWords/row)} }

// at is row i.
func (r *rows) at(i int) []uint32 {
	from := i % r.each * r.row
	return r.blocks[i/r.each][from : from+r.row]
}

// resize makes it so many rows; new ones have no memory before touch.
func (r *rows) resize(count int) {
	for len(r.blocks)*r.each < count {
		r.blocks = append(r.blocks, nil)
	}
	r.count = count
}

// touch gives a block memory.
func (r *rows) touch(block int) {
	if r.blocks[block] == nil {
		r.blocks[block] = make([]uint32, r.each*r.row)
	}
}

// lists are several lists of rows, one after the other.
type lists struct {
	row    int
	list   [][]uint32
	before []int // rows in the lists before each
	count  int
}

func (l *lists) add(words []uint32) {
	if len(words) > 0 {
		l.list, l.before = append(l.list, words), append(l.before, l.count)
		l.count += len(words) / l.row
	}
}

// at is row i, which lies in list k or, if i is smaller, before it; it returns the
// list too, for neighbors.
func (l *lists) at(i, k int) ([]uint32, int) {
	for i < l.before[k] {
		k--
	}
	for k+1 < len(l.before) && i >= l.before[k+1] {
		k++
	}
	from := (i - l.before[k]) * l.row
	return l.list[k][from : from+l.row], k
}
