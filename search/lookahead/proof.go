package lookahead

import (
	"bufio"
	"slices"
	"strconv"
	"sync"
)

// journal is a refutation in DRAT, as text. Its lines may come from many
// goroutines: those of each are in order, and each goroutine's lemmas follow from
// the formula and from its own.
type journal struct {
	mutex     sync.Mutex
	w         *bufio.Writer
	err       error
	*prepared // names the variables
}

// write appends lines.
func (j *journal) write(lines []byte) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if j.err == nil {
		_, j.err = j.w.Write(lines)
	}
}

// finish writes what is left.
func (j *journal) finish() error {
	if j.err == nil {
		j.err = j.w.Flush()
	}
	return j.err
}

// flushed is how many bytes of lines a goroutine keeps to itself.
const flushed = 1 << 16

// lemmas are the lines of one goroutine. Every lemma says that a path, the
// cube and decisions so far, cannot be continued, or not with some literals more.
// It is deleted when a shorter path is closed.
type lemmas struct {
	journal *journal
	path    []uint32
	lines   []byte
	kept    []uint32 // literals of lemmas that stand, each list closed by none
	below   []int    // by length of the path: how much of kept stood before it
	literal uint32   // that a double lookahead has made true
	pending []uint32 // what is false with it
}

// enter is a path that has become longer by a literal.
func (p *lemmas) enter(l uint32) {
	p.path = append(p.path, l)
	p.below = append(p.below, len(p.kept))
}

// refute says that a literal contradicts the path.
func (p *lemmas) refute(l uint32) {
	if p.literal != l {
		p.pending = p.pending[:0]
	}
	for _, m := range p.pending {
		p.line(false, p.path, l, m)
	}
	p.line(false, p.path, l)
	p.keep(p.path, l)
	for _, m := range p.pending {
		p.line(true, p.path, l, m)
	}
	p.literal, p.pending = none, p.pending[:0]
}

// suppose begins a double lookahead.
func (p *lemmas) suppose(l uint32) { p.literal, p.pending = l, p.pending[:0] }

// refuteBelow says that a literal contradicts the path and the supposed one.
func (p *lemmas) refuteBelow(m uint32) { p.pending = append(p.pending, m) }

// leave says that the path is closed, and shortens it by its last literal.
func (p *lemmas) leave() {
	p.line(false, p.path)
	n := len(p.path) - 1
	p.drop(p.below[n])
	p.keep(p.path)
	p.path, p.below = p.path[:n], p.below[:n]
	if len(p.lines) > flushed {
		p.flush()
	}
}

// keep remembers a lemma for its deletion.
func (p *lemmas) keep(path []uint32, more ...uint32) {
	p.kept = append(append(append(p.kept, path...), more...), none)
}

// drop deletes the lemmas that were added since.
func (p *lemmas) drop(to int) {
	for from := to; from < len(p.kept); {
		end := from
		for p.kept[end] != none {
			end++
		}
		p.line(true, p.kept[from:end])
		from = end + 1
	}
	p.kept = p.kept[:to]
}

// line writes a lemma, or its deletion: the opposites of literals.
func (p *lemmas) line(deletion bool, path []uint32, more ...uint32) {
	if deletion {
		p.lines = append(p.lines, "d "...)
	}
	for _, l := range path {
		p.put(l)
	}
	for _, l := range more {
		p.put(l)
	}
	p.lines = append(p.lines, "0\n"...)
}

// put writes the opposite of a literal.
func (p *lemmas) put(l uint32) {
	x := int64(p.journal.names[l>>1])
	if l&1 == 0 {
		x = -x
	}
	p.lines = append(strconv.AppendInt(p.lines, x, 10), ' ')
}

// turn goes on with another path, of which this one may have the beginning; what
// stands for the last one stands on.
func (p *lemmas) turn(cube, path []uint32) {
	p.flush()
	n := len(cube) + len(path)
	if len(p.path) < n || !slices.Equal(p.path[:len(cube)], cube) || !slices.Equal(p.path[len(cube):n], path) {
		p.path, p.below, p.kept = p.path[:0], p.below[:0], p.kept[:0]
		for _, l := range cube {
			p.enter(l)
		}
		for _, l := range path {
			p.enter(l)
		}
	}
	p.path = p.path[:n]
	if len(p.below) > n {
		p.below, p.kept = p.below[:n], p.kept[:p.below[n]]
	}
	p.literal, p.pending = none, p.pending[:0]
}

func (p *lemmas) flush() {
	p.journal.write(p.lines)
	p.lines = p.lines[:0]
}
