package variation

import (
	"github.com/warbler-opt/warbler/internal/elementary"
	"github.com/warbler-opt/warbler/internal/rng"
	"github.com/warbler-opt/warbler/problem"
)

// Breeder makes children: the twin of cross.cl and mutate.cl. One belongs to
// one goroutine.
type Breeder struct {
	*Operators
	inverse []uint16 // scratch of permutation crossovers
	visited []bool
	spare   problem.Genome // a child that is made but not wanted
}

// NewBreeder makes a breeder.
func NewBreeder(o *Operators) Breeder {
	b := Breeder{Operators: o, spare: problem.NewGenomes(o.Rep, 1).At(0)}
	if o.Rep.Kind == problem.Permutation {
		b.inverse = make([]uint16, o.Rep.Length)
		b.visited = make([]bool, o.Rep.Length)
	}
	return b
}

// Children fills c and, if two are wanted, d with the children of p and q, which
// cross if word x2 says so, and mutate. pair is the address of the pair, x3 word 3
// of its block 0, child that of the first child with purpose Mutate.
func (b *Breeder) Children(c, d, p, q problem.Genome, two bool, pair rng.Address, x2, x3 uint32, child rng.Address, r *Rates) {
	if !two {
		d = b.spare
	}
	switch crosses := rng.Bernoulli(x2, r.PC); {
	case crosses && b.Own.Cross != nil:
		b.crossOwn(c, d, p, q, two, child)
	case crosses && b.Crossover != CrossNone:
		b.Cross(c, d, p, q, pair, x3)
	default:
		c.Set(p)
		d.Set(q)
	}
	b.Mutate(c, child, r.PM, &r.Genes)
	if two {
		child.Individual++
		b.Mutate(d, child, r.PM, &r.Genes)
	}
}

// crossOwn is Cross by the problem's own crossover, which makes one child at a time.
func (b *Breeder) crossOwn(c, d, p, q problem.Genome, two bool, at rng.Address) {
	at.Purpose = rng.Cross
	c.Set(p)
	b.Own.Cross(p, q, c, at)
	if two {
		at.Individual++
		d.Set(q)
		b.Own.Cross(q, p, d, at)
	}
}

// Cross fills two children from two parents. at is the address of the pair,
// x3 word 3 of its block 0. The children are complementary: what one takes
// from a parent the other takes from the other.
func (b *Breeder) Cross(c, d, p, q problem.Genome, at rng.Address, x3 uint32) {
	n := uint32(b.Rep.Length)
	lo, hi := uint32(0), n
	switch b.Crossover {
	case CrossOnePoint:
		if n == 1 {
			c.Set(p)
			d.Set(q)
			return
		}
		lo = 1 + at.Bounded(x3, 3, n-1)
	case CrossTwoPoint, CrossOrder, CrossMatched:
		lo = at.Bounded(x3, 3, n+1)
		more := at
		more.Purpose = rng.Cross
		hi = more.Bounded(more.Word(0), 0, n)
		if hi >= lo {
			hi++
		} else {
			lo, hi = hi, lo
		}
	}
	at.Purpose = rng.Cross
	switch b.Rep.Kind {
	case problem.Binary:
		b.crossBits(c.Bits, d.Bits, p.Bits, q.Bits, at, lo, hi)
	case problem.Discrete:
		crossGenes(c.Symbols, d.Symbols, p.Symbols, q.Symbols, b.Operators, at, lo, hi)
	case problem.Permutation:
		b.crossOrders(c.Order, d.Order, p.Order, q.Order, int(lo), int(hi))
	case problem.Real:
		if b.Crossover >= CrossArithmetic {
			b.crossReals(c.Reals, d.Reals, p.Reals, q.Reals, at)
		} else {
			crossGenes(c.Reals, d.Reals, p.Reals, q.Reals, b.Operators, at, lo, hi)
		}
	}
}

// Below is the word-w part of a mask of the first k bits.
func Below(k uint32, w int) uint64 {
	first := uint32(w) * 64
	switch {
	case k <= first:
		return 0
	case k >= first+64:
		return ^uint64(0)
	}
	return 1<<(k-first) - 1
}

// crossBits exchanges the genes of [lo, hi), or of a random mask.
func (b *Breeder) crossBits(c, d, p, q []uint64, at rng.Address, lo, hi uint32) {
	for w := range c {
		m := Below(hi, w) &^ Below(lo, w)
		if b.Crossover == CrossUniform {
			m = at.MaskLow(uint32(w), b.PU, Below(uint32(b.Rep.Length), w))
		}
		x := (p[w] ^ q[w]) & m
		c[w], d[w] = p[w]^x, q[w]^x
	}
}

func crossGenes[T uint8 | float64](c, d, p, q []T, b *Operators, at rng.Address, lo, hi uint32) {
	mask := uint64(0)
	for j := range c {
		exchange := uint32(j) >= lo && uint32(j) < hi
		if b.Crossover == CrossUniform {
			if j%64 == 0 {
				mask = at.Mask64(uint32(j/64), b.PU)
			}
			exchange = mask>>(j%64)&1 != 0
		}
		if exchange {
			c[j], d[j] = q[j], p[j]
		} else {
			c[j], d[j] = p[j], q[j]
		}
	}
}

func (b *Breeder) crossOrders(c, d, p, q []uint16, lo, hi int) {
	switch b.Crossover {
	case CrossOrder:
		b.order(c, p, q, lo, hi)
		b.order(d, q, p, lo, hi)
	case CrossMatched:
		b.matched(c, p, q, lo, hi)
		b.matched(d, q, p, lo, hi)
	case CrossCycle:
		b.cycle(c, d, p, q)
	}
}

func (b *Breeder) invert(p []uint16) {
	for i, v := range p {
		b.inverse[v] = uint16(i)
	}
}

// order is Davis' OX: the places [lo, hi) come from p, the others in the order
// of q from hi on.
func (b *Breeder) order(c, p, q []uint16, lo, hi int) {
	b.invert(p)
	n := len(p)
	copy(c[lo:hi], p[lo:hi])
	to := hi % n
	for k := range n {
		v := q[(hi+k)%n]
		if i := int(b.inverse[v]); i >= lo && i < hi {
			continue
		}
		c[to] = v
		if to++; to == n {
			to = 0
		}
	}
}

// matched is Goldberg and Lingle's PMX: the places [lo, hi) come from p, the
// others from q, and what would stand twice is followed through the mapping
// that the two segments define.
func (b *Breeder) matched(c, p, q []uint16, lo, hi int) {
	b.invert(p)
	for i := range c {
		v := q[i]
		if i >= lo && i < hi {
			c[i] = p[i]
			continue
		}
		for k := int(b.inverse[v]); k >= lo && k < hi; k = int(b.inverse[v]) {
			v = q[k]
		}
		c[i] = v
	}
}

// cycle is Oliver, Smith and Holland's CX: cycles of places come from the two
// parents in turn.
func (b *Breeder) cycle(c, d, p, q []uint16) {
	b.invert(p)
	clear(b.visited)
	first := true
	for i := range p {
		if b.visited[i] {
			continue
		}
		for k := i; !b.visited[k]; k = int(b.inverse[q[k]]) {
			b.visited[k] = true
			if first {
				c[k], d[k] = p[k], q[k]
			} else {
				c[k], d[k] = q[k], p[k]
			}
		}
		first = !first
	}
}

// crossReals blends the parents' genes. Every product is rounded before it is
// added, as on the devices.
func (b *Breeder) crossReals(c, d, p, q []float64, at rng.Address) {
	var u, v float64
	if b.Crossover == CrossArithmetic {
		x0, x1, _, _ := at.Block(0)
		u = rng.Unit(x0, x1)
		v = 1 - u
	}
	for j := range c {
		x, y := p[j], q[j]
		lower, upper := b.Rep.Lower[j], b.Rep.Upper[j]
		if b.classes != nil && b.classes[j].kind >= classChoice { // nothing lies between two choices, or two keys
			if _, _, x2, _ := at.Block(uint32(j)); x2>>31 != 0 {
				x, y = y, x
			}
			c[j], d[j] = x, y
			continue
		}
		if b.Crossover == CrossArithmetic {
			c[j] = clamp(float64(u*x)+float64(v*y), lower, upper)
			d[j] = clamp(float64(v*x)+float64(u*y), lower, upper)
			continue
		}
		x0, x1, x2, _ := at.Block(uint32(j))
		u = rng.Unit(x0, x1)
		if b.Crossover == CrossBlend { // Eshelman and Schaffer 1993
			lo, hi := min(x, y), max(x, y)
			e := float64(b.Blend * (hi - lo))
			lo, hi = lo-e, hi+e
			s := float64(u * (hi - lo))
			c[j], d[j] = clamp(lo+s, lower, upper), clamp(hi-s, lower, upper)
			continue
		}
		if x2>>31 != 0 { // Deb and Agrawal 1995: half of the genes take part
			c[j], d[j] = x, y
			continue
		}
		beta := 0.0
		if e := 1 / (b.EtaC + 1); u <= 0.5 {
			beta = elementary.Pow(2*u, e)
		} else {
			beta = elementary.Pow(1/(2-2*u), e)
		}
		s, t := float64(0.5*(x+y)), float64(0.5*beta)*(x-y)
		if b.Crossover == CrossExchange && x2>>30&1 != 0 { // as in Deb's own programs: children mix both parents
			t = -t
		}
		c[j], d[j] = clamp(s+t, lower, upper), clamp(s-t, lower, upper)
	}
}

func clamp(x, lower, upper float64) float64 {
	if !(x > lower) {
		return lower
	}
	if x > upper {
		return upper
	}
	return x
}
