package head

import (
	"math/bits"

	"github.com/warbler-opt/warbler/internal/graph"
	"github.com/warbler-opt/warbler/internal/rng"
)

// The bits of a cell of the table of a coloring: how many neighbors of a vertex have a
// color, and whether the vertex may not take it, since it has that color or has had it
// until lately. Cells of colors that do not exist are noColor.
const (
	tabuBit   = 1 << 15
	countMask = tabuBit - 1
	noColor   = tabuBit | countMask
	// maxDegree is how many neighbors a vertex can have.
	maxDegree = countMask - 1
)

// block is how many cells leastOf looks at at once; rows are whole blocks.
const block = 16

// nowhere is the place of a vertex without conflicts.
const nowhere = ^uint32(0)

// table is what the searches on a graph with some number of colors share.
type table struct {
	graph  graph.Graph
	colors int
	stride int      // cells of a vertex
	rows   []uint32 // where the rows of neighbors begin, as graph.List
}

func newTable(g graph.Graph, colors int) *table {
	t := &table{graph: g, colors: colors, stride: strideOf(colors), rows: make([]uint32, len(g.List))}
	for i, u := range g.List {
		t.rows[i] = u * uint32(t.stride)
	}
	return t
}

// strideOf is how many cells a vertex has.
func strideOf(colors int) int { return (colors + block - 1) / block * block }

// tabuCol is a TabuCol search (Hertz and de Werra 1987, as in Galinier and Hao 1999):
// tabucol.cl's twin. Each iteration moves a vertex in conflict to another color, such
// that as few conflicts as possible are left, and forbids it to return for a while.
type tabuCol struct {
	*table
	cells     []uint16
	color     []uint8
	conflicts int        // edges between two vertices of the same color
	list      []uint32   // the vertices in conflict, in any order
	place     []uint32   // of each of them in list, or nowhere
	least     []uint16   // what leastOf finds, by place in list
	class     [][]uint32 // the vertices of each color, in any order
	within    []uint32   // the place of each vertex there
	equal     []uint32   // what equalTo finds

	// When moves are free again: a list of cells for each iteration, in a ring that is
	// longer than any tenure. A cell is kept at the iteration that made it tabu.
	heads []uint32 // one more than the first of the list, or 0
	next  []uint32 // likewise
	tabu  []uint32 // one more than the cell, or 0 where its vertex has returned

	best     int // conflicts
	coloring []uint8
	hit      uint32 // one more than the iteration that reached the goal, or 0
}

func newTabuCol(of *table) *tabuCol {
	n := of.graph.Vertices()
	t := &tabuCol{table: of, class: make([][]uint32, of.colors), within: make([]uint32, n), equal: make([]uint32, of.stride/block)}
	t.cells = make([]uint16, n*t.stride)
	t.color, t.coloring = make([]uint8, n), make([]uint8, n)
	t.list, t.place, t.least = make([]uint32, 0, n), make([]uint32, n), make([]uint16, n)
	ring := ringOf(n)
	t.heads, t.next, t.tabu = make([]uint32, ring), make([]uint32, ring), make([]uint32, ring)
	return t
}

// The tenure of a move is tenureTenths tenths of the vertices in conflict, and up to
// tenureRange-1 more at random (Galinier and Hao 1999, section 3.4).
const (
	tenureTenths = 6
	tenureRange  = 10
)

// ringOf is the length of the ring for so many vertices: a power of two above the
// longest tenure.
func ringOf(vertices int) int {
	return 1 << bits.Len(uint(vertices*tenureTenths/10+tenureRange))
}

// begin moves to another coloring, from which nothing is tabu. The goal is a number of
// conflicts.
func (t *tabuCol) begin(coloring []uint8, goal int) {
	copy(t.color, coloring)
	for v := range t.color {
		row := t.row(v)
		clear(row[:t.colors])
		for c := t.colors; c < len(row); c++ {
			row[c] = noColor
		}
	}
	for v := range t.color {
		row := t.row(v)
		for _, u := range t.graph.Of(v) {
			row[t.color[u]]++
		}
	}
	twice := 0
	t.list = t.list[:0]
	for c := range t.class {
		t.class[c] = t.class[c][:0]
	}
	for v, c := range t.color {
		own := &t.row(v)[c]
		t.within[v] = uint32(len(t.class[c]))
		t.class[c] = append(t.class[c], uint32(v))
		t.place[v] = nowhere
		if *own > 0 {
			twice += int(*own)
			t.add(uint32(v))
		}
		*own |= tabuBit
	}
	t.conflicts = twice / 2
	clear(t.heads)
	clear(t.tabu)
	t.best = t.conflicts
	copy(t.coloring, t.color)
	if t.hit = 0; t.best <= goal {
		t.hit = 1
	}
}

func (t *tabuCol) row(v int) []uint16 { return t.cells[v*t.stride : (v+1)*t.stride] }

func (t *tabuCol) add(v uint32) {
	t.place[v] = uint32(len(t.list))
	t.list = append(t.list, v)
}

func (t *tabuCol) remove(v uint32) {
	last := t.list[len(t.list)-1]
	t.list[t.place[v]], t.place[last] = last, t.place[v]
	t.place[v] = nowhere
	t.list = t.list[:len(t.list)-1]
}

// advance makes the iterations from+1 to until after begin, or fewer when the goal is
// reached, and returns the last it made. Iteration i draws from step base+i.
func (t *tabuCol) advance(at rng.Address, base uint64, from, until, goal int) int {
	it := from
	for it < until && t.hit == 0 {
		it++
		at.Step = base + uint64(it)
		x0, x1, _, _ := at.Block(0)
		t.release(uint32(it))
		v, c := t.choose(x0)
		t.move(v, c, uint32(it), x1)
		if t.conflicts < t.best {
			t.best = t.conflicts
			copy(t.coloring, t.color)
			if t.best <= goal {
				t.hit = uint32(it) + 1
			}
		}
	}
	return it
}

// release frees the moves that are tabu until iteration it.
func (t *tabuCol) release(it uint32) {
	mask := uint32(len(t.heads) - 1)
	for e := t.heads[it&mask]; e != 0; e = t.next[e-1] {
		if cell := t.tabu[e-1]; cell != 0 {
			t.cells[cell-1] &^= tabuBit
			t.tabu[e-1] = 0
		}
	}
	t.heads[it&mask] = 0
}

// choose is the move that leaves fewest conflicts among those that are not tabu and
// those that lead to a new best. Among equals, and among all where there is none, the
// one of the highest tie by a random word is taken.
func (t *tabuCol) choose(x uint32) (vertex uint32, color uint8) {
	// A tabu move leads to a new best only where a vertex has as many conflicts.
	enough := t.best - t.conflicts
	for _, v := range t.list {
		if t.own(v) > -enough {
			if gain := t.leastGain(countMask); gain < enough {
				return t.tied(gain, countMask, x)
			}
			break
		}
	}
	if gain := t.leastGain(noColor); gain < tabuBit/2 {
		return t.tied(gain, noColor, x)
	}
	return t.any(x)
}

// own is how many conflicts a vertex has.
func (t *tabuCol) own(v uint32) int {
	return int(t.cells[int(v)*t.stride+int(t.color[v])] & countMask)
}

// leastGain is the least change in conflicts that a move of a vertex in conflict makes.
// Of cells only the bits in mask count.
func (t *tabuCol) leastGain(mask uint16) int {
	leastOf(t.least, t.cells, t.list, t.stride/block, mask)
	gain := noColor
	for i, v := range t.list {
		gain = min(gain, int(t.least[i])-t.own(v))
	}
	return gain
}

// tied is the one of highest tie among the moves of some gain, after leastGain.
func (t *tabuCol) tied(gain int, mask uint16, x uint32) (vertex uint32, color uint8) {
	first := uint32(0)
	for i, v := range t.list {
		if int(t.least[i])-t.own(v) != gain {
			continue
		}
		at := v * uint32(t.stride)
		equalTo(t.equal, t.cells[at:], t.least[i], mask)
		for b, set := range t.equal {
			for ; set != 0; set &= set - 1 {
				c := uint32(b*block + bits.TrailingZeros32(set))
				if k := tie(at+c, x); k >= first {
					vertex, color, first = v, uint8(c), k
				}
			}
		}
	}
	return vertex, color
}

// any is the one of highest tie among all moves of vertices in conflict.
func (t *tabuCol) any(x uint32) (vertex uint32, color uint8) {
	first := uint32(0)
	for _, v := range t.list {
		at := v * uint32(t.stride)
		for c := range uint32(t.colors) {
			if k := tie(at+c, x); k >= first && uint8(c) != t.color[v] {
				vertex, color, first = v, uint8(c), k
			}
		}
	}
	return vertex, color
}

// tie orders cells by a random word: no two are equal.
func tie(cell, x uint32) uint32 { return (cell ^ x) * 0x9E3779B1 }

// move gives a vertex another color in iteration it, and forbids it to return.
func (t *tabuCol) move(v uint32, to uint8, it, x uint32) {
	cells, color, stride := t.cells, t.color, t.stride
	from := color[v]
	at := int(v) * stride
	t.conflicts += int(cells[at+int(to)]&countMask) - int(cells[at+int(from)]&countMask)
	if cells[at+int(to)]&tabuBit != 0 {
		t.forget(uint32(at) + uint32(to))
	}
	cells[at+int(to)] |= tabuBit
	color[v] = to
	if cells[at+int(to)]&countMask == 0 {
		t.remove(v)
	}
	shift(cells, t.rows[t.graph.Start[v]:t.graph.Start[v+1]], from, to)
	members := t.class[from]
	last := members[len(members)-1]
	members[t.within[v]], t.within[last] = last, t.within[v]
	members = members[:len(members)-1]
	t.class[from] = members
	for _, u := range members {
		if t.place[u] != nowhere && cells[int(u)*stride+int(from)]&countMask == 0 {
			t.remove(u)
		}
	}
	for _, u := range t.class[to] {
		if t.place[u] == nowhere && cells[int(u)*stride+int(to)]&countMask != 0 {
			t.add(u)
		}
	}
	t.within[v] = uint32(len(t.class[to]))
	t.class[to] = append(t.class[to], v)
	// After the move, since its vertices in conflict say for how long.
	mask := uint32(len(t.heads) - 1)
	until := (it + 1 + uint32(len(t.list)*tenureTenths/10+rng.Below(x, tenureRange))) & mask
	slot := it & mask
	t.tabu[slot], t.next[slot] = uint32(at)+uint32(from)+1, t.heads[until]
	t.heads[until] = slot + 1
}

// forget drops what would free a cell: its vertex has returned. That is rare.
func (t *tabuCol) forget(cell uint32) {
	for e, c := range t.tabu {
		if c == cell+1 {
			t.tabu[e] = 0
			return
		}
	}
}
