package lookahead

// forest orders the literals of a lookahead so that one comes after a literal
// that it implies.
type forest struct {
	number  []uint32 // by literal: 0, or when it was found
	low     []uint32
	rep     []uint32 // by literal: that of its component
	height  []uint32
	parent  []uint32
	child   []uint32 // the last child of a literal
	sibling []uint32 // the one before it
	stack   []uint32
	calls   []call
	reps    []uint32
	is      []bool // by variable: a candidate
	clock   uint32
}

// turn is a literal in the order of a lookahead.
type turn struct {
	lit    uint32
	parent uint32 // a literal that it implies and that comes before it, or none
	offset uint32 // of its stamp
}

// none is no literal.
const none = ^uint32(0)

type call struct{ lit, at uint32 }

func (f *forest) init(lits int) {
	f.number, f.low, f.rep = make([]uint32, lits), make([]uint32, lits), make([]uint32, lits)
	f.height, f.parent = make([]uint32, lits), make([]uint32, lits)
	f.child, f.sibling = make([]uint32, lits), make([]uint32, lits)
	f.is = make([]bool, lits/2)
}

// arrange puts the literals of the candidates in order. Of literals that imply
// each other one is enough. It returns a literal that its opposite implies and
// that implies its opposite, or none.
func (k *worker) arrange() uint32 {
	k.order = k.order[:0]
	f := &k.forest
	for _, v := range k.chosen {
		f.is[v] = true
		for l := 2 * v; l < 2*v+2; l++ {
			f.number[l], f.rep[l], f.height[l], f.parent[l], f.child[l] = 0, none, 0, none, none
		}
	}
	f.clock, f.reps = 0, f.reps[:0]
	both := none
	for _, v := range k.chosen {
		for l := 2 * v; l < 2*v+2; l++ {
			if f.number[l] == 0 {
				k.explore(l)
			}
		}
	}
	for _, v := range k.chosen {
		if f.rep[2*v] == f.rep[2*v+1] {
			both = 2 * v
		}
		f.is[v] = false
	}
	if both != none {
		return both
	}
	// A root for each literal without a parent; then trees, from the front, with
	// stamps that rise from child to parent and from tree to tree.
	roots := none
	for _, l := range f.reps {
		to := &roots
		if p := f.parent[l]; p != none {
			to = &f.child[p]
		}
		f.sibling[l], *to = *to, l
	}
	offset := uint32(0)
	for l := roots; l != none; {
		k.order = append(k.order, turn{lit: l, parent: f.parent[l]})
		f.low[l] = uint32(len(k.order) - 1)
		if f.child[l] != none {
			l = f.child[l]
			continue
		}
		for {
			k.order[f.low[l]].offset = offset
			offset += 2
			if f.sibling[l] != none {
				l = f.sibling[l]
				break
			}
			if l = f.parent[l]; l == none {
				break
			}
		}
	}
	return none
}

// explore finds the strongly connected components that l reaches (Tarjan), with
// sinks first.
func (k *worker) explore(l uint32) {
	f := &k.forest
	f.enter(l)
	for len(f.calls) > 0 {
		c := &f.calls[len(f.calls)-1]
		x := c.lit
		p := k.lists[x]
		down := false
		for c.at < p.twos {
			u := k.implied[p.two+c.at]
			c.at++
			if !f.is[u>>1] || k.value[u>>1] >= proto {
				continue
			}
			if f.number[u] == 0 {
				f.enter(u)
				down = true
				break
			}
			if f.rep[u] == none {
				f.low[x] = min(f.low[x], f.number[u])
			}
		}
		if down {
			continue
		}
		f.calls = f.calls[:len(f.calls)-1]
		if len(f.calls) > 0 {
			y := f.calls[len(f.calls)-1].lit
			f.low[y] = min(f.low[y], f.low[x])
		}
		if f.low[x] == f.number[x] {
			k.component(x)
		}
	}
}

func (f *forest) enter(l uint32) {
	f.clock++
	f.number[l], f.low[l] = f.clock, f.clock
	f.stack = append(f.stack, l)
	f.calls = append(f.calls, call{l, 0})
}

// component closes a component, on the stack from x on. Its parent is the
// highest component that it implies.
func (k *worker) component(x uint32) {
	f := &k.forest
	from := len(f.stack) - 1
	for f.stack[from] != x {
		from--
	}
	rep := x
	members := f.stack[from:]
	// The opposite component has the opposite representative.
	for _, l := range members {
		if f.rep[l^1] != none {
			rep = f.rep[l^1] ^ 1
			break
		}
	}
	parent, height := none, uint32(0)
	for _, l := range members {
		for _, u := range k.two(l) {
			if !f.is[u>>1] || k.value[u>>1] >= proto || f.rep[u] == none || f.rep[u] == rep {
				continue
			}
			if r := f.rep[u]; f.height[r]+1 > height {
				parent, height = r, f.height[r]+1
			}
		}
	}
	for _, l := range members {
		f.rep[l] = rep
	}
	f.parent[rep], f.height[rep] = parent, height
	f.stack = f.stack[:from]
	f.reps = append(f.reps, rep)
}
