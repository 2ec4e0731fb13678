package qap

import (
	"fmt"
	"math"

	"github.com/warbler-opt/warbler/internal/elementary"
	"github.com/warbler-opt/warbler/internal/rng"
)

// The families of random instances.
const (
	uniform    = "uniform"
	structured = "structured"
)

// The shape of structured instances. Flows are ⌊e^X⌋ with X uniform between two exponents,
// so that 11 of 20 are 0; tai100b and tai150b have such flows. Radii are about
// those of their maps.
const (
	mapRadius      = 1000 // clusters lie within
	clusterRadius  = 50   // locations of a cluster lie within
	clusterMost    = 20   // locations of a cluster
	leastExponent  = -11.0
	mostExponent   = 9.0
	uniformNumbers = 100
)

// Generate makes a random instance of a family of Taillard's. "uniform" is that of
// tai20a to tai100a (1991): symmetric matrices of numbers from 0 to 99, with zeros on
// the diagonals. "structured" is in the manner of tai20b to tai150b (1995), which
// resembles practice: clusters of locations in the plane, whose distances are A, and
// flows B of very different sizes, most of them 0, that are not symmetric.
//
// The same arguments give the same instance for ever: its numbers come from rng with
// purpose Instance, row i of A from individual 2i and row i of B from individual 2i+1.
func Generate(family string, size int, seed uint64) (*Instance, error) {
	if size < 2 || size > maxSize {
		return nil, fmt.Errorf("qap: an instance is made with a size of 2 to %d, not %d", maxSize, size)
	}
	q := &Instance{
		Name: fmt.Sprintf("%s-%d-%d", family, size, seed), Size: size,
		A: make([]int64, size*size), B: make([]int64, size*size),
	}
	d := drawer{seed}
	switch family {
	case uniform:
		d.uniform(q.A, size, 0)
		d.uniform(q.B, size, 1)
	case structured:
		d.distances(q.A, size)
		d.flows(q.B, size)
	default:
		return nil, fmt.Errorf("qap: no family of instances is called %q; there are %s and %s", family, uniform, structured)
	}
	return q, nil
}

// drawer draws the numbers of an instance.
type drawer struct{ seed uint64 }

func (d drawer) at(individual int) rng.Address {
	return rng.Address{Seed: d.seed, Individual: uint32(individual), Purpose: rng.Instance}
}

// uniform fills a matrix, the first or the second, and mirrors it.
func (d drawer) uniform(m []int64, n, which int) {
	for i := range n {
		at := d.at(2*i + which)
		for j := range i {
			v := int64(at.Bounded(at.Word(uint32(j)), uint32(j), uniformNumbers))
			m[i*n+j], m[j*n+i] = v, v
		}
	}
}

// between is a number from low to high, from words 2w and 2w+1.
func between(at rng.Address, w int, low, high float64) float64 {
	u := rng.Unit(at.Word(uint32(2*w)), at.Word(uint32(2*w+1)))
	return low + float64(u*(high-low))
}

// distances fills a matrix with the distances of locations in clusters, rounded
// down. A cluster draws from the row of its first location: its place from
// numbers 0 and 1, its size from number 2; a location from 3 and 4 of its own.
func (d drawer) distances(m []int64, n int) {
	polar := func(at rng.Address, w int, most float64) (x, y float64) {
		angle, r := between(at, w, 0, 2*math.Pi), between(at, w+1, 0, most)
		return float64(r * elementary.Cos(angle)), float64(r * elementary.Sin(angle))
	}
	xs, ys := make([]float64, n), make([]float64, n)
	for first, last := 0, 0; first < n; first = last {
		at := d.at(2 * first)
		cx, cy := polar(at, 0, mapRadius)
		last = min(n, first+1+int(at.Bounded(at.Word(4), 4, clusterMost)))
		for i := first; i < last; i++ {
			x, y := polar(d.at(2*i), 3, clusterRadius)
			xs[i], ys[i] = cx+x, cy+y
		}
	}
	for i := range n {
		for j := range i {
			dx, dy := xs[i]-xs[j], ys[i]-ys[j]
			v := int64(math.Sqrt(float64(dx*dx) + float64(dy*dy)))
			m[i*n+j], m[j*n+i] = v, v
		}
	}
}

// flows fills a matrix but for its diagonal.
func (d drawer) flows(m []int64, n int) {
	for i := range n {
		at := d.at(2*i + 1)
		for j := range n {
			if i != j {
				m[i*n+j] = int64(elementary.Exp(between(at, j, leastExponent, mostExponent)))
			}
		}
	}
}
